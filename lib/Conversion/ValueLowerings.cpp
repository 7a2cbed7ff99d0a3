// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, variables and components.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace kgen::conversion {

LogicalResult lowerPrint(PrintOp op, KernelLowering &k);
LogicalResult lowerPrintf(PrintfOp op, KernelLowering &k);
LogicalResult lowerFields(ConstructOp op, KernelLowering &k);
bool lowerExtractOfStruct(ExtractOp op, KernelLowering &k);
LogicalResult lowerInsertIntoStruct(InsertOp op, KernelLowering &k);

static LogicalResult lowerConstant(ConstantOp op, KernelLowering &k) {
  Type type = registerType(op.getType());
  TypedAttr value = op.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type, integer.getValue());
  k.set(op.getResult(), LLVM::ConstantOp::create(k.builder, k.loc, type, value).getResult());
  return success();
}

static LogicalResult lowerTid(TidOp op, KernelLowering &k) {
  if (const FlatThread *flat = k.getFlatThread(); flat && flat->thread == op.getResult(0)) {
    k.set(flat->thread, flat->number);
    return success();
  }
  for (auto [d, coordinate] : llvm::enumerate(op.getCoordinates()))
    k.set(coordinate, k.getCoordinate(d));
  return success();
}

static LogicalResult lowerBlockDim(BlockDimOp op, KernelLowering &k) {
  Type i32 = k.builder.getI32Type();
  k.set(op.getCount(), k.onGPU() ? NVVM::BlockDimXOp::create(k.builder, k.loc, i32).getResult() : k.constant(i32, 1));
  return success();
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static void constructInMemory(ConstructOp op, KernelLowering &k, Value memory) {
  Type type = op.getType();
  auto components = op.getComponents();
  if (components.size() > 1)
    for (auto [i, component] : llvm::enumerate(components))
      k.storeComponent(type, memory, k.constant(k.builder.getI64Type(), i), k.getScalar(component));
  else
    k.fill(type, memory, components.empty() ? k.zeros(elementType(type)).front() : k.getScalar(components.front()));
}

/// Whether a large value is made where a variable is that begins with it, and has no memory of its own.
static bool isMadeInVariables(ConstructOp op) {
  return op.getComponents().size() <= 1 &&
         llvm::all_of(op->getUsers(), [](Operation *user) { return isa<VarOp>(user); });
}

static LogicalResult lowerLargeConstruct(ConstructOp op, KernelLowering &k) {
  if (isMadeInVariables(op))
    return success();
  Value result = k.allocate(op.getType());
  constructInMemory(op, k, result);
  k.set(op.getResult(), result);
  return success();
}

static LogicalResult lowerConstruct(ConstructOp op, KernelLowering &k) {
  Type type = op.getType();
  if (hasFields(type))
    return lowerFields(op, k);
  if (isInMemory(type))
    return lowerLargeConstruct(op, k);
  Components components;
  for (Value component : op.getComponents())
    components.push_back(k.getScalar(component));
  if (components.empty())
    components = k.zeros(type);
  if (components.size() == 1)
    components.resize(numComponents(type), components.front());
  k.set(op.getResult(), components);
  return success();
}

static LogicalResult lowerIdentity(IdentityOp op, KernelLowering &k) {
  Type type = op.getType(), scalar = registerType(elementType(type));
  Value one = isa<FloatType>(scalar) ? k.floatConstant(scalar, 1.0) : k.constant(scalar, 1);
  unsigned step = ValueLayout::of(type).getWidth() + 1, count = numComponents(type);
  if (!isMat(type)) { // a rotation, whose last number is w
    Components components = k.zeros(type);
    components.back() = one;
    k.set(op.getResult(), components);
    return success();
  }
  if (isInMemory(type)) {
    Value memory = k.allocate(type);
    k.fill(type, memory, k.zeros(elementType(type)).front());
    for (unsigned i = 0; i < count; i += step)
      k.storeComponent(type, memory, k.constant(k.builder.getI64Type(), i), one);
    k.set(op.getResult(), memory);
    return success();
  }
  Components components = k.zeros(type);
  for (unsigned i = 0; i < count; i += step)
    components[i] = one;
  k.set(op.getResult(), components);
  return success();
}

/// Which of `extent` slices a literal means: it counts from the end where it is negative. None where that is to be seen
/// at run time, or none of them is meant.
static std::optional<int64_t> literalSlice(KernelLowering &k, OpFoldResult index, int64_t extent) {
  std::optional<int64_t> literal = k.getLiteral(index);
  if (literal && *literal < 0)
    *literal += extent;
  return literal && *literal >= 0 && *literal < extent ? literal : std::nullopt;
}

/// An index that is at least zero where it is in range: a negative one counts from the end.
Value wrapIndex(KernelLowering &k, OpFoldResult index, int64_t extent) {
  Value value = k.getIndex(index);
  std::optional<int64_t> literal = k.getLiteral(index);
  if (literal ? *literal >= 0 : k.ranges.isNonNegative(cast<Value>(index)))
    return value;
  Value zero = k.constant(value.getType(), 0);
  Value length = k.constant(value.getType(), extent);
  Value negative = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::slt, value, zero);
  Value fromEnd = LLVM::AddOp::create(k.builder, k.loc, value, length);
  return LLVM::SelectOp::create(k.builder, k.loc, negative, fromEnd, value);
}

