// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an adjoint of the author's has a transpose: a proof by the ops that it is made of, which never guesses. Its
// body stands in a kernel of its own for that, in value form.

#include "ComponentSums.h"
#include "Tangents.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

/// The adjoint's body, in value form: its arguments are the kernel's, its results what the kernel returns.
static OwningOpRef<KernelOp> makeBody(CustomAdjointOp op, ModuleOp module) {
  OpBuilder b(op.getContext());
  Location loc = op.getLoc();
  SmallVector<Type> types(op.getArguments().getTypes());
  llvm::append_range(types, op.getResultTypes());
  OwningOpRef<KernelOp> kernel = KernelOp::create(b, loc, "adjoint", b.getFunctionType(types, {}));
  Block *body = b.createBlock(&kernel->getBody(), {}, types, SmallVector<Location>(types.size(), loc));
  unsigned count = op.getArguments().size();
  CallOp call = op.buildCall(b, loc, body->getArguments().take_front(count), body->getArguments().drop_front(count));
  ReturnOp::create(b, loc, call.getResults());
  if (failed(inlineCalls(*kernel, module)) || failed(lowerEarlyExits(*kernel)) || failed(promoteVariables(*kernel)))
    return {};
  return kernel;
}

namespace {

/// Which values depend on the adjoints, and whether they do so linearly.
struct Linearity {
  llvm::DenseSet<Value> moved;

  bool isMovedOrZero(Value value) const { return moved.contains(value) || isLiteralZero(value); }
  bool holds(Operation *op) const;
};

} // namespace

/// Whether results are sums of linear values: each summand is linear itself, or zero, and no factor is.
bool Linearity::holds(Operation *op) const {
  auto isMoved = [&](Value value) { return moved.contains(value); };
  if (auto flow = dyn_cast<RegionBranchOpInterface>(op)) {
    for (auto &[operand, inputs] : flowsOf(flow))
      if (llvm::any_of(inputs, isMoved) && !isMovedOrZero(operand->get()))
        return false;
    auto loop = dyn_cast<LoopOpInterface>(op);
    return loop ? llvm::none_of(loop.getControl(), isMoved) && llvm::none_of(loop.getBounds(), isMoved)
                : !isMoved(op->getOperand(0));
  }
  if (isa<ReturnOp>(op))
    return llvm::all_of(op->getOperands(), [&](Value value) { return isMovedOrZero(value); });
  if (isa<YieldOp>(op) || llvm::none_of(op->getOperands(), isMoved))
    return true;
  auto slope = dyn_cast<SlopeOpInterface>(op);
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  if (!slope || !slope.hasSlope() || (builtin && !builtin.getBuiltinInfo().hasAdjointRules))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    SmallVector<Value> reads;
    slope.getAdjointReads(operand.getOperandNumber(), reads);
    bool isFactor = llvm::any_of(reads, isMoved);
    Value value = operand.get();
    return isMoved(value) ? !isFactor : isFactor || !isFloatArith(value.getType()) || isLiteralZero(value);
  });
}

bool kgen::transforms::isLinearAdjoint(CustomAdjointOp op, ModuleOp module) {
  // Warp's own functions choose by the adjoints only if values are equal, where one tangent is as good as another.
  if (module.lookupSymbol<FuncOp>(op.getAdjointAttr().getAttr())->hasAttr(warpsAttrName))
    return true;
  OwningOpRef<KernelOp> body = makeBody(op, module);
  if (!body)
    return false;
  Linearity found;
  for (Value seed : body->getBody().getArguments().drop_front(op.getArguments().size()))
    found.moved.insert(seed);
  addDependents(body->getBody(), found.moved);
  return !body->getBody()
              .walk([&](Operation *nested) {
                return found.holds(nested) ? WalkResult::advance() : WalkResult::interrupt();
              })
              .wasInterrupted();
}
