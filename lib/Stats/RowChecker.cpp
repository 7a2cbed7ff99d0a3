// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a row's text to a verdict: columns, metadata, the kernel, its hashes, its forms, its cases.

#include "RowChecker.h"
#include "kgen/IR/Names.h"
#include "kgen/Synthesis/Recompose.h"
#include "kgen/Synthesis/Sample.h"
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
/// More draws are not made of a generated kernel. Changes around a kernel of --from take as many as they need.
static constexpr unsigned maxDraws = 200;

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
  std::string reason;
  if (tools.python)
    checker->python = PythonReader::create(reason);
  // What a row leaves out cannot be checked by what it holds: then all of it is made again.
  if (tools.again || !plan.sample.columns.empty())
    if (llvm::Error error = SampleMaker::create(plan.sample, /*python=*/nullptr).moveInto(checker->maker))
      return std::move(error);
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
    if (plan.sample.columns.empty())
      reimport(verdict);
    verdicts.push_back(std::move(verdict));
  }
  assemble(verdicts);
  return verdicts;
}

void RowChecker::checkAlone(const Row &row) {
  verdict = RowVerdict();
  verdict.where = row.sampleFile + ":" + std::to_string(row.sampleLine);
  index = row.index;
  line = row.sample;
  checksWhere = row.checksFile + ":" + std::to_string(row.checksLine);
  llvm::Expected<Json> sample = parseLine(row.sample, row.sampleFile, row.sampleLine);
  if (!sample)
    verdict.problems.push_back(llvm::toString(sample.takeError()));
  llvm::Expected<Json> said = parseLine(row.checks, row.checksFile, row.checksLine);
  if (!said)
    verdict.problems.push_back(llvm::toString(said.takeError()));
  if (!sample || !said)
    return;
  checks = std::move(*said);
  verdict.rejectedDraws = integerOf(checks, "rejected_draws");
  checkRow(*sample, checks);
  verdict.isAnother = uint64_t(integerOf(checks, "crc32")) != llvm::crc32(llvm::arrayRefFromStringRef(row.sample));
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
  if (verdict.problems.empty() && plan.sample.columns.empty())
    checkKernel(sample);
  if (maker && verdict.problems.empty())
    makeAgain(sample);
}

