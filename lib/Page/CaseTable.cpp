// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts flat numbers into elements, and names them.

#include "kgen/Page/CaseTable.h"
#include "kgen/Page/Html.h"
#include "kgen/Support/Case.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::page;
using llvm::StringRef;

/// Elements of an array that are shown at once, and with those that a page opens.
static constexpr size_t shownElements = 8, openedElements = 1024;

/// Element `index` of flat numbers: `0.5`, or `(1.0, 2.0)` of a vector; "" if there is none.
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

void CaseTable::add(const CaseColumns &argument) {
  size_t count = 1;
  for (uint64_t extent : argument.shape)
    count *= extent;
  size_t components = count ? std::max<size_t>(1, argument.values.size() / count) : 1;
  CaseRows rows;
  for (size_t i = 0; i < std::min(count, openedElements); ++i) {
    auto text = [&](const std::vector<double> &numbers) {
      return elementText(numbers, i, components, argument.isWhole);
    };
    (i < shownElements ? rows.first : rows.rest)
        .push_back({elementName(argument.name, argument.shape, i), i ? "" : argument.role, text(argument.values),
                    text(argument.outputs), text(argument.weights), text(argument.gradients)});
  }
  rows.more = count - rows.first.size();
  arguments.push_back(std::move(rows));
}

std::vector<CaseRows::Row> CaseTable::textRows() const {
  std::vector<CaseRows::Row> rows;
  for (const CaseRows &argument : arguments) {
    llvm::append_range(rows, argument.first);
    if (argument.more)
      rows.push_back({"and " + std::to_string(argument.more) + " more", "", "", "", "", ""});
  }
  return rows;
}

static void writeRows(llvm::ArrayRef<CaseRows::Row> rows, llvm::raw_ostream &os) {
  for (const CaseRows::Row &row : rows) {
    os << "<tr><th scope=\"row\"><code>" << html(row[0]) << "</code></th><td>" << html(row[1]) << "</td>";
    for (const std::string &cell : llvm::ArrayRef(row).drop_front(2))
      os << "<td class=\"n\">" << html(cell) << "</td>";
    os << "</tr>\n";
  }
}

/// A box that opens the rest, which the style hides while it is not checked.
static void writeRest(const CaseRows &rows, llvm::raw_ostream &os) {
  os << "<tr><th scope=\"row\" colspan=\"6\"><label class=\"more\"><input type=\"checkbox\"> and " << rows.more
     << " more</label></th></tr>\n</tbody>\n<tbody class=\"rest\">\n";
  writeRows(rows.rest, os);
  if (rows.rest.size() < rows.more)
    os << "<tr><th scope=\"row\" colspan=\"6\">and " << rows.more - rows.rest.size()
       << " more, in the case itself</th></tr>\n";
  os << "</tbody>\n<tbody>\n";
}

void kgen::page::writeCase(const CaseTable &table, llvm::raw_ostream &os) {
  beginTable(table.caption, {"element", "argument", "#value", "#output", "#weight", "#gradient"}, os);
  for (const CaseRows &rows : table.arguments) {
    writeRows(rows.first, os);
    if (rows.more)
      writeRest(rows, os);
  }
  endTable(os);
}
