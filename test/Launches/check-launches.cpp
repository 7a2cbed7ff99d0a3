// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds every way of running a kernel against the interpreter, on many launches, forward and backward, and the backward
// against dual numbers. A kernel is compiled once for each way.
//
//   kgen-check-launches MODULE.mlir CASES
//
// Each line of CASES is a case; those of one kernel follow one another. Where threads hand one another values, or the
// numbers depend on their order, only what runs them in order is held to it. Prints what is wrong, and a line that
// counts.

#include "kgen/IR/KernelCase.h"
#include "kgen/Interpreter/TapedCase.h"
#include "kgen/Runtime/Cpu.h"
#include "kgen/Runtime/Ptx.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Lanes.h"
#include "kgen/Support/Rng.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

/// Launches of more threads are for several threads of the process; the PTX machine does not run them.
static constexpr int64_t manyThreads = 2048;
/// How often they run: threads that meet lose numbers by chance.
static constexpr unsigned manyRuns = 64;

namespace {

/// How a kernel is run as machine code.
struct Way {
  llvm::StringRef name;
  CpuOptions options;
  bool isOrdered() const { return options.threads == 1; }
};

/// What the interpreter says of a launch.
struct Expected {
  Case launched; // with a tape, where there is one
  CaseResult result;
  bool races = false, isOrdered = false;
};

/// A kernel with its backward, in a module of its own, and what runs it.
struct Subject {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel, backward, taped;
  std::optional<Interpreter> forward, launched, reverse;
  std::vector<std::optional<CompiledKernel>> compiled;
  EntryTexts texts;
  std::optional<PtxProgram> ptx;

  KernelOp toLaunch() const { return taped ? taped : kernel; }
};

class Checker {
public:
  explicit Checker(mlir::MLIRContext *context) : context(context) {}
  mlir::LogicalResult start();
  void check(mlir::ModuleOp all, const Case &c);
  bool report() const;

private:
  void complain(const Case &c, const llvm::Twine &message);
  bool load(mlir::ModuleOp all, const Case &c);
  std::optional<Expected> interpret(const Case &c);
  void checkGradient(const Case &c, const Expected &expected);
  void compare(const Case &c, const Expected &expected, llvm::StringRef way, const CaseResult &got, bool isExact);

  mlir::MLIRContext *context;
  std::vector<std::pair<Way, std::unique_ptr<CpuRunner>>> ways;
  std::unique_ptr<CodeGenerator> ptxGenerator;
  std::optional<Subject> subject;
  std::string subjectName;
  bool isUsable = false;
  unsigned launch = 0;
  unsigned kernels = 0, launches = 0, runs = 0, wrong = 0, refused = 0;
  unsigned backwards = 0, tapes = 0, racing = 0, ordered = 0;
};

} // namespace

static const Way allWays[] = {
    {"cpu -O0", {.optLevel = 0, .lanes = 0}},
    {"cpu -O3 --lanes=off", {.optLevel = 3, .lanes = 0}},
    {"cpu -O3 --lanes=auto", {.optLevel = 3, .lanes = autoLanes}},
    {"cpu -O3 --lanes=8", {.optLevel = 3, .lanes = 8}},
    {"cpu --threads=2", {.optLevel = 1, .lanes = autoLanes, .cpu = {}, .threads = 2}},
};

mlir::LogicalResult Checker::start() {
  for (const Way &way : allWays) {
    llvm::Expected<std::unique_ptr<CpuRunner>> runner = CpuRunner::create(way.options);
    if (!runner)
      return mlir::failure(inputError(llvm::toString(runner.takeError())));
    ways.emplace_back(way, std::move(*runner));
  }
  CodeGenOptions options;
  options.target = Target::NVPTX;
  ptxGenerator = llvm::cantFail(CodeGenerator::create(options));
  return mlir::success();
}

void Checker::complain(const Case &c, const llvm::Twine &message) {
  ++wrong;
  llvm::outs() << c.kernel << ", launch " << launch << ": " << message << "\n";
}

