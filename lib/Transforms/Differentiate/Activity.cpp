// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity by two fixed points over the structure: forward for varied, backward for useful.

#include "Activity.h"
#include "mlir/IR/Iterators.h"

using namespace mlir;
using namespace kgen;

YieldOp kgen::yieldOf(Region &region) { return cast<YieldOp>(region.front().getTerminator()); }

bool kgen::accessesFloats(Operation &op) {
  if (!isa<LoadOp, StoreOp, AtomicOp>(op))
    return false;
  for (Value operand : op.getOperands())
    if (auto array = dyn_cast<ArrayType>(operand.getType()))
      return isFloatArith(array.getElementType());
  return false;
}

/// True where a slope leads from operands to results.
static bool hasSlope(Operation &op) {
  if (auto builtin = dyn_cast<BuiltinOpInterface>(op))
    return builtin.getBuiltinInfo().differentiable;
  return isa<CastOp, ConstructOp, ExtractOp, InsertOp>(op);
}

/// A loop's carried values: initial value, block argument and yielded value, for each result.
struct Carry {
  Value init, argument, next, result;
};

static SmallVector<Carry> carriesOf(Operation &op) {
  SmallVector<Carry> carries;
  auto collect = [&](ValueRange inits, Block::BlockArgListType arguments, YieldOp yield) {
    for (auto [i, init] : llvm::enumerate(inits))
      carries.push_back({init, arguments[i], yield.getValues()[i], op.getResult(i)});
  };
  if (auto loop = dyn_cast<ForOp>(op))
    collect(loop.getInits(), loop.getCarries(), yieldOf(loop.getBody()));
  else if (auto loop = dyn_cast<WhileOp>(op))
    collect(loop.getInits(), loop.getBody().getArguments(), yieldOf(loop.getBody()));
  return carries;
}

/// Runs `step` on each op, in order or in reverse, until nothing changes.
static void fixedPoint(KernelOp kernel, bool reverse, function_ref<bool(Operation &)> step) {
  bool changed = true;
  while (changed) {
    changed = false;
    auto visit = [&](Operation *op) { changed |= step(*op); };
    if (reverse)
      kernel.getBody().walk<WalkOrder::PostOrder, ReverseIterator>(visit);
    else
      kernel.getBody().walk<WalkOrder::PreOrder>(visit);
  }
}

Activity::Activity(KernelOp kernel) {
  fixedPoint(kernel, /*reverse=*/false, [&](Operation &op) { return markVaried(op); });
  fixedPoint(kernel, /*reverse=*/true, [&](Operation &op) { return markUseful(op); });
  for (Operation &op : kernel.getBody().front())
    markOps(op);
}

bool Activity::vary(Value value) { return isFloatArith(value.getType()) && varied.insert(value).second; }
bool Activity::use(Value value) { return varied.contains(value) && useful.insert(value).second; }

bool Activity::markVaried(Operation &op) {
  auto isVaried = [&](Value value) { return varied.contains(value); };
  bool changed = false;
  if ((isa<LoadOp, AtomicOp>(op) && accessesFloats(op)) ||
      (hasSlope(op) && llvm::any_of(op.getOperands(), isVaried)))
    changed |= vary(op.getResult(0));
  if (auto branch = dyn_cast<IfOp>(op))
    for (auto [i, result] : llvm::enumerate(branch.getResults()))
      if (isVaried(yieldOf(branch.getThenRegion()).getValues()[i]) ||
          isVaried(yieldOf(branch.getElseRegion()).getValues()[i]))
        changed |= vary(result);
  for (const Carry &carry : carriesOf(op))
    if (isVaried(carry.init) || isVaried(carry.next)) {
      changed |= vary(carry.argument);
      changed |= vary(carry.result);
    }
  return changed;
}

bool Activity::markUseful(Operation &op) {
  auto isUseful = [&](Value value) { return useful.contains(value); };
  bool changed = false;
  if (auto store = dyn_cast<StoreOp>(op))
    return accessesFloats(op) && use(store.getValue());
  if (auto atomic = dyn_cast<AtomicOp>(op))
    return accessesFloats(op) && use(atomic.getValue());
  if (hasSlope(op) && isUseful(op.getResult(0)))
    for (Value operand : op.getOperands())
      changed |= use(operand);
  if (auto branch = dyn_cast<IfOp>(op))
    for (auto [i, result] : llvm::enumerate(branch.getResults()))
      if (isUseful(result)) {
        changed |= use(yieldOf(branch.getThenRegion()).getValues()[i]);
        changed |= use(yieldOf(branch.getElseRegion()).getValues()[i]);
      }
  for (const Carry &carry : carriesOf(op))
    if (isUseful(carry.result) || isUseful(carry.argument)) {
      // The carried value as a whole is useful: its adjoint passes through every trip.
      changed |= use(carry.result);
      changed |= use(carry.argument);
      changed |= use(carry.next);
      changed |= use(carry.init);
    }
  return changed;
}

bool Activity::markOps(Operation &op) {
  bool active = (isa<StoreOp, AtomicOp>(op) && accessesFloats(op)) ||
                llvm::any_of(op.getResults(), [&](Value result) { return isActive(result); });
  for (Region &region : op.getRegions())
    for (Operation &nested : region.getOps())
      active |= markOps(nested);
  if (active)
    activeOps.insert(&op);
  return active;
}
