// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for all lanes: elements that follow one another are vectors (PackedElements.cpp, where they have several
// numbers); others are gathered and scattered. Updates that lanes may have in common come in the order of the
// threads.

#include "../Transforms/LinearForm.h"
#include "LaneElements.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using kgen::transforms::LinearForm;

namespace kgen::conversion {

Value inFirstLane(KernelLowering &k, Value index) {
  Lanes &lanes = *k.getLanes();
  if (!lanes.analysis.isVarying(index))
    return k.getScalar(index);
  LinearForm form(index); // in the lane and in values that are the same in all
  Type i32 = k.builder.getI32Type();
  Value sum;
  auto add = [&](Value value) { sum = sum ? LLVM::AddOp::create(k.builder, k.loc, sum, value).getResult() : value; };
  for (auto [term, factor] : form.terms) {
    Value value = lanes.analysis.isVarying(term) ? lanes.first : k.getScalar(term);
    add(factor == 1 ? value : LLVM::MulOp::create(k.builder, k.loc, value, k.constant(i32, int32_t(factor))));
  }
  if (form.constant != 0)
    add(k.constant(i32, int32_t(form.constant)));
  return sum;
}

Value runningLanes(KernelLowering &k) {
  Value mask = k.getLanes()->mask;
  return mask ? mask : k.splat(k.constant(k.builder.getI1Type(), 1));
}

LaneElements::LaneElements(KernelLowering &k, AccessOpInterface op, bool wraps)
    : k(k), lanes(*k.getLanes()), b(k.builder), i64(b.getI64Type()), array(op.getArray()),
      layout(ValueLayout::of(elementType(array.getType()))) {
  SmallVector<OpFoldResult> indices = op.getElementIndices();
  auto narrow = k.wideScope(false); // addresses are scalars up to the lanes' offsets
  if (lanes.rows.contains(array))
    locateInRows(indices.back());
  else if (lanes.analysis.isUniform(op))
    locateScalar(indices);
  else if (!wraps && lanes.analysis.followOneAnother(op))
    locateContiguous(indices);
  else
    locateScattered(indices);
}

Value anyWraps(AccessOpInterface op, KernelLowering &k) {
  Lanes &lanes = *k.getLanes();
  SmallVector<OpFoldResult> indices = op.getElementIndices();
  if (!lanes.analysis.followOneAnother(op) || k.ranges.isNonNegative(cast<Value>(indices.back())))
    return nullptr;
  OpBuilder &b = k.builder;
  auto narrow = k.wideScope(false);
  auto index = cast<Value>(indices.back());
  Value value = lanes.mask ? k.getScalar(index) : inFirstLane(k, index);
  Value zero = k.constant(value.getType(), 0);
  Value isNegative = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::slt, value, zero);
  if (lanes.mask) {
    Value both = LLVM::AndOp::create(b, k.loc, isNegative, lanes.mask);
    isNegative = LLVM::vector_reduce_or::create(b, k.loc, b.getI1Type(), both);
  }
  return isNegative;
}

/// Works on the lanes' elements. If one of them may count its index from the end, which is known only now, there are
/// two ways to the elements.
static Components onElements(AccessOpInterface op, KernelLowering &k,
                             llvm::function_ref<Components(LaneElements &)> work) {
  Value wraps = anyWraps(op, k);
  if (!wraps) {
    LaneElements elements(k, op, /*wraps=*/false);
    return work(elements);
  }
  Block *apart = k.newBlock("apart"), *together = k.newBlock("together"), *end = k.newBlock("elements.end");
  k.branchIf(wraps, apart, {}, together, {});
  k.enter(apart);
  LaneElements scattered(k, op, /*wraps=*/true);
  Components results = work(scattered);
  for (Value result : results)
    end->addArgument(result.getType(), k.loc);
  k.branch(end, results);
  k.enter(together);
  LaneElements contiguous(k, op, /*wraps=*/false);
  k.branch(end, work(contiguous));
  k.enter(end);
  return Components(end->args_begin(), end->args_end());
}

LaneElements::LaneElements(KernelLowering &k, Value array, Value base)
    : k(k), lanes(*k.getLanes()), b(k.builder), i64(b.getI64Type()), array(array),
      layout(ValueLayout::of(elementType(array.getType()))), base(base), isContiguous(true) {}

void LaneElements::locateInRows(OpFoldResult column) {
  isContiguous = true;
  Value number = LLVM::SExtOp::create(b, k.loc, i64, wrappedIndex(k, array, column, 1));
  base = columnOfRows(k, array, number);
}