/// The kernel of a case, compiled in each way; false where it is refused.
bool Checker::load(mlir::ModuleOp all, const Case &c) {
  if (subject && subjectName == c.kernel)
    return isUsable;
  subject.emplace();
  subjectName = c.kernel;
  launch = 0;
  isUsable = false;
  ++kernels;
  auto known = all.lookupSymbol<KernelOp>(c.kernel);
  if (!known) {
    complain(c, "there is no such kernel");
    return false;
  }
  Subject &s = *subject;
  s.module = mlir::ModuleOp::create(all.getLoc());
  for (auto function : all.getOps<FuncOp>())
    s.module->push_back(function.clone());
  s.kernel = known.clone();
  s.module->push_back(s.kernel);
  GradientOptions options;
  options.slotBytes = cpuSlotBytes;
  {
    mlir::ScopedDiagnosticHandler quiet(context, [](mlir::Diagnostic &) { return mlir::success(); });
    if (succeeded(differentiate(s.kernel, options))) {
      BackwardOf found = findBackward(s.kernel);
      s.backward = found.backward, s.taped = found.taped;
    }
  }
  backwards += s.backward != nullptr;
  tapes += s.taped != nullptr;
  auto create = [](KernelOp kernel) -> std::optional<Interpreter> {
    FailureOr<Interpreter> made = kernel ? Interpreter::create(kernel) : FailureOr<Interpreter>(failure());
    return succeeded(made) ? std::optional<Interpreter>(std::in_place, std::move(*made)) : std::nullopt;
  };
  s.forward = create(s.kernel), s.launched = create(s.taped), s.reverse = create(s.backward);
  for (auto &[way, runner] : ways) {
    FailureOr<CompiledKernel> made = runner->compile(*s.module, s.toLaunch(), s.backward);
    if (failed(made)) {
      complain(c, way.name + ": it does not compile");
      return false;
    }
    s.compiled.emplace_back(std::move(*made));
  }
  FailureOr<EntryTexts> texts = ptxGenerator->printEntries(*s.module, /*assembly=*/true, s.backward != nullptr);
  if (failed(texts)) {
    complain(c, "ptx: it does not compile");
    return false;
  }
  s.texts = std::move(*texts);
  llvm::Expected<PtxProgram> program = PtxProgram::read(s.toLaunch(), {s.texts.forward, s.texts.backward});
  if (!program) {
    complain(c, "ptx: " + llvm::toString(program.takeError()));
    return false;
  }
  s.ptx = std::move(*program);
  return isUsable = true;
}

/// The largest difference, relative to the largest number; beside 1e-3, since sums of numbers near 1 may cancel.
static double difference(const Numbers &got, const Numbers &wanted) {
  if (const auto *integers = std::get_if<std::vector<int64_t>>(&wanted))
    return *integers == std::get<1>(got) ? 0.0 : 1.0;
  const auto &a = std::get<0>(got), &b = std::get<0>(wanted);
  double scale = 1e-3, worst = 0.0;
  for (size_t i = 0; i < b.size(); ++i) {
    scale = std::max(scale, std::fabs(b[i]));
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))
      continue;
    double off = std::fabs(a[i] - b[i]);
    worst = std::max(worst, std::isnan(off) ? INFINITY : off);
  }
  return worst / scale;
}

static double difference(const std::vector<NamedNumbers> &got, const std::vector<NamedNumbers> &wanted) {
  double worst = 0.0;
  for (auto [a, b] : llvm::zip_equal(got, wanted))
    worst = std::max(worst, difference(a.values, b.values));
  return worst;
}

/// The first number that differs.
static std::string firstDifference(llvm::StringRef kind, const std::vector<NamedNumbers> &got,
                                   const std::vector<NamedNumbers> &wanted) {
  for (auto [a, b] : llvm::zip_equal(got, wanted))
    for (size_t i = 0, n = numbersSize(b.values); i < n; ++i) {
      auto at = [i](const Numbers &numbers) {
        return std::visit([i](const auto &list) { return double(list[i]); }, numbers);
      };
      double x = at(a.values), y = at(b.values);
      if (x != y && !(std::isnan(x) && std::isnan(y)))
        return (kind + " " + b.name + "[" + llvm::Twine(i) + "] is ").str() + formatNumber(x) + " but expected " +
               formatNumber(y);
    }
  return "";
}

static CaseResult resultOf(const Case &c, RunResult forward, std::optional<RunResult> reverse) {
  CaseResult result;
  result.outputs = nameNumbers(c, outputArgs(c), [&](size_t i) { return std::move(forward.values[i]); });
  if (reverse)
    result.grads = nameNumbers(c, gradientArgs(c), [&](size_t i) { return std::move(reverse->gradients[i]); });
  return result;
}

/// Roundings of sums in another order, of float64 and of float32.
static double toleranceOf(const Case &c) {
  bool isNarrow = llvm::any_of(c.args, [](const CaseArg &arg) { return arg.type.scalar == ScalarType::Float32; });
  return isNarrow ? 2e-4 : 1e-11;
}

