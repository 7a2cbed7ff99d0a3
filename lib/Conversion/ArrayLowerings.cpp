// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of arrays: addresses, loads, stores, atomic updates. Strides are bytes; offsets are computed in 64 bits.

#include "PromotedElements.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace kgen::conversion {

//===----------------------------------------------------------------------===//
// The fields of an array, each loaded once before the thread loop
//===----------------------------------------------------------------------===//

Value toElementSpace(KernelLowering &k, OpBuilder &builder, Value pointer) {
  if (!k.onGPU())
    return pointer;
  return LLVM::AddrSpaceCastOp::create(builder, k.loc, k.elementPointerType(), pointer);
}

/// The line of an array's fields: that of a parameter itself, for they are loaded once, else the one that asks.
static Location fieldLine(KernelLowering &k, Value array) {
  return isa<BlockArgument>(array) ? unnamedLoc(array.getLoc()) : k.loc;
}

Value arrayElements(KernelLowering &k, Value array) {
  Buffer &buffer = k.getBuffer(array);
  llvm::SaveAndRestore at(k.loc, fieldLine(k, array));
  if (!buffer.data) {
    Type type = arrayStruct(array.getContext());
    Value data = k.loadField(buffer.pointer, type, {arrayData}, k.pointerType(), getName(array) + ".data");
    OpBuilder b = k.prologue();
    buffer.data = toElementSpace(k, b, data);
  }
  return buffer.data;
}

Value arrayExtent(KernelLowering &k, Value array, unsigned d) {
  Buffer &buffer = k.getBuffer(array);
  if (buffer.shape[d])
    return buffer.shape[d];
  llvm::SaveAndRestore at(k.loc, fieldLine(k, array));
  if (auto gradient = array.getDefiningOp<GradientOp>())
    buffer.shape[d] = arrayExtent(k, gradient.getArray(), d); // both gradients have the shape of the array
  else
    buffer.shape[d] = k.loadField(buffer.pointer, arrayStruct(array.getContext()), {arrayShape, int32_t(d)},
                                  k.builder.getI32Type(), getName(array) + ".shape" + Twine(d));
  return buffer.shape[d];
}

unsigned rankOf(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return array ? array.getRank() : cast<GradientType>(type).getRank();
}

bool KernelLowering::isDense(Value array) {
  auto gradient = array.getDefiningOp<GradientOp>();
  if (!mode.dense || !asParameter(gradient ? gradient.getArray() : array))
    return false;
  mode.dense->insert(array);
  return true;
}

Value arrayStride(KernelLowering &k, Value array, unsigned d) {
  if (d + 1 == rankOf(array.getType()) && k.isDense(array)) {
    OpBuilder b = k.prologue();
    int64_t size = ValueLayout::of(elementType(array.getType())).getSize();
    return LLVM::ConstantOp::create(b, k.loc, b.getI64Type(), b.getI64IntegerAttr(size));
  }
  Buffer &buffer = k.getBuffer(array);
  if (buffer.strides[d])
    return buffer.strides[d];
  llvm::SaveAndRestore at(k.loc, fieldLine(k, array));
  auto gradient = array.getDefiningOp<GradientOp>();
  Value stride = gradient ? gradientStride(k, gradient, d)
                          : k.loadField(buffer.pointer, arrayStruct(array.getContext()), {arrayStrides, int32_t(d)},
                                        k.builder.getI32Type(), getName(array) + ".stride" + Twine(d));
  OpBuilder b = k.prologue();
  return buffer.strides[d] = LLVM::SExtOp::create(b, k.loc, b.getI64Type(), stride);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value wrappedIndex(KernelLowering &k, Value array, OpFoldResult index, unsigned d) {
  std::optional<int64_t> literal = k.getLiteral(index);
  Value value = k.getIndex(index);
  if (literal ? *literal >= 0 : k.ranges.isNonNegative(cast<Value>(index)))
    return value;
  bool isVector = isa<VectorType>(value.getType());
  Value extent = arrayExtent(k, array, d);
  if (isVector)
    extent = k.splat(extent);
  auto fromEnd = [&]() -> Value { return LLVM::AddOp::create(k.builder, k.loc, value, extent); };
  if (literal)
    return fromEnd();
  Value zero = k.constant(value.getType(), 0);
  Value negative = LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::slt, value, zero);
  if (isVector || !k.mayUseLanes())
    return LLVM::SelectOp::create(k.builder, k.loc, negative, fromEnd(), value);
  // A CPU predicts a branch that is almost never taken; the address would have to wait for a select. Text
  // reads better with the choice.
  Block *wrap = k.newBlock("index.wrap"), *end = k.newBlock("index", cast<Value>(index).getType());
  k.branchIf(negative, wrap, {}, end, value, /*isRare=*/true);
  k.enter(wrap);
  k.branch(end, fromEnd());
  return k.resume(end).front();
}

