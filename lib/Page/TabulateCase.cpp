// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a case in the interpreter and lays out the results.

#include "kgen/Interpreter/TapedCase.h"
#include "kgen/Page/KernelPage.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::page;
using mlir::failure;
using mlir::FailureOr;

static mlir::FailureOr<RunResult> runKernel(KernelOp kernel, const Case &c) {
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel);
  if (failed(interpreter))
    return failure();
  RunResult result = interpreter->run(c);
  if (result.fault)
    return mlir::emitError(result.fault->loc) << result.fault->message;
  for (const Fault &warning : result.warnings)
    mlir::emitWarning(warning.loc) << warning.message;
  return result;
}

static std::vector<double> toDoubles(const Numbers &numbers) {
  return std::visit([](const auto &list) { return std::vector<double>(list.begin(), list.end()); }, numbers);
}

static CaseColumns columnsOf(const CaseArg &arg, const Numbers &after, llvm::ArrayRef<double> gradient) {
  CaseColumns columns;
  columns.name = arg.name;
  columns.role = std::string(roleName(arg.role)) + " " + arg.type.name();
  columns.shape.assign(arg.shape.begin(), arg.shape.end());
  columns.values = toDoubles(arg.values);
  columns.weights = arg.weight;
  if (arg.role != Role::In && arg.role != Role::Scalar)
    columns.outputs = toDoubles(after);
  if (arg.grad)
    columns.gradients = gradient;
  columns.isWhole = !arg.type.isFloat();
  return columns;
}

static FailureOr<KernelOp> kernelOf(mlir::ModuleOp module, const Case &c) {
  if (auto kernel = module.lookupSymbol<KernelOp>(c.kernel))
    return kernel;
  return module.emitError("expected a kernel named '") << c.kernel << "', which the case is for, but there is none";
}

FailureOr<CaseTable> kgen::page::tabulateCase(mlir::ModuleOp module, const Case &c) {
  FailureOr<KernelOp> kernel = kernelOf(module, c);
  if (failed(kernel) || failed(verifyCase(*kernel, c)))
    return failure();
  BackwardOf found = findBackward(*kernel);
  if (llvm::none_of(c.args, [](const CaseArg &arg) { return !arg.weight.empty(); }))
    found = {};
  FailureOr<Case> launched = found.taped ? withTape(found.taped, c) : FailureOr<Case>(c);
  if (failed(launched))
    return failure();
  FailureOr<RunResult> forward = runKernel(found.taped ? found.taped : *kernel, *launched);
  if (failed(forward))
    return failure();
  RunResult reverse;
  reverse.gradients.resize(launched->args.size());
  if (found.backward) {
    FailureOr<RunResult> result = runKernel(found.backward, withValues(*launched, forward->values));
    if (failed(result))
      return failure();
    reverse = std::move(*result);
  }
  CaseTable table;
  std::vector<std::string> extents;
  for (int64_t extent : c.dim)
    extents.push_back(std::to_string(extent));
  table.caption = llvm::join(extents, " x ") + " threads" +
                  (found.backward ? ", and the gradients of the weighted sum of the outputs" : "");
  for (auto [i, arg] : llvm::enumerate(c.args))
    table.add(columnsOf(arg, forward->values[i], reverse.gradients[i]));
  return table;
}
