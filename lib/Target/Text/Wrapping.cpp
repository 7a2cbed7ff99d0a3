// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of integers, from what makes them, and what is concluded from them, from what takes them.

#include "Wrapping.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace kgen::text {

/// More than a launch or an array has in a dimension, so that a place beside another, or twice as far, is still an int.
static constexpr int64_t size = (int64_t(1) << 30) - (int64_t(1) << 16);
/// By steps no larger than this one from no further than that, no thread counts so long that it comes to the ends of 32 bits.
static constexpr int64_t largestStep = 4, furthestStart = int64_t(1) << 30, furthest = (int64_t(1) << 31) - (int64_t(1) << 16);
/// What a kernel is given is no nearer to the least value: a count may be the greatest one for "no limit", never the least.
static constexpr int64_t aboveLeast = int64_t(1) << 16;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static Range rangeOfType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || (integer.getWidth() == 64 && integer.isUnsigned()))
    return {}; // of no use: these have no operator that may leave its type
  unsigned width = integer.getWidth();
  if (width == 1 || integer.isUnsigned())
    return {0, static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(width))};
  return {llvm::minIntN(width), llvm::maxIntN(width)};
}

static Range rangeOfGiven(Type type) {
  Range range = rangeOfType(type);
  return range.low < INT16_MIN ? Range{range.low + aboveLeast, range.high} : range;
}

static bool contains(Range outer, Range inner) { return outer.low <= inner.low && inner.high <= outer.high; }
static Range unite(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// The range of the four results at the ends of two ranges; nullopt where one of them is no 64-bit integer.
static std::optional<Range> combine(Range a, Range b, bool (*compute)(int64_t, int64_t, int64_t &)) {
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

static bool add(int64_t a, int64_t b, int64_t &result) { return llvm::AddOverflow(a, b, result); }
static bool subtract(int64_t a, int64_t b, int64_t &result) { return llvm::SubOverflow(a, b, result); }
static bool multiply(int64_t a, int64_t b, int64_t &result) { return llvm::MulOverflow(a, b, result); }
static std::optional<int64_t> literalOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto literal = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return literal ? literal.getValue().trySExtValue() : std::nullopt;
}

Range Wrapping::rangeOf(Value value) {
  Range all = rangeOfType(value.getType());
  if (!isa<IntegerType>(value.getType()))
    return all;
  auto [found, isNew] = ranges.try_emplace(value, all); // what it is while it is asked for: of a cycle, all
  if (!isNew)
    return found->second;
  Range range = computeRange(value);
  return ranges[value] = contains(all, range) ? range : all;
}

/// The values that one has which is made where control flow meets, itself perhaps among them; none for any other.
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

/// All that flows into such a value: what it starts at, and small steps up or down.
Range Wrapping::rangeOfMerged(Value value) {
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
    if (step && std::abs(*step) <= largestStep) {
      ((*step > 0) == isa<AddOp>(op) ? rises : falls) = true;
      left.push_back(op->getOperand(0));
      continue;
    }
    starts = starts ? unite(*starts, rangeOf(next)) : rangeOf(next);
  }
  if (!starts || (rises && starts->high > furthestStart) || (falls && starts->low < -furthestStart))
    return {};
  return {falls ? -furthest : starts->low, rises ? furthest : starts->high};
}

/// `a % b` has the sign of `a`, and is `a` where `b` is 0.
static Range remainder(Range a, Range b) {
  int64_t bound = b.low > 0 ? b.high - 1 : INT64_MAX;
  return {std::max(std::min<int64_t>(a.low, 0), -bound), std::min(std::max<int64_t>(a.high, 0), bound)};
}

/// Where the divisor is not negative: nearer to 0, or what is on the other side by rounding down.
static Range quotient(Range a, Range b) {
  int64_t divisor = std::max<int64_t>(b.low, 1);
  return {a.low < 0 ? a.low / divisor - 1 : 0, a.high > 0 ? a.high / divisor : 0};
}

Range Wrapping::computeRange(Value value) {
  if (ForOp loop = getForInductionVarOwner(value)) {
    auto rangeOfBound = [&](OpFoldResult bound) {
      std::optional<int64_t> literal = getLiteral(bound);
      return literal ? Range{*literal, *literal} : rangeOf(mlir::cast<Value>(bound));
    };
    Range lower = rangeOfBound(loop.getLower()), upper = rangeOfBound(loop.getUpper());
    int64_t step = getLiteral(loop.getStep()).value_or(0);
    return step > 0   ? Range{lower.low, upper.high - 1}
           : step < 0 ? Range{upper.low + 1, lower.high}
                      : Range();
  }
  if (!mergedInto(value).empty())
    return rangeOfMerged(value);
  Operation *op = value.getDefiningOp();
  if (!op)
    return rangeOfGiven(value.getType());
  auto of = [&](unsigned operand) { return rangeOf(op->getOperand(operand)); };
  return TypeSwitch<Operation *, Range>(op)
      .Case([&](ConstantOp) {
        std::optional<int64_t> literal = literalOf(value);
        return literal ? Range{*literal, *literal} : Range();
      })
      .Case<TidOp, ShapeOp>([](Operation *) { return Range{0, size}; })
      .Case([&](LoadOp) { return rangeOfGiven(value.getType()); })
      .Case<CopyOp, CastOp>([&](Operation *) {
        return isa<IntegerType>(op->getOperand(0).getType()) ? of(0) : rangeOfGiven(value.getType());
      })
      .Case([&](AddOp) { return combine(of(0), of(1), add).value_or(Range()); })
      .Case([&](SubOp) { return combine(of(0), of(1), subtract).value_or(Range()); })
      .Case([&](MulOp) { return combine(of(0), of(1), multiply).value_or(Range()); })
      .Case([&](NegOp) { return combine({0, 0}, of(0), subtract).value_or(Range()); })
      .Case<DivOp, FloorDivOp>([&](Operation *) { return of(1).low >= 0 ? quotient(of(0), of(1)) : Range(); })
      .Case([&](ModOp) { return of(1).low >= 0 ? remainder(of(0), of(1)) : Range(); })
      .Case([&](MinOp) { return Range{std::min(of(0).low, of(1).low), std::min(of(0).high, of(1).high)}; })
      .Case([&](MaxOp) { return Range{std::max(of(0).low, of(1).low), std::max(of(0).high, of(1).high)}; })
      .Case([&](ClampOp) { return unite(of(1), of(2)); })
      .Case([&](WhereOp) { return unite(of(1), of(2)); })
      .Case([&](BitAndOp) {
        Range a = of(0), b = of(1);
        return a.low < 0 && b.low < 0 ? Range() : Range{0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high)};
      })
      .Case([&](RShiftOp) { return of(0).low >= 0 ? Range{0, of(0).high} : Range(); })
      .Default([](Operation *) { return Range(); });
}

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

