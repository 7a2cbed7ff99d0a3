// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of integers, from the ops that make them. Conclusions are up to the caller.

#include "kgen/IR/IntegerRanges.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kgen;

/// More than a launch or an array has in a dimension of ordinary code, so that a place beside another, or twice as far,
/// is still an int.
static constexpr int64_t ordinarySize = (int64_t(1) << 30) - (int64_t(1) << 16);
/// By steps no larger than this one from no further than that, no thread counts so long that it comes to the ends of 32
/// bits.
static constexpr int64_t largestStep = 4, furthestStart = int64_t(1) << 30,
                         furthest = (int64_t(1) << 31) - (int64_t(1) << 16);
/// A given integer is no nearer to the least value: a count may be the greatest one for "no limit", never the least.
static constexpr int64_t aboveLeast = int64_t(1) << 16;
/// Of more operations on one another nothing is said.
static constexpr unsigned maxDepth = 200;

Range IntegerRanges::ofType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || (integer.getWidth() == 64 && integer.isUnsigned()))
    return {};
  unsigned width = integer.getWidth();
  if (width == 1 || integer.isUnsigned())
    return {0, static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(width))};
  return {llvm::minIntN(width), llvm::maxIntN(width)};
}

Range IntegerRanges::ofGiven(Type type) const {
  Range range = ofType(type);
  return isOrdinary && range.low < INT16_MIN ? Range{range.low + aboveLeast, range.high} : range;
}

static bool isWide(Type type) { return type.isUnsignedInteger(64); }

bool kgen::contains(Range outer, Range inner) { return outer.low <= inner.low && inner.high <= outer.high; }
static Range unite(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// The range of the results at the ends of two ranges. `compute` reports whether it has no result.
template <class Compute> static std::optional<Range> combine(Range a, Range b, Compute compute) {
  std::optional<Range> all;
  for (int64_t x : {a.low, a.high})
    for (int64_t y : {b.low, b.high}) {
      int64_t result = 0;
      if (compute(x, y, result))
        return std::nullopt;
      all = all ? unite(*all, {result, result}) : Range{result, result};
    }
  return all;
}

std::optional<Range> kgen::sumOf(Range a, Range b) {
  return combine(a, b, [](int64_t x, int64_t y, int64_t &sum) { return llvm::AddOverflow(x, y, sum); });
}

std::optional<Range> kgen::differenceOf(Range a, Range b) {
  return combine(a, b, [](int64_t x, int64_t y, int64_t &difference) { return llvm::SubOverflow(x, y, difference); });
}

std::optional<Range> kgen::productOf(Range a, Range b) {
  return combine(a, b, [](int64_t x, int64_t y, int64_t &product) { return llvm::MulOverflow(x, y, product); });
}

static std::optional<int64_t> literalOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto literal = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return literal ? literal.getValue().trySExtValue() : std::nullopt;
}

Range IntegerRanges::of(Value value) {
  Range all = ofType(value.getType());
  if (!isa<IntegerType>(value.getType()) || depth == maxDepth)
    return all;
  auto [found, isNew] = ranges.try_emplace(value, all); // what it is while it is asked for: of a cycle, all
  if (!isNew)
    return found->second;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  Range range = compute(value);
  bool isKnown = contains(all, range) && (!isWide(value.getType()) || range.low >= 0);
  return ranges[value] = isKnown ? range : all;
}

/// The values that a merge of control flow may have, itself perhaps among them; none for any other value.
static SmallVector<Value> mergedInto(Value value) {
  SmallVector<Value> sources;
  auto addCarried = [&](LoopOpInterface loop, unsigned number) {
    sources.push_back(loop.getInits()[number]);
    if (loop.getYield())
      sources.push_back(loop.getNext()[number]);
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_or_null<LoopOpInterface>(argument.getOwner()->getParentOp());
    if (std::optional<unsigned> number = loop ? loop.getCarryNumber(argument) : std::nullopt)
      addCarried(loop, *number);
    return sources;
  }
  unsigned number = mlir::cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<LoopOpInterface>(value.getDefiningOp()))
    addCarried(loop, number);
  if (auto ifOp = value.getDefiningOp<IfOp>())
    for (Region *arm : {&ifOp.getThenRegion(), &ifOp.getElseRegion()})
      if (auto yield = arm->empty() ? YieldOp() : dyn_cast<YieldOp>(arm->front().getTerminator()))
        sources.push_back(yield.getValues()[number]);
  if (auto get = value.getDefiningOp<GetOp>()) {
    for (Operation *user : get.getVar().getUsers())
      if (auto set = dyn_cast<SetOp>(user))
        sources.push_back(set.getValue());
    auto var = get.getVar().getDefiningOp<VarOp>();
    if (var && var.getInit())
      sources.push_back(var.getInit());
  }
  return sources;
}

