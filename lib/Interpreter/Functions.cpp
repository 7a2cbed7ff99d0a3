// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls; include/kgen/IR/FunctionOps.td. A function is compiled once, at its first call, into slots of its own: it is
// not recursive, so a frame has room for one call of it.

#include "Compiler.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/WarpFunctions.h"

namespace kgen::interpreter {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace {

class CallStep : public Step {
public:
  CallStep(mlir::Operation *op, const Sequence &body, Moves arguments, Moves results, llvm::ArrayRef<Slot> offsets)
      : Step(op), body(body), arguments(std::move(arguments)), results(std::move(results)), offsets(offsets) {}
  Exit run(Machine &machine) const override {
    if (machine.countCall(op) == Exit::Fault)
      return Exit::Fault;
    arguments.run(machine);
    if (machine.options.checkTiles && beginsBefore(machine)) [[unlikely]]
      return machine.fault(op, "expected a tile that begins in its array but got a negative offset");
    if (body.run(machine) == Exit::Fault)
      return Exit::Fault;
    results.run(machine);
    return Exit::Next;
  }

private:
  bool beginsBefore(Machine &machine) const {
    return llvm::any_of(offsets, [&](Slot offset) { return *machine.at<int32_t>(offset) < 0; });
  }

  const Sequence &body;
  Moves arguments, results;
  /// Where a tile of an array begins, in the callee.
  llvm::SmallVector<Slot> offsets;
};

} // namespace

/// The integers by which a function of Warp's that loads or stores a tile of an array is told where the tile begins.
static llvm::SmallVector<Slot> tileOffsets(FuncOp function, llvm::ArrayRef<Slot> parameters) {
  auto name = function->getAttrOfType<mlir::StringAttr>(warpsAttrName);
  const WarpFunction *warps = name ? lookupWarpFunction(name.getValue()) : nullptr;
  llvm::SmallVector<Slot> offsets;
  if (warps && warps->access != WarpFunction::None && !warps->hasIndices())
    for (auto [type, parameter] : llvm::zip_equal(function.getArgumentTypes(), parameters))
      if (type.isSignedInteger(32))
        offsets.push_back(parameter);
  return offsets;
}

mlir::FailureOr<const Compiler::Callee *> Compiler::compileFunction(FuncOp function) {
  std::unique_ptr<Callee> &known = callees[function];
  if (known)
    return known.get();
  auto callee = std::make_unique<Callee>();
  mlir::Block &body = function.getBody().front();
  callee->parameters = slotsOf(body.getArguments());
  for (mlir::Type type : function.getResultTypes())
    callee->results.push_back(allocate(type));
  Sequence &steps = program.functions.emplace_back();
  callee->body = &steps;
  auto outer = std::exchange(yieldTargets, {});
  yieldTargets.push_back({{callee->results.begin(), callee->results.end()}, std::nullopt});
  if (failed(compileBlock(body, steps)))
    return failure();
  yieldTargets = std::move(outer);
  return (callees[function] = std::move(callee)).get();
}

LogicalResult Compiler::compile(CallOp op) {
  mlir::FailureOr<const Callee *> callee = compileFunction(op.getFunction());
  if (failed(callee))
    return failure();
  Moves results;
  for (auto [from, result] : llvm::zip_equal((*callee)->results, op.getResults()))
    results.list.push_back({from, slotOf(result)});
  append<CallStep>(op, *(*callee)->body, movesTo(op.getArguments(), (*callee)->parameters), std::move(results),
                   tileOffsets(op.getFunction(), (*callee)->parameters));
  return success();
}

} // namespace kgen::interpreter