void LaneElements::locateScalar(ArrayRef<OpFoldResult> indices) { base = elementAddress(k, array, indices); }

void LaneElements::locateContiguous(ArrayRef<OpFoldResult> indices) {
  isContiguous = true;
  lanes.contiguous.insert(array);
  SmallVector<OpFoldResult> before(indices.drop_back());
  before.push_back(b.getI64IntegerAttr(0)); // the row
  base = elementAddress(k, array, before);
  Value index = LLVM::SExtOp::create(b, k.loc, i64, inFirstLane(k, cast<Value>(indices.back())));
  Value size = k.constant(i64, layout.getSize());
  Value bytes = LLVM::MulOp::create(b, k.loc, index, size);
  // A first lane that does not run may lie before the array.
  base = LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), b.getI8Type(), base, ValueRange(bytes));
}

void LaneElements::locateScattered(ArrayRef<OpFoldResult> indices) {
  base = arrayElements(k, array);
  for (auto [d, index] : llvm::enumerate(indices)) {
    if (getLiteral(index) == 0)
      continue;
    Value wrapped = wrappedIndex(k, array, index, d);
    bool isVector = isa<VectorType>(wrapped.getType());
    // That of the last dimension is a constant, as the launch sees to.
    bool isLast = d + 1 == indices.size() && isVector;
    if (isLast)
      lanes.contiguous.insert(array);
    Value stride = isLast ? k.constant(i64, layout.getSize()) : arrayStride(k, array, d);
    Value bytes = LLVM::SExtOp::create(b, k.loc, likeValue(i64, wrapped), wrapped);
    bytes = LLVM::MulOp::create(b, k.loc, bytes, isVector ? k.splat(stride) : stride);
    if (!isVector)
      base = offsetBytes(base, bytes);
    else
      offsets = offsets ? LLVM::AddOp::create(b, k.loc, offsets, bytes).getResult() : bytes;
  }
}

/// As far apart as the lanes' elements, from an address in that of the first lane on.
Value LaneElements::pointersFrom(Value first) {
  Value apart = offsets;
  if (!apart && isContiguous) {
    SmallVector<int64_t, 16> steps;
    for (unsigned lane = 0; lane < lanes.count; ++lane)
      steps.push_back(int64_t(lane) * layout.getSize());
    auto type = lanes.vectorOf(i64);
    apart = LLVM::ConstantOp::create(b, k.loc, type, DenseElementsAttr::get(type, ArrayRef<int64_t>(steps)));
  }
  if (!apart)
    apart = k.splat(k.constant(i64, 0));
  return LLVM::GEPOp::create(b, k.loc, lanes.vectorOf(k.elementPointerType()), b.getI8Type(), first, ValueRange(apart),
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value LaneElements::addressOfNumber(unsigned lane, unsigned number) {
  Type type = memoryType(layout.getLeaves().front().type);
  unsigned distance = lane * layout.getLeaves().size() + number;
  return LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), type, base, LLVM::GEPArg(distance),
                             LLVM::GEPNoWrapFlags::inbounds);
}

/// Whether an element is numbers of one type without gaps.
bool LaneElements::isPacked() const {
  ArrayRef<ValueLeaf> leaves = layout.getLeaves();
  unsigned bytes = scalarBytes(leaves.front().type);
  return layout.getSize() == leaves.size() * bytes &&
         llvm::all_of(leaves, [&](const ValueLeaf &leaf) { return leaf.type == leaves.front().type; });
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value LaneElements::toRegister(Type scalar, Value value) {
  if (!isBool(scalar))
    return value;
  return LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::ne, value, k.constant(value.getType(), 0));
}

Value LaneElements::toMemory(Type scalar, Value value) {
  return isBool(scalar) ? LLVM::ZExtOp::create(b, k.loc, likeValue(memoryType(scalar), value), value).getResult()
                        : value;
}

Value LaneElements::loadLeaf(const ValueLeaf &leaf) {
  unsigned bytes = scalarBytes(leaf.type);
  Type type = lanes.vectorOf(memoryType(leaf.type));
  Value zeros = LLVM::ZeroOp::create(b, k.loc, type), loaded;
  if (!isContiguous || layout.getSize() != bytes) {
    Value mask = runningLanes(k);
    loaded = LLVM::masked_gather::create(b, k.loc, type, pointersFrom(leafBase(leaf)), mask, ValueRange(zeros), bytes);
  } else if (lanes.mask) {
    loaded = LLVM::MaskedLoadOp::create(b, k.loc, type, leafBase(leaf), lanes.mask, zeros, bytes);
  } else {
    loaded = LLVM::LoadOp::create(b, k.loc, type, leafBase(leaf), bytes);
  }
  return toRegister(leaf.type, loaded);
}

