// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits slices of the primal. Needs found the ops that a slice leaves out; nothing is decided here.

#include "Replay.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

OpFoldResult kgen::transforms::mapOperand(OpFoldResult operand, const IRMapping &values) {
  if (auto value = dyn_cast<Value>(operand))
    return values.lookup(value);
  return operand;
}

SmallVector<OpFoldResult> kgen::transforms::mapOperands(ArrayRef<OpFoldResult> operands, const IRMapping &values) {
  return llvm::map_to_vector(operands, [&](OpFoldResult operand) { return mapOperand(operand, values); });
}

void kgen::transforms::mapKept(ValueRange primal, ArrayRef<unsigned> kept, ValueRange again, IRMapping &values) {
  for (auto [value, i] : llvm::zip(again, kept)) { // behind them may be more
    setName(value, getName(primal[i]));
    values.map(primal[i], value);
  }
}

/// Results of the root are read by the reversal; those of ops inside of it by the replay.
bool Replay::isNeeded(Value result) const {
  return result.getDefiningOp() == root ? needs.inReverse(result) : needs.inReplay(root, result);
}

Value Replay::run(IRMapping &values) {
  if (auto branch = dyn_cast<IfOp>(root)) {
    emitIf(branch, values);
    return {};
  }
  return emitLoop(cast<LoopOpInterface>(root), values, needs.countsTrips(root));
}

void Replay::emitBlock(Block &block, IRMapping &values) {
  for (Operation &op : block.without_terminator())
    emitOp(op, values);
}

Value kgen::transforms::emitRecall(OpBuilder &b, RecordOp record, const IRMapping &values) {
  Value tape = values.lookup(record.getTape()), slot = values.lookup(record.getSlot());
  return RecallOp::create(b, record.getLoc(), record.getType(), tape, slot);
}

bool kgen::transforms::emitKnown(OpBuilder &b, const Needs &needs, Operation &op, IRMapping &values) {
  if (auto record = dyn_cast<RecordOp>(op)) {
    values.map(record.getResult(), emitRecall(b, record, values));
    return true;
  }
  if (auto custom = dyn_cast<CustomAdjointOp>(op)) {
    for (auto [value, result] : llvm::zip_equal(custom.getValues(), custom.getResults()))
      if (Value known = values.lookupOrNull(value))
        values.map(result, known);
    return true;
  }
  StoreOp store = op.getNumResults() == 1 ? needs.reloadedFrom(op.getResult(0)) : StoreOp();
  if (!store)
    return false;
  SmallVector<OpFoldResult> at = mapOperands(store.getMixedIndices(), values);
  values.map(op.getResult(0), LoadOp::create(b, op.getLoc(), values.lookup(store.getArray()), at));
  return true;
}

void Replay::emitOp(Operation &op, IRMapping &values) {
  if (llvm::none_of(op.getResults(), [&](Value result) { return isNeeded(result); }) || emitKnown(b, needs, op, values))
    return;
  if (auto branch = dyn_cast<IfOp>(op))
    emitIf(branch, values);
  else if (auto loop = dyn_cast<LoopOpInterface>(op))
    emitLoop(loop, values, /*count=*/false);
  else
    b.clone(op, values);
}

void Replay::emitIf(IfOp op, IRMapping &values) {
  SmallVector<OpResult> results = llvm::filter_to_vector(op.getResults(), [&](Value r) { return isNeeded(r); });
  SmallVector<Type> types = llvm::map_to_vector(results, [](Value r) { return r.getType(); });
  Value condition = values.lookup(op.getCondition());
  auto replayed = IfOp::create(b, unnamedLoc(op.getLoc()), types, condition, /*withElse=*/true);
  auto emitArm = [&](Region &from, Region &to) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&to.front());
    IRMapping local = values;
    emitBlock(from.front(), local);
    SmallVector<Value> yielded;
    for (OpResult result : results)
      yielded.push_back(local.lookup(getYield(from).getValues()[result.getResultNumber()]));
    YieldOp::create(b, unnamedLoc(op.getLoc()), yielded);
  };
  emitArm(op.getThenRegion(), replayed.getThenRegion());
  emitArm(op.getElseRegion(), replayed.getElseRegion());
  for (auto [result, again] : llvm::zip(results, replayed.getResults())) {
    setName(again, getName(result));
    values.map(result, again);
  }
}

