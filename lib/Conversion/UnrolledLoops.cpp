// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UnrolledLoops.h"
#include "LoweredTypes.h"

using namespace mlir;

namespace kgen::conversion {

/// Of one loop; Warp unrolls as many.
static constexpr unsigned maxTrips = 16;
/// In instructions, roughly. The trips of a nest may take this, and this many times what the loop takes.
static constexpr unsigned maxLength = 400, maxGrowth = 2;

std::optional<int64_t> literalIn(const Counters &counters, OpFoldResult operand) {
  if (std::optional<int64_t> literal = getConstantBound(operand))
    return literal;
  auto known = counters.find(cast<Value>(operand));
  return known == counters.end() ? std::nullopt : std::optional<int64_t>(known->second);
}

std::optional<SmallVector<int64_t>> tripsOf(ForOp loop, const Counters &counters) {
  std::optional<int64_t> lower = literalIn(counters, loop.getLower()), upper = literalIn(counters, loop.getUpper()),
                         step = literalIn(counters, loop.getStep());
  if (!lower || !upper || !step || *step == 0)
    return std::nullopt;
  SmallVector<int64_t> trips;
  for (int64_t i = *lower; *step > 0 ? i < *upper : i > *upper; i += *step) {
    if (trips.size() == maxTrips)
      return std::nullopt;
    trips.push_back(i);
  }
  return trips;
}

//===----------------------------------------------------------------------===//
// How long code is
//===----------------------------------------------------------------------===//

namespace {
/// An op that takes or replaces a part of a value.
struct Part {
  Type whole;
  SmallVector<OpFoldResult> indices;

  static Part of(Operation *op) {
    if (auto extract = dyn_cast<ExtractOp>(op))
      return {extract.getAggregate().getType(), extract.getMixedIndices()};
    if (auto insert = dyn_cast<InsertOp>(op))
      return {insert.getType(), insert.getMixedIndices()};
    if (auto set = dyn_cast<SetOp>(op))
      return {cast<VarType>(set.getVar().getType()).getElementType(), set.getMixedIndices()};
    return {};
  }

  /// Whether it is a component in a register.
  explicit operator bool() const { return whole && isAggregate(whole) && !indices.empty() && !isInMemory(whole); }
};

/// Estimates the instructions of a body, with its loops as they are or with those written out that can be.
class Length {
public:
  explicit Length(bool unrolls) : unrolls(unrolls) {}

  unsigned of(Block &block) {
    unsigned sum = 0;
    for (Operation &op : block.without_terminator())
      if ((sum += of(op)) > maxLength)
        break;
    return sum;
  }
  unsigned of(Operation &op);

  /// The loops that were written out, and those that could not be.
  DenseSet<Operation *> unrolled, kept;

private:
  unsigned ofLoop(ForOp loop);

  bool unrolls;
  Counters counters;
};
} // namespace

unsigned Length::ofLoop(ForOp loop) {
  Block &body = loop.getBody().front();
  std::optional<SmallVector<int64_t>> trips;
  if (unrolls)
    trips = tripsOf(loop, counters);
  if (!trips) {
    kept.insert(loop);
    return 4 + of(body);
  }
  unrolled.insert(loop);
  unsigned sum = 0;
  for (int64_t trip : *trips) {
    counters[loop.getInductionVar()] = trip;
    if ((sum += 1 + of(body)) > maxLength)
      break;
  }
  counters.erase(loop.getInductionVar());
  return sum;
}

unsigned Length::of(Operation &op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return ofLoop(loop);
  unsigned sum = op.getNumRegions() ? 3 : 0;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      sum += of(block);
  if (op.getNumRegions() || isa<ConstantOp, ConstructOp, GetOp>(op))
    return sum;
  if (Part part = Part::of(&op)) {
    bool isKnown = llvm::all_of(part.indices, [&](OpFoldResult i) { return literalIn(counters, i).has_value(); });
    return isKnown ? 1 : numComponents(part.whole);
  }
  auto count = [](TypeRange types) {
    unsigned sum = 0;
    for (Type type : types)
      sum += numComponents(type);
    return sum;
  };
  if (isa<AccessOpInterface>(op))
    return count(op.getResultTypes()) + 4;
  return std::max({count(op.getResultTypes()), count(op.getOperandTypes()) / 2, 1u});
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Whether an op of a loop may be lowered once for each trip: what leaves a loop, or keeps memory for itself, may not.
static bool canRepeat(Operation *op) {
  auto isLarge = [](Type type) {
    auto var = dyn_cast<VarType>(type);
    return isInMemory(var ? var.getElementType() : type);
  };
  auto yield = dyn_cast<YieldOp>(op);
  bool mayLeave = yield && yield.getMore();
  return !mayLeave && !isa<BreakOp, ContinueOp, ReturnOp, UnreachableOp, WhileOp, RecordOp, RecallOp>(op) &&
         llvm::none_of(op->getResultTypes(), isLarge);
}

/// Whether the counter of a loop of the nest chooses components.
static bool choosesComponents(ForOp nest) {
  WalkResult walk = nest.walk([&](Operation *op) {
    Part part = Part::of(op);
    auto isCounter = [&](OpFoldResult index) {
      auto value = dyn_cast<Value>(index);
      ForOp loop = value ? getForInductionVarOwner(value) : ForOp();
      return loop && nest->isAncestor(loop);
    };
    return part && llvm::any_of(part.indices, isCounter) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

static bool canUnroll(ForOp nest) {
  if (!choosesComponents(nest))
    return false;
  WalkResult walk =
      nest.walk([](Operation *op) { return canRepeat(op) ? WalkResult::advance() : WalkResult::interrupt(); });
  return !walk.wasInterrupted();
}

UnrolledLoops::UnrolledLoops(Region &body) { add(body.front()); }

void UnrolledLoops::add(Block &block) {
  for (Operation &op : block) {
    auto loop = dyn_cast<ForOp>(op);
    if (loop && canUnroll(loop)) {
      Length before(/*unrolls=*/false), after(/*unrolls=*/true);
      unsigned longest = std::min(maxLength, maxGrowth * before.of(op));
      if (after.of(op) <= longest && !after.kept.contains(loop)) {
        for (Operation *unrolled : after.unrolled)
          if (!after.kept.contains(unrolled))
            loops.insert(unrolled);
        continue;
      }
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        add(inner);
  }
}

bool UnrolledLoops::isLiteral(OpFoldResult operand) const {
  if (getConstantBound(operand))
    return true;
  ForOp loop = getForInductionVarOwner(cast<Value>(operand));
  return loop && contains(loop);
}

} // namespace kgen::conversion
