// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a row, makes tables of its cases, and prints them as text or HTML.

#include "kgen/Stats/ShowSample.h"
#include "Html.h"
#include "Json.h"
#include "kgen/Support/Case.h"
#include "kgen/Synthesis/DataSetReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Elements of an array that are shown.
static constexpr size_t shownElements = 8;

namespace {

/// The elements of the arguments of a case: one row for each.
struct CaseTable {
  std::string caption;
  std::vector<StringRef> heads;
  std::vector<std::vector<std::string>> rows;
};

struct Shown {
  Json sample, checks;
};

} // namespace

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

/// The values of the entry of a name in `[{name, values}]`.
static std::vector<double> valuesOf(const Json &group, StringRef name) {
  for (const Json &entry : group)
    if (textOf(entry, "name") == name)
      return numbersOf(entry, "values");
  return {};
}

/// Element `index` of flat numbers: `0.5`, or `(1.0, 2.0)` of a vector; "" where there is none.
static std::string elementText(const std::vector<double> &numbers, size_t index, size_t components, bool isWhole) {
  if (numbers.size() < (index + 1) * components)
    return "";
  std::string text, decimal;
  for (size_t i = 0; i < components; ++i) {
    double number = numbers[index * components + i];
    StringRef digits = decimal = formatNumber(number);
    if (isWhole)
      digits.consume_back(".0");
    text += (i ? ", " : "") + digits.str();
  }
  return components == 1 ? text : "(" + text + ")";
}

/// `name[2, 0]`, by the extents of an array; `name` of a value.
static std::string elementName(StringRef name, llvm::ArrayRef<uint64_t> shape, size_t index) {
  std::vector<std::string> places(shape.size());
  for (size_t i = shape.size(); i-- > 0; index /= std::max<uint64_t>(1, shape[i]))
    places[i] = std::to_string(index % std::max<uint64_t>(1, shape[i]));
  return name.str() + (shape.empty() ? "" : "[" + llvm::join(places, ", ") + "]");
}

static void addArgument(const Json &arg, const Json &recorded, CaseTable &table) {
  StringRef name = textOf(arg, "name");
  std::vector<uint64_t> shape;
  size_t count = 1;
  for (double extent : numbersOf(arg, "shape")) {
    shape.push_back(static_cast<uint64_t>(extent));
    count *= shape.back();
  }
  std::vector<double> values = numbersOf(arg, "value"), weights = numbersOf(arg, "weight"),
                      outputs = valuesOf(fieldOf(recorded, "outputs"), name),
                      grads = valuesOf(fieldOf(recorded, "grads"), name);
  size_t components = count ? std::max<size_t>(1, values.size() / count) : 1;
  std::string role = (textOf(arg, "role") + " " + textOf(arg, "dtype")).str();
  bool isWhole = !parseElementType(textOf(arg, "dtype").str()).value_or(ElementType()).isFloat();
  for (size_t i = 0; i < std::min(count, shownElements); ++i)
    table.rows.push_back({elementName(name, shape, i), i ? "" : role, elementText(values, i, components, isWhole),
                          elementText(outputs, i, components, isWhole), elementText(weights, i, components, isWhole),
                          elementText(grads, i, components, isWhole)});
  if (count > shownElements)
    table.rows.push_back({"and " + std::to_string(count - shownElements) + " more", "", "", "", "", ""});
}