Value elementAddress(KernelLowering &k, Value array, ArrayRef<OpFoldResult> steps) {
  ArrayRef<OpFoldResult> indices = steps.take_front(rankOf(array.getType()));
  ArrayRef<OpFoldResult> path = steps.drop_front(indices.size());
  if (const PromotedElements *promoted = k.getPromoted())
    if (Value slot = promoted->find(array, indices))
      return partAddress(k, elementType(array.getType()), slot, path);
  Type i8 = k.builder.getI8Type(), i64 = k.builder.getI64Type();
  Value address = arrayElements(k, array);
  for (auto [d, index] : llvm::enumerate(indices)) {
    if (k.getLiteral(index) == 0)
      continue;
    Value wrapped = wrappedIndex(k, array, index, d), wide;
    if (k.mayUseLanes()) // an index in the array is not negative here, and x86 extends with zeros for nothing
      wide = LLVM::ZExtOp::create(k.builder, k.loc, i64, wrapped, /*nonNeg=*/true);
    else
      wide = LLVM::SExtOp::create(k.builder, k.loc, i64, wrapped);
    Value offset = LLVM::MulOp::create(k.builder, k.loc, wide, arrayStride(k, array, d));
    address = LLVM::GEPOp::create(k.builder, k.loc, k.elementPointerType(), i8, address, ValueRange(offset),
                                  LLVM::GEPNoWrapFlags::inbounds);
  }
  return partAddress(k, elementType(array.getType()), address, path);
}

//===----------------------------------------------------------------------===//
// Elements in memory: leaves where the layout says
//===----------------------------------------------------------------------===//

Value leafAddress(KernelLowering &k, const ValueLeaf &leaf, Value address) {
  if (leaf.offset == 0)
    return address;
  if (isArray(leaf.type)) {
    Value offset = k.constant(k.builder.getI64Type(), leaf.offset);
    return LLVM::GEPOp::create(k.builder, k.loc, address.getType(), k.builder.getI8Type(), address, ValueRange(offset),
                               LLVM::GEPNoWrapFlags::inbounds);
  }
  int32_t index = leaf.offset / scalarBytes(leaf.type);
  return LLVM::GEPOp::create(k.builder, k.loc, address.getType(), memoryType(leaf.type), address,
                             ArrayRef<LLVM::GEPArg>{index}, LLVM::GEPNoWrapFlags::inbounds);
}

Value loadScalar(KernelLowering &k, Type scalar, Value address) {
  Value value = LLVM::LoadOp::create(k.builder, k.loc, memoryType(scalar), address, scalarBytes(scalar));
  if (!isBool(scalar))
    return value;
  Value zero = k.constant(value.getType(), 0);
  return LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::ne, value, zero);
}

void storeScalar(KernelLowering &k, Type scalar, Value address, Value value) {
  if (isBool(scalar))
    value = LLVM::ZExtOp::create(k.builder, k.loc, memoryType(scalar), value);
  LLVM::StoreOp::create(k.builder, k.loc, value, address, scalarBytes(scalar));
}

