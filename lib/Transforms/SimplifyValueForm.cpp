// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps value form tight: what nothing needs goes, and so do results and carried values that are known without running
// the op. It is no optimiser: no arithmetic is folded here, and equal values are not merged.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// What nothing needs
//===----------------------------------------------------------------------===//

namespace {

/// Marks what has an effect and all that it needs. A carried value is needed where its loop's result is, or where a
/// trip uses it for something else than itself.
class Needs {
public:
  explicit Needs(KernelOp kernel);

  bool isNeeded(Operation *op) const { return ops.contains(op); }
  bool isNeeded(Value value) const { return values.contains(value); }

private:
  void need(Operation *op);
  void need(Value value);
  void needResult(OpResult result);
  void needCarry(Operation *loop, unsigned number);
  void visit(Operation *op);

  DenseSet<Operation *> ops;
  DenseSet<Value> values;
  SmallVector<Operation *> worklist;
};

} // namespace

Needs::Needs(KernelOp kernel) {
  kernel.getBody().walk([&](Operation *op) {
    if (!op->getNumRegions() && !op->hasTrait<OpTrait::IsTerminator>() && !wouldOpBeTriviallyDead(op))
      need(op);
  });
  while (!worklist.empty())
    visit(worklist.pop_back_val());
}

void Needs::need(Operation *op) {
  if (!isa<KernelOp>(op) && ops.insert(op).second)
    worklist.push_back(op);
}

void Needs::need(Value value) {
  if (!value || !values.insert(value).second)
    return;
  if (auto result = dyn_cast<OpResult>(value))
    return needResult(result);
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<KernelOp>(owner))
    return;
  unsigned first = isa<ForOp>(owner) ? 1 : 0;
  if (argument.getArgNumber() < first)
    return need(owner);
  needCarry(owner, argument.getArgNumber() - first);
}

void Needs::needResult(OpResult result) {
  Operation *op = result.getOwner();
  need(op);
  if (isLoop(op))
    return needCarry(op, result.getResultNumber());
  if (isa<IfOp>(op))
    for (Region &region : op->getRegions())
      need(cast<YieldOp>(region.front().getTerminator()).getValues()[result.getResultNumber()]);
}

void Needs::needCarry(Operation *loop, unsigned number) {
  need(loop);
  need(loop->getResult(number));
  need(getInits(loop)[number]);
  for (Region &region : loop->getRegions())
    need(getCarries(loop, region.front())[number]);
  need(cast<YieldOp>(getLoopBody(loop).getTerminator()).getValues()[number]);
}

/// Whatever happens inside of an op needs the op, and what decides how it runs.
void Needs::visit(Operation *op) {
  need(op->getParentOp());
  if (auto branch = dyn_cast<IfOp>(op))
    return need(branch.getCondition());
  if (!isLoop(op)) {
    for (Value operand : op->getOperands())
      need(operand);
    return;
  }
  need(cast<YieldOp>(getLoopBody(op).getTerminator()).getMore());
  if (auto loop = dyn_cast<WhileOp>(op))
    return need(cast<YieldOp>(loop.getCondition().front().getTerminator()).getValues().front());
  for (Value bound : cast<ForOp>(op).getBounds())
    need(bound);
}

static void dropUnneeded(KernelOp kernel) {
  Needs needs(kernel);
  SmallVector<Operation *> dead;
  SmallVector<std::pair<Operation *, BitVector>> reduced;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    if (!needs.isNeeded(op)) {
      dead.push_back(op);
      return WalkResult::skip();
    }
    BitVector unneeded(op->getNumResults());
    for (OpResult result : op->getResults())
      if (!needs.isNeeded(result))
        unneeded.set(result.getResultNumber());
    if ((isLoop(op) || isa<IfOp>(op)) && unneeded.any())
      reduced.push_back({op, unneeded});
    return WalkResult::advance();
  });
  // One that is dropped may be used for another that is dropped: by a yield anywhere, or as an initial value further
  // down or in.
  for (Operation *op : dead)
    op->dropAllReferences();
  for (auto &[op, unneeded] : reduced)
    dropYielded(op, unneeded);
  for (auto &[op, unneeded] : llvm::reverse(reduced))
    dropResults(op, unneeded);
  for (Operation *op : dead)
    op->erase();
}

