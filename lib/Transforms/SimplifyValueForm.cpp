// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps value form tight: what nothing needs goes, and so do results and carried values that are known without running
// the op. It is no optimiser: no arithmetic is folded here, and equal values are not merged.

#include "Structure.h"
#include "kgen/IR/Effects.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

//===----------------------------------------------------------------------===//
// What nothing needs
//===----------------------------------------------------------------------===//

namespace {

/// Marks what has an effect and all that it needs. A carried value is needed where its loop's result is, or where a
/// trip uses it for something else than itself.
class Demand {
public:
  explicit Demand(Region &body);

  bool isNeeded(Operation *op) const { return ops.contains(op); }
  /// Of a result of an `if` or loop.
  bool isNeeded(Value value) const { return values.contains(value); }

private:
  void addFlow(RegionBranchOpInterface op);
  void need(Operation *op);
  void need(Value value);
  void needOperands(Operation *op);
  void visit(Operation *op);

  DenseSet<Operation *> ops;
  /// Results and block arguments of ifs and loops.
  DenseSet<Value> values;
  SmallVector<Operation *> worklist;
  /// For each result or block argument, the operands that may flow into it.
  DenseMap<Value, SmallVector<Value, 4>> sources;
  DenseSet<OpOperand *> forwarded;
};

} // namespace

Demand::Demand(Region &body) {
  SmallVector<Operation *> effects;
  body.walk([&](Operation *op) {
    if (auto flow = asStructure(op))
      addFlow(flow);
    else if (effectOf(op) == Effect::Writes && !op->hasTrait<OpTrait::IsTerminator>() && !wouldOpBeTriviallyDead(op))
      effects.push_back(op);
  });
  llvm::for_each(effects, [&](Operation *op) { need(op); });
  needOperands(body.front().getTerminator()); // what a function returns
  while (!worklist.empty())
    visit(worklist.pop_back_val());
}

void Demand::addFlow(RegionBranchOpInterface op) {
  for (auto &[operand, inputs] : flowsOf(op)) {
    forwarded.insert(operand);
    for (Value input : inputs)
      sources[input].push_back(operand->get());
  }
  // The parts of a carried value are needed together: they are dropped together.
  if (auto loop = dyn_cast<LoopOpInterface>(op.getOperation()))
    for (Region &region : op->getRegions())
      for (auto [argument, result] : llvm::zip(loop.getCarries(region.front()), op->getResults()))
        sources[argument].push_back(result);
}

void Demand::need(Operation *op) {
  if (!isa<KernelOp, FuncOp>(op) && ops.insert(op).second)
    worklist.push_back(op);
}

void Demand::need(Value value) {
  Operation *definition = value.getDefiningOp();
  if (definition && !definition->getNumRegions())
    return need(definition);
  if (!values.insert(value).second)
    return;
  need(definition ? definition : value.getParentBlock()->getParentOp());
  auto flow = sources.find(value);
  if (flow != sources.end())
    llvm::for_each(flow->second, [&](Value source) { need(source); });
}

/// Those that are not handed on.
void Demand::needOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (!forwarded.contains(&operand))
      need(operand.get());
}

/// Whatever happens inside of an op needs the op, and what decides how it runs.
void Demand::visit(Operation *op) {
  need(op->getParentOp());
  needOperands(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        needOperands(block.getTerminator());
}

static void dropUnneeded(Region &body) {
  Demand demand(body);
  SmallVector<Operation *> dead;
  SmallVector<std::pair<Operation *, BitVector>> reduced;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!demand.isNeeded(op)) {
      if (op->hasTrait<OpTrait::IsTerminator>())
        return WalkResult::advance();
      dead.push_back(op);
      return WalkResult::skip();
    }
    if (!asStructure(op))
      return WalkResult::advance();
    BitVector unneeded(op->getNumResults());
    for (OpResult result : op->getResults())
      if (!demand.isNeeded(result))
        unneeded.set(result.getResultNumber());
    if (unneeded.any())
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

/// The result of an `if` whose regions yield `first` and `second`, if it is known before it; else null.
static Value foldResult(IfOp branch, Value first, Value second, StringRef name) {
  if (first == second)
    return first;
  std::optional<bool> firstBool = getConstantBool(first), secondBool = getConstantBool(second);
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
    Value first = getYield(branch.getThenRegion()).getValues()[i];
    Value second = getYield(branch.getElseRegion()).getValues()[i];
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
static bool foldCarries(LoopOpInterface loop) {
  bool changed = false;
  for (OpResult result : loop->getResults()) {
    unsigned i = result.getResultNumber();
    Value init = loop.getInits()[i], next = loop.getNext()[i];
    if (next != init && next != loop.getCarries()[i])
      continue;
    changed |= replaceUses(result, init);
    for (Region &region : loop->getRegions())
      changed |= replaceUses(loop.getCarries(region.front())[i], init);
  }
  return changed;
}

/// Replaces a tile that is packed from the value that it was unpacked to, and the other way round.
static bool foldConversions(Region &body) {
  bool changed = false;
  body.walk([&](Operation *op) {
    if (!isa<TilePackOp, TileUnpackOp>(op))
      return;
    SmallVector<OpFoldResult, 1> folded;
    if (succeeded(op->fold(folded)) && !folded.empty())
      changed |= replaceUses(op->getResult(0), cast<Value>(folded.front()));
  });
  return changed;
}

void kgen::simplifyValueForm(FunctionOpInterface function) {
  Region &body = function.getFunctionBody();
  bool changed;
  do {
    changed = foldConversions(body);
    dropUnneeded(body);
    body.walk([&](Operation *op) {
      if (op->getNumRegions() == 0)
        return;
      if (auto branch = dyn_cast<IfOp>(op))
        changed |= foldIf(branch);
      else if (auto range = dyn_cast<ForOp>(op); range && unrollConstantLoop(range, /*maxTrips=*/1))
        changed = true;
      else if (auto loop = dyn_cast<LoopOpInterface>(op))
        changed |= foldCarries(loop);
    });
  } while (changed);
  body.walk([](IfOp branch) { tidyRegions(branch); });
}
