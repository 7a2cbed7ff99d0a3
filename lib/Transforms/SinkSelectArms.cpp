// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `where(c, f(x), y)` computes f(x) even where y is chosen, and the adjoint of f is then zero times a slope that may be
// infinite. As the arm of an `if`, f(x) is run, and differentiated, only where it is chosen.

#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;

/// Ops in program order.
using OpSet = llvm::SetVector<Operation *>;

/// The pure ops of the block of `select` that nothing but its operand number `arm` needs. Ops are seen after all their
/// users, so one look at each is enough.
static OpSet findArm(WhereOp select, unsigned arm) {
  OpSet found;
  auto isUsedOnlyByArm = [&](Operation *op) {
    return llvm::all_of(op->getUses(), [&](OpOperand &use) {
      if (use.getOwner() == select)
        return use.getOperandNumber() == arm;
      Operation *user = select->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return user && found.contains(user);
    });
  };
  for (Operation *op = select->getPrevNode(); op; op = op->getPrevNode())
    if (!op->use_empty() && isMemoryEffectFree(op) && isUsedOnlyByArm(op))
      found.insert(op);
  return found;
}

/// Whether the adjoint of an op multiplies by a slope: those that only pass on or negate what they get are harmless.
static bool hasSlope(Operation *op) {
  if (op->getNumRegions())
    return true;
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  if (!builtin || !isFloatArith(op->getResult(0).getType()))
    return false;
  const BuiltinInfo &info = builtin.getBuiltinInfo();
  if (!info.differentiable)
    return false;
  if (!info.hasAdjointRules)
    return true;
  return llvm::any_of(llvm::seq(info.numOperands), [&](unsigned i) { return info.adjointReads(i) != 0; });
}

static void sinkArm(OpBuilder &builder, Block *block, const OpSet &ops, Value result, Location loc) {
  builder.setInsertionPointToEnd(block);
  YieldOp end = YieldOp::create(builder, loc, result);
  for (Operation *op : llvm::reverse(ops))
    op->moveBefore(end);
}

static void sinkArms(WhereOp select) {
  OpSet first = findArm(select, 1), second = findArm(select, 2);
  if (llvm::none_of(first, hasSlope) && llvm::none_of(second, hasSlope))
    return;
  OpBuilder builder(select);
  Location loc = unnamedLoc(select.getLoc());
  Value condition = select->getOperand(0), a = select->getOperand(1), b = select->getOperand(2);
  Value result = select->getResult(0);
  auto branch = IfOp::create(builder, select.getLoc(), result.getType(), condition, /*withElse=*/true);
  sinkArm(builder, branch.thenBlock(), first, a, loc);
  sinkArm(builder, branch.elseBlock(), second, b, loc);
  result.replaceAllUsesWith(branch->getResult(0));
  select.erase();
}

void kgen::sinkSelectArms(KernelOp kernel) {
  // The last first: an arm takes a select that only it needs along, which is then looked at where it has come to.
  SmallVector<WhereOp> selects;
  kernel.getBody().walk([&](WhereOp select) { selects.push_back(select); });
  if (selects.empty())
    return;
  for (WhereOp select : llvm::reverse(selects))
    sinkArms(select);
  simplifyValueForm(kernel);
  makeNamesUnique(kernel);
}