static CaseTable tableOf(const Json &recorded, size_t number) {
  CaseTable table;
  std::vector<std::string> extents;
  for (double extent : numbersOf(recorded, "dim"))
    extents.push_back(std::to_string(static_cast<uint64_t>(extent)));
  const Json &rtol = fieldOf(recorded, "rtol");
  table.caption = "case " + std::to_string(number) + ": " + llvm::join(extents, " x ") + " threads, tolerance " +
                  (rtol.is_number() ? formatNumber(rtol.get<double>()) : "unknown") + " (" +
                  textOf(recorded, "tolerance").str() + ")";
  table.heads = {"element", "argument", "value", "output", "weight", "gradient"};
  for (const Json &arg : fieldOf(recorded, "args"))
    addArgument(arg, recorded, table);
  return table;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printHeading(StringRef title, llvm::raw_ostream &os) {
  os << "\n" << title << "\n" << std::string(title.size(), '-') << "\n";
}

static void printCase(const CaseTable &table, llvm::raw_ostream &os) {
  printHeading(table.caption, os);
  std::vector<size_t> widths;
  for (StringRef head : table.heads)
    widths.push_back(head.size());
  for (const auto &row : table.rows)
    for (auto [cell, width] : llvm::zip_equal(row, widths))
      width = std::max(width, cell.size());
  auto printRow = [&](auto &&row) {
    std::string line;
    for (auto [cell, width] : llvm::zip_equal(row, widths))
      line += StringRef(cell).str() + std::string(width - StringRef(cell).size() + 2, ' ');
    os << StringRef(line).rtrim() << "\n";
  };
  printRow(table.heads);
  for (const auto &row : table.rows)
    printRow(row);
}

static std::string titleOf(const Json &sample) {
  const Json &metadata = fieldOf(sample, "metadata");
  return "sample " + std::to_string(integerOf(metadata, "index")) + ": " + textOf(metadata, "kernel_name").str();
}

static std::string subtitleOf(const Json &sample) {
  const Json &metadata = fieldOf(sample, "metadata");
  return (textOf(metadata, "category") + ", seed " + llvm::Twine(integerOf(metadata, "seed")) + ", id " +
          textOf(metadata, "id") + ", licence " + textOf(metadata, "licence"))
      .str();
}

static void printText(const Shown &shown, llvm::raw_ostream &os) {
  os << titleOf(shown.sample) << "\n" << subtitleOf(shown.sample) << "\n";
  for (const auto &column : shown.sample.items())
    if (column.value().is_string()) {
      printHeading(column.key(), os);
      os << textOf(shown.sample, column.key()).rtrim() << "\n";
    }
  size_t number = 0;
  for (const Json &recorded : fieldOf(shown.sample, "cases"))
    printCase(tableOf(recorded, number++), os);
  printHeading("checks", os);
  for (const auto &check : fieldOf(shown.checks, "checks").items())
    os << check.key() << ": " << textOf(fieldOf(shown.checks, "checks"), check.key()) << "\n";
}

//===----------------------------------------------------------------------===//
// HTML
//===----------------------------------------------------------------------===//

static void writeTexts(const Json &sample, llvm::raw_ostream &os) {
  for (const auto &column : sample.items())
    if (column.value().is_string()) {
      bool open = column.key() == "python_source" || column.key() == "kgen";
      os << "<details" << (open ? " open" : "") << "><summary>" << html(column.key())
         << "</summary><pre tabindex=\"0\">" << html(textOf(sample, column.key()).rtrim()) << "</pre></details>\n";
    }
}

static void writeCases(const Json &sample, llvm::raw_ostream &os) {
  size_t number = 0;
  for (const Json &recorded : fieldOf(sample, "cases")) {
    CaseTable table = tableOf(recorded, number++);
    beginTable(table.caption, {"element", "argument", "#value", "#output", "#weight", "#gradient"}, os);
    for (const auto &row : table.rows) {
      os << "<tr><th scope=\"row\"><code>" << html(row[0]) << "</code></th><td>" << html(row[1]) << "</td>";
      for (const std::string &cell : llvm::ArrayRef(row).drop_front(2))
        os << "<td class=\"n\">" << html(cell) << "</td>";
      os << "</tr>\n";
    }
    endTable(os);
  }
}

static void writeLadder(const Json &checks, llvm::raw_ostream &os) {
  beginTable("Checks when the sample was made", {"check", "result"}, os);
  for (const auto &check : fieldOf(checks, "checks").items())
    os << "<tr><th scope=\"row\">" << html(check.key()) << "</th><td>"
       << html(textOf(fieldOf(checks, "checks"), check.key())) << "</td></tr>\n";
  endTable(os);
}

static void printPage(const Shown &shown, llvm::raw_ostream &os) {
  auto texts = [&](llvm::raw_ostream &out) { writeTexts(shown.sample, out); };
  auto cases = [&](llvm::raw_ostream &out) { writeCases(shown.sample, out); };
  auto checks = [&](llvm::raw_ostream &out) { writeLadder(shown.checks, out); };
  writePage(titleOf(shown.sample), subtitleOf(shown.sample), "",
            {{"texts", "Texts", texts}, {"cases", "Cases", cases}, {"checks", "Checks", checks}}, "", os);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Error kgen::showSample(StringRef directory, uint64_t index, bool asHtml, llvm::raw_ostream &os) {
  Expected<std::unique_ptr<DataSetReader>> reader = DataSetReader::open(directory);
  if (!reader)
    return reader.takeError();
  while (true) {
    Expected<std::optional<Row>> row = (*reader)->next();
    if (!row)
      return row.takeError();
    if (!*row)
      return locatedError(directory, "expected a sample with index " + llvm::Twine(index) + " but there is none");
    if ((*row)->index != index)
      continue;
    Expected<Json> sample = parseLine((*row)->sample, (*row)->sampleFile, (*row)->sampleLine);
    if (!sample)
      return sample.takeError();
    Expected<Json> checks = parseLine((*row)->checks, (*row)->checksFile, (*row)->checksLine);
    if (!checks)
      return checks.takeError();
    Shown shown{std::move(*sample), std::move(*checks)};
    asHtml ? printPage(shown, os) : printText(shown, os);
    return Error::success();
  }
}
