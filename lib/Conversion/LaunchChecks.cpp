// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is decided once a launch: whether the arrays are plain and apart, and loops that keep updates short, as the
// fast way through the threads assumes.

#include "EntryPoint.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;
using kgen::transforms::Apart;

namespace kgen::conversion {

namespace {
/// The checks of one launch, before the thread loop; all numbers of 64 bits.
struct LaunchChecks {
  KernelLowering &k;
  OpBuilder b;
  Type i64;
  Value holds;

  explicit LaunchChecks(KernelLowering &k) : k(k), b(k.prologue()), i64(b.getI64Type()) {
    holds = LLVM::ConstantOp::create(b, k.loc, b.getI1Type(), b.getBoolAttr(true));
  }

  Value number(int64_t value) { return LLVM::ConstantOp::create(b, k.loc, i64, b.getI64IntegerAttr(value)); }
  Value multiply(Value x, Value y) { return LLVM::MulOp::create(b, k.loc, x, y); }
  Value compare(LLVM::ICmpPredicate predicate, Value x, Value y) {
    return LLVM::ICmpOp::create(b, k.loc, predicate, x, y);
  }
  void require(Value condition) { holds = LLVM::AndOp::create(b, k.loc, holds, condition); }
  Value extent(Value array, unsigned d) { return LLVM::SExtOp::create(b, k.loc, i64, arrayExtent(k, array, d)); }

  /// Elements lie behind one another, those of the last dimension without a gap where `isDense`.
  void requirePlain(Value array, bool isDense) {
    Value size = elementBytes(array);
    unsigned rank = rankOf(array.getType());
    for (unsigned d = rank; d-- > 0;) {
      Value stride = arrayStride(k, array, d);
      bool isExact = isDense && d == rank - 1;
      require(compare(isExact ? LLVM::ICmpPredicate::eq : LLVM::ICmpPredicate::sge, stride, size));
      size = multiply(stride, extent(array, d));
    }
  }

  /// Elements lie behind one another without a gap, and there are as many along each dimension but the first as
  /// `extents` says.
  void requireLike(Value array, ArrayRef<Value> extents) {
    Value size = elementBytes(array);
    for (unsigned d = rankOf(array.getType()); d-- > 0;) {
      require(compare(LLVM::ICmpPredicate::eq, arrayStride(k, array, d), size));
      if (d > 0)
        require(compare(LLVM::ICmpPredicate::eq, extent(array, d), extents[d]));
      size = multiply(size, extents[d]);
    }
  }

  Value elementBytes(Value array) { return number(ValueLayout::of(elementType(array.getType())).getSize()); }

  /// The elements of the last dimension lie without a gap.
  void requireDense(Value array) {
    Value stride = arrayStride(k, array, rankOf(array.getType()) - 1);
    require(compare(LLVM::ICmpPredicate::eq, stride, elementBytes(array)));
  }

  /// The bytes that a plain array lies in: from the first one to behind the last.
  std::pair<Value, Value> interval(Value array) {
    Value first = LLVM::PtrToIntOp::create(b, k.loc, i64, arrayElements(k, array));
    Value size = multiply(arrayStride(k, array, 0), extent(array, 0)), nothing = number(0);
    Value isAbsent = compare(LLVM::ICmpPredicate::eq, first, nothing);
    size = LLVM::SelectOp::create(b, k.loc, isAbsent, nothing, size);
    return {first, LLVM::AddOp::create(b, k.loc, first, size)};
  }

  void requireAtMost(ArrayRef<std::pair<Value, Value>> intervals, int64_t most) {
    Value bytes = number(0);
    for (auto [first, end] : intervals)
      bytes = LLVM::AddOp::create(b, k.loc, bytes, LLVM::SubOp::create(b, k.loc, end, first));
    require(compare(LLVM::ICmpPredicate::sle, bytes, number(most)));
  }

  /// An element lies in its array, or in a gradient that is absent.
  void requireWithin(Value array, ArrayRef<OpFoldResult> indices) {
    for (auto [d, index] : llvm::enumerate(indices)) {
      Value length = extent(array, d);
      Value at = getLiteral(index) ? number(*getLiteral(index))
                                   : LLVM::SExtOp::create(b, k.loc, i64, k.getScalar(cast<Value>(index))).getResult();
      Value least = LLVM::SubOp::create(b, k.loc, number(0), length);
      require(compare(LLVM::ICmpPredicate::sge, at, least));
      require(compare(LLVM::ICmpPredicate::slt, at, length));
    }
  }

  /// A number that is known before the threads run.
  Value known(OpFoldResult operand) {
    if (std::optional<int64_t> literal = getConstant(operand))
      return number(*literal);
    return LLVM::SExtOp::create(b, k.loc, i64, countOfTrips(k, operand));
  }

