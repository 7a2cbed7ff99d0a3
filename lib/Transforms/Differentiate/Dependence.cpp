// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds the difference of two indices from below, a loop's counter at a time. A difference that cannot be bounded is
// not proven.

#include "Dependence.h"
#include "../Apart.h"
#include "../LinearForm.h"
#include "../Structure.h"
#include "kgen/IR/IntegerRanges.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

namespace {

/// Which run of an op a value is of: the same in both, or that of the load or of the write.
enum class Run { Both, Load, Write };

/// A linear form over values of both runs; exact integers.
struct Difference {
  struct Term {
    Value value;
    Run run;
    int64_t factor;
  };
  int64_t constant = 0;
  SmallVector<Term> terms;
  /// Whether a counter may take it down without end, or a part of it may wrap around.
  bool isUnbounded = false;
};

/// One way in which a write comes after a load.
struct Order {
  /// The loop around both of which the write is in a later trip; null where it is further down in the same trips.
  LoopOpInterface later;
  /// Innermost loop around both; null if there is none.
  Operation *innermost = nullptr;

  /// The counter of `later`, if it has one.
  Value counter() const { return later ? LoopOpInterface(later).getInductionVar() : BlockArgument(); }
  /// Whether both runs see the same `value`; the counter is another matter.
  bool isShared(Value value) const;
};

} // namespace

/// Indices with more or larger terms might wrap around; bounds of loops, too.
static constexpr int64_t maxFactor = 4, maxConstant = 1 << 20;
/// An index that is proven to be no larger does not wrap around to an element of an array, the length of which is at
/// most 2^31 - 2^20 - 1: it may take a step or two past what a loop counts to.
static constexpr int64_t maxIndex = (int64_t(1) << 31) + (int64_t(1) << 20);
/// Counters that are bounded in turn before giving up.
static constexpr unsigned maxSteps = 32;

static SmallVector<Operation *> loopsAround(Operation *op) {
  SmallVector<Operation *> loops;
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (isa<LoopOpInterface>(parent))
      loops.push_back(parent);
  return loops;
}

bool Order::isShared(Value value) const {
  if (later)
    return !isInside(value, LoopOpInterface(later));
  // In the same trips, all but what an inner loop makes.
  Operation *parent = value.getParentBlock()->getParentOp();
  for (; parent && parent != innermost; parent = parent->getParentOp())
    if (isa<LoopOpInterface>(parent))
      return innermost == nullptr ? false : !innermost->isAncestor(parent);
  return true;
}

