// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a row's text to a verdict: columns, metadata, the kernel, its hashes, its forms, its cases.

#include "RowChecker.h"
#include "kgen/IR/Names.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/Synthesize.h"
#include "kgen/Target/Ptxas.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::stats;

/// After so many rows a context is thrown away: it keeps every type and attribute that it has ever seen.
static constexpr unsigned rowsPerContext = 2000;

namespace {

/// Keeps the first error that is emitted while it lives.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (message.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
            message = describe(diagnostic);
          return success();
        }) {}

  std::string message;

private:
  static std::string describe(Diagnostic &diagnostic) {
    auto place = dyn_cast<FileLineColLoc>(unnamedLoc(diagnostic.getLocation()));
    if (!place)
      return diagnostic.str();
    return "line " + std::to_string(place.getLine()) + ", column " + std::to_string(place.getColumn()) + ": " +
           diagnostic.str();
  }

  ScopedDiagnosticHandler handler;
};

} // namespace

llvm::Expected<std::unique_ptr<RowChecker>> RowChecker::create(const DataSetPlan &plan, const CheckTools &tools) {
  std::unique_ptr<RowChecker> checker(new RowChecker(plan, tools));
  if (tools.forms) {
    llvm::Expected<std::unique_ptr<FormPrinter>> forms = FormPrinter::create(plan.sample.forms);
    if (!forms)
      return forms.takeError();
    checker->forms = std::move(*forms);
  }
  return checker;
}

void RowChecker::startContext() {
  if (!context || rows % rowsPerContext == 0) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->loadDialect<KgenDialect>();
    context->printOpOnDiagnostic(false);
  }
  ++rows;
}

std::vector<RowVerdict> RowChecker::check(ArrayRef<Row> batch) {
  std::vector<RowVerdict> verdicts;
  for (const Row &row : batch) {
    checkAlone(row);
    verdicts.push_back(std::move(verdict));
  }
  reimport(verdicts);
  assemble(verdicts);
  return verdicts;
}

void RowChecker::checkAlone(const Row &row) {
  verdict = RowVerdict();
  verdict.where = row.sampleFile + ":" + std::to_string(row.sampleLine);
  index = row.index;
  llvm::Expected<Json> sample = parseLine(row.sample, row.sampleFile, row.sampleLine);
  if (!sample)
    verdict.problems.push_back(llvm::toString(sample.takeError()));
  llvm::Expected<Json> checks = parseLine(row.checks, row.checksFile, row.checksLine);
  if (!checks)
    verdict.problems.push_back(llvm::toString(checks.takeError()));
  if (!sample || !checks)
    return;
  checkRow(*sample, *checks);
  verdict.isAnother = uint64_t(integerOf(*checks, "crc32")) != llvm::crc32(llvm::arrayRefFromStringRef(row.sample));
}

void RowChecker::checkRow(const Json &sample, const Json &checks) {
  llvm::Expected<ColumnType> type = typeOf(sample);
  if (!type)
    return problem(llvm::toString(type.takeError()));
  if (!checkColumns(sample))
    return;
  verdict.type = std::move(*type);
  verdict.python = textOf(sample, "python_source").str();
  checkMetadata(fieldOf(sample, "metadata"), checks);
  checkLadder(checks);
  if (verdict.problems.empty())
    checkKernel(sample);
}

/// The columns of the manifest, in its order, each of its kind.
bool RowChecker::checkColumns(const Json &sample) {
  if (!sample.is_object())
    return problem("expected a sample, an object"), false;
  SmallVector<std::string> columns = columnsOf(plan.sample);
  for (const std::string &column : columns) {
    const Json &value = fieldOf(sample, column);
    bool fits = column == "cases" ? value.is_array() : column == "metadata" ? value.is_object() : value.is_string();
    if (!fits)
      return problem("expected a column '" + column + "', " +
                     (column == "cases"      ? "a list"
                      : column == "metadata" ? "an object"
                                             : "a string") +
                     ", but got " + (value.is_null() ? "none" : value.type_name())),
             false;
  }
  for (const auto &item : sample.items())
    if (!llvm::is_contained(columns, item.key()))
      return problem("expected no column '" + item.key() + "', which the manifest does not know"), false;
  return true;
}