//===----------------------------------------------------------------------===//
// What is known without running the op
//===----------------------------------------------------------------------===//

/// Replaces a value that is used.
static bool replaceUses(Value value, Value replacement) {
  if (value.use_empty() || value == replacement)
    return false;
  value.replaceAllUsesWith(replacement);
  return true;
}

/// `not condition` before `op`; one that is there already, if any.
static Value getInverse(Value condition, Operation *op) {
  for (Operation *user : condition.getUsers())
    if (isa<NotOp>(user) && user->getBlock() == op->getBlock() && user->isBeforeInBlock(op))
      return user->getResult(0);
  OpBuilder builder(op);
  return NotOp::create(builder, unnamedLoc(op->getLoc()), condition);
}

static std::optional<bool> getBool(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto attr = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return attr ? std::optional<bool>(attr.getValue()) : std::nullopt;
}

/// What an `if` whose regions yield `first` and `second` has as a result, where that is known before it; else null.
static Value foldResult(IfOp branch, Value first, Value second, StringRef name) {
  if (first == second)
    return first;
  std::optional<bool> firstBool = getBool(first), secondBool = getBool(second);
  if (!firstBool || !secondBool || *firstBool == *secondBool)
    return {};
  if (*firstBool)
    return branch.getCondition();
  Value inverse = getInverse(branch.getCondition(), branch);
  if (getName(inverse).empty())
    setName(inverse, name);
  return inverse;
}

static bool foldIf(IfOp branch) {
  bool changed = false;
  for (OpResult result : branch->getResults()) {
    if (result.use_empty())
      continue;
    unsigned i = result.getResultNumber();
    Value first = cast<YieldOp>(branch.thenBlock()->getTerminator()).getValues()[i];
    Value second = cast<YieldOp>(branch.elseBlock()->getTerminator()).getValues()[i];
    if (Value folded = foldResult(branch, first, second, getName(result)))
      changed |= replaceUses(result, folded);
  }
  return changed;
}

/// An `if` without results has no empty region beside one that is not.
static void tidyRegions(IfOp branch) {
  if (branch.getNumResults() || !branch.elseBlock())
    return;
  if (isa<YieldOp>(branch.elseBlock()->front()))
    return branch.getElseRegion().getBlocks().clear();
  if (!isa<YieldOp>(branch.thenBlock()->front()))
    return;
  branch.getConditionMutable().assign(getInverse(branch.getCondition(), branch));
  branch.getThenRegion().takeBody(branch.getElseRegion());
}

/// A carried value that no trip changes is what it was before the loop.
static bool foldCarries(Operation *loop) {
  bool changed = false;
  auto end = cast<YieldOp>(getLoopBody(loop).getTerminator());
  for (OpResult result : loop->getResults()) {
    unsigned i = result.getResultNumber();
    Value init = getInits(loop)[i], next = end.getValues()[i];
    if (next != init && next != getCarries(loop, getLoopBody(loop))[i])
      continue;
    changed |= replaceUses(result, init);
    for (Region &region : loop->getRegions())
      changed |= replaceUses(getCarries(loop, region.front())[i], init);
  }
  return changed;
}

void kgen::simplifyValueForm(KernelOp kernel) {
  bool changed;
  do {
    changed = false;
    dropUnneeded(kernel);
    kernel.getBody().walk([&](Operation *op) {
      if (auto branch = dyn_cast<IfOp>(op))
        changed |= foldIf(branch);
      else if (isLoop(op))
        changed |= foldCarries(op);
    });
  } while (changed);
  kernel.getBody().walk([](IfOp branch) { tidyRegions(branch); });
}
