// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A `while` that counts becomes a `for`, so that its trips are known before it runs. The counter may stay a carried
// value as well, where it is read after the loop. A `while` that first asks whether to stop asks that in its condition:
// each of its trips is a whole one.

#include "kgen/IR/Names.h"
#include "kgen/IR/Predicates.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kgen;

namespace {

/// A loop that runs while `counter PREDICATE bound`, where each trip that is not the last adds `step` to the counter.
struct Counting {
  unsigned counter;
  CmpPredicate predicate;
  Value bound;
  int64_t step = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Whether a value that the condition region sees is the same before each trip.
static bool isInvariant(Value value, WhileOp loop) {
  if (!loop.getCondition().isAncestor(value.getParentRegion()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && !op->getNumRegions() && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isInvariant(operand, loop); });
}

static std::optional<Counting> matchCondition(WhileOp loop) {
  Block &block = loop.getCondition().front();
  Value holds = cast<YieldOp>(block.getTerminator()).getValues().front();
  auto fails = holds.getDefiningOp<NotOp>();
  auto compare = (fails ? fails->getOperand(0) : holds).getDefiningOp<CmpOp>();
  if (!compare || compare->getBlock() != &block || !isSI32(compare.getLhs().getType()))
    return std::nullopt;
  CmpPredicate predicate = fails ? inverse(compare.getPredicate()) : compare.getPredicate();
  Value counter = compare.getLhs(), bound = compare.getRhs();
  if (isInvariant(counter, loop)) {
    std::swap(counter, bound);
    predicate = swapSides(predicate);
  }
  auto argument = dyn_cast<BlockArgument>(counter);
  if (!argument || argument.getOwner() != &block || !isInvariant(bound, loop))
    return std::nullopt;
  return Counting{argument.getArgNumber(), predicate, bound};
}

/// The literal that `value` adds to `counter`, or nullopt.
static std::optional<int64_t> matchStep(Value value, Value counter) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<AddOp, SubOp>(op))
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (isa<AddOp>(op) && rhs == counter)
    std::swap(lhs, rhs);
  std::optional<int64_t> literal = getConstant(rhs);
  if (lhs != counter || !literal)
    return std::nullopt;
  return isa<AddOp>(op) ? *literal : -*literal;
}

/// The form of `more` in the region of an `if` with this condition and yield: the value there, and whether it is false.
static std::pair<Value, bool> moreIn(IfOp branch, YieldOp end, bool isThen, Value more) {
  if (!more)
    return {more, false};
  if (more == branch.getCondition())
    return {Value(), !isThen};
  if (auto inverse = more.getDefiningOp<NotOp>(); inverse && inverse->getOperand(0) == branch.getCondition())
    return {Value(), isThen};
  auto result = dyn_cast<OpResult>(more);
  if (!result || result.getOwner() != branch)
    return {more, false};
  Value yielded = end.getValues()[result.getResultNumber()];
  return {yielded, getConstantBool(yielded) == false};
}

/// Whether `next` is `counter` plus one literal in each trip after which the loop goes on, which `more` says.
static bool advances(Value next, Value more, Value counter, Counting &counting) {
  if (std::optional<int64_t> step = matchStep(next, counter)) {
    if (counting.step == 0)
      counting.step = *step;
    return *step != 0 && counting.step == *step;
  }
  auto branch = next.getDefiningOp<IfOp>();
  if (!branch)
    return false;
  for (Region &region : branch->getRegions()) {
    auto end = cast<YieldOp>(region.front().getTerminator());
    auto [inner, stops] = moreIn(branch, end, &region == &branch.getThenRegion(), more);
    Value yielded = end.getValues()[cast<OpResult>(next).getResultNumber()];
    if (!stops && !advances(yielded, inner, counter, counting))
      return false;
  }
  return true;
}

/// Whether the counter may wrap around while the condition still holds: then it is no range. A loop that nothing else
/// ends, of steps that are not huge, would go on for millions of trips after that; no such loop is in use.
static bool mayWrap(const Counting &counting, Value more) {
  bool inclusive = counting.predicate == CmpPredicate::le || counting.predicate == CmpPredicate::ge;
  int64_t step = counting.step, beyond = inclusive ? step : step > 0 ? step - 1 : step + 1;
  if (!llvm::isInt<32>(step))
    return true;
  if (std::optional<int64_t> literal = getConstant(counting.bound))
    return !llvm::isInt<32>(*literal + beyond);
  return beyond != 0 && (more || !llvm::isInt<8>(step));
}