/// Makes the sample of the index from nothing but the options of the set.
void RowChecker::makeAgain(const Json &sample) {
  FailureOr<Sample> again = maker->make(plan.kernelPlan(index));
  if (failed(again))
    return problem("could not be made again");
  if (again->attempt != integerOf(checks, "rejected_draws"))
    verdict.problems.push_back(checksWhere + ": error: expected rejected_draws to be " +
                               std::to_string(again->attempt));
  if (fieldOf(checks, "dual_error") != Json(again->dualError))
    verdict.problems.push_back(checksWhere + ": error: expected dual_error to be " + formatNumber(again->dualError));
  if (again->line == line)
    return;
  std::string wrong = describeDifference(Json::parse(again->line), sample);
  problem(wrong.empty() ? "expected the line as kgen-synth writes it, byte for byte" : wrong);
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

/// What has to be of the set's split: a structure of a generated kernel has one family.
static ArrayRef<StringRef> decidingFields(const SampleOptions &options) {
  static const StringRef fields[] = {"family", "structure_id"};
  return ArrayRef(fields).take_front(options.from.empty() ? 1 : 2);
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
  // A user's kernel may have no gradient, and is a sample as it is; so are its changes.
  bool mayLack = !plan.sample.from.empty() && backward.is_boolean();
  if (bool isWanted = plan.sample.forms.backward; hasBackward != isWanted && !(isWanted && mayLack))
    expect("has_backward", isWanted ? "true" : "false", hasBackward ? "true" : "false");
  expect("id", textOf(checks, "id"), textOf(metadata, "id"));
  expect("kgen_version", tools.kgenVersion, textOf(metadata, "kgen_version"));
  expect("llvm_version", tools.llvmVersion, textOf(metadata, "llvm_version"));
  if (Split split = plan.sample.split; split != Split::All)
    for (StringRef field : decidingFields(plan.sample))
      if (Split other = splitOf(textOf(metadata, field)); other != split)
        problem("expected metadata." + field + " of the split '" + getName(split) + "' but got one of '" +
                getName(other) + "'");
}

/// Every sample has passed what needs no other program, and those checks only were made that the options ask for.
void RowChecker::checkLadder(const Json &checks) {
  const Json &results = fieldOf(checks, "checks");
  for (size_t i = 0; i < numChecks; ++i) {
    Check check = static_cast<Check>(i);
    std::string name = getName(check).str();
    StringRef result = textOf(results, name);
    bool isAsked = isAskedFor(check, plan.sample, index);
    bool isAlways = check == Check::Verified || check == Check::Interpreted || check == Check::Races ||
                    (check == Check::Gradient && hasBackward) || (check == Check::ExecutedAsPtx && isAsked);
    bool isGradientOfWarp = check == Check::WarpGradient;
    bool isKnown = isGradientOfWarp ? result == "not run" || result == "equal" || result == "differs"
                                    : result == "not run" || result == "passed";
    if (!isKnown || (isAlways && result != "passed"))
      verdict.problems.push_back(checksWhere + ": error: expected the check '" + name + "' to have passed but it is " +
                                 "recorded as '" + result.str() + "'");
    else if (!isAsked && result != "not run" && check != Check::Gradient)
      verdict.problems.push_back(checksWhere + ": error: expected the check '" + name +
                                 "' not to have been run, since the options do not ask for it");
    verdict.checked[i] = !isAsked || isAlways ? std::nullopt : std::optional<bool>(result != "not run");
  }
}

/// The line about the checks says nothing else, and that in the way of the writer.
void RowChecker::compareChecks(double storageError) {
  Json expected = {{"index", index}, {"id", verdict.id}, {"category", verdict.category}};
  expected["crc32"] = llvm::crc32(llvm::arrayRefFromStringRef(line));
  expected["rejected_draws"] = integerOf(checks, "rejected_draws");
  for (size_t i = 0; i < numChecks; ++i) {
    std::string name = getName(static_cast<Check>(i)).str();
    expected["checks"][name] = textOf(fieldOf(checks, "checks"), name).str();
  }
  expected["dual_error"] = fieldOf(checks, "dual_error");
  expected["storage_error"] = storageError;
  if (!fieldOf(checks, "dual_error").is_number())
    expected["dual_error"] = 0.0;
  if (std::string wrong = describeDifference(expected, checks); !wrong.empty())
    verdict.problems.push_back(checksWhere + ": error: " + wrong);
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
  std::vector<PrintedForm> printed;
  if (tools.forms)
    printed = checkForms(*module, sample);
  checkCases(kernel, backward, sample, error.message);
  // Whether a kernel of a file had a gradient that was not written, no row says.
  bool isKnown = plan.sample.from.empty() || plan.sample.forms.backward;
  if (tools.forms && isKnown && verdict.problems.empty())
    compareWhole(std::move(module), kernel, backward, printed, sample);
}

void RowChecker::checkCases(KernelOp kernel, KernelOp backward, const Json &sample, StringRef error) {
  uint64_t number = 0;
  const FormTarget &target = plan.sample.forms.target;
  auto ptxText = [&](Direction direction) {
    bool hasPtx = target.has(FormLanguage::Ptx);
    return hasPtx ? textOf(sample, target.column({FormLanguage::Ptx, direction})) : StringRef();
  };
  StringRef ptxForward = ptxText(Direction::Forward), ptxBackward = ptxText(Direction::Backward);
  for (const Json &recorded : fieldOf(sample, "cases")) {
    if (std::string wrong = replayCase(kernel, backward, recorded, verdict.gradients); !wrong.empty())
      problem("case " + Twine(number) + ": " + wrong + (error.empty() ? "" : ": " + error));
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

/// The inputs of a case as they stand: a sample is computed from these, and not from what its types hold of them.
static Case inputsOf(const Json &recorded) {
  std::string reason;
  Case inputs = *parseCase(recorded.dump(), "case", reason); // which was read before
  for (auto [arg, json] : llvm::zip_equal(inputs.args, fieldOf(recorded, "args"))) {
    if (auto *values = std::get_if<std::vector<double>>(&arg.values))
      *values = numbersOf(json, "value");
    if (!arg.weight.empty())
      arg.weight = numbersOf(json, "weight");
  }
  return inputs;
}

/// Writes the line again from the kernel, the inputs and the options: every byte of it follows from these.
void RowChecker::compareWhole(OwningOpRef<ModuleOp> module, KernelOp kernel, KernelOp backward,
                              ArrayRef<PrintedForm> forms, const Json &sample) {
  const Json &metadata = fieldOf(sample, "metadata");
  RowContents row;
  row.index = index;
  row.attempt = integerOf(checks, "rejected_draws");
  row.sourceFile = textOf(metadata, "source_file");
  row.license = textOf(metadata, "license");
  row.family = textOf(metadata, "family");
  row.category = parseCategory(verdict.category).value_or(plan.categories.front());
  for (const Json &recorded : fieldOf(sample, "cases"))
    row.inputs.push_back(inputsOf(recorded));
  if (row.sourceFile.empty() && row.attempt >= maxDraws)
    return verdict.problems.push_back(checksWhere + ": error: expected rejected_draws below " +
                                      std::to_string(maxDraws));
  CheckedKernel checked;
  checked.kernel.module = std::move(module);
  checked.kernel.kernel = kernel;
  checked.backward = backward;
  checked.id = verdict.id;
  double storageError = 0.0;
  llvm::Expected<std::string> again = recomposeLine(checked, row, forms, plan, storageError);
  if (!again)
    return problem(llvm::toString(again.takeError()));
  std::string wrong = *again == line ? "" : describeDifference(Json::parse(*again), sample);
  if (*again != line)
    problem(wrong.empty() ? "expected the line as kgen-synth writes it, byte for byte" : wrong);
  compareChecks(storageError);
}

std::vector<PrintedForm> RowChecker::checkForms(ModuleOp module, const Json &sample) {
  FailureOr<std::vector<PrintedForm>> printed = forms->print(module);
  if (failed(printed))
    return problem("'kgen' cannot be printed for the target"), std::vector<PrintedForm>();
  for (const PrintedForm &form : *printed) {
    StringRef text = textOf(sample, form.column);
    verdict.forms += checkSameText(form.column, form.text, text);
    if (form.form.language == FormLanguage::Ptx && !text.empty())
      verdict.ptx.push_back({form.column, text.str()});
  }
  return std::move(*printed);
}

//===----------------------------------------------------------------------===//
// Other programs
//===----------------------------------------------------------------------===//

/// Reads the Python of a row again.
void RowChecker::reimport(RowVerdict &known) {
  if (!python || known.kernelName.empty()) // it could not be read so far
    return;
  std::optional<std::string> tree = python->read(known.python);
  std::string wrong = tree ? compareImported(*tree, known) : "could not be read: warp-ast gave no answer";
  if (!wrong.empty())
    known.problem("in 'python_source': " + wrong);
  else
    ++known.reimported;
}

/// The reason why the Python of a row does not express its kernel, or "".
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