void LaneElements::storeLeaf(const ValueLeaf &leaf, Value value) {
  unsigned bytes = scalarBytes(leaf.type);
  value = toMemory(leaf.type, value);
  if (!isContiguous || layout.getSize() != bytes) {
    Value mask = runningLanes(k);
    LLVM::masked_scatter::create(b, k.loc, value, pointersFrom(leafBase(leaf)), mask, bytes);
  } else if (lanes.mask) {
    LLVM::MaskedStoreOp::create(b, k.loc, value, leafBase(leaf), lanes.mask, bytes);
  } else {
    LLVM::StoreOp::create(b, k.loc, value, leafBase(leaf), bytes);
  }
}

/// One element after the other: the numbers of one share its address, and a line of memory.
Components LaneElements::loadApart() {
  ArrayRef<ValueLeaf> leaves = layout.getLeaves();
  Value elements = pointers();
  Components components;
  for (const ValueLeaf &leaf : leaves)
    components.push_back(LLVM::PoisonOp::create(b, k.loc, lanes.vectorOf(memoryType(leaf.type))));
  for (unsigned i = 0; i < lanes.count; ++i) {
    Value lane = k.constant(b.getI32Type(), i);
    Value element = LLVM::ExtractElementOp::create(b, k.loc, elements, lane);
    for (auto [leaf, component] : llvm::zip_equal(leaves, components)) {
      Value number =
          LLVM::LoadOp::create(b, k.loc, memoryType(leaf.type), leafAddress(k, leaf, element), scalarBytes(leaf.type));
      component = LLVM::InsertElementOp::create(b, k.loc, component, number, lane);
    }
  }
  for (auto [leaf, component] : llvm::zip_equal(leaves, components))
    component = toRegister(leaf.type, component);
  return components;
}

Components LaneElements::load() {
  bool isWhole = !lanes.mask && layout.getLeaves().size() > 1;
  if (isWhole && isContiguous && isPacked()) {
    Type scalar = layout.getLeaves().front().type;
    auto address = [&](unsigned lane, unsigned number) { return addressOfNumber(lane, number); };
    Components components = loadPacked(k, address, memoryType(scalar), layout.getLeaves().size());
    for (Value &component : components)
      component = toRegister(scalar, component);
    return components;
  }
  if (isWhole && !isContiguous)
    return loadApart();
  Components components;
  for (const ValueLeaf &leaf : layout.getLeaves())
    components.push_back(loadLeaf(leaf));
  return components;
}

