// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is added to one array at several places: kept until the body ends, then made in the order of the threads. Kept things
// lie in memory of the lanes' own, since places may lie in branches; LLVM makes registers of it.

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
      : k(k), lanes(*k.getLanes()), b(k.builder), array(array), leaves(ValueLayout::of(elementType(array.getType())).getLeaves()),
        updates(updates) {}

  void make();

private:
  std::optional<SmallVector<LateUpdate>> inPlaceOrder() const;
  void makeLaneByLane();
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

void keepForLater(AccessOpInterface op, KernelLowering &k, ValueRange components) {
  Lanes &lanes = *k.getLanes();
  OpBuilder &b = k.builder;
  LateUpdate update;
  update.op = op;
  auto zero = [&](Type type) { return [&k, type](OpBuilder &at) { return LLVM::ZeroOp::create(at, k.loc, type).getResult(); }; };
  auto keep = [&](Value value, Value slot) { LLVM::StoreOp::create(b, k.loc, value, slot); };
  Value mask = runningLanes(k);
  update.mask = slotWith(k, mask.getType(), zero(mask.getType()));
  keep(mask, update.mask);
  if (Value wraps = anyWraps(op, k)) {
    update.wraps = slotWith(k, b.getI1Type(), zero(b.getI1Type()));
    keep(wraps, update.wraps);
  }
  LaneElements apart(k, op, /*wraps=*/true);
  if (lanes.analysis.followOneAnother(op)) {
    Value data = arrayElements(k, op.getArray());
    update.base = slotWith(k, k.pointerType(), [&](OpBuilder &) { return data; });
    keep(LaneElements(k, op, /*wraps=*/false).getBase(), update.base);
  }
  for (auto [leaf, component] : llvm::zip_equal(ValueLayout::of(op.getAccessedType()).getLeaves(), components)) {
    Value pointers = apart.pointers(leaf);
    update.pointers.push_back(slotWith(k, pointers.getType(), zero(pointers.getType())));
    keep(pointers, update.pointers.back());
    update.values.push_back(slotWith(k, component.getType(), zero(component.getType())));
    keep(component, update.values.back());
  }
  lanes.late[op.getArray()].push_back(update);
}

/// The updates in an order in which each may be made in all lanes at once: elements follow one another at each place, and a
/// place is so many elements before or behind the other, or in another row. At each element, the threads then come in turn.
std::optional<SmallVector<LateUpdate>> LateUpdates::inPlaceOrder() const {
  SmallVector<OpFoldResult> first = AccessOpInterface(updates.front().op).getElementIndices();
  SmallVector<std::pair<int64_t, size_t>> places;
  for (auto [i, update] : llvm::enumerate(updates)) {
    AccessOpInterface op = update.op;
    if (!lanes.analysis.followOneAnother(op))
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
  for (const LateUpdate &update : ordered) {
    lanes.mask = loadLanes(b.getI1Type(), update.mask);
    LaneElements elements(k, array, load(k.pointerType(), update.base));
    Components values;
    for (auto [leaf, slot] : llvm::zip_equal(leaves, update.values))
      values.push_back(loadLanes(registerType(leaf.type), slot));
    elements.update(*AccessOpInterface(update.op).getUpdate(), values);
  }
  lanes.mask = nullptr;
}

void LateUpdates::makeLaneByLane() {
  struct Loaded {
    Value mask;
    Components pointers, values;
  };
  SmallVector<Loaded> loaded;
  for (const LateUpdate &update : updates) {
    Loaded &all = loaded.emplace_back();
    all.mask = loadLanes(b.getI1Type(), update.mask);
    for (auto [leaf, pointers, values] : llvm::zip_equal(leaves, update.pointers, update.values)) {
      all.pointers.push_back(loadLanes(k.elementPointerType(), pointers));
      all.values.push_back(loadLanes(registerType(leaf.type), values));
    }
  }
  for (unsigned i = 0; i < lanes.count; ++i) {
    Value lane = k.constant(b.getI32Type(), lanes.inOrder(i));
    auto ofLane = [&](Value vector) -> Value { return LLVM::ExtractElementOp::create(b, k.loc, vector, lane); };
    for (auto [update, all] : llvm::zip_equal(updates, loaded)) {
      AtomicKind kind = *AccessOpInterface(update.op).getUpdate();
      k.guarded(ofLane(all.mask), [&] {
        for (auto [leaf, pointers, values] : llvm::zip_equal(leaves, all.pointers, all.values))
          updateElement(k, kind, leaf.type, ofLane(pointers), ofLane(values));
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
