// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a row, makes tables of its cases, and prints them as text or HTML.

#include "kgen/Stats/ShowSample.h"
#include "Json.h"
#include "kgen/IR/Names.h"
#include "kgen/Page/KernelPage.h"
#include "kgen/Support/Case.h"
#include "kgen/Synthesis/DataSetReader.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::page;
using namespace kgen::stats;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

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

static void addArgument(const Json &arg, const Json &recorded, CaseTable &table) {
  CaseColumns columns;
  columns.name = textOf(arg, "name").str();
  columns.role = (textOf(arg, "role") + " " + textOf(arg, "dtype")).str();
  for (double extent : numbersOf(arg, "shape"))
    columns.shape.push_back(static_cast<uint64_t>(extent));
  columns.values = numbersOf(arg, "value");
  columns.weights = numbersOf(arg, "weight");
  columns.outputs = valuesOf(fieldOf(recorded, "outputs"), columns.name);
  columns.gradients = valuesOf(fieldOf(recorded, "grads"), columns.name);
  columns.isWhole = !parseElementType(textOf(arg, "dtype").str()).value_or(ElementType()).isFloat();
  table.add(columns);
}

static CaseTable tableOf(const Json &recorded, size_t number) {
  CaseTable table;
  std::vector<std::string> extents;
  for (double extent : numbersOf(recorded, "dim"))
    extents.push_back(std::to_string(static_cast<uint64_t>(extent)));
  table.caption = "case " + std::to_string(number) + ": " + llvm::join(extents, " x ") +
                  " threads; tolerances: " + textOf(recorded, "tolerance").str();
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
  std::vector<CaseRows::Row> rows = table.textRows();
  std::vector<size_t> widths;
  for (StringRef head : table.heads)
    widths.push_back(head.size());
  for (const auto &row : rows)
    for (auto [cell, width] : llvm::zip_equal(row, widths))
      width = std::max(width, cell.size());
  auto printRow = [&](auto &&row) {
    std::string line;
    for (auto [cell, width] : llvm::zip_equal(row, widths))
      line += StringRef(cell).str() + std::string(width - StringRef(cell).size() + 2, ' ');
    os << StringRef(line).rtrim() << "\n";
  };
  printRow(table.heads);
  for (const auto &row : rows)
    printRow(row);
}

static std::string titleOf(const Json &sample) {
  const Json &metadata = fieldOf(sample, "metadata");
  return "sample " + std::to_string(integerOf(metadata, "index")) + ": " + textOf(metadata, "kernel_name").str();
}

static std::string subtitleOf(const Json &sample) {
  const Json &metadata = fieldOf(sample, "metadata");
  return (textOf(metadata, "category") + ", seed " + llvm::Twine(integerOf(metadata, "seed")) + ", id " +
          textOf(metadata, "id") + ", license " + textOf(metadata, "license"))
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

/// Prints the kernel's forms again, all of them, with their lines: the sample's own texts among them are the same.
static Error makePage(const Shown &shown, StringRef where, KernelPage &page) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string error;
  mlir::ScopedDiagnosticHandler keep(&context, [&](mlir::Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
    return mlir::success();
  });
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(textOf(shown.sample, "kgen"), "kgen"),
                               llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModule(sourceMgr, &context);
  if (!module)
    return locatedError(where, "expected a kernel in the column 'kgen': " + error);
  for (KernelOp kernel : llvm::make_early_inc_range(module->getOps<KernelOp>()))
    (void)differentiate(kernel); // one without a gradient has none on the page
  error.clear();
  KernelPageOptions options;
  options.file = "kgen";
  mlir::FailureOr<KernelPage> made = makeKernelPage(*module, options);
  if (failed(made))
    return locatedError(where, error);
  page = std::move(*made);
  return Error::success();
}

static Error printPage(const Shown &shown, StringRef where, llvm::raw_ostream &os) {
  KernelPage page;
  if (Error error = makePage(shown, where, page))
    return error;
  page.title = titleOf(shown.sample);
  page.subtitle = subtitleOf(shown.sample);
  size_t number = 0;
  for (const Json &recorded : fieldOf(shown.sample, "cases"))
    page.cases.push_back(tableOf(recorded, number++));
  const Json &checks = fieldOf(shown.checks, "checks");
  for (const auto &check : checks.items())
    page.checks.push_back({check.key(), textOf(checks, check.key()).str()});
  writeKernelPage(page, os);
  return Error::success();
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
    if (asHtml)
      return printPage(shown, (*row)->sampleFile + ":" + std::to_string((*row)->sampleLine), os);
    printText(shown, os);
    return Error::success();
  }
}
