// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of indices, in front of the op that has them. An index that is out of range is told to the process, and the
// function returns. Of lanes all are checked at once.

#include "Lanes.h"
#include "kgen/IR/IndexFault.h"

using namespace mlir;

namespace kgen::conversion {

namespace {
/// The checks of one op. Numbers have 32 bits, where nothing wraps that matters, unless said.
class BoundsChecks {
public:
  BoundsChecks(KernelLowering &k, Operation *op) : k(k), b(k.builder), op(op) {}

  void ofArray(Value array, ArrayRef<OpFoldResult> indices);
  void ofParts(Type type, ArrayRef<OpFoldResult> path);

private:
  void check(OpFoldResult index, Value extent, const std::string &where);
  void checkContiguous(Value index, Value extent, const std::string &where);
  void failIf(Value isOutside, OpFoldResult index, const std::string &where,
              llvm::function_ref<std::pair<Value, Value>()> indexAndExtent);
  Value compare(LLVM::ICmpPredicate predicate, Value x, Value y) {
    return LLVM::ICmpOp::create(b, k.loc, predicate, x, y);
  }
  Value add(Value x, Value y) { return LLVM::AddOp::create(b, k.loc, x, y); }
  /// With 64 bits.
  Value wide(Value x) { return LLVM::SExtOp::create(b, k.loc, b.getI64Type(), x); }
  bool isNonNegative(OpFoldResult index) {
    std::optional<int64_t> literal = k.getLiteral(index);
    return literal ? *literal >= 0 : k.ranges.isNonNegative(cast<Value>(index));
  }

  KernelLowering &k;
  OpBuilder &b;
  Operation *op;
};
} // namespace

/// Leaves the function where a condition holds, after telling an index and the extent, both of 64 bits.
void BoundsChecks::failIf(Value isOutside, OpFoldResult index, const std::string &where,
                          llvm::function_ref<std::pair<Value, Value>()> indexAndExtent) {
  auto value = dyn_cast<Value>(index);
  int64_t number = k.addIndexCheck({op->getLoc(), where, value ? getName(value).str() : ""});
  Block *fail = k.newBlock("index.fails"), *next = k.newBlock("index.holds");
  k.branchIf(isOutside, fail, {}, next, {}, /*isRare=*/true);
  k.enter(fail);
  auto [got, extent] = indexAndExtent();
  k.callHost("kgen_index_fault", {k.constant(b.getI64Type(), number), got, extent});
  k.returnFromFunction();
  k.enter(next);
}

/// The first of the lanes for which a condition holds.
static Value firstLane(KernelLowering &k, Value conditions) {
  Type bits = k.builder.getIntegerType(cast<VectorType>(conditions.getType()).getNumElements());
  Value all = LLVM::BitcastOp::create(k.builder, k.loc, bits, conditions);
  return LLVM::CountTrailingZerosOp::create(k.builder, k.loc, bits, all, /*is_zero_poison=*/true);
}

void BoundsChecks::check(OpFoldResult index, Value extent, const std::string &where) {
  Value value = k.getIndex(index), length = extent;
  bool isVector = isa<VectorType>(value.getType());
  if (isVector)
    length = k.splat(extent);
  // From -extent to extent - 1, without a sign: from 0 to twice the extent.
  Value outside = isNonNegative(index) ? compare(LLVM::ICmpPredicate::uge, value, length)
                                       : compare(LLVM::ICmpPredicate::uge, add(value, length), add(length, length));
  if (!isVector)
    return failIf(outside, index, where, [&] { return std::pair(wide(value), wide(extent)); });
  if (Value mask = k.getLanes()->mask)
    outside = LLVM::AndOp::create(b, k.loc, outside, mask);
  Value any = LLVM::vector_reduce_or::create(b, k.loc, b.getI1Type(), outside);
  failIf(any, index, where, [&] {
    Value own = LLVM::ExtractElementOp::create(b, k.loc, value, firstLane(k, outside));
    return std::pair(wide(own), wide(extent));
  });
}

/// Of all lanes, from the first one's index on.
void BoundsChecks::checkContiguous(Value index, Value extent, const std::string &where) {
  Value first = wide(inFirstLane(k, index)), length = wide(extent);
  Value end = add(first, k.constant(b.getI64Type(), k.getLanes()->count));
  Value outside = compare(LLVM::ICmpPredicate::sgt, end, length);
  if (!isNonNegative(index)) {
    Value fromEnd = add(first, length), zero = k.constant(b.getI64Type(), 0);
    outside = LLVM::OrOp::create(b, k.loc, outside, compare(LLVM::ICmpPredicate::slt, fromEnd, zero));
  }
  failIf(outside, index, where, [&] {
    Value least = LLVM::SubOp::create(b, k.loc, k.constant(b.getI64Type(), 0), length);
    Value isBefore = compare(LLVM::ICmpPredicate::slt, first, least);
    Value behind = LLVM::SMaxOp::create(b, k.loc, first, length);
    Value got = LLVM::SelectOp::create(b, k.loc, isBefore, first, behind);
    return std::pair(got, length);
  });
}

void BoundsChecks::ofArray(Value array, ArrayRef<OpFoldResult> indices) {
  Value named = array;
  int64_t before = 0;
  for (ViewOp view; (view = named.getDefiningOp<ViewOp>()); named = view.getArray())
    before += view.getMixedIndices().size();
  if (auto gradient = named.getDefiningOp<GradientOp>())
    named = gradient.getArray();
  Lanes *lanes = k.getLanes();
  auto access = dyn_cast<AccessOpInterface>(op);
  bool isContiguous = lanes && access && !lanes->mask && lanes->analysis.followOneAnother(access);
  for (auto [d, index] : llvm::enumerate(indices)) {
    std::string where = placeInArray(before + d, getName(named));
    Value extent = arrayExtent(k, array, d);
    if (isContiguous && d + 1 == indices.size())
      checkContiguous(cast<Value>(index), extent, where);
    else
      check(index, extent, where);
  }
}

void BoundsChecks::ofParts(Type type, ArrayRef<OpFoldResult> path) {
  bool isSecond = false;
  for (OpFoldResult step : path) {
    std::optional<int64_t> literal = kgen::getLiteral(step);
    if (!literal)
      check(step, k.constant(b.getI32Type(), numParts(type)), placeInValue(type, isSecond));
    isSecond = isMat(type);
    type = partType(type, literal.value_or(0));
  }
}

void checkIndices(Operation &op, KernelLowering &k) {
  BoundsChecks checks(k, &op);
  if (auto access = dyn_cast<AccessOpInterface>(op)) {
    checks.ofArray(access.getArray(), access.getElementIndices());
    checks.ofParts(elementType(access.getArray().getType()), access.getPath());
  } else if (auto view = dyn_cast<ViewOp>(op)) {
    checks.ofArray(view.getArray(), view.getMixedIndices());
  } else if (auto extract = dyn_cast<ExtractOp>(op)) {
    checks.ofParts(extract.getAggregate().getType(), extract.getMixedIndices());
  } else if (auto insert = dyn_cast<InsertOp>(op)) {
    checks.ofParts(insert.getAggregate().getType(), insert.getMixedIndices());
  } else if (auto set = dyn_cast<SetOp>(op)) {
    checks.ofParts(cast<VarType>(set.getVar().getType()).getElementType(), set.getMixedIndices());
  }
}

} // namespace kgen::conversion
