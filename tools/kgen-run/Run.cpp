// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a loaded kernel to numbers, on each device.

#include "KgenRun.h"
#include "kgen/Interpreter/TapedCase.h"
#include "kgen/Support/CommandLine.h"
#ifdef KGEN_HAVE_Runtime
#include "kgen/Runtime/Cpu.h"
#include "kgen/Runtime/Cuda.h"
#include "kgen/Runtime/Ptx.h"
#endif
#include <cmath>

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

/// Picks the reported results out of the computed ones.
static Answer report(const Case &c, RunResult forward, std::optional<RunResult> reverse) {
  Answer answer;
  if (!forward.ops.empty())
    answer.ops.push_back(std::move(forward.ops));
  if (reverse && !reverse->ops.empty())
    answer.ops.push_back(std::move(reverse->ops));
  answer.result.outputs = nameNumbers(c, outputArgs(c), [&](size_t i) { return std::move(forward.values[i]); });
  if (reverse)
    answer.result.grads = nameNumbers(c, gradientArgs(c), [&](size_t i) { return std::move(reverse->gradients[i]); });
  return answer;
}

std::string Answer::format() const {
  std::string text = formatResult(result);
  if (ops.empty())
    return text;
  text.resize(text.rfind('}'));
  static constexpr const char *openings[] = {", \"ops\": {\"forward\": {", "}, \"backward\": {"};
  for (auto [opening, counts] : llvm::zip(openings, ops)) {
    const char *separator = opening;
    for (const auto &[op, count] : counts) {
      text += separator + quoteJson(op) + ": " + std::to_string(count);
      separator = ", ";
    }
  }
  return text + "}}}\n";
}

/// Emits the diagnostics of a run.
static mlir::LogicalResult emitDiagnostics(const RunResult &result) {
  for (const Fault &warning : result.warnings)
    mlir::emitWarning(warning.loc) << warning.message;
  if (result.fault)
    return mlir::emitError(result.fault->loc) << result.fault->message;
  return mlir::success();
}

static bool isFinite(const RunResult &result) {
  auto areFinite = [](llvm::ArrayRef<double> numbers) {
    return llvm::all_of(numbers, [](double number) { return std::isfinite(number); });
  };
  return llvm::all_of(result.gradients, areFinite) && llvm::all_of(result.values, [&](const Numbers &numbers) {
           const auto *floats = std::get_if<std::vector<double>>(&numbers);
           return !floats || areFinite(*floats);
         });
}

/// Runs once more, up to the first number that is stored and not finite, and warns there.
static void warnWhereNotFinite(const Interpreter &interpreter, const Case &c, RunOptions options) {
  options.checkFinite = true;
  options.races = RunOptions::Races::Ignore;
  options.print = nullptr;
  if (std::optional<Fault> fault = interpreter.run(c, Arithmetic::Storage, options).fault)
    mlir::emitWarning(fault->loc) << fault->message;
}

/// Runs a kernel on a case; emits errors.
static FailureOr<RunResult> interpretKernel(KernelOp kernel, const Case &c, const RunOptions &options, bool countOps) {
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel, countOps);
  if (failed(interpreter))
    return failure();
  RunResult result = interpreter->run(c, Arithmetic::Storage, options);
  if (failed(emitDiagnostics(result)))
    return failure();
  if (!isFinite(result))
    warnWhereNotFinite(*interpreter, c, options);
  return result;
}

//===----------------------------------------------------------------------===//
// The tape
//===----------------------------------------------------------------------===//

/// Fails if the author's own tape is too short.
static mlir::LogicalResult checkTape(KernelOp kernel, const Case &c, const Numbers &tape) {
  int64_t size = numbersSize(tape), needed = c.numThreads();
  if (size >= needed)
    needed *= 1 + usedSlots(c, tape);
  if (size >= needed)
    return mlir::success();
  return kernel.emitError("expected a tape of at least ") << needed << " words but got " << size;
}

static FailureOr<Answer> interpret(const Request &request, const Loaded &loaded) {
  RunOptions options;
  options.races = request.checkRaces ? RunOptions::Races::Error : RunOptions::Races::Warn;
  // The output of a compiled run is not printed twice.
  options.print = request.device == Device::Interpreter ? &llvm::errs() : nullptr;
  KernelOp kernel = loaded.taped ? loaded.taped : loaded.kernel;
  FailureOr<RunResult> forward = interpretKernel(kernel, loaded.launched, options, request.countOps);
  if (failed(forward) || (kernel.hasTape() && failed(checkTape(kernel, loaded.launched, forward->values.back()))))
    return failure();
  if (!loaded.backward)
    return report(loaded.arguments, std::move(*forward), std::nullopt);
  options.print = nullptr;
  Case after = withValues(loaded.launched, forward->values);
  FailureOr<RunResult> reverse = interpretKernel(loaded.backward, after, options, request.countOps);
  if (failed(reverse))
    return failure();
  return report(loaded.arguments, std::move(*forward), std::move(*reverse));
}

#ifdef KGEN_HAVE_Runtime
static FailureOr<CaseResult> runMachineCode(const Request &request, const Loaded &loaded) {
  KernelOp forward = loaded.taped ? loaded.taped : loaded.kernel;
  if (request.device == Device::Cpu) {
    std::optional<CrashNote> note;
    if (request.unchecked)
      note.emplace("the unchecked run ended with", "; --check-bounds finds indices that are out of range");
    return runOnCpu(*loaded.module, forward, loaded.backward, loaded.launched,
                    {request.optLevel, request.lanes, request.cpu, request.threads, /*prints=*/true,
                     /*checksIndices=*/request.checkBounds});
  }
  if (request.device == Device::Cuda)
    return runOnCuda(*loaded.module, forward, loaded.backward, loaded.launched, request.optLevel);
  PtxRunOptions options;
  options.chip = request.chip;
  options.optLevel = request.optLevel;
  options.checked = !request.unchecked;
  options.checkRaces = request.checkRaces;
  options.schedule = request.schedule;
  options.blockDim = request.blockDim;
  options.print = [](std::string_view text) { llvm::errs() << text; };
  return runAsPtx(*loaded.module, forward, loaded.backward, loaded.launched, options);
}

static FailureOr<Answer> runCompiled(const Request &request, const Loaded &loaded) {
  FailureOr<CaseResult> result = runMachineCode(request, loaded);
  if (failed(result))
    return failure();
  return Answer{std::move(*result), {}};
}
#else
static FailureOr<Answer> runCompiled(const Request &, const Loaded &loaded) {
  return KernelOp(loaded.kernel).emitError("this kgen-run was built without machine code");
}
#endif

FailureOr<Answer> kgen::run(const Request &request, Loaded &loaded) {
  loaded.launched = loaded.arguments;
  if (loaded.taped) {
    FailureOr<Case> launched = withTape(loaded.taped, loaded.arguments);
    if (failed(launched))
      return failure();
    loaded.launched = std::move(*launched);
  }
  // The PTX machine finds a bad index by itself.
  if (request.device == Device::Ptx || request.checkBounds ||
      (request.device != Device::Interpreter && request.unchecked))
    return runCompiled(request, loaded);
  FailureOr<Answer> interpreted = interpret(request, loaded);
  if (failed(interpreted) || request.device == Device::Interpreter)
    return interpreted;
  return runCompiled(request, loaded);
}