SmallVector<unsigned> Replay::keptCarries(LoopOpInterface op) const {
  SmallVector<unsigned> kept;
  for (auto [i, carry] : llvm::enumerate(op.getCarries()))
    if (needs.inReplay(root, carry))
      kept.push_back(i);
  return kept;
}

SmallVector<Value> Replay::emitTrip(LoopOpInterface op, ValueRange carries, ArrayRef<unsigned> kept,
                                    IRMapping &values) {
  for (auto [argument, i] : llvm::zip(carries, kept)) { // behind them may be a count
    argument.setLoc(op.getCarries()[i].getLoc());
    values.map(op.getCarries()[i], argument);
  }
  emitBlock(op.getBodyBlock(), values);
  return llvm::map_to_vector(kept, [&](unsigned i) { return values.lookup(op.getNext()[i]); });
}

/// In the trips before one that is reached, no exit is taken: the conditions are left out.
ForOp Replay::emitTrips(LoopOpInterface op, Value trips, ArrayRef<unsigned> kept, const IRMapping &values) {
  SmallVector<Value> inits = llvm::map_to_vector(kept, [&](unsigned i) { return values.lookup(op.getInits()[i]); });
  Location loc = unnamedLoc(op.getLoc());
  auto again = ForOp::create(b, loc, b.getI64IntegerAttr(0), trips, b.getI64IntegerAttr(1), inits);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&again.getBody().front());
  YieldOp::create(b, loc, emitTripAt(op, again.getInductionVar(), again.getCarries(), kept, values));
  return again;
}

SmallVector<Value> Replay::emitTripAt(LoopOpInterface op, Value trip, ValueRange carries, ArrayRef<unsigned> kept,
                                      IRMapping values) {
  Location loc = unnamedLoc(op.getLoc());
  auto range = dyn_cast<ForOp>(op.getOperation());
  if (range && needs.inReplay(root, range.getInductionVar()))
    values.map(range.getInductionVar(), createInductionVar(b, loc, range, trip, values));
  for (unsigned i : keptCarries(op))
    if (!llvm::is_contained(kept, i))
      values.map(op.getCarries()[i], createClosedForm(b, loc, op, i, trip, values));
  return emitTrip(op, carries, kept, values);
}

void Replay::runTrips(Value trips, IRMapping &values) {
  auto op = cast<LoopOpInterface>(root);
  SmallVector<unsigned> kept = stateCarries(needs, op);
  ForOp again = emitTrips(op, trips, kept, values);
  setName(again.getInductionVar(), "earlier");
  mapKept(op.getCarries(), kept, again.getResults(), values);
}

Value Replay::emitLoop(LoopOpInterface op, IRMapping &values, bool count) {
  SmallVector<unsigned> kept = keptCarries(op);
  if (RecordOp trips = getRecordedTrips(op)) {
    ForOp again = emitTrips(op, emitRecall(b, trips, values), kept, values);
    setName(again.getInductionVar(), "trip");
    mapKept(op->getResults(), kept, again.getResults(), values);
    return {};
  }
  SmallVector<Value> inits = llvm::map_to_vector(kept, [&](unsigned i) { return values.lookup(op.getInits()[i]); });
  Location loc = unnamedLoc(op.getLoc());
  auto *counter = count ? llvm::find_if(kept, [&](unsigned i) { return isTripCount(op, i); }) : kept.end();
  bool addsCounter = count && counter == kept.end();
  if (addsCounter)
    inits.push_back(createNumber(b, loc, b.getIntegerType(32, /*isSigned=*/true), 0));

  LoopOpInterface replayed =
      op.createAlike(b, loc, [&](OpFoldResult bound) { return mapOperand(bound, values); }, inits);
  if (op.getConditionRegion())
    emitCondition(op, replayed, kept, values);
  emitBody(op, replayed, kept, addsCounter, values);

  mapKept(op->getResults(), kept, replayed->getResults(), values);
  if (!addsCounter)
    return count ? values.lookup(op->getResult(*counter)) : Value();
  setName(replayed->getResults().back(), "trips");
  return replayed->getResults().back();
}