/// For each slice, whether a dynamic index means it.
static SmallVector<Value, 4> sliceConditions(KernelLowering &k, OpFoldResult index, int64_t extent) {
  Value wrapped = wrapIndex(k, index, extent);
  SmallVector<Value, 4> conditions;
  for (int64_t s = 0; s < extent; ++s) {
    Value slice = k.constant(wrapped.getType(), s);
    conditions.push_back(LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::eq, wrapped, slice));
  }
  return conditions;
}

/// Selects by component.
static Components selectAll(KernelLowering &k, Value condition, ValueRange a, ValueRange b) {
  Components selected;
  for (auto [x, y] : llvm::zip(a, b))
    selected.push_back(LLVM::SelectOp::create(k.builder, k.loc, condition, x, y));
  return selected;
}

/// The components at `indices`, one for each leading extent.
static Components pick(KernelLowering &k, Components all, ArrayRef<int64_t> extents, ArrayRef<OpFoldResult> indices) {
  if (indices.empty())
    return all;
  unsigned width = all.size() / extents.front();
  auto slice = [&](unsigned s) { return ArrayRef<Value>(all).slice(s * width, width); };
  Components picked;
  if (std::optional<int64_t> literal = literalSlice(k, indices.front(), extents.front())) {
    picked.assign(slice(*literal));
  } else {
    SmallVector<Value, 4> conditions = sliceConditions(k, indices.front(), extents.front());
    picked.assign(slice(0));
    for (int64_t s = 1; s < extents.front(); ++s)
      picked = selectAll(k, conditions[s], slice(s), picked);
  }
  return pick(k, picked, extents.drop_front(), indices.drop_front());
}

/// `all` with the components at `indices` replaced.
static Components replace(KernelLowering &k, ArrayRef<Value> all, ArrayRef<int64_t> extents,
                          ArrayRef<OpFoldResult> indices, ValueRange components) {
  if (indices.empty())
    return Components(components.begin(), components.end());
  unsigned width = all.size() / extents.front();
  std::optional<int64_t> literal = literalSlice(k, indices.front(), extents.front());
  SmallVector<Value, 4> conditions;
  if (!literal)
    conditions = sliceConditions(k, indices.front(), extents.front());
  Components result;
  for (int64_t s = 0; s < extents.front(); ++s) {
    ArrayRef<Value> before = all.slice(s * width, width);
    if (literal && *literal != s) {
      llvm::append_range(result, before);
      continue;
    }
    Components after = replace(k, before, extents.drop_front(), indices.drop_front(), components);
    llvm::append_range(result, literal ? after : selectAll(k, conditions[s], after, before));
  }
  return result;
}

namespace {
/// A component or row of a large value. Outside of it a read gives what lies first and a write does nothing, as with
/// values in registers.
struct LargePart {
  Value address;
  Value inRange; // null: it is known to be
};
} // namespace

static LargePart locatePart(KernelLowering &k, Type type, Value aggregate, ArrayRef<OpFoldResult> indices) {
  Type i64 = k.builder.getI64Type();
  LargePart part;
  Value number;
  unsigned width = numComponents(type);
  for (auto [operand, extent] : llvm::zip(indices, ValueLayout::of(type).getExtents())) {
    width /= extent;
    Value index;
    if (std::optional<int64_t> literal = literalSlice(k, operand, extent)) {
      index = k.constant(i64, *literal);
    } else if (contains({0, extent - 1}, k.ranges.of(cast<Value>(operand)))) {
      index = LLVM::ZExtOp::create(k.builder, k.loc, i64, k.getIndex(operand));
    } else {
      Value wrapped = wrapIndex(k, operand, extent);
      Value limit = k.constant(wrapped.getType(), extent), first = k.constant(wrapped.getType(), 0);
      Value inside = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::ult, wrapped, limit);
      Value chosen = LLVM::SelectOp::create(k.builder, k.loc, inside, wrapped, first);
      index = LLVM::ZExtOp::create(k.builder, k.loc, i64, chosen);
      part.inRange = part.inRange ? LLVM::AndOp::create(k.builder, k.loc, part.inRange, inside).getResult() : inside;
    }
    Value offset =
        width == 1 ? index : LLVM::MulOp::create(k.builder, k.loc, index, k.constant(i64, width)).getResult();
    number = number ? LLVM::AddOp::create(k.builder, k.loc, number, offset).getResult() : offset;
  }
  part.address = k.componentAddress(type, aggregate, number);
  return part;
}

