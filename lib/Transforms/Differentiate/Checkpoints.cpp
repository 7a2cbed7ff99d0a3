// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits the slots of a reversed loop. Positions are computed when they are needed, from the distance and the slots that
// are free: nothing but the slots is kept.

#include "Checkpoints.h"
#include "kgen/IR/Names.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

//===----------------------------------------------------------------------===//
// States as scalars
//===----------------------------------------------------------------------===//

static void addScalarTypes(Type type, SmallVectorImpl<Type> &types) {
  if (!isComposite(type))
    return types.push_back(type);
  for (Type part : constituentTypes(type))
    addScalarTypes(part, types);
}

static void takeApart(OpBuilder &b, Location loc, Value value, SmallVectorImpl<Value> &scalars) {
  if (!isComposite(value.getType()))
    return scalars.push_back(value);
  for (unsigned part = 0; part < numParts(value.getType()); ++part) {
    SmallVector<OpFoldResult> at = {b.getI64IntegerAttr(part)};
    Value inner = ExtractOp::create(b, loc, value, at);
    takeApart(b, loc, inner, scalars);
  }
}

static Value putTogether(OpBuilder &b, Location loc, Type type, ArrayRef<Value> &scalars) {
  if (!isComposite(type)) {
    Value first = scalars.front();
    scalars = scalars.drop_front();
    return first;
  }
  SmallVector<Value> parts;
  for (Type part : constituentTypes(type))
    parts.push_back(putTogether(b, loc, part, scalars));
  return ConstructOp::create(b, loc, type, parts);
}

unsigned kgen::transforms::getStateBytes(const Needs &needs, LoopOpInterface loop) {
  unsigned bytes = 4; // which trip it is of
  for (unsigned i : stateCarries(needs, loop))
    bytes += ValueLayout::of(loop.getCarries()[i].getType()).getSize();
  return bytes;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

Checkpoints::Checkpoints(OpBuilder &b, const Needs &needs, LoopOpInterface loop, unsigned slots,
                         const IRMapping &values)
    : b(b), replay(b, needs, loop), loop(loop), slots(slots), loc(unnamedLoc(loop->getLoc())),
      si32(b.getIntegerType(32, /*isSigned=*/true)), ui64(b.getIntegerType(64, /*isSigned=*/false)),
      kept(stateCarries(needs, loop)) {
  auto declare = [&](Value init, const Twine &name) -> Value {
    auto variable = VarOp::create(b, loc, init);
    setName(variable.getVar(), name.str());
    return variable.getVar();
  };
  auto declareSlots = [&](Type type, const Twine &name) {
    Type vector = VecType::get(b.getContext(), slots, type);
    Value zeros = ConstructOp::create(b, loc, vector, ValueRange());
    return declare(zeros, name);
  };
  SmallVector<Value> first;
  for (unsigned i : kept) {
    SmallVector<Value> scalars;
    takeApart(b, loc, values.lookup(loop.getInits()[i]), scalars);
    StringRef name = getName(loop.getCarries()[i]);
    for (Value scalar : scalars)
      states.push_back(declareSlots(isBool(scalar.getType()) ? si32 : scalar.getType(),
                                    "kept_" + (name.empty() ? StringRef("state") : name)));
    llvm::append_range(first, scalars);
  }
  trips = declareSlots(si32, "kept_trips");
  Value zero = number(0);
  last = declare(zero, "kept");
  store(zero, first);
}

Value Checkpoints::read(Value variable, Value index) {
  Value whole = GetOp::create(b, loc, cast<VarType>(variable.getType()).getElementType(), variable);
  SmallVector<OpFoldResult> at = {index};
  return ExtractOp::create(b, loc, whole, at);
}

SmallVector<Value> Checkpoints::load(Value top) {
  SmallVector<Type> types;
  for (unsigned i : kept)
    addScalarTypes(loop.getCarries()[i].getType(), types);
  SmallVector<Value> scalars;
  for (auto [variable, type] : llvm::zip_equal(states, types)) {
    Value scalar = read(variable, top);
    if (isBool(type)) {
      Value zero = number(0);
      scalar = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::ne, scalar, zero);
    }
    scalars.push_back(scalar);
  }
  SmallVector<Value> state;
  ArrayRef<Value> rest = scalars;
  for (unsigned i : kept)
    state.push_back(putTogether(b, loc, loop.getCarries()[i].getType(), rest));
  return state;
}