  /// Different lanes of a row of threads, or trips of a loop, hit different elements.
  void requireApart(const ApartNeed &need, Value length, unsigned lanes) {
    bool isLaunch = need.apart.kind == Apart::WhileInt32; // all counts from 0 on are asked about
    Value counts;
    if (!need.first) {
      counts = isLaunch ? length : LLVM::UMinOp::create(b, k.loc, length, number(lanes)).getResult();
    } else {
      Value first = known(need.first), end = known(need.end);
      counts = LLVM::SMaxOp::create(b, k.loc, first, end);
      if (isLaunch) // what a loop down begins with is among them
        counts = LLVM::AddOp::create(b, k.loc, counts, number(1));
      else
        counts = LLVM::SubOp::create(b, k.loc, counts, LLVM::SMinOp::create(b, k.loc, first, end));
    }
    Value most = LLVM::SubOp::create(b, k.loc, counts, number(1));
    Value distance = LLVM::AddOp::create(b, k.loc, multiply(most, number(need.apart.step)), number(need.apart.reach));
    Value limit = isLaunch ? number(int64_t(1) << 31) : extent(need.array, need.apart.dimension);
    require(compare(LLVM::ICmpPredicate::slt, distance, limit));
  }

  void requireApart(std::pair<Value, Value> x, std::pair<Value, Value> y) {
    Value before = compare(LLVM::ICmpPredicate::ule, x.second, y.first);
    Value behind = compare(LLVM::ICmpPredicate::ule, y.second, x.first);
    require(LLVM::OrOp::create(b, k.loc, before, behind));
  }

  /// Those for which `isAlone` says so overlap no other.
  void requireApart(ArrayRef<std::pair<Value, Value>> intervals, llvm::function_ref<bool(size_t)> isAlone) {
    for (size_t i = 0; i < intervals.size(); ++i)
      for (size_t j = 0; j < intervals.size(); ++j)
        if (i != j && isAlone(i) && (i < j || !isAlone(j)))
          requireApart(intervals[i], intervals[j]);
  }
};
} // namespace

Value checkArrays(KernelLowering &k, const Lanes &lanes, Value length) {
  LaunchChecks checks(k);
  const auto &arrays = lanes.analysis.getArrays();
  SmallVector<std::pair<Value, Value>> intervals;
  for (auto &[array, isWritten] : arrays) {
    checks.requirePlain(array, lanes.contiguous.contains(array));
    intervals.push_back(checks.interval(array));
  }
  if (lanes.analysis.needsCache())
    checks.requireAtMost(intervals, cacheBytes);
  for (Value array : lanes.inRows) { // all lanes' rows are loaded, whatever the threads do
    Value rows = checks.extent(array, 0), columns = checks.extent(array, 1);
    checks.require(checks.compare(LLVM::ICmpPredicate::sge, rows, length));
    checks.require(checks.compare(LLVM::ICmpPredicate::sge, columns, checks.number(leastColumns)));
    checks.require(checks.compare(LLVM::ICmpPredicate::sle, columns, checks.number(mostColumns)));
  }
  for (const ApartNeed &need : lanes.analysis.getApartNeeds())
    checks.requireApart(need, length, lanes.count);
  for (Value count : lanes.analysis.getLimited()) {
    Value most =
        LLVM::ConstantOp::create(checks.b, k.loc, checks.b.getI32Type(), checks.b.getI32IntegerAttr(mostKeptTrips));
    checks.require(checks.compare(LLVM::ICmpPredicate::sle, countOfTrips(k, count), most));
  }
  checks.requireApart(intervals, [&](size_t i) { return arrays.begin()[i].second; });
  return checks.holds;
}

Value checkFlat(KernelLowering &k, const FlatForm &flat, unsigned lanes, ArrayRef<Value> extents) {
  LaunchChecks checks(k);
  for (Value array : flat.arrays)
    checks.requireLike(array, extents);
  Value size = checks.number(1);
  for (Value extent : extents)
    size = checks.multiply(size, extent);
  checks.require(checks.compare(LLVM::ICmpPredicate::ult, size, checks.number(int64_t(1) << 31)));
  if (!flat.suitsLongRows)
    checks.require(checks.compare(LLVM::ICmpPredicate::ult, extents.back(), checks.number(lanes)));
  return checks.holds;
}

Value checkPromoted(KernelLowering &k, const PromotedElements &promoted) {
  LaunchChecks checks(k);
  SmallVector<std::pair<Value, Value>> intervals;
  llvm::SmallDenseSet<Value> kept;
  for (const PromotedElements::Element &element : promoted.getElements()) {
    kept.insert(element.array);
    checks.requireWithin(element.array, element.indices);
  }
  ArrayRef<Value> arrays = promoted.getArrays();
  for (Value array : arrays) {
    checks.requirePlain(array, /*isDense=*/false);
    intervals.push_back(checks.interval(array));
  }
  checks.requireApart(intervals, [&](size_t i) { return kept.contains(arrays[i]); });
  return checks.holds;
}

Value checkDense(KernelLowering &k, ArrayRef<Value> arrays) {
  LaunchChecks checks(k);
  for (Value array : arrays)
    checks.requireDense(array);
  return checks.holds;
}

} // namespace kgen::conversion