void LaneElements::store(ValueRange components) {
  if (isContiguous && !lanes.mask && layout.getLeaves().size() > 1 && isPacked()) {
    Components inMemory;
    for (auto [leaf, component] : llvm::zip_equal(layout.getLeaves(), components))
      inMemory.push_back(toMemory(leaf.type, component));
    return storePacked(k, [&](unsigned lane, unsigned number) { return addressOfNumber(lane, number); }, inMemory);
  }
  for (auto [leaf, component] : llvm::zip_equal(layout.getLeaves(), components))
    storeLeaf(leaf, component);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

Value LaneElements::updated(AtomicKind kind, Type scalar, Value old, Value by) {
  static constexpr LoweringTable::ScalarLowering table[] = {lowerAdd, lowerSub, lowerMin, lowerMax};
  return table[unsigned(kind)](k, scalar, {old, by});
}

void LaneElements::update(AtomicKind kind, ValueRange components) {
  Components old = load(), result;
  for (auto [leaf, before, by] : llvm::zip_equal(layout.getLeaves(), old, components))
    result.push_back(updated(kind, leaf.type, before, by));
  store(result);
}

/// One number in memory, updated by one lane after another.
void LaneElements::updateShared(AtomicKind kind, const ValueLeaf &leaf, Value by) {
  Value address = leafBase(leaf), number = loadScalar(k, leaf.type, address);
  for (unsigned i = 0; i < lanes.count; ++i) {
    Value lane = k.constant(b.getI32Type(), lanes.inOrder(i));
    Value own = LLVM::ExtractElementOp::create(b, k.loc, by, lane);
    Value next = updated(kind, leaf.type, number, own);
    if (lanes.mask) {
      Value runs = LLVM::ExtractElementOp::create(b, k.loc, lanes.mask, lane);
      next = LLVM::SelectOp::create(b, k.loc, runs, next, number);
    }
    number = next;
  }
  storeScalar(k, leaf.type, address, number);
}

/// The sum of what the lanes that run add; what the others have is -0, which adds nothing.
Value LaneElements::sumOfLanes(Value by) {
  Type type = getElementTypeOrSelf(by.getType());
  bool isReal = isa<FloatType>(type);
  Value nothing = isReal ? k.floatConstant(type, -0.0) : k.constant(type, 0);
  if (lanes.mask)
    by = LLVM::SelectOp::create(b, k.loc, lanes.mask, by, k.splat(nothing));
  return isReal ? LLVM::vector_reduce_fadd::create(b, k.loc, type, nothing, by).getResult()
                : LLVM::vector_reduce_add::create(b, k.loc, type, by).getResult();
}

void LaneElements::updateInOrder(AtomicKind kind, ValueRange components) {
  ArrayRef<ValueLeaf> leaves = layout.getLeaves();
  bool isOne = !offsets && !isContiguous, isSum = kind == AtomicKind::add || kind == AtomicKind::sub;
  if (isOne && (isSum || !k.isShared(array))) {
    for (auto [leaf, by] : llvm::zip_equal(leaves, components))
      if (k.isShared(array))
        updateElement(k, array, kind, leaf.type, leafBase(leaf), sumOfLanes(by));
      else
        updateShared(kind, leaf, by);
    return;
  }
  Value elements = pointersFrom(base);
  for (unsigned i = 0; i < lanes.count; ++i) {
    Value lane = k.constant(b.getI32Type(), lanes.inOrder(i));
    auto ofLane = [&](Value vector) -> Value { return LLVM::ExtractElementOp::create(b, k.loc, vector, lane); };
    auto updateOwn = [&] {
      Value element = ofLane(elements);
      for (auto [leaf, by] : llvm::zip_equal(leaves, components))
        updateElement(k, array, kind, leaf.type, leafAddress(k, leaf, element), ofLane(by));
    };
    if (lanes.mask)
      k.guarded(ofLane(lanes.mask), updateOwn);
    else
      updateOwn();
  }
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

static LogicalResult lowerLoad(LoadOp op, KernelLowering &k) {
  k.set(op.getResult(), onElements(op, k, [](LaneElements &elements) { return elements.load(); }));
  prefetchBehind(op, k);
  return success();
}

static LogicalResult lowerStore(StoreOp op, KernelLowering &k) {
  Components value = k.get(op.getValue());
  onElements(op, k, [&](LaneElements &elements) {
    elements.store(value);
    return Components();
  });
  return success();
}

/// Whether the lanes are so far from the threads of other calls that none of those accesses the elements of theirs;
/// null where that is not known. An index that counts from the end leads, in an array no shorter than the launch, to
/// what the last threads access or, within a row, to the same row.
static Value areFarFromOthers(KernelLowering &k, Value array) {
  Lanes &lanes = *k.getLanes();
  std::optional<SmallVector<int64_t, 4>> reach = reachOfThreads(array);
  if (!reach || reach->size() > 2)
    return nullptr;
  SmallVector<Value, 4> extents;
  for (unsigned d = 0; d < reach->size(); ++d)
    extents.push_back(arrayExtent(k, array, d));
  OpBuilder b = k.prologue();
  Type i64 = b.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, k.loc, i64, b.getI64IntegerAttr(value));
  };
  Value needed = number(reach->back());
  if (reach->size() == 2) {
    Value rows = LLVM::MulOp::create(b, k.loc, number(reach->front() + 1), lanes.launch.back());
    needed = LLVM::AddOp::create(b, k.loc, rows, needed);
  }
  for (auto [extent, launched] : llvm::zip_equal(extents, lanes.launch)) {
    Value wide = LLVM::SExtOp::create(b, k.loc, i64, extent);
    Value isLong = LLVM::ICmpOp::create(b, k.loc, LLVM::ICmpPredicate::sge, wide, launched);
    needed = LLVM::SelectOp::create(b, k.loc, isLong, needed, number(INT64_MAX));
  }
  return LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::sge, lanes.margin, needed);
}