/// Writes a component or row into the memory of a large value.
static void storePart(KernelLowering &k, Type type, Value aggregate, ArrayRef<OpFoldResult> indices, Value value) {
  LargePart part = locatePart(k, type, aggregate, indices);
  auto store = [&] { storeElement(k, value.getType(), part.address, k.get(value)); };
  if (part.inRange)
    k.guarded(part.inRange, store);
  else
    store();
}

/// Whether a variable cannot change while the value that was read from it is used.
static bool isReadAtOnce(GetOp op) {
  auto extract = dyn_cast_or_null<ExtractOp>(op->getNextNode());
  return extract && op->hasOneUse() && extract.getAggregate() == op.getResult();
}

/// The address of an aggregate that is in memory; null for any other.
static Value memoryOf(KernelLowering &k, Value aggregate) {
  auto get = aggregate.getDefiningOp<GetOp>();
  bool isKept = get && k.isKeptInMemory(get.getVar()) && isReadAtOnce(get);
  return isKept || isInMemory(aggregate.getType()) ? k.getScalar(isKept ? get.getVar() : aggregate) : Value();
}

static LogicalResult lowerExtract(ExtractOp op, KernelLowering &k) {
  Type type = op.getAggregate().getType();
  if (lowerExtractOfStruct(op, k))
    return success();
  if (Value memory = memoryOf(k, op.getAggregate())) {
    LargePart part = locatePart(k, type, memory, op.getMixedIndices());
    k.set(op.getResult(), loadElement(k, op.getType(), part.address));
    return success();
  }
  ArrayRef<int64_t> extents = ValueLayout::of(type).getExtents();
  k.set(op.getResult(), pick(k, k.get(op.getAggregate()), extents, op.getMixedIndices()));
  return success();
}

static LogicalResult lowerInsert(InsertOp op, KernelLowering &k) {
  Type type = op.getType();
  if (!isAggregate(type))
    return lowerInsertIntoStruct(op, k);
  if (isInMemory(type)) {
    Value result = k.allocate(type);
    k.copy(type, k.getScalar(op.getAggregate()), result);
    storePart(k, type, result, op.getMixedIndices(), op.getValue());
    k.set(op.getResult(), result);
    return success();
  }
  ArrayRef<int64_t> extents = ValueLayout::of(type).getExtents();
  Components components = replace(k, k.get(op.getAggregate()), extents, op.getMixedIndices(), k.get(op.getValue()));
  k.set(op.getResult(), components);
  return success();
}

//===----------------------------------------------------------------------===//
// Variables: a stack slot for each component, which LLVM turns into registers; one for all of a large value
//===----------------------------------------------------------------------===//

static void storeAll(KernelLowering &k, ValueRange components, ValueRange slots) {
  for (auto [component, slot] : llvm::zip(components, slots))
    LLVM::StoreOp::create(k.builder, k.loc, component, slot);
}

static Components loadAll(KernelLowering &k, Type type, ValueRange slots) {
  Components components;
  for (auto [slot, leaf] : llvm::zip_equal(slots, registerTypes(type)))
    components.push_back(LLVM::LoadOp::create(k.builder, k.loc, leaf, slot));
  return components;
}

/// Whether components of a variable are chosen at run time, of more than a few: a GPU's threads have memory for that,
/// and the address is shorter than a chain of selections.
static bool isBetterInMemory(VarOp op, KernelLowering &k) {
  static constexpr unsigned few = 4;
  auto isChosen = [&](Operation *user) {
    auto set = dyn_cast<SetOp>(user);
    auto isValue = [&](OpFoldResult index) { return !k.isLiteral(index); };
    return set && llvm::any_of(set.getMixedIndices(), isValue);
  };
  return k.onGPU() && isAggregate(op.getValueType()) && numComponents(op.getValueType()) > few &&
         llvm::any_of(op.getVar().getUsers(), isChosen);
}