Components loadElement(KernelLowering &k, Type type, Value address) {
  Components components;
  if (isInMemory(type)) {
    components.push_back(k.allocate(type));
    k.copy(type, address, components.front());
    return components;
  }
  for (const ValueLeaf &leaf : ValueLayout::of(type).getLeaves()) {
    Value at = leafAddress(k, leaf, address);
    components.push_back(isArray(leaf.type) ? k.copyArray(at) : loadScalar(k, leaf.type, at));
  }
  return components;
}

void storeElement(KernelLowering &k, Type type, Value address, ValueRange components) {
  if (isInMemory(type))
    return k.copy(type, components.front(), address);
  for (auto [leaf, component] : llvm::zip_equal(ValueLayout::of(type).getLeaves(), components)) {
    Value at = leafAddress(k, leaf, address);
    if (isArray(leaf.type))
      k.copy(leaf.type, component, at);
    else
      storeScalar(k, leaf.type, at, component);
  }
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

static LLVM::AtomicBinOp atomicOperation(AtomicKind kind, Type scalar) {
  using Op = LLVM::AtomicBinOp;
  unsigned type = isFloat(scalar) ? 0 : scalar.isUnsignedInteger() ? 2 : 1;
  static constexpr Op table[8][3] = {
      {Op::fadd, Op::add, Op::add},   {Op::fsub, Op::sub, Op::sub},
      {Op::fmin, Op::min, Op::umin},  {Op::fmax, Op::max, Op::umax},
      {Op::xchg, Op::xchg, Op::xchg}, {Op::_and, Op::_and, Op::_and}, // of integers alone
      {Op::_or, Op::_or, Op::_or},    {Op::_xor, Op::_xor, Op::_xor}};
  return table[unsigned(kind)][type];
}

/// An atomic, among the threads of a GPU or of this process. There is no subtraction of floats: `a - b` is `a + (-b)`,
/// to the bit.
static Value updateAtomically(KernelLowering &k, AtomicKind kind, Type scalar, Value address, Value operand) {
  if (kind == AtomicKind::sub && isFloat(scalar)) {
    kind = AtomicKind::add;
    operand = lowerNeg(k, scalar, operand);
  }
  return LLVM::AtomicRMWOp::create(k.builder, k.loc, atomicOperation(kind, scalar), address, operand,
                                   LLVM::AtomicOrdering::monotonic, k.onGPU() ? "device" : "");
}

template <class OpType> static Value lowerBits(KernelLowering &k, Type, ValueRange v) {
  return OpType::create(k.builder, k.loc, v[0], v[1]);
}

static Value lowerExchange(KernelLowering &, Type, ValueRange v) { return v[1]; }

/// Updates without an atomic: no other thread updates the element at the same time.
static Value updatePlainly(KernelLowering &k, AtomicKind kind, Type scalar, Value address, Value operand) {
  static constexpr LoweringTable::ScalarLowering table[] = {lowerAdd,
                                                            lowerSub,
                                                            lowerMin,
                                                            lowerMax,
                                                            lowerExchange,
                                                            lowerBits<LLVM::AndOp>,
                                                            lowerBits<LLVM::OrOp>,
                                                            lowerBits<LLVM::XOrOp>};
  Value old = loadScalar(k, scalar, address);
  storeScalar(k, scalar, address, table[unsigned(kind)](k, scalar, {old, operand}));
  return old;
}

Components updateElement(KernelLowering &k, Value array, AtomicKind kind, Type type, Value address,
                         ValueRange operand) {
  auto *update = k.isShared(array) ? updateAtomically : updatePlainly;
  Components old;
  if (isInMemory(type)) {
    old.push_back(k.allocate(type));
    k.forEach(numComponents(type), [&](Value index) {
      Value component = k.loadComponent(type, operand.front(), index);
      Value before = update(k, kind, elementType(type), k.componentAddress(type, address, index), component);
      k.storeComponent(type, old.front(), index, before);
    });
    return old;
  }
  for (auto [leaf, component] : llvm::zip_equal(ValueLayout::of(type).getLeaves(), operand))
    old.push_back(update(k, kind, leaf.type, leafAddress(k, leaf, address), component));
  return old;
}

/// `*address = value` where it equals `expected`. The hardware compares bits, and knows integers alone.
static Value swapIfEqual(KernelLowering &k, Value array, Type scalar, Value address, Value expected, Value value) {
  if (!k.isShared(array)) {
    Value old = loadScalar(k, scalar, address);
    Value equal = isFloat(scalar)
                      ? LLVM::FCmpOp::create(k.builder, k.loc, LLVM::FCmpPredicate::oeq, old, expected).getResult()
                      : LLVM::ICmpOp::create(k.builder, k.loc, LLVM::ICmpPredicate::eq, old, expected).getResult();
    storeScalar(k, scalar, address, LLVM::SelectOp::create(k.builder, k.loc, equal, value, old));
    return old;
  }
  Type word = k.builder.getIntegerType(scalar.getIntOrFloatBitWidth());
  auto toWord = [&](Value number) -> Value {
    return isFloat(scalar) ? LLVM::BitcastOp::create(k.builder, k.loc, word, number).getResult() : number;
  };
  Value before = toWord(expected), after = toWord(value);
  auto swap = LLVM::AtomicCmpXchgOp::create(k.builder, k.loc, address, before, after, LLVM::AtomicOrdering::monotonic,
                                            LLVM::AtomicOrdering::monotonic, k.onGPU() ? "device" : "");
  Value old = LLVM::ExtractValueOp::create(k.builder, k.loc, swap, 0);
  return isFloat(scalar) ? LLVM::BitcastOp::create(k.builder, k.loc, scalar, old).getResult() : old;
}

static LogicalResult lowerAtomicCas(AtomicCasOp op, KernelLowering &k) {
  Value address = elementAddress(k, op.getArray(), op.getMixedIndices());
  Value expected = k.getScalar(op.getExpected()), value = k.getScalar(op.getValue());
  k.set(op.getOld(), swapIfEqual(k, op.getArray(), op.getValue().getType(), address, expected, value));
  return success();
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

static LogicalResult lowerLoad(LoadOp op, KernelLowering &k) {
  Value address = elementAddress(k, op.getArray(), op.getMixedIndices());
  k.set(op.getResult(), loadElement(k, op.getType(), address));
  if (k.takesDense())
    prefetchBehind(op, k);
  return success();
}

static LogicalResult lowerStore(StoreOp op, KernelLowering &k) {
  Value address = elementAddress(k, op.getArray(), op.getMixedIndices());
  Value value = op.getValue();
  bool isView = isArray(value.getType()) && !k.getArray(value);
  if (isView)
    return op.emitError("a view in a struct has no lowering to machine code");
  storeElement(k, value.getType(), address, isArray(value.getType()) ? Components{k.getArray(value)} : k.get(value));
  return success();
}

static LogicalResult lowerShape(ShapeOp op, KernelLowering &k) {
  k.set(op.getExtent(), arrayExtent(k, op.getArray(), op.getDimension()));
  return success();
}

static LogicalResult lowerAtomic(AtomicOp op, KernelLowering &k) {
  Value address = elementAddress(k, op.getArray(), op.getMixedIndices());
  Type type = op.getValue().getType();
  k.set(op.getOld(), updateElement(k, op.getArray(), op.getKind(), type, address, k.get(op.getValue())));
  return success();
}

void addArrayLowerings(LoweringTable &table) {
  table.add<LoadOp, lowerLoad>();
  table.add<StoreOp, lowerStore>();
  table.add<ShapeOp, lowerShape>();
  table.add<AtomicOp, lowerAtomic>();
  table.add<AtomicCasOp, lowerAtomicCas>();
}

} // namespace kgen::conversion
