// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is added to one array at several places: kept until the body ends, then made in the order of the threads. Kept
// things lie in memory of the lanes' own, since places may lie in branches; LLVM makes registers of it.

#include "../Transforms/LinearForm.h"
#include "LaneElements.h"

using namespace mlir;
using kgen::transforms::LinearForm;

namespace kgen::conversion {

namespace {
/// The kept updates of one array.
class LateUpdates {
public:
  LateUpdates(KernelLowering &k, Value array, ArrayRef<LateUpdate> updates)
      : k(k), lanes(*k.getLanes()), b(k.builder), array(array),
        leaves(ValueLayout::of(elementType(array.getType())).getLeaves()), updates(updates) {}

  void make();

private:
  std::optional<SmallVector<LateUpdate>> inPlaceOrder() const;
  void makeLaneByLane();
  void makeTrips(ArrayRef<LateUpdate> ofLoop, unsigned lane);
  void makePlaceByPlace(ArrayRef<LateUpdate> ordered);
  Value load(Type type, Value slot) { return LLVM::LoadOp::create(b, k.loc, type, slot); }
  Value loadLanes(Type scalar, Value slot) { return load(lanes.vectorOf(scalar), slot); }

  KernelLowering &k;
  Lanes &lanes;
  OpBuilder &b;
  Value array;
  ArrayRef<ValueLeaf> leaves;
  ArrayRef<LateUpdate> updates;
};
} // namespace

/// Memory that holds a value from the start of the body on.
static Value slotWith(KernelLowering &k, Type type, llvm::function_ref<Value(OpBuilder &)> initial) {
  OpBuilder before = k.prologue();
  Value one = LLVM::ConstantOp::create(before, k.loc, before.getI32Type(), before.getI32IntegerAttr(1));
  Value slot = LLVM::AllocaOp::create(before, k.loc, k.pointerType(), type, one);
  Block *start = k.getLanes()->start;
  OpBuilder atStart(start, start->begin());
  LLVM::StoreOp::create(atStart, k.loc, initial(atStart), slot);
  return slot;
}

/// Memory for a value of each trip of a loop.
static Value slotsForTrips(KernelLowering &k, Type type) {
  OpBuilder before = k.prologue();
  Value count = LLVM::ConstantOp::create(before, k.loc, before.getI32Type(), before.getI32IntegerAttr(mostKeptTrips));
  return LLVM::AllocaOp::create(before, k.loc, k.pointerType(), type, count, /*alignment=*/64);
}

static Value slotAt(KernelLowering &k, Type type, Value slots, Value trip) {
  return LLVM::GEPOp::create(k.builder, k.loc, k.pointerType(), type, slots, ValueRange(trip),
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value countOfTrips(KernelLowering &k, OpFoldResult count) {
  auto value = dyn_cast<Value>(count);
  auto shape = value ? value.getDefiningOp<ShapeOp>() : ShapeOp();
  return shape ? arrayExtent(k, shape.getArray(), shape.getDimension()) : k.getIndex(count);
}

/// Keeps what one trip adds. Trips that do not come here add nothing.
static void keepTrip(AccessOpInterface op, ForOp loop, KernelLowering &k, ValueRange components) {
  Lanes &lanes = *k.getLanes();
  Value trip;
  {
    auto narrow = k.wideScope(false);
    trip = k.getScalar(loop.getInductionVar());
  }
  LateUpdate update;
  update.op = op;
  update.loop = loop;
  auto keep = [&](Value value) {
    Value slots = slotsForTrips(k, value.getType());
    LLVM::StoreOp::create(k.builder, k.loc, value, slotAt(k, value.getType(), slots, trip));
    return slots;
  };
  update.mask = keep(runningLanes(k));
  OpBuilder atStart(lanes.start, lanes.start->begin());
  Value zero = LLVM::ConstantOp::create(atStart, k.loc, atStart.getI8Type(), atStart.getI8IntegerAttr(0));
  int64_t bytes = mostKeptTrips * std::max(1u, lanes.count / 8);
  Value size = LLVM::ConstantOp::create(atStart, k.loc, atStart.getI64Type(), atStart.getI64IntegerAttr(bytes));
  LLVM::MemsetOp::create(atStart, k.loc, update.mask, zero, size, /*isVolatile=*/false);
  LaneElements elements(k, op, /*wraps=*/true);
  if (lanes.analysis.isUniform(op))
    update.base = keep(elements.getBase());
  else
    update.elements = keep(elements.pointers());
  for (Value component : components)
    update.values.push_back(keep(component));
  lanes.late[op.getArray()].push_back(update);
}

void keepForLater(AccessOpInterface op, KernelLowering &k, ValueRange components) {
  Lanes &lanes = *k.getLanes();
  if (ForOp loop = lanes.analysis.getKeptLoop(op))
    return keepTrip(op, loop, k, components);
  OpBuilder &b = k.builder;
  LateUpdate update;
  update.op = op;
  auto zero = [&](Type type) {
    return [&k, type](OpBuilder &at) { return LLVM::ZeroOp::create(at, k.loc, type).getResult(); };
  };
  auto keep = [&](Value value, Value slot) { LLVM::StoreOp::create(b, k.loc, value, slot); };
  Value mask = runningLanes(k);
  update.mask = slotWith(k, mask.getType(), zero(mask.getType()));
  keep(mask, update.mask);
  if (Value wraps = anyWraps(op, k)) {
    update.wraps = slotWith(k, b.getI1Type(), zero(b.getI1Type()));
    keep(wraps, update.wraps);
  }
  if (lanes.analysis.followOneAnother(op)) {
    Value data = arrayElements(k, op.getArray());
    update.base = slotWith(k, k.pointerType(), [&](OpBuilder &) { return data; });
    keep(LaneElements(k, op, /*wraps=*/false).getBase(), update.base);
  }
  Value elements = LaneElements(k, op, /*wraps=*/true).pointers();
  update.elements = slotWith(k, elements.getType(), zero(elements.getType()));
  keep(elements, update.elements);
  for (Value component : components) {
    update.values.push_back(slotWith(k, component.getType(), zero(component.getType())));
    keep(component, update.values.back());
  }
  lanes.late[op.getArray()].push_back(update);
}

/// The updates in an order in which each may be made in all lanes at once: elements follow one another at each place,
/// and a place is so many elements before or behind the other, or in another row. At each element, the threads then
/// come in turn.
std::optional<SmallVector<LateUpdate>> LateUpdates::inPlaceOrder() const {
  SmallVector<OpFoldResult> first = AccessOpInterface(updates.front().op).getElementIndices();
  SmallVector<std::pair<int64_t, size_t>> places;
  for (auto [i, update] : llvm::enumerate(updates)) {
    AccessOpInterface op = update.op;
    if (update.loop || !lanes.analysis.followOneAnother(op))
      return std::nullopt;
    for (auto [index, other] : llvm::zip_equal(op.getElementIndices(), first))
      if (!LinearForm(index).hasTermsOf(LinearForm(other)))
        return std::nullopt;
    // Of the threads that share an element, the one whose place lies furthest ahead has the least number.
    int64_t ahead = int32_t(LinearForm(op.getElementIndices().back()).constant);
    places.push_back({lanes.descends ? ahead : -ahead, i});
  }
  llvm::sort(places);
  return llvm::map_to_vector(places, [&](const auto &place) { return updates[place.second]; });
}

void LateUpdates::makePlaceByPlace(ArrayRef<LateUpdate> ordered) {
  Value outer = lanes.mask;
  for (const LateUpdate &update : ordered) {
    lanes.mask = loadLanes(b.getI1Type(), update.mask);
    LaneElements elements(k, array, load(k.pointerType(), update.base));
    Components values;
    for (auto [leaf, slot] : llvm::zip_equal(leaves, update.values))
      values.push_back(loadLanes(registerType(leaf.type), slot));
    elements.update(*AccessOpInterface(update.op).getUpdate(), values);
  }
  lanes.mask = outer;
}

/// The updates of one lane in a loop, trip by trip as the thread made them.
void LateUpdates::makeTrips(ArrayRef<LateUpdate> ofLoop, unsigned lane) {
  Type i32 = b.getI32Type();
  ForOp loop = ofLoop.front().loop;
  bool ascends = getConstant(loop.getStep()) == 1;
  Value zero = k.constant(i32, 0), one = k.constant(i32, 1), number = k.constant(i32, lane);
  Value count = countOfTrips(k, countOf(loop));
  Block *head = k.newBlock("late.trips", {i32}), *run = k.newBlock("late.trip"), *end = k.newBlock("late.trips.end");
  k.branch(head, ascends ? zero : LLVM::SubOp::create(b, k.loc, count, one).getResult());
  k.enter(head);
  Value trip = head->getArgument(0);
  Value more = LLVM::ICmpOp::create(b, k.loc, ascends ? LLVM::ICmpPredicate::slt : LLVM::ICmpPredicate::sge, trip,
                                    ascends ? count : zero);
  k.branchIf(more, run, {}, end, {});
  k.enter(run);
  Type pointer = k.elementPointerType();
  auto ofLane = [&](Type scalar, Value slots) -> Value {
    Type vector = lanes.vectorOf(scalar);
    return LLVM::ExtractElementOp::create(b, k.loc, load(vector, slotAt(k, vector, slots, trip)), number);
  };
  for (const LateUpdate &update : ofLoop)
    k.guarded(ofLane(b.getI1Type(), update.mask), [&] {
      Value element =
          update.base ? load(pointer, slotAt(k, pointer, update.base, trip)) : ofLane(pointer, update.elements);
      for (auto [leaf, slots] : llvm::zip_equal(leaves, update.values))
        updateElement(k, array, *AccessOpInterface(update.op).getUpdate(), leaf.type, leafAddress(k, leaf, element),
                      ofLane(registerType(leaf.type), slots));
    });
  Value next = ascends ? LLVM::AddOp::create(b, k.loc, trip, one).getResult()
                       : LLVM::SubOp::create(b, k.loc, trip, one).getResult();
  k.branch(head, next);
  k.enter(end);
}

void LateUpdates::makeLaneByLane() {
  struct Loaded {
    Value mask, elements;
    Components values;
  };
  SmallVector<Loaded> loaded;
  for (const LateUpdate &update : updates) {
    Loaded &all = loaded.emplace_back();
    if (update.loop)
      continue;
    all.mask = loadLanes(b.getI1Type(), update.mask);
    all.elements = loadLanes(k.elementPointerType(), update.elements);
    for (auto [leaf, values] : llvm::zip_equal(leaves, update.values))
      all.values.push_back(loadLanes(registerType(leaf.type), values));
  }
  for (unsigned i = 0; i < lanes.count; ++i) {
    Value lane = k.constant(b.getI32Type(), lanes.inOrder(i));
    auto ofLane = [&](Value vector) -> Value { return LLVM::ExtractElementOp::create(b, k.loc, vector, lane); };
    for (auto [number, all] : llvm::enumerate(loaded)) {
      const LateUpdate &update = updates[number];
      if (update.loop) {
        ArrayRef<LateUpdate> rest = updates.drop_front(number);
        if (number == 0 || updates[number - 1].loop != update.loop) // else made with the one before
          makeTrips(rest.take_while([&](const LateUpdate &other) { return other.loop == update.loop; }),
                    lanes.inOrder(i));
        continue;
      }
      AtomicKind kind = *AccessOpInterface(update.op).getUpdate();
      k.guarded(ofLane(all.mask), [&] {
        Value element = ofLane(all.elements);
        for (auto [leaf, values] : llvm::zip_equal(leaves, all.values))
          updateElement(k, array, kind, leaf.type, leafAddress(k, leaf, element), ofLane(values));
      });
    }
  }
}

void LateUpdates::make() {
  std::optional<SmallVector<LateUpdate>> ordered = inPlaceOrder();
  if (!ordered)
    return makeLaneByLane();
  Value wraps;
  for (const LateUpdate &update : updates)
    if (update.wraps) {
      Value own = load(b.getI1Type(), update.wraps);
      wraps = wraps ? LLVM::OrOp::create(b, k.loc, wraps, own).getResult() : own;
    }
  if (!wraps)
    return makePlaceByPlace(*ordered);
  Block *apart = k.newBlock("late.apart"), *together = k.newBlock("late.together"), *end = k.newBlock("late.end");
  k.branchIf(wraps, apart, {}, together, {});
  k.enter(apart);
  makeLaneByLane();
  k.branch(end);
  k.enter(together);
  makePlaceByPlace(*ordered);
  k.branch(end);
  k.enter(end);
}

void makeLateUpdates(KernelLowering &k) {
  for (auto &[array, updates] : k.getLanes()->late) {
    LateUpdates late(k, array, updates);
    if (Value present = k.getBuffer(array).present)
      k.guarded(present, [&] { late.make(); });
    else
      late.make();
  }
}

} // namespace kgen::conversion
