// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep over ifs and loops. An adjoint that a region adds to becomes a result of the if, or is carried by
// the loop that walks the trips backwards.

#include "Replay.h"
#include "Reverse.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

SmallVector<Value> Reverse::outerValues(Operation &op) {
  llvm::SetVector<Value> outer;
  for (Region &region : op.getRegions())
    region.walk([&](Operation *nested) {
      if (!activity.isActive(nested) && !nested->hasTrait<OpTrait::IsTerminator>())
        return;
      for (Value operand : nested->getOperands())
        if (activity.isActive(operand) && operand.getParentRegion()->isProperAncestor(&region))
          outer.insert(operand);
    });
  return outer.takeVector();
}

void Reverse::reverseIf(IfOp op) {
  Location here = loc;
  SmallVector<Value> outer = outerValues(*op);
  SmallVector<std::pair<Value, unsigned>> results;
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (Value g = takeAdjoint(result))
      results.push_back({g, i});
  SmallVector<Type> types = llvm::map_to_vector(outer, [](Value v) { return v.getType(); });
  auto branch = IfOp::create(b, here, types, lookup(op.getCondition()), /*withElse=*/true);

  llvm::DenseMap<Value, Value> saved = adjoints;
  auto reverseArm = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&to.front());
    adjoints.clear();
    for (Value value : outer)
      if (Value adjoint = saved.lookup(value))
        adjoints[value] = adjoint;
    if (!from.empty()) {
      for (auto [g, i] : results)
        addAdjoint(getYield(from).getValues()[i], g);
      reverseBlock(from.front());
    }
    loc = here;
    SmallVector<Value> after = llvm::map_to_vector(outer, [&](Value v) { return adjointOrZero(v); });
    YieldOp::create(b, here, after);
  };
  reverseArm(op.getThenRegion(), branch.getThenRegion());
  reverseArm(op.getElseRegion(), branch.getElseRegion());
  adjoints = std::move(saved);
  for (auto [value, adjoint] : llvm::zip(outer, branch.getResults()))
    adjoints[value] = named(adjoint, value);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void Reverse::reverseLoop(LoopOpInterface op) {
  Location here = loc;
  SmallVector<Value> outer = outerValues(*op);
  SmallVector<unsigned> carries;
  SmallVector<Value> inits;
  for (auto [i, carry] : llvm::enumerate(op.getCarries()))
    if (activity.isActive(carry)) {
      carries.push_back(i);
      Value g = takeAdjoint(op->getResult(i));
      inits.push_back(g ? g : createNumber(b, here, carry.getType(), 0.0));
    }
  for (Value value : outer)
    inits.push_back(adjointOrZero(value));
  OpFoldResult last = lastTrip(op), end = b.getI64IntegerAttr(-1), step = b.getI64IntegerAttr(-1);
  std::optional<Checkpoints> checkpoints;
  if (needs.isRerun(op))
    if (unsigned slots = countSlots(op); slots > 1)
      checkpoints.emplace(b, needs, op, slots, values);
  auto sweep = ForOp::create(b, here, last, end, step, inits);

  llvm::DenseMap<Value, Value> saved = std::move(adjoints);
  reverseBody(op, sweep, carries, outer, checkpoints);
  adjoints = std::move(saved);
  loc = here;
  for (auto [position, value] : llvm::enumerate(outer))
    adjoints[value] = named(sweep.getResult(carries.size() + position), value);
  for (auto [position, i] : llvm::enumerate(carries))
    addAdjoint(op.getInits()[i], named(sweep.getResult(position), op->getResult(i)));
}

/// One slot for each trip is as many as are of use.
unsigned Reverse::countSlots(LoopOpInterface op) {
  unsigned slots = options.slots ? options.slots : std::min(options.slotBytes / getStateBytes(needs, op), 64u);
  uint64_t trips = op.getConstantTripCount().value_or(UINT64_MAX);
  return std::clamp<uint64_t>(std::min<uint64_t>(slots, trips), 1, maxSlots);
}

