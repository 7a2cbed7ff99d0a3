// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least sets of primal values that the backward has to have, found from what the adjoint rules read.

#include "Needs.h"
#include "Memory.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Region &kgen::bodyOf(Operation *loop) {
  return isa<ForOp>(loop) ? cast<ForOp>(loop).getBody() : cast<WhileOp>(loop).getBody();
}

ValueRange kgen::initsOf(Operation *loop) {
  return isa<ForOp>(loop) ? cast<ForOp>(loop).getInits() : cast<WhileOp>(loop).getInits();
}

Value kgen::carryArgument(Operation *loop, unsigned i) {
  return bodyOf(loop).getArgument(i + (isa<ForOp>(loop) ? 1 : 0));
}

/// Far from the ends of si32, so that its distance to no bound of a loop in use wraps around.
static bool isSmall(OpFoldResult bound) {
  std::optional<int64_t> literal = getLiteral(bound);
  return literal && llvm::isInt<16>(*literal);
}

bool kgen::mayBeFarApart(ForOp range) {
  bool areLiterals = getLiteral(range.getLower()) && getLiteral(range.getUpper());
  return !areLiterals && !isSmall(range.getLower()) && !isSmall(range.getUpper());
}

bool kgen::needsCount(Operation *loop) {
  auto range = dyn_cast<ForOp>(loop);
  if (!range || yieldOf(range.getBody()).getMore())
    return true;
  std::optional<int64_t> step = getLiteral(range.getStep());
  return !step || (mayBeFarApart(range) && *step != 1 && *step != -1);
}

/// The value that a loop's yield hands on if the loop goes on: of an if on the exit condition only one arm counts.
static Value valueGoingOn(Value value, Value more) {
  auto branch = value.getDefiningOp<IfOp>();
  if (!branch || !more)
    return value;
  unsigned i = cast<OpResult>(value).getResultNumber();
  auto inverse = more.getDefiningOp<NotOp>();
  if (branch.getCondition() == more)
    return yieldOf(branch.getThenRegion()).getValues()[i];
  if (inverse && branch.getCondition() == inverse.getA())
    return yieldOf(branch.getElseRegion()).getValues()[i];
  return value;
}

Value kgen::findIncrement(Operation *loop, unsigned i) {
  Value argument = carryArgument(loop, i);
  YieldOp yield = yieldOf(bodyOf(loop));
  auto sum = valueGoingOn(yield.getValues()[i], yield.getMore()).getDefiningOp<AddOp>();
  if (!isSI32(argument.getType()) || !sum || (sum.getA() != argument && sum.getB() != argument))
    return {};
  Value increment = sum.getA() == argument ? sum.getB() : sum.getA();
  bool fixed = increment.getDefiningOp<ConstantOp>() || !loop->isAncestor(increment.getParentBlock()->getParentOp());
  return fixed ? increment : Value();
}

static bool isInside(Value value, Operation *root) {
  return root->isProperAncestor(value.getParentBlock()->getParentOp()) || value.getParentBlock()->getParentOp() == root;
}

//===----------------------------------------------------------------------===//
// What adjoint rules read
//===----------------------------------------------------------------------===//

LogicalResult Needs::compute() {
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (activity.isActive(op))
      visitActive(*op);
  });
  while (!worklist.empty() && !refusal) {
    auto [root, value, reader] = worklist.pop_back_val();
    follow(root, value, reader);
  }
  return failure(refusal.has_value());
}

void Needs::visitActive(Operation &op) {
  if (isa<BuiltinOpInterface>(op))
    return visitBuiltin(op);
  if (isa<LoadOp, StoreOp, AtomicOp>(op))
    return visitAccess(op);
  if (isa<ForOp, WhileOp>(op))
    return visitLoop(op);
  if (auto branch = dyn_cast<IfOp>(op))
    return need(nullptr, branch.getCondition(), &op);
  if (auto extract = dyn_cast<ExtractOp>(op))
    for (Value index : extract.getIndices())
      need(nullptr, index, &op);
  if (auto insert = dyn_cast<InsertOp>(op))
    for (Value index : insert.getIndices())
      need(nullptr, index, &op);
}

void Needs::visitBuiltin(Operation &op) {
  const BuiltinInfo &info = cast<BuiltinOpInterface>(op).getBuiltinInfo();
  for (unsigned i = 0; i < info.numOperands; ++i) {
    if (!activity.isActive(op.getOperand(i)))
      continue;
    uint32_t reads = info.adjointReads(i);
    for (unsigned k = 0; k < info.numOperands; ++k)
      if (reads & (1u << k))
        need(nullptr, op.getOperand(k), &op);
    if (reads & (1u << 31))
      need(nullptr, op.getResult(0), &op);
  }
}