/// Everything that flows into such a value: its initial value, and small steps up or down.
Range IntegerRanges::ofMerged(Value value) {
  SmallVector<Value> left = {value};
  llvm::DenseSet<Value> seen;
  std::optional<Range> starts;
  bool rises = false, falls = false;
  while (!left.empty()) {
    Value next = left.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    SmallVector<Value> sources = mergedInto(next);
    if (!sources.empty()) {
      left.append(sources);
      continue;
    }
    Operation *op = next.getDefiningOp();
    std::optional<int64_t> step = isa_and_nonnull<AddOp, SubOp>(op) ? literalOf(op->getOperand(1)) : std::nullopt;
    if (isOrdinary && step && std::abs(*step) <= largestStep) {
      ((*step > 0) == isa<AddOp>(op) ? rises : falls) = true;
      left.push_back(op->getOperand(0));
      continue;
    }
    starts = starts ? unite(*starts, of(next)) : of(next);
  }
  if (!starts || (rises && starts->high > furthestStart) || (falls && starts->low < -furthestStart))
    return {};
  return {falls ? -furthest : starts->low, rises ? furthest : starts->high};
}

/// `a % b` has the sign of `a`, is no further from 0 than `a`, and is `a` if `b` is 0.
static Range remainder(Range a, Range b) {
  Range all = {std::min<int64_t>(a.low, 0), std::max<int64_t>(a.high, 0)};
  return b.low > 0 ? Range{std::max(all.low, 1 - b.high), std::min(all.high, b.high - 1)} : all;
}

/// If the divisor is not negative: nearer to 0, or one on the other side by rounding down.
static Range quotient(Range a, Range b) {
  int64_t divisor = std::max<int64_t>(b.low, 1);
  int64_t below = divisor > 1 ? a.low / divisor - 1 : a.low;
  return {a.low < 0 ? below : 0, std::max<int64_t>(a.high / divisor, 0)};
}

Range IntegerRanges::compute(Value value) {
  if (ForOp loop = getForInductionVarOwner(value)) {
    auto rangeOfBound = [&](OpFoldResult bound) {
      std::optional<int64_t> literal = getLiteral(bound);
      return literal ? Range{*literal, *literal} : of(mlir::cast<Value>(bound));
    };
    Range lower = rangeOfBound(loop.getLower()), upper = rangeOfBound(loop.getUpper());
    int64_t step = getLiteral(loop.getStep()).value_or(0);
    if (step > 0)
      return {lower.low, std::max(upper.high, INT64_MIN + 1) - 1};
    return step < 0 ? Range{std::min(upper.low, INT64_MAX - 1) + 1, lower.high} : Range();
  }
  if (!mergedInto(value).empty())
    return ofMerged(value);
  Operation *op = value.getDefiningOp();
  if (!op)
    return ofGiven(value.getType());
  auto operand = [&](unsigned number) { return of(op->getOperand(number)); };
  return TypeSwitch<Operation *, Range>(op)
      .Case([&](ConstantOp) {
        std::optional<int64_t> literal = literalOf(value);
        return literal ? Range{*literal, *literal} : Range();
      })
      .Case([&](TidOp) { return Range{0, isOrdinary ? ordinarySize : INT32_MAX - 1}; })
      .Case([&](ShapeOp) { return Range{0, isOrdinary ? ordinarySize : INT32_MAX}; })
      .Case([&](LoadOp) { return ofGiven(value.getType()); })
      .Case<CopyOp, CastOp>([&](Operation *) {
        return isa<IntegerType>(op->getOperand(0).getType()) ? operand(0) : ofGiven(value.getType());
      })
      .Case([&](AddOp) { return sumOf(operand(0), operand(1)).value_or(Range()); })
      .Case([&](SubOp) { return differenceOf(operand(0), operand(1)).value_or(Range()); })
      .Case([&](MulOp) { return productOf(operand(0), operand(1)).value_or(Range()); })
      .Case([&](NegOp) { return differenceOf({0, 0}, operand(0)).value_or(Range()); })
      .Case<DivOp, FloorDivOp>(
          [&](Operation *) { return operand(1).low >= 0 ? quotient(operand(0), operand(1)) : Range(); })
      .Case([&](ModOp) { return remainder(operand(0), operand(1)); })
      .Case([&](MinOp) {
        return Range{std::min(operand(0).low, operand(1).low), std::min(operand(0).high, operand(1).high)};
      })
      .Case([&](MaxOp) {
        bool isUnknown = isWide(value.getType()) && std::min(operand(0).low, operand(1).low) < 0;
        return isUnknown ? Range()
                         : Range{std::max(operand(0).low, operand(1).low), std::max(operand(0).high, operand(1).high)};
      })
      .Case([&](ClampOp) { return unite(operand(1), operand(2)); })
      .Case([&](WhereOp) { return unite(operand(1), operand(2)); })
      .Case([&](BitAndOp) {
        Range a = operand(0), b = operand(1);
        if (a.low < 0 && b.low < 0)
          return Range();
        return Range{0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high)};
      })
      .Case([&](RShiftOp) { return operand(0).low >= 0 ? Range{0, operand(0).high} : Range(); })
      .Default([](Operation *) { return Range(); });
}