/// The loop of a counter with a literal step.
static ForOp rangeOf(Value counter) {
  ForOp range = getForInductionVarOwner(counter);
  return range && getLiteral(range.getStep()).value_or(0) != 0 ? range : ForOp();
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static bool isSmall(const LinearForm &form) {
  int64_t factors = 0;
  for (auto [value, multiple] : form.terms)
    factors += std::abs(static_cast<int64_t>(static_cast<int32_t>(multiple)));
  return factors <= maxFactor && std::abs(static_cast<int64_t>(static_cast<int32_t>(form.constant))) <= maxConstant;
}

static void addTerm(Difference &sum, Value value, Run run, int64_t factor) {
  auto *term = llvm::find_if(sum.terms, [&](const auto &known) { return known.value == value && known.run == run; });
  if (term == sum.terms.end())
    sum.terms.push_back({value, run, factor});
  else
    term->factor += factor;
}

/// Adds `factor` times `operand`, as seen by `run`. The counter of the loop of which the write is in a later trip is
/// the load's and one step more, or several: the sum gets the least of that.
static void add(Difference &sum, OpFoldResult operand, Run run, int64_t factor, const Order &order) {
  LinearForm form(operand);
  sum.isUnbounded |= !isSmall(form);
  sum.constant += factor * static_cast<int32_t>(form.constant);
  for (auto [value, multiple] : form.terms) {
    int64_t product = factor * static_cast<int32_t>(multiple);
    bool isCounter = value == order.counter();
    addTerm(sum, value, isCounter || order.isShared(value) ? Run::Both : run, product);
    if (!isCounter || run != Run::Write)
      continue;
    ForOp range = rangeOf(value);
    int64_t further = range ? product * *getLiteral(range.getStep()) : 0;
    sum.constant += further;
    sum.isUnbounded |= further <= 0;
  }
}

/// Counters before other values of the same depth, since their bounds may be made of those.
static size_t depthOf(Value value) {
  return 2 * loopsAround(value.getParentBlock()->getParentOp()).size() + (rangeOf(value) ? 1 : 0);
}

/// The least that a sum can be, over all runs; nullopt where it has no bound that is known.
static std::optional<int64_t> lowerBound(Difference sum, const Order &order) {
  for (unsigned steps = 0; steps < maxSteps && !sum.isUnbounded; ++steps) {
    llvm::erase_if(sum.terms, [](const auto &term) { return term.factor == 0; });
    if (sum.terms.empty())
      return sum.constant;
    // The innermost first: its bounds are made of the others.
    auto *next =
        llvm::max_element(sum.terms, [](const auto &a, const auto &b) { return depthOf(a.value) < depthOf(b.value); });
    Difference::Term term = *next;
    sum.terms.erase(next);
    ForOp range = rangeOf(term.value);
    if (!range) {
      Range known = IntegerRanges(IntegerRanges::Code::Any).of(term.value);
      sum.constant += term.factor * (term.factor > 0 ? known.low : known.high);
      continue;
    }
    bool isUp = *getLiteral(range.getStep()) > 0, first = isUp == (term.factor > 0);
    add(sum, first ? range.getLower() : range.getUpper(), term.run, term.factor, order);
    if (!first)
      sum.constant += std::abs(term.factor); // the end itself is not reached
  }
  return std::nullopt;
}

/// Whether an index is proven to be neither negative nor so large that it wraps around.
static bool isPlace(OpFoldResult index, const Order &order) {
  Order alone = {{}, order.innermost};
  Difference value, room;
  add(value, index, Run::Load, 1, alone);
  add(room, index, Run::Load, -1, alone);
  room.constant += maxIndex;
  return llvm::all_of(ArrayRef<Difference>{value, room}, [&](const Difference &sum) {
    std::optional<int64_t> least = lowerBound(sum, alone);
    return least && *least >= 0;
  });
}

static bool differ(OpFoldResult load, OpFoldResult write, const Order &order) {
  if (!isPlace(load, order) || !isPlace(write, order))
    return false;
  for (int64_t sign : {1, -1}) {
    Difference difference;
    add(difference, write, Run::Write, sign, order);
    add(difference, load, Run::Load, -sign, order);
    std::optional<int64_t> least = lowerBound(difference, order);
    if (least && *least >= 1)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Whether `write` can come after `load` within one trip of all loops around both.
static bool isBelow(Operation *load, Operation *write) {
  Region *common = load->getParentRegion();
  while (!common->isAncestor(write->getParentRegion()))
    common = common->getParentRegion();
  Operation *a = common->findAncestorOpInRegion(*load), *b = common->findAncestorOpInRegion(*write);
  return a->getBlock() != b->getBlock() || a == b || a->isBeforeInBlock(b);
}

bool kgen::transforms::isUnchangedBy(AccessOpInterface load, AccessOpInterface write, unsigned rank) {
  SmallVector<OpFoldResult> from = load.getElementIndices(), to = write.getElementIndices();
  if (!areThreadsApart({load, write}, rank))
    return false;
  SmallVector<Operation *> common =
      llvm::filter_to_vector(loopsAround(load), [&](Operation *loop) { return loop->isAncestor(write); });
  Operation *innermost = common.empty() ? nullptr : common.front();
  SmallVector<Order> orders;
  for (Operation *loop : common)
    orders.push_back({cast<LoopOpInterface>(loop), innermost});
  if (load.getOperation() != write.getOperation() && isBelow(load, write))
    orders.push_back({{}, innermost});
  return llvm::all_of(orders, [&](const Order &order) {
    return llvm::any_of(llvm::zip(from, to),
                        [&](auto pair) { return differ(std::get<0>(pair), std::get<1>(pair), order); });
  });
}