std::optional<Expected> Checker::interpret(const Case &c) {
  Subject &s = *subject;
  Expected expected;
  expected.launched = c;
  if (s.taped) {
    FailureOr<Case> taped = withTape(s.taped, c);
    if (failed(taped))
      return std::nullopt;
    expected.launched = std::move(*taped);
  }
  const Interpreter &interpreter = s.launched ? *s.launched : *s.forward;
  RunOptions backwards;
  backwards.races = RunOptions::Races::Ignore;
  backwards.reversed = true;
  RunResult forward = interpreter.run(expected.launched);
  RunResult other = interpreter.run(expected.launched, Arithmetic::Storage, backwards);
  if (forward.fault || other.fault)
    return std::nullopt;
  expected.races = !forward.warnings.empty();
  std::optional<RunResult> reverse, otherReverse;
  if (s.reverse) {
    reverse = s.reverse->run(withValues(expected.launched, forward.values));
    otherReverse = s.reverse->run(withValues(expected.launched, other.values), Arithmetic::Storage, backwards);
    if (reverse->fault || otherReverse->fault) {
      complain(c, "the backward: " + (reverse->fault ? reverse->fault : otherReverse->fault)->message);
      return std::nullopt;
    }
  }
  // The gradient depends on the order without the outputs at a tie of an atomic min or max.
  CaseResult reordered = resultOf(c, std::move(other), std::move(otherReverse));
  expected.result = resultOf(c, std::move(forward), std::move(reverse));
  expected.isOrdered = difference(reordered.outputs, expected.result.outputs) > toleranceOf(c) ||
                       difference(reordered.grads, expected.result.grads) > toleranceOf(c);
  return expected;
}

/// Holds the backward against dual numbers, in one direction.
void Checker::checkGradient(const Case &c, const Expected &expected) {
  Subject &s = *subject;
  if (!s.reverse || expected.races)
    return;
  Rng rng(launch, 0, 0);
  std::vector<std::vector<double>> directions(expected.launched.args.size());
  for (auto [arg, direction] : llvm::zip_equal(expected.launched.args, directions))
    for (size_t i = 0, n = numbersSize(arg.values); arg.isFloatArray() && i < n; ++i)
      direction.push_back(rng.uniformReal(-1.0, 1.0));
  GradientCheck check =
      kgen::checkGradient(s.launched ? *s.launched : *s.forward, *s.reverse, expected.launched, directions);
  double off = std::fabs(check.dual - check.reverse) / std::max(check.scale, 1e-3);
  if (check.fault)
    complain(c, "the gradient: " + check.fault->message);
  else if (!(off < 1e-8))
    complain(c, "the gradient is " + formatNumber(check.reverse) + " but by dual numbers " + formatNumber(check.dual));
}

void Checker::compare(const Case &c, const Expected &expected, llvm::StringRef way, const CaseResult &got,
                      bool isExact) {
  ++runs;
  for (auto [kind, a, b] : {std::tuple("output", &got.outputs, &expected.result.outputs),
                            std::tuple("gradient of", &got.grads, &expected.result.grads)})
    if (difference(*a, *b) > (isExact ? 0.0 : toleranceOf(c)))
      complain(c, way + ": " + firstDifference(kind, *a, *b));
}

void Checker::check(mlir::ModuleOp all, const Case &c) {
  bool isLoaded = load(all, c);
  ++launch, ++launches;
  if (!isLoaded)
    return;
  std::optional<Expected> expected = interpret(c);
  if (!expected) {
    ++refused;
    return;
  }
  racing += expected->races, ordered += expected->isOrdered;
  bool isMany = c.numThreads() >= manyThreads, isFree = !expected->races && !expected->isOrdered;
  if (!isMany)
    checkGradient(c, *expected);
  for (auto [way, compiled] : llvm::zip_equal(llvm::make_first_range(ways), subject->compiled)) {
    unsigned before = wrong, count = way.isOrdered() ? 1 : isMany && isFree ? manyRuns : 0;
    for (; count > 0 && wrong == before; --count)
      compare(c, *expected, way.name, compiled->run(expected->launched), way.isOrdered());
  }
  if (isMany || expected->races)
    return;
  PtxRunOptions options;
  llvm::Expected<CaseResult> got = runPtx(subject->toLaunch(), *subject->ptx, expected->launched, options);
  if (got)
    compare(c, *expected, "ptx", *got, /*isExact=*/false);
  else
    complain(c, "ptx: " + llvm::toString(got.takeError()));
}

bool Checker::report() const {
  llvm::outs() << kernels << " kernels (" << backwards << " with a backward, " << tapes << " of them with a tape), "
               << launches << " launches (" << racing << " race, " << ordered << " depend on the order, " << refused
               << " refused), " << runs << " runs, " << wrong << " wrong\n";
  return wrong == 0;
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-check-launches");
  if (argc != 3)
    return usageError("expected MODULE.mlir CASES");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  context.printOpOnDiagnostic(false);
  std::unique_ptr<llvm::MemoryBuffer> text = readInput(argv[1]), cases = readInput(argv[2]);
  if (!text || !cases)
    return 1;
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModule(sourceMgr, &context);
  Checker checker(&context);
  if (!module || failed(checker.start()))
    return 1;
  llvm::SmallVector<llvm::StringRef> lines;
  cases->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    std::string error;
    std::optional<Case> c = parseCase(line, argv[2], error);
    if (!c)
      return inputError(error);
    checker.check(*module, *c);
  }
  return checker.report() ? 0 : 1;
}