/// Updates of elements that threads of other calls may update at the same time, in any order.
static void updateShared(LaneElements &elements, Value array, AtomicKind kind, ValueRange components,
                         KernelLowering &k) {
  Value areFar = elements.areContiguous() ? areFarFromOthers(k, array) : Value();
  if (!areFar)
    return elements.updateInOrder(kind, components);
  Block *far = k.newBlock("far"), *near = k.newBlock("near"), *end = k.newBlock("update.end");
  k.branchIf(areFar, far, {}, near, {});
  k.enter(far);
  elements.update(kind, components);
  k.branch(end);
  k.enter(near);
  elements.updateInOrder(kind, components);
  k.branch(end);
  k.enter(end);
}

static void updateElements(AccessOpInterface op, AtomicKind kind, ValueRange components, KernelLowering &k) {
  const LaneAnalysis &analysis = k.getLanes()->analysis;
  bool isShared = k.isShared(op.getArray());
  if (analysis.areUpdatesLate(op.getArray()) && !isShared)
    return keepForLater(op, k, components);
  onElements(op, k, [&](LaneElements &elements) {
    if (isShared)
      updateShared(elements, op.getArray(), kind, components, k);
    else if (analysis.areElementsOwn(op.getArray()) || elements.areContiguous())
      elements.update(kind, components);
    else
      elements.updateInOrder(kind, components);
    return Components();
  });
}

static LogicalResult lowerAtomic(AtomicOp op, KernelLowering &k) {
  if (!op.getOld().use_empty())
    k.set(op.getOld(),
          onElements(op, k, [](LaneElements &elements) { return elements.load(); })); // the elements are the lanes' own
  updateElements(op, op.getKind(), k.get(op.getValue()), k);
  return success();
}

static LogicalResult lowerAddTo(GradientAddOp op, KernelLowering &k) {
  Components value = k.get(op.getValue());
  k.guarded(k.getBuffer(op.getArray()).present, [&] { updateElements(op, AtomicKind::add, value, k); });
  return success();
}

static LogicalResult lowerRead(GradientReadOp op, KernelLowering &k) {
  Value present = k.getBuffer(op.getArray()).present;
  k.set(op.getResult(), k.guarded(present, op.getType(), [&] {
    return onElements(op, k, [](LaneElements &elements) { return elements.load(); });
  }));
  return success();
}