static LogicalResult lowerVar(VarOp op, KernelLowering &k) {
  if (isArray(op.getValueType()))
    return op.emitError("a variable of type ") << op.getValueType() << " has no lowering to machine code";
  if (isInMemory(op.getValueType())) {
    Value memory = k.allocate(op.getValueType());
    k.set(op.getVar(), memory);
    if (!op.getInit())
      return success();
    auto construct = op.getInit().getDefiningOp<ConstructOp>();
    if (construct && isMadeInVariables(construct))
      constructInMemory(construct, k, memory);
    else
      k.copy(op.getValueType(), k.getScalar(op.getInit()), memory);
    return success();
  }
  if (isBetterInMemory(op, k)) {
    k.keepInMemory(op.getVar());
    k.set(op.getVar(), k.allocate(op.getValueType()));
    if (op.getInit())
      storeElement(k, op.getValueType(), k.getScalar(op.getVar()), k.get(op.getInit()));
    return success();
  }
  OpBuilder b = k.prologue();
  Components slots;
  for (Type leaf : registerTypes(op.getValueType())) {
    Value one = LLVM::ConstantOp::create(b, k.loc, b.getI32Type(), b.getI32IntegerAttr(1));
    slots.push_back(LLVM::AllocaOp::create(b, k.loc, k.pointerType(), leaf, one));
  }
  k.set(op.getVar(), slots);
  if (op.getInit())
    storeAll(k, k.get(op.getInit()), slots);
  return success();
}

static LogicalResult lowerGet(GetOp op, KernelLowering &k) {
  if (k.isKeptInMemory(op.getVar())) {
    if (!isReadAtOnce(op))
      k.set(op.getResult(), loadElement(k, op.getType(), k.getScalar(op.getVar())));
    return success();
  }
  if (isInMemory(op.getType())) { // a copy where the variable may change while the value is used
    Value variable = k.getScalar(op.getVar());
    k.set(op.getResult(), isReadAtOnce(op) ? Components{variable} : loadElement(k, op.getType(), variable));
    return success();
  }
  k.set(op.getResult(), loadAll(k, op.getType(), k.get(op.getVar())));
  return success();
}

/// Assigns to a part of a variable that is a struct, a transform or a quaternion.
static LogicalResult setPartOfStruct(SetOp op, KernelLowering &k, Type type, Components slots, ValueRange components) {
  SmallVector<OpFoldResult> path = op.getMixedIndices();
  if (isInMemory(type))
    return storeIntoMemory(op, k, type, slots.front(), path, op.getValue());
  if (llvm::all_of(path, [](OpFoldResult step) { return getLiteral(step).has_value(); })) {
    storeAll(k, components, pickPart(k, slots, type, path));
    return success();
  }
  Components before = loadAll(k, type, slots);
  storeAll(k, replacePart(k, before, type, path, Components(components)), slots);
  return success();
}

static LogicalResult lowerSet(SetOp op, KernelLowering &k) {
  Type type = cast<VarType>(op.getVar().getType()).getElementType();
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  std::optional<Components> leaves = leavesOf(k, op.getValue());
  if (!leaves)
    return op.emitError("a view in a struct has no lowering to machine code");
  Components slots = k.get(op.getVar()), components = *leaves;
  if (!isAggregate(type) && !indices.empty())
    return setPartOfStruct(op, k, type, slots, components);
  if (isInMemory(type) || k.isKeptInMemory(op.getVar())) {
    if (indices.empty())
      storeElement(k, type, slots.front(), components);
    else
      storePart(k, type, slots.front(), indices, op.getValue());
    return success();
  }
  if (indices.empty()) {
    storeAll(k, components, slots);
    return success();
  }
  ArrayRef<int64_t> extents = ValueLayout::of(type).getExtents();
  auto isFixed = [&](auto pair) { return literalSlice(k, std::get<0>(pair), std::get<1>(pair)).has_value(); };
  if (llvm::all_of(llvm::zip_first(indices, extents), isFixed)) {
    storeAll(k, components, pick(k, slots, extents, indices));
    return success();
  }
  // A slot chosen at run time would keep all of them in memory.
  Components before = loadAll(k, type, slots);
  storeAll(k, replace(k, before, extents, indices, components), slots);
  return success();
}

void addValueLowerings(LoweringTable &table) {
  table.add<ConstantOp, lowerConstant>();
  table.add<ConstructOp, lowerConstruct>();
  table.add<IdentityOp, lowerIdentity>();
  table.add<ExtractOp, lowerExtract>();
  table.add<InsertOp, lowerInsert>();
  table.add<VarOp, lowerVar>();
  table.add<GetOp, lowerGet>();
  table.add<SetOp, lowerSet>();
  table.add<TidOp, lowerTid>();
  table.add<BlockDimOp, lowerBlockDim>();
  table.add<PrintOp, lowerPrint>();
  table.add<PrintfOp, lowerPrintf>();
}

} // namespace kgen::conversion
