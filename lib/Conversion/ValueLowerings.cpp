// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, variables and components.

#include "KernelLowering.h"

using namespace mlir;

namespace kgen {

LogicalResult lowerTid(TidOp op, KernelLowering &k);
LogicalResult lowerPrint(PrintOp op, KernelLowering &k);

static LogicalResult lowerConstant(ConstantOp op, KernelLowering &k) {
  Type type = registerType(op.getType());
  TypedAttr value = op.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type, integer.getValue());
  k.set(op.getResult(), LLVM::ConstantOp::create(k.builder, k.loc, type, value).getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

static LogicalResult lowerConstruct(ConstructOp op, KernelLowering &k) {
  Type type = op.getType();
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
  auto type = cast<MatType>(op.getType());
  Value one = k.floatConstant(type.getElementType(), 1.0);
  Components components = k.zeros(type);
  for (unsigned i = 0; i < type.getRows(); ++i)
    components[i * type.getCols() + i] = one;
  k.set(op.getResult(), components);
  return success();
}

static SmallVector<unsigned, 2> extentsOf(Type aggregate) {
  if (auto mat = dyn_cast<MatType>(aggregate))
    return {mat.getRows(), mat.getCols()};
  return {cast<VecType>(aggregate).getLength()};
}

/// Which of `extent` slices an index means: a literal counts from the end where it is negative.
static unsigned literalSlice(int64_t literal, unsigned extent) { return literal < 0 ? literal + extent : literal; }

/// For each slice, whether a dynamic index means it. A negative index means the one that it counts to from the end.
static SmallVector<Value, 4> sliceConditions(KernelLowering &k, Value index, unsigned extent) {
  Value zero = k.constant(index.getType(), 0);
  Value length = k.constant(index.getType(), extent);
  Value negative = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::slt, index, zero);
  Value fromEnd = LLVM::AddOp::create(k.builder, k.loc, index, length);
  Value wrapped = LLVM::SelectOp::create(k.builder, k.loc, negative, fromEnd, index);
  SmallVector<Value, 4> conditions;
  for (unsigned s = 0; s < extent; ++s) {
    Value slice = k.constant(index.getType(), s);
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
static Components pick(KernelLowering &k, Components all, ArrayRef<unsigned> extents, ArrayRef<OpFoldResult> indices) {
  if (indices.empty())
    return all;
  unsigned width = all.size() / extents.front();
  auto slice = [&](unsigned s) { return ArrayRef<Value>(all).slice(s * width, width); };
  Components picked;
  if (std::optional<int64_t> literal = getLiteral(indices.front())) {
    picked.assign(slice(literalSlice(*literal, extents.front())));
  } else {
    SmallVector<Value, 4> conditions = sliceConditions(k, k.getIndex(indices.front()), extents.front());
    picked.assign(slice(0));
    for (unsigned s = 1; s < extents.front(); ++s)
      picked = selectAll(k, conditions[s], slice(s), picked);
  }
  return pick(k, picked, extents.drop_front(), indices.drop_front());
}

/// `all` with the components at `indices` replaced.
static Components replace(KernelLowering &k, ArrayRef<Value> all, ArrayRef<unsigned> extents,
                          ArrayRef<OpFoldResult> indices, ValueRange components) {
  if (indices.empty())
    return Components(components.begin(), components.end());
  unsigned width = all.size() / extents.front();
  std::optional<int64_t> literal = getLiteral(indices.front());
  SmallVector<Value, 4> conditions;
  if (!literal)
    conditions = sliceConditions(k, k.getIndex(indices.front()), extents.front());
  Components result;
  for (unsigned s = 0; s < extents.front(); ++s) {
    ArrayRef<Value> before = all.slice(s * width, width);
    if (literal && literalSlice(*literal, extents.front()) != s) {
      llvm::append_range(result, before);
      continue;
    }
    Components after = replace(k, before, extents.drop_front(), indices.drop_front(), components);
    llvm::append_range(result, literal ? after : selectAll(k, conditions[s], after, before));
  }
  return result;
}

static LogicalResult lowerExtract(ExtractOp op, KernelLowering &k) {
  auto extents = extentsOf(op.getAggregate().getType());
  k.set(op.getResult(), pick(k, k.get(op.getAggregate()), extents, op.getMixedIndices()));
  return success();
}

static LogicalResult lowerInsert(InsertOp op, KernelLowering &k) {
  auto extents = extentsOf(op.getAggregate().getType());
  Components components = replace(k, k.get(op.getAggregate()), extents, op.getMixedIndices(), k.get(op.getValue()));
  k.set(op.getResult(), components);
  return success();
}

//===----------------------------------------------------------------------===//
// Variables: a stack slot for each component, which LLVM turns into registers
//===----------------------------------------------------------------------===//

static void storeAll(KernelLowering &k, ValueRange components, ValueRange slots) {
  for (auto [component, slot] : llvm::zip(components, slots))
    LLVM::StoreOp::create(k.builder, k.loc, component, slot);
}

static Components loadAll(KernelLowering &k, Type type, ValueRange slots) {
  Type scalar = registerType(elementType(type));
  Components components;
  for (Value slot : slots)
    components.push_back(LLVM::LoadOp::create(k.builder, k.loc, scalar, slot));
  return components;
}

static LogicalResult lowerVar(VarOp op, KernelLowering &k) {
  Type scalar = registerType(elementType(op.getValueType()));
  OpBuilder b = k.prologue();
  Components slots;
  for (unsigned i = 0, n = numComponents(op.getValueType()); i < n; ++i) {
    Value one = LLVM::ConstantOp::create(b, k.loc, b.getI32Type(), b.getI32IntegerAttr(1));
    slots.push_back(LLVM::AllocaOp::create(b, k.loc, k.pointerType(), scalar, one));
  }
  k.set(op.getVar(), slots);
  if (op.getInit())
    storeAll(k, k.get(op.getInit()), slots);
  return success();
}

static LogicalResult lowerGet(GetOp op, KernelLowering &k) {
  k.set(op.getResult(), loadAll(k, op.getType(), k.get(op.getVar())));
  return success();
}

static LogicalResult lowerSet(SetOp op, KernelLowering &k) {
  Components slots = k.get(op.getVar()), components = k.get(op.getValue());
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  if (indices.empty()) {
    storeAll(k, components, slots);
    return success();
  }
  Type type = cast<VarType>(op.getVar().getType()).getElementType();
  auto extents = extentsOf(type);
  if (llvm::all_of(indices, [](OpFoldResult index) { return getLiteral(index).has_value(); })) {
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
  table.add<PrintOp, lowerPrint>();
}

} // namespace kgen