static LogicalResult lowerTake(GradientTakeOp op, KernelLowering &k) {
  Value present = k.getBuffer(op.getArray()).present;
  Components taken = k.guarded(present, op.getType(), [&] {
    return onElements(op, k, [&](LaneElements &elements) {
      Components read = elements.load();
      k.guarded(isZeroable(k, op.getArray()), [&] { elements.store(k.zeros(op.getType())); });
      return read;
    });
  });
  k.set(op.getResult(), taken);
  return success();
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

Value allocateLanes(KernelLowering &k, Type scalar, unsigned numbers) {
  OpBuilder before = k.prologue();
  Value count = LLVM::ConstantOp::create(before, k.loc, before.getI32Type(), before.getI32IntegerAttr(numbers));
  Type type = k.getLanes()->vectorOf(scalar);
  return LLVM::AllocaOp::create(before, k.loc, k.pointerType(), type, count, /*alignment=*/64);
}

/// Of many numbers, one after the other with all lanes of each; the index is the same in all lanes.
static Value partOfVariable(KernelLowering &k, Value memory, Type type, ArrayRef<OpFoldResult> indices) {
  auto narrow = k.wideScope(false);
  Value number = k.constant(k.builder.getI64Type(), 0);
  unsigned stride = numComponents(type);
  for (auto [index, extent] : llvm::zip(indices, ValueLayout::of(type).getExtents())) {
    stride /= extent;
    Value at = wrapIndex(k, index, extent);
    at = LLVM::SExtOp::create(k.builder, k.loc, k.builder.getI64Type(), at);
    at = LLVM::MulOp::create(k.builder, k.loc, at, k.constant(at.getType(), stride));
    number = LLVM::AddOp::create(k.builder, k.loc, number, at);
  }
  Type lanes = k.getLanes()->vectorOf(registerType(elementType(type)));
  return LLVM::GEPOp::create(k.builder, k.loc, k.pointerType(), lanes, memory, ValueRange(number),
                             LLVM::GEPNoWrapFlags::inbounds);
}

/// Stores in the lanes that run.
static void storeMasked(KernelLowering &k, Value value, Value slot) {
  if (Value mask = k.getLanes()->mask) {
    Value old = LLVM::LoadOp::create(k.builder, k.loc, value.getType(), slot);
    value = LLVM::SelectOp::create(k.builder, k.loc, mask, value, old);
  }
  LLVM::StoreOp::create(k.builder, k.loc, value, slot);
}

static LogicalResult lowerVar(VarOp op, KernelLowering &k) {
  Type type = op.getValueType();
  Type scalar = registerType(elementType(type));
  Value init = op.getInit();
  if (isInMemory(type)) {
    Value memory = allocateLanes(k, scalar, numComponents(type));
    k.set(op.getVar(), memory);
    if (!init)
      return success();
    auto fill = init.getDefiningOp<ConstructOp>(); // the analysis has seen to it
    Value first =
        fill.getComponents().empty() ? k.zeros(elementType(type)).front() : k.get(fill.getComponents().front()).front();
    Type lanes = first.getType();
    k.forEach(numComponents(type), [&](Value i) {
      Value slot = LLVM::GEPOp::create(k.builder, k.loc, k.pointerType(), lanes, memory, ValueRange(i),
                                       LLVM::GEPNoWrapFlags::inbounds);
      LLVM::StoreOp::create(k.builder, k.loc, first, slot);
    });
    return success();
  }
  Components slots;
  for (Type leaf : registerTypes(type))
    slots.push_back(allocateLanes(k, leaf, 1));
  k.set(op.getVar(), slots);
  if (init)
    for (auto [component, slot] : llvm::zip_equal(k.get(init), slots))
      LLVM::StoreOp::create(k.builder, k.loc, component, slot);
  return success();
}

static Components loadSlots(KernelLowering &k, Type type, ValueRange slots) {
  Components components;
  for (auto [slot, leaf] : llvm::zip_equal(slots, registerTypes(type))) {
    Type lanes = k.getLanes()->vectorOf(leaf);
    components.push_back(LLVM::LoadOp::create(k.builder, k.loc, lanes, slot));
  }
  return components;
}

static LogicalResult lowerGet(GetOp op, KernelLowering &k) {
  Components slots = k.get(op.getVar());
  k.set(op.getResult(), isInMemory(op.getType()) ? slots : loadSlots(k, op.getType(), slots));
  return success();
}

static LogicalResult lowerSet(SetOp op, KernelLowering &k) {
  Type type = cast<VarType>(op.getVar().getType()).getElementType();
  Components slots = k.get(op.getVar()), value = k.get(op.getValue());
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  if (isInMemory(type)) {
    storeMasked(k, value.front(), partOfVariable(k, slots.front(), type, indices));
    return success();
  }
  if (!indices.empty())
    value = replacePart(k, loadSlots(k, type, slots), type, indices, value);
  for (auto [component, slot] : llvm::zip_equal(value, slots))
    storeMasked(k, component, slot);
  return success();
}

static LogicalResult lowerExtract(ExtractOp op, KernelLowering &k) {
  Type type = op.getAggregate().getType();
  Value slot = partOfVariable(k, k.getScalar(op.getAggregate()), type, op.getMixedIndices());
  Type lanes = k.getLanes()->vectorOf(registerType(elementType(type)));
  k.set(op.getResult(), LLVM::LoadOp::create(k.builder, k.loc, lanes, slot).getResult());
  return success();
}

template <typename OpT, LogicalResult (*lower)(OpT, KernelLowering &)>
static LogicalResult applyTo(Operation *op, KernelLowering &k) {
  return lower(cast<OpT>(op), k);
}

LoweringTable::Lowering laneLowering(Operation *op) {
  if (auto extract = dyn_cast<ExtractOp>(op); extract && isInMemory(extract.getAggregate().getType()))
    return applyTo<ExtractOp, lowerExtract>;
  return llvm::TypeSwitch<Operation *, LoweringTable::Lowering>(op)
      .Case<LoadOp>([](auto) { return applyTo<LoadOp, lowerLoad>; })
      .Case<StoreOp>([](auto) { return applyTo<StoreOp, lowerStore>; })
      .Case<AtomicOp>([](auto) { return applyTo<AtomicOp, lowerAtomic>; })
      .Case<GradientReadOp>([](auto) { return applyTo<GradientReadOp, lowerRead>; })
      .Case<GradientTakeOp>([](auto) { return applyTo<GradientTakeOp, lowerTake>; })
      .Case<GradientAddOp>([](auto) { return applyTo<GradientAddOp, lowerAddTo>; })
      .Case<VarOp>([](auto) { return applyTo<VarOp, lowerVar>; })
      .Case<GetOp>([](auto) { return applyTo<GetOp, lowerGet>; })
      .Case<SetOp>([](auto) { return applyTo<SetOp, lowerSet>; })
      .Default(nullptr);
}

} // namespace kgen::conversion