/// Whether a function reads what is stored to an array, by any of its views.
static bool isRead(Value array) {
  while (auto view = array.getDefiningOp<ViewOp>())
    array = view.getArray();
  SmallVector<Value> left = {array};
  while (!left.empty())
    for (Operation *user : left.pop_back_val().getUsers()) {
      if (auto view = dyn_cast<ViewOp>(user)) {
        left.push_back(view);
        continue;
      }
      auto access = dyn_cast<AccessOpInterface>(user);
      if (!access || (access.getValueRead() && !access.getValueRead().use_empty()))
        return !isa<ShapeOp>(user);
    }
  return false;
}

bool Wrapping::isObserved(Value value) {
  return unobserved.insert(value).second &&
         llvm::any_of(value.getUses(), [&](OpOperand &use) { return isObservedBy(use); });
}

bool Wrapping::isCarriedObserved(LoopOpInterface loop, unsigned number) {
  Region *condition = loop.getConditionRegion();
  return isObserved(loop->getResult(number)) || isObserved(loop.getCarries()[number]) ||
         (condition && isObserved(loop.getCarries(condition->front())[number]));
}

/// The low bits of a result follow from those of its operands alone, so those may be concluded from it that follow it.
bool Wrapping::isObservedBy(OpOperand &use) {
  Operation *user = use.getOwner();
  return TypeSwitch<Operation *, bool>(user)
      .Case<AddOp, SubOp, MulOp, NegOp, CopyOp>([&](Operation *) { return isObserved(user->getResult(0)); })
      .Case([&](CastOp cast) {
        auto to = dyn_cast<IntegerType>(cast.getType());
        bool keepsLowBits = to && to.getWidth() > 1 && to.getWidth() <= use.get().getType().getIntOrFloatBitWidth();
        return !keepsLowBits || isObserved(cast);
      })
      .Case([&](AccessOpInterface access) { return access.getValueWritten() == use.get() && isRead(access.getArray()); })
      .Case<ViewOp, PrintOp, PrintfOp>([](Operation *) { return false; })
      .Case([&](SetOp set) {
        return !set.getMixedIndices().empty() || llvm::any_of(set.getVar().getUsers(), [&](Operation *other) {
          return isa<GetOp>(other) && isObserved(other->getResult(0));
        });
      })
      .Case([&](VarOp var) {
        return llvm::any_of(var.getVar().getUsers(), [&](Operation *other) { return isa<GetOp>(other) && isObserved(other->getResult(0)); });
      })
      .Case([&](YieldOp yield) {
        Operation *parent = yield->getParentOp();
        if (auto loop = dyn_cast<LoopOpInterface>(parent)) {
          unsigned first = loop.getConditionRegion() == yield->getParentRegion(); // its first operand is the condition
          unsigned number = use.getOperandNumber() - first;
          return number >= loop.getInits().size() || isCarriedObserved(loop, number);
        }
        return isObserved(parent->getResult(use.getOperandNumber()));
      })
      .Case([&](LoopOpInterface loop) {
        unsigned first = user->getNumOperands() - loop.getInits().size();
        return use.getOperandNumber() < first || isCarriedObserved(loop, use.getOperandNumber() - first);
      })
      .Default([](Operation *) { return true; });
}

bool Wrapping::isNeeded(Operation *op) {
  if (op->getNumResults() != 1 || !isa<AddOp, SubOp, MulOp, NegOp>(op))
    return false;
  auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
  // Of less than 32 bits C++ computes in `int`, which has all results but those of 16-bit products.
  if (!type || (type.getWidth() < 32 ? type.getWidth() < 16 || !isa<MulOp>(op) : type.isUnsigned()))
    return false;
  Range limits = type.getWidth() < 32 ? Range{INT32_MIN, INT32_MAX} : rangeOfType(type);
  auto compute = isa<AddOp>(op) ? add : isa<MulOp>(op) ? multiply : subtract;
  Range a = isa<NegOp>(op) ? Range{0, 0} : rangeOf(op->getOperand(0)), b = rangeOf(op->getOperands().back());
  if (isa<NegOp>(op) && b.low == rangeOfGiven(type).low)
    b = limits; // only the least value has no negation
  std::optional<Range> result = combine(a, b, compute);
  if (result && contains(limits, *result))
    return false;
  unobserved.clear();
  return isObserved(op->getResult(0));
}

} // namespace kgen::text