void Checkpoints::store(Value top, ValueRange scalars) {
  SmallVector<OpFoldResult> at = {top};
  for (auto [variable, scalar] : llvm::zip_equal(states, scalars)) {
    Value value = scalar;
    if (isBool(value.getType()))
      value = CastOp::create(b, loc, si32, value);
    SetOp::create(b, loc, variable, value, at);
  }
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// How far the next checkpoint is from this one: C(s + r - 1, s) for the least r with C(s + r, s) >= `trips`, that is,
/// as many trips as can be reversed with all slots and one advance less.
Value Checkpoints::reach(Value trips, Value slots) {
  Value one = number(ui64, 1);
  Value high = AddOp::create(b, loc, slots, one);
  SmallVector<Value> inits = {one, one, high};
  auto search = WhileOp::create(b, loc, inits);
  OpBuilder::InsertionGuard guard(b);
  Block &condition = search.getCondition().front(), &body = search.getBody().front();
  const char *names[] = {"advances", "distance", "reach"};
  for (auto [i, name] : llvm::enumerate(names)) {
    setName(condition.getArgument(i), name);
    setName(body.getArgument(i), name);
  }
  b.setInsertionPointToEnd(&condition);
  Value more = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::lt, condition.getArgument(2), trips);
  SmallVector<Value> handed = {more};
  llvm::append_range(handed, condition.getArguments());
  YieldOp::create(b, loc, handed);
  b.setInsertionPointToEnd(&body);
  Value advances = AddOp::create(b, loc, body.getArgument(0), one);
  Value factor = AddOp::create(b, loc, slots, advances);
  Value product = MulOp::create(b, loc, body.getArgument(2), factor);
  Value next = DivOp::create(b, loc, product, advances);
  YieldOp::create(b, loc, ValueRange{advances, body.getArgument(2), next});
  return search.getResult(1);
}

Value Checkpoints::placeNext(Value from, Value to, Value top) {
  Value end = number(slots - 1);
  Value isFree = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::lt, top, end);
  auto branch = IfOp::create(b, loc, TypeRange(si32), isFree, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value wideTo = CastOp::create(b, loc, ui64, to), wideFrom = CastOp::create(b, loc, ui64, from);
  Value difference = SubOp::create(b, loc, wideTo, wideFrom), one = number(ui64, 1);
  Value distance = AddOp::create(b, loc, difference, one);
  setName(distance, "trips_left");
  Value all = number(slots);
  Value left = SubOp::create(b, loc, all, top); // the slot that holds `from` among them
  Value free = CastOp::create(b, loc, ui64, left);
  setName(free, "free_slots");
  Value further = CastOp::create(b, loc, si32, reach(distance, free));
  Value place = AddOp::create(b, loc, from, further);
  YieldOp::create(b, loc, place);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value none = number(-1);
  YieldOp::create(b, loc, none);
  return branch.getResult(0);
}

Value Checkpoints::keepIfDue(Value trip, Value from, Value to, Value next, ValueRange state) {
  Value isDue = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, trip, next);
  auto branch = IfOp::create(b, loc, TypeRange(si32), isDue, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  // The first is kept already, and lands where it is.
  Value before = GetOp::create(b, loc, si32, last);
  Value isAnother = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::ne, trip, from);
  Value more = CastOp::create(b, loc, si32, isAnother);
  Value top = AddOp::create(b, loc, before, more);
  setName(top, "slot");
  SetOp::create(b, loc, last, top);
  SmallVector<OpFoldResult> at = {top};
  SetOp::create(b, loc, trips, trip, at);
  SmallVector<Value> scalars;
  for (Value value : state)
    takeApart(b, loc, value, scalars);
  store(top, scalars);
  Value following = placeNext(trip, to, top);
  YieldOp::create(b, loc, following);
  b.setInsertionPointToEnd(branch.elseBlock());
  YieldOp::create(b, loc, next);
  return branch.getResult(0);
}

void Checkpoints::restore(Value trip, IRMapping &values) {
  Value top = GetOp::create(b, loc, si32, last);
  Value from = read(trips, top);
  setName(from, "start");
  SmallVector<Value> inits = load(top);
  inits.push_back(from);
  auto advance = ForOp::create(b, loc, from, trip, b.getI64IntegerAttr(1), inits);
  setName(advance.getInductionVar(), "earlier");
  setName(advance.getCarries().back(), "next_kept");
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&advance.getBody().front());
    Value earlier = advance.getInductionVar();
    ValueRange state = ValueRange(advance.getCarries()).drop_back();
    Value next = keepIfDue(earlier, from, trip, advance.getCarries().back(), state);
    SmallVector<Value> after = replay.emitTripAt(loop, earlier, state, kept, values);
    after.push_back(next);
    YieldOp::create(b, loc, after);
  }
  mapKept(loop.getCarries(), kept, advance.getResults(), values);
  // The state of this trip is not asked for again.
  Value isOwn = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, from, trip);
  auto branch = IfOp::create(b, loc, TypeRange(), isOwn);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value one = number(1);
  Value below = SubOp::create(b, loc, top, one);
  SetOp::create(b, loc, last, below);
  YieldOp::create(b, loc);
}