void RowChecker::checkMetadata(const Json &metadata, const Json &checks) {
  verdict.id = textOf(metadata, "id").str();
  verdict.category = textOf(metadata, "category").str();
  verdict.kernelName = textOf(metadata, "kernel_name").str();
  verdict.pass = integerOf(metadata, "pass");
  auto expect = [&](StringRef field, const Twine &expected, const Twine &got) {
    if (expected.str() != got.str())
      problem("expected metadata." + field + " to be " + expected + " but got " + got);
  };
  const Json &backward = fieldOf(metadata, "has_backward");
  hasBackward = backward.is_boolean() && backward.get<bool>();
  expect("index", Twine(index), Twine(integerOf(metadata, "index")));
  expect("seed", Twine(plan.seed), Twine(integerOf(metadata, "seed")));
  // What somebody else wrote may have no gradient, and is a sample as it is; so may its changes.
  bool mayLack = !plan.sample.from.empty() && backward.is_boolean();
  if (bool isWanted = plan.sample.forms.backward; hasBackward != isWanted && !(isWanted && mayLack))
    expect("has_backward", isWanted ? "true" : "false", hasBackward ? "true" : "false");
  expect("id", textOf(checks, "id"), textOf(metadata, "id"));
}

/// A sample that failed a check does not belong in a data set.
void RowChecker::checkLadder(const Json &checks) {
  for (const auto &check : fieldOf(checks, "checks").items())
    if (check.value() == "failed")
      problem("expected the check '" + check.key() + "' to have passed but it is recorded as failed");
}

/// `line 12: expected 'x' but got 'y'` of the first line that differs.
bool RowChecker::checkSameText(StringRef column, StringRef expected, StringRef got) {
  if (expected == got)
    return true;
  unsigned line = 1;
  StringRef wanted, found;
  do {
    std::tie(wanted, expected) = expected.split('\n');
    std::tie(found, got) = got.split('\n');
    ++line;
  } while (wanted == found && !(expected.empty() && got.empty()));
  problem("in '" + column + "', line " + Twine(line - 1) + ": expected '" + wanted.trim() +
          "', which 'kgen' gives, but got '" + found.trim() + "'");
  return false;
}

void RowChecker::checkKernel(const Json &sample) {
  startContext();
  FirstError error(context.get());
  llvm::SourceMgr sources;
  sources.setDiagHandler([](const llvm::SMDiagnostic &diagnostic,
                            void *message) { *static_cast<std::string *>(message) = diagnostic.getMessage().str(); },
                         &error.message);
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(textOf(sample, "kgen"), "kgen"), SMLoc());
  OwningOpRef<ModuleOp> module = parseModule(sources, context.get());
  if (!module)
    return problem("in 'kgen': " + error.message);
  auto kernels = llvm::to_vector(module->getOps<KernelOp>());
  if (kernels.size() != 1 || kernels[0].getSymName() != verdict.kernelName)
    return problem("expected 'kgen' to hold the kernel '" + verdict.kernelName + "' and no other");
  KernelOp kernel = kernels[0];
  if (std::string id = structuralHash(kernel); id != verdict.id)
    problem("expected metadata.id to be '" + id + "', the hash of the kernel, but got '" + verdict.id + "'");
  KernelOp backward;
  if (hasBackward) {
    if (failed(differentiate(kernel, {/*tape=*/false})) || failed(verify(*module)))
      return problem("no gradient of 'kgen': " + error.message);
    for (KernelOp other : module->getOps<KernelOp>())
      backward = other.isBackward() ? other : backward;
  }
  if (tools.forms)
    checkForms(*module, sample);
  uint64_t number = 0;
  const FormTarget &target = plan.sample.forms.target;
  auto ptxText = [&](Direction direction) {
    bool hasPtx = target.has(FormLanguage::Ptx);
    return hasPtx ? textOf(sample, target.column({FormLanguage::Ptx, direction})) : StringRef();
  };
  StringRef ptxForward = ptxText(Direction::Forward), ptxBackward = ptxText(Direction::Backward);
  for (const Json &recorded : fieldOf(sample, "cases")) {
    if (std::string wrong = replayCase(kernel, backward, recorded, verdict.gradients); !wrong.empty())
      problem("case " + Twine(number) + ": " + wrong + (error.message.empty() ? "" : ": " + error.message));
    else if (std::string asPtx = ptxForward.empty() ? "" : replayPtx(kernel, ptxForward, ptxBackward, recorded);
             !asPtx.empty())
      problem("case " + Twine(number) + ": " + asPtx);
    else
      verdict.executed += !ptxForward.empty();
    ++number;
  }
  if (number == 0)
    problem("expected at least one case but got none");
  verdict.cases = number;
}