static std::optional<Counting> matchCounting(WhileOp loop) {
  std::optional<Counting> counting = matchCondition(loop);
  if (!counting)
    return std::nullopt;
  Block &body = loop.getBody().front();
  auto end = cast<YieldOp>(body.getTerminator());
  Value counter = body.getArgument(counting->counter), next = end.getValues()[counting->counter];
  if (!advances(next, end.getMore(), counter, *counting))
    return std::nullopt;
  CmpPredicate predicate = counting->predicate;
  bool up = predicate == CmpPredicate::lt || predicate == CmpPredicate::le;
  bool down = predicate == CmpPredicate::gt || predicate == CmpPredicate::ge;
  if (!(up && counting->step > 0) && !(down && counting->step < 0))
    return std::nullopt;
  return mayWrap(*counting, end.getMore()) ? std::nullopt : counting;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The value before the loop of one that the condition region computes. The condition is run at least once, so nothing
/// is computed that was not before.
static Value hoist(OpBuilder &builder, Value value, WhileOp loop, IRMapping &hoisted) {
  if (!loop.getCondition().isAncestor(value.getParentRegion()) || hoisted.contains(value))
    return hoisted.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    hoist(builder, operand, loop, hoisted);
  builder.clone(*op, hoisted);
  return hoisted.lookup(value);
}

/// The bound that a range ends before: one further for `<=` and `>=`.
static OpFoldResult getEnd(OpBuilder &builder, const Counting &counting, Value bound) {
  bool inclusive = counting.predicate == CmpPredicate::le || counting.predicate == CmpPredicate::ge;
  int64_t extra = !inclusive ? 0 : counting.step > 0 ? 1 : -1;
  std::optional<int64_t> literal = getConstant(bound);
  if (literal && llvm::isInt<32>(*literal + extra))
    return builder.getI64IntegerAttr(*literal + extra);
  if (!extra)
    return bound;
  Location loc = unnamedLoc(bound.getLoc());
  Value one = ConstantOp::create(builder, loc, builder.getIntegerAttr(bound.getType(), extra), StringAttr());
  return Value(AddOp::create(builder, loc, bound, one));
}

static void rewriteLoop(WhileOp loop, const Counting &counting) {
  OpBuilder builder(loop);
  IRMapping hoisted;
  Value bound = hoist(builder, counting.bound, loop, hoisted);
  Value start = loop.getInits()[counting.counter];
  std::optional<int64_t> literal = getConstant(start);
  OpFoldResult lower = literal ? OpFoldResult(builder.getI64IntegerAttr(*literal)) : OpFoldResult(start);
  OpFoldResult upper = getEnd(builder, counting, bound);
  Attribute step = builder.getI64IntegerAttr(counting.step);
  auto created = ForOp::create(builder, loop.getLoc(), lower, upper, step, loop.getInits());
  created.getBody().takeBody(loop.getBody());

  Block &body = created.getBody().front();
  Value counter = body.getArgument(counting.counter);
  Value induction = body.insertArgument(0u, counter.getType(), counter.getLoc());
  counter.replaceAllUsesWith(induction);
  loop->replaceAllUsesWith(created);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// Breaks at the start of the body
//===----------------------------------------------------------------------===//

namespace {

/// A loop whose body begins by asking whether to stop.
struct LeadingBreak {
  IfOp branch;
  bool stopsInThen = false;
  /// Whether to go on after a trip that was not stopped; null where nothing else stops it.
  Value more;
};

} // namespace

static Block *blockOf(IfOp branch, bool isThen) { return isThen ? branch.thenBlock() : branch.elseBlock(); }

static YieldOp endOf(IfOp branch, bool isThen) {
  Block *block = blockOf(branch, isThen);
  return block ? cast<YieldOp>(block->getTerminator()) : YieldOp();
}

/// Whether a trip that the branch stops has done nothing and leaves the carried values as they were.
static bool leavesAll(WhileOp loop, IfOp branch, bool isThen) {
  auto isQuiet = [](Operation &op) { return !op.getNumRegions() && isMemoryEffectFree(&op); };
  if (Block *block = blockOf(branch, isThen); block && !llvm::all_of(block->without_terminator(), isQuiet))
    return false;
  Block &body = loop.getBody().front();
  YieldOp stopped = endOf(branch, isThen);
  for (auto [argument, next] : llvm::zip_equal(body.getArguments(), cast<YieldOp>(body.getTerminator()).getValues())) {
    auto result = dyn_cast<OpResult>(next);
    bool isChosen = result && result.getOwner() == branch;
    if ((isChosen ? stopped.getValues()[result.getResultNumber()] : next) != argument)
      return false;
  }
  return true;
}

/// Whether an op only looks, and only for what `branch` asks: it can be done by the condition instead.
static bool isAskedBy(Operation &op, IfOp branch, Value more) {
  if (op.getNumRegions() || !(isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op)))
    return false;
  Operation *asksMore = more.getDefiningOp();
  return &op == asksMore || isa<ConstantOp>(op) || llvm::all_of(op.getUsers(), [&](Operation *user) {
    bool isBefore = user->getBlock() == op.getBlock() && user->isBeforeInBlock(branch);
    return user == branch || isBefore || user == asksMore;
  });
}

static std::optional<LeadingBreak> matchLeadingBreak(WhileOp loop) {
  Block &body = loop.getBody().front();
  Value more = cast<YieldOp>(body.getTerminator()).getMore();
  auto found = llvm::find_if(body, llvm::IsaPred<IfOp>);
  if (!more || found == body.end())
    return std::nullopt;
  auto branch = cast<IfOp>(*found);
  for (Operation &op : body.without_terminator()) {
    bool isBefore = op.isBeforeInBlock(branch), isAfter = !isBefore && &op != branch;
    if ((isBefore && !isAskedBy(op, branch, more)) || (isAfter && (op.getNumRegions() || !isMemoryEffectFree(&op))))
      return std::nullopt;
  }
  for (bool isThen : {true, false}) {
    if (!moreIn(branch, endOf(branch, isThen), isThen, more).second || !leavesAll(loop, branch, isThen))
      continue;
    Value otherwise = moreIn(branch, endOf(branch, !isThen), !isThen, more).first;
    if (!otherwise || otherwise != more)
      return LeadingBreak{branch, isThen, otherwise};
  }
  return std::nullopt;
}

/// Lets the condition ask what the body asks first, after its own question.
static void askInCondition(WhileOp loop, const LeadingBreak &leading) {
  Block &body = loop.getBody().front(), &condition = loop.getCondition().front();
  auto end = cast<YieldOp>(condition.getTerminator());
  IfOp branch = leading.branch;
  Location loc = unnamedLoc(branch.getLoc());
  OpBuilder builder(end);
  IfOp both;
  if (Value holds = end.getValues().front(); getConstantBool(holds) != true) {
    both = IfOp::create(builder, loc, builder.getI1Type(), holds, /*withElse=*/true);
    builder.setInsertionPointToEnd(both.elseBlock());
    Value no = ConstantOp::create(builder, loc, builder.getBoolAttr(false), StringAttr());
    YieldOp::create(builder, loc, no);
    builder.setInsertionPointToEnd(both.thenBlock());
  }
  IRMapping mapping;
  mapping.map(body.getArguments(), condition.getArguments());
  for (Operation &op : llvm::make_range(body.begin(), Block::iterator(branch)))
    builder.clone(op, mapping);
  Value goesOn = mapping.lookupOrDefault(branch.getCondition());
  if (leading.stopsInThen)
    goesOn = NotOp::create(builder, loc, goesOn);
  if (both)
    YieldOp::create(builder, loc, goesOn);
  end.getValuesMutable().slice(0, 1).assign(both ? both.getResult(0) : goesOn);

  cast<YieldOp>(body.getTerminator()).getMoreMutable().assign(leading.more ? ValueRange(leading.more) : ValueRange());
  if (Block *going = blockOf(branch, !leading.stopsInThen)) {
    auto goingEnd = cast<YieldOp>(going->getTerminator());
    branch->replaceAllUsesWith(goingEnd.getValues());
    goingEnd.erase();
    body.getOperations().splice(Block::iterator(branch), going->getOperations());
  }
  branch.erase();
}

void kgen::normaliseWhileLoops(KernelOp kernel) {
  bool changed = false;
  kernel.getBody().walk([&](WhileOp loop) {
    std::optional<LeadingBreak> leading = matchCounting(loop) ? std::nullopt : matchLeadingBreak(loop);
    if (leading) {
      askInCondition(loop, *leading);
      changed = true;
    }
  });
  if (changed)
    simplifyValueForm(kernel);
  kernel.getBody().walk([&](WhileOp loop) {
    if (std::optional<Counting> counting = matchCounting(loop)) {
      rewriteLoop(loop, *counting);
      changed = true;
    }
  });
  if (!changed)
    return;
  simplifyValueForm(kernel);
  makeNamesUnique(kernel);
}