void Replay::emitBody(LoopOpInterface op, LoopOpInterface replayed, ArrayRef<unsigned> kept, bool count,
                      IRMapping values) {
  OpBuilder::InsertionGuard guard(b);
  Block &body = replayed.getBodyBlock();
  b.setInsertionPointToEnd(&body);
  if (BlockArgument induction = op.getInductionVar()) {
    replayed.getInductionVar().setLoc(induction.getLoc());
    values.map(induction, replayed.getInductionVar());
  }
  SmallVector<Value> next = emitTrip(op, replayed.getCarries(), kept, values);
  Location loc = unnamedLoc(op.getLoc());
  if (count) {
    Value trips = body.getArguments().back();
    setName(trips, "trips");
    Value one = createNumber(b, loc, trips.getType(), 1);
    next.push_back(AddOp::create(b, loc, trips, one));
  }
  Value more = op.getMore() ? values.lookup(op.getMore()) : Value();
  YieldOp::create(b, loc, next, more);
}

void Replay::emitCondition(LoopOpInterface op, LoopOpInterface replayed, ArrayRef<unsigned> kept, IRMapping values) {
  OpBuilder::InsertionGuard guard(b);
  Block &from = op.getConditionRegion()->front(), &condition = replayed.getConditionRegion()->front();
  b.setInsertionPointToEnd(&condition);
  for (auto [position, i] : llvm::enumerate(kept)) {
    Value argument = condition.getArgument(position), primal = op.getCarries(from)[i];
    argument.setLoc(primal.getLoc());
    values.map(primal, argument);
  }
  if (condition.getNumArguments() > kept.size())
    setName(condition.getArguments().back(), "trips");
  emitBlock(from, values);
  SmallVector<Value> yielded = {values.lookup(op.getEntryCondition())};
  llvm::append_range(yielded, condition.getArguments());
  YieldOp::create(b, unnamedLoc(op.getLoc()), yielded);
}

SmallVector<unsigned> kgen::transforms::stateCarries(const Needs &needs, LoopOpInterface loop) {
  SmallVector<unsigned> state;
  for (auto [i, carry] : llvm::enumerate(loop.getCarries()))
    if (needs.inReplay(loop, carry) && !findIncrement(loop, i))
      state.push_back(i);
  return state;
}

Value kgen::transforms::createClosedForm(OpBuilder &b, Location loc, LoopOpInterface op, unsigned i, Value trip,
                                         const IRMapping &values) {
  Value argument = op.getCarries()[i], init = op.getInits()[i];
  auto [increment, isSubtracted] = *findIncrement(op, i);
  Value value = isSI32(argument.getType()) ? trip : CastOp::create(b, loc, argument.getType(), trip).getResult();
  if (getConstant(increment) != 1) {
    auto constant = increment.getDefiningOp<ConstantOp>();
    Value step = constant ? b.clone(*constant)->getResult(0) : values.lookup(increment);
    value = MulOp::create(b, loc, value, step);
  }
  if (isSubtracted)
    value = SubOp::create(b, loc, values.lookup(init), value);
  else if (getConstant(init) != 0)
    value = AddOp::create(b, loc, values.lookup(init), value);
  if (value != trip)
    setName(value, getName(argument));
  return value;
}

Value kgen::transforms::createInductionVar(OpBuilder &b, Location loc, ForOp op, Value trip, const IRMapping &values) {
  std::optional<int64_t> lower = getConstant(op.getLower()), step = getLiteral(op.getStep());
  auto materialise = [&](OpFoldResult bound, std::optional<int64_t> literal) {
    return literal ? createNumber(b, loc, trip.getType(), *literal) : values.lookup(cast<Value>(bound));
  };
  Value offset = trip;
  if (step != 1) {
    Value factor = materialise(op.getStep(), step);
    offset = MulOp::create(b, loc, trip, factor);
  }
  if (lower == 0)
    return offset;
  Value from = materialise(op.getLower(), lower);
  Value induction = AddOp::create(b, loc, from, offset);
  setName(induction, getName(op.getInductionVar()));
  return induction;
}