void RowChecker::checkForms(ModuleOp module, const Json &sample) {
  FailureOr<std::vector<PrintedForm>> printed = forms->print(module);
  if (failed(printed))
    return problem("'kgen' cannot be printed for the target");
  for (const PrintedForm &form : *printed) {
    StringRef text = textOf(sample, form.column);
    verdict.forms += checkSameText(form.column, form.text, text);
    if (form.form.language == FormLanguage::Ptx && !text.empty())
      verdict.ptx.push_back({form.column, text.str()});
  }
}

//===----------------------------------------------------------------------===//
// Many rows at once
//===----------------------------------------------------------------------===//

/// One child process reads the Python of all rows.
void RowChecker::reimport(std::vector<RowVerdict> &verdicts) {
  if (!tools.python)
    return;
  std::vector<StringRef> texts;
  for (const RowVerdict &known : verdicts)
    texts.push_back(known.python);
  std::string error;
  std::optional<std::vector<std::string>> trees = readWarpTrees(texts, error);
  for (auto [i, known] : llvm::enumerate(verdicts)) {
    if (known.kernelName.empty()) // it could not be read so far
      continue;
    if (std::string wrong = trees ? compareImported((*trees)[i], known) : error; !wrong.empty())
      known.problem("in 'python_source': " + wrong);
    else
      ++known.reimported;
  }
}

/// What keeps the Python of a row from saying its kernel, or "".
std::string RowChecker::compareImported(StringRef tree, const RowVerdict &known) {
  startContext();
  FirstError error(context.get());
  OwningOpRef<ModuleOp> module = importWarpTree(tree, "python_source", known.kernelName, context.get());
  if (!module)
    return error.message;
  auto kernels = llvm::to_vector(module->getOps<KernelOp>());
  std::string id = kernels.size() == 1 ? structuralHash(kernels[0]) : "";
  return id == known.id ? "" : "expected the kernel with hash '" + known.id + "' but got one with '" + id + "'";
}

/// One process of ptxas takes the PTX of all rows.
void RowChecker::assemble(std::vector<RowVerdict> &verdicts) {
  std::vector<StringRef> texts, kernels;
  for (const RowVerdict &known : verdicts)
    for (const auto &[column, text] : known.ptx) {
      texts.push_back(text);
      kernels.push_back(known.kernelName);
    }
  if (tools.ptxas.empty() || texts.empty())
    return;
  llvm::Expected<std::vector<std::string>> answers = checkWithPtxas(tools.ptxas, texts, kernels);
  std::string error = answers ? "" : llvm::toString(answers.takeError());
  size_t text = 0;
  for (RowVerdict &known : verdicts)
    for (const auto &[column, ptx] : known.ptx) {
      std::string wrong = error.empty() ? (*answers)[text] : error;
      if (wrong.empty())
        ++known.assembled;
      else
        known.problem("in '" + column + "', " + wrong + ", as ptxas says");
      ++text;
    }
}