void Needs::visitAccess(Operation &op) {
  for (Value operand : op.getOperands())
    if (isSI32(operand.getType()))
      need(nullptr, operand, &op);
  auto atomic = dyn_cast<AtomicOp>(op);
  if (!atomic || atomic.getKind() == AtomicKind::add || atomic.getKind() == AtomicKind::sub)
    return;
  if (std::optional<StringRef> why = whyNoWinner(atomic, activity))
    return refuse(&op, atomic.getArray(), *why);
  need(nullptr, atomic.getValue(), &op);
}

void Needs::visitLoop(Operation &op) {
  if (auto range = dyn_cast<ForOp>(op))
    for (Value bound : range.getBounds())
      need(nullptr, bound, &op);
  if (!needsCount(&op))
    return;
  counted.insert(&op);
  needControl(&op, &op, &op);
}

//===----------------------------------------------------------------------===//
// What those values take
//===----------------------------------------------------------------------===//

bool Needs::needed(Operation *root, Value value) const {
  auto set = sets.find(root);
  return set != sets.end() && set->second.contains(value);
}

bool Needs::isReplayed(Operation *op) const {
  return countsTrips(op) || llvm::any_of(op->getResults(), [&](Value result) { return inReverse(result); });
}

void Needs::need(Operation *root, Value value, Operation *reader) {
  if (root && !isInside(value, root))
    root = nullptr;
  if (sets[root].insert(value).second)
    worklist.push_back({root, value, reader});
}

void Needs::follow(Operation *root, Value value, Operation *reader) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return followArgument(root, argument, reader);
  followResult(root, cast<OpResult>(value), reader);
}

void Needs::followArgument(Operation *root, BlockArgument argument, Operation *reader) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<KernelOp>(owner))
    return;
  auto range = dyn_cast<ForOp>(owner);
  if (range && argument == range.getInductionVar()) {
    for (Value bound : range.getBounds())
      need(root, bound, reader);
    return;
  }
  unsigned i = argument.getArgNumber() - (range ? 1 : 0);
  if (root)
    return needCarry(root, owner, i, reader);
  Value increment = findIncrement(owner, i);
  if (!increment)
    return refuse(reader, argument, "as it was in each trip of the loop, which is not recorded", owner);
  need(nullptr, initsOf(owner)[i], reader);
  need(nullptr, increment, reader);
}

void Needs::followResult(Operation *root, OpResult result, Operation *reader) {
  Operation *op = result.getOwner();
  if (auto load = dyn_cast<LoadOp>(op))
    return followLoad(root, load, reader);
  if (isa<AtomicOp>(op))
    return refuse(reader, result, "the element before an atomic update, which is not recorded");
  // Without a root, the op itself becomes the root of a replay.
  Operation *inner = root ? root : op;
  if (auto branch = dyn_cast<IfOp>(op)) {
    need(root, branch.getCondition(), reader);
    need(inner, yieldOf(branch.getThenRegion()).getValues()[result.getResultNumber()], reader);
    need(inner, yieldOf(branch.getElseRegion()).getValues()[result.getResultNumber()], reader);
  } else if (isa<ForOp, WhileOp>(op)) {
    needControl(inner, op, reader);
    needCarry(inner, op, result.getResultNumber(), reader);
  } else {
    for (Value operand : op->getOperands())
      need(root, operand, reader);
  }
}

void Needs::followLoad(Operation *root, LoadOp load, Operation *reader) {
  if (findOverwrite(load))
    return refuse(reader, load, "an element that is overwritten later");
  for (Value index : load.getIndices())
    need(root, index, reader);
}

void Needs::needControl(Operation *root, Operation *loop, Operation *reader) {
  if (auto range = dyn_cast<ForOp>(loop))
    for (Value bound : range.getBounds())
      need(root, bound, reader);
  if (auto whileLoop = dyn_cast<WhileOp>(loop))
    need(root, yieldOf(whileLoop.getCondition()).getValues()[0], reader);
  if (Value more = yieldOf(bodyOf(loop)).getMore())
    need(root, more, reader);
}

void Needs::needCarry(Operation *root, Operation *loop, unsigned i, Operation *reader) {
  need(root, initsOf(loop)[i], reader);
  need(root, carryArgument(loop, i), reader);
  need(root, yieldOf(bodyOf(loop)).getValues()[i], reader);
  needControl(root, loop, reader);
}

void Needs::refuse(Operation *reader, Value value, StringRef why, Operation *loop) {
  if (!refusal)
    refusal = {reader, value, why.str(), loop};
}

void Needs::report() {
  StringRef name = getName(refusal->value);
  InFlightDiagnostic diagnostic = refusal->reader->emitError("cannot differentiate kernel '")
                                  << kernel.getSymName() << "': the adjoint reads ";
  if (name.empty())
    diagnostic << "a value of this expression";
  else
    diagnostic << "'" << name << "'";
  diagnostic << ", " << refusal->why;
  Value value = refusal->value;
  if (value.getParentBlock() != &kernel.getBody().front() || isa<OpResult>(value))
    diagnostic.attachNote(value.getLoc()) << "the value is made here";
}