void Reverse::reverseBody(LoopOpInterface op, ForOp sweep, ArrayRef<unsigned> carries, ArrayRef<Value> outer,
                          std::optional<Checkpoints> &checkpoints) {
  OpBuilder::InsertionGuard guard(b);
  Location here = loc;
  b.setInsertionPointToEnd(&sweep.getBody().front());
  auto range = dyn_cast<ForOp>(op.getOperation());
  Value trip = sweep.getInductionVar();
  trip.setLoc(here);
  setName(trip, range ? getName(range.getInductionVar()) : "trip");
  if (range && needs.inReverse(range.getInductionVar()))
    values.map(range.getInductionVar(), createInductionVar(b, here, range, trip, values));

  mapClosedForms(op, trip);
  if (checkpoints)
    checkpoints->restore(trip, values);
  else if (needs.isRerun(op))
    Replay(b, needs, op).runTrips(trip, values);

  adjoints.clear();
  auto nameArgument = [&](Value argument, Value value) {
    argument.setLoc(here);
    if (!getName(value).empty())
      setName(argument, ("adj_" + getName(value)).str());
  };
  for (auto [position, value] : llvm::enumerate(outer)) {
    Value argument = sweep.getCarries()[carries.size() + position];
    nameArgument(argument, value);
    adjoints[value] = argument;
  }
  for (auto [position, i] : llvm::enumerate(carries)) {
    nameArgument(sweep.getCarries()[position], op->getResult(i));
    addAdjoint(op.getNext()[i], sweep.getCarries()[position]);
  }
  reverseBlock(op.getBodyBlock());
  loc = here;

  SmallVector<Value> next;
  for (unsigned i : carries)
    next.push_back(adjointOrZero(op.getCarries()[i]));
  for (Value value : outer)
    next.push_back(adjoints.lookup(value));
  YieldOp::create(b, here, next);
}

/// Carried integers that adjoints read, in terms of the trip's number.
void Reverse::mapClosedForms(LoopOpInterface op, Value trip) {
  for (auto [i, argument] : llvm::enumerate(op.getCarries()))
    if (needs.inReverse(argument) && findIncrement(op, i))
      values.map(argument, createClosedForm(b, loc, op, i, trip, values));
}

/// In terms of bounds `lower`, `upper` and a literal step s, range() makes floor((upper - lower -+ 1) / s) + 1 trips; a
/// result below zero stands for none. If the distance of an empty range may wrap around, its upper bound is moved to
/// the lower one first.
OpFoldResult Reverse::lastTrip(LoopOpInterface op) {
  Type si32 = b.getIntegerType(32, /*isSigned=*/true);
  auto constant = [&](int64_t number) { return createNumber(b, loc, si32, number); };
  if (Value count = trips.lookup(op)) {
    Value one = constant(1);
    return SubOp::create(b, loc, count, one).getResult();
  }
  auto range = cast<ForOp>(op.getOperation());
  OpFoldResult lower = range.getLower(), upper = range.getUpper();
  int64_t step = *getLiteral(range.getStep());
  if (step == 0)
    return b.getI64IntegerAttr(-1);
  int64_t towardStart = step > 0 ? -1 : 1;
  std::optional<int64_t> lowerLiteral = getConstant(lower), upperLiteral = getConstant(upper);
  if (lowerLiteral && upperLiteral)
    return b.getI64IntegerAttr(llvm::divideFloorSigned(*upperLiteral - *lowerLiteral + towardStart, step));

  auto materialise = [&](OpFoldResult bound) {
    auto literal = getConstant(bound);
    return literal ? constant(*literal) : lookup(cast<Value>(bound));
  };
  Value distance = materialise(upper);
  bool mayWrap = getDistance(range) == Distance::WrapsIfEmpty, fromZero = lowerLiteral == 0;
  if (mayWrap || !fromZero) {
    Value from = materialise(lower);
    if (mayWrap)
      distance = step > 0 ? MaxOp::create(b, loc, distance, from).getResult() : MinOp::create(b, loc, distance, from);
    if (!fromZero)
      distance = SubOp::create(b, loc, distance, from);
  }
  Value one = constant(1);
  distance = step > 0 ? SubOp::create(b, loc, distance, one).getResult() : AddOp::create(b, loc, distance, one);
  if (step == 1)
    return distance;
  if (step == -1)
    return NegOp::create(b, loc, distance).getResult();
  Value divisor = constant(step);
  return FloorDivOp::create(b, loc, distance, divisor).getResult();
}
