// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a loaded kernel to numbers, on each device.

#include "KgenRun.h"
#ifdef KGEN_HAVE_Runtime
#include "kgen/Runtime/Cpu.h"
#endif

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

/// Final values and gradients, one of each for every argument; empty where there is none.
namespace {
struct Numbered {
  std::vector<Numbers> values;
  std::vector<std::vector<double>> gradients;
};
} // namespace

/// Picks what is reported out of what was computed.
static CaseResult report(const Case &c, Numbered computed) {
  CaseResult result;
  auto indexOf = [&](const CaseArg *arg) { return arg - c.args.data(); };
  for (const CaseArg *arg : outputArgs(c))
    result.outputs.push_back({arg->name, std::move(computed.values[indexOf(arg)])});
  if (!computed.gradients.empty())
    for (const CaseArg *arg : gradientArgs(c))
      result.grads.push_back({arg->name, std::move(computed.gradients[indexOf(arg)])});
  return result;
}

/// Emits the diagnostics of a run.
static mlir::LogicalResult emitDiagnostics(const RunResult &result) {
  for (const Fault &warning : result.warnings)
    mlir::emitWarning(warning.loc) << warning.message;
  if (result.fault)
    return mlir::emitError(result.fault->loc) << result.fault->message;
  return mlir::success();
}

static FailureOr<Numbered> interpret(const Request &request, const Loaded &loaded) {
  FailureOr<Interpreter> forward = Interpreter::create(loaded.kernel);
  if (failed(forward))
    return failure();
  RunOptions options;
  options.races = request.checkRaces ? RunOptions::Races::Error : RunOptions::Races::Warn;
  // What a compiled run prints itself is not printed twice.
  options.print = request.device == Device::Interpreter ? &llvm::errs() : nullptr;
  RunResult result = forward->run(loaded.arguments, Arithmetic::Storage, options);
  if (failed(emitDiagnostics(result)))
    return failure();
  Numbered computed{std::move(result.values), {}};
  if (!loaded.backward)
    return computed;

  FailureOr<Interpreter> backward = Interpreter::create(loaded.backward);
  if (failed(backward))
    return failure();
  options.print = nullptr;
  RunResult reverse = backward->run(withValues(loaded.arguments, computed.values), Arithmetic::Storage, options);
  if (failed(emitDiagnostics(reverse)))
    return failure();
  computed.gradients = std::move(reverse.gradients);
  return computed;
}

static FailureOr<CaseResult> runOnCpu(const Request &request, const Loaded &loaded) {
  return loaded.kernel->emitError("this kgen-run was built without the CPU runtime; use --device interpreter");
}

FailureOr<CaseResult> kgen::run(const Request &request, const Loaded &loaded) {
  if (request.device == Device::Cuda) {
    llvm::errs() << "kgen-run: error: --device cuda is not there yet; use --device cpu or --device interpreter\n";
    return failure();
  }
  if (request.device == Device::Cpu && request.unchecked)
    return runOnCpu(request, loaded);
  FailureOr<Numbered> interpreted = interpret(request, loaded);
  if (failed(interpreted))
    return failure();
  if (request.device == Device::Cpu)
    return runOnCpu(request, loaded);
  return report(loaded.arguments, std::move(*interpreted));
}
