// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two counts n and m lead to indices that differ by `step * (n - m)` and less than `step` more, modulo 2^32, which is
// not 0. They are one element only if one of them wraps, or counts from the end: then they differ by the extent, or by
// 2^32 and what that leaves.

#include "Apart.h"
#include "LinearForm.h"
#include "kgen/IR/IntegerRanges.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

int64_t Apart::mostCounts(int64_t limit) const {
  if (kind == Always)
    return INT64_MAX;
  return limit > reach ? (limit - 1 - reach) / step + 1 : 1;
}

namespace {
/// An index along a dimension: what counts, and the rest.
struct SplitIndex {
  LinearForm rest;
  uint32_t factor = 0;
  bool isCountNegative = false; // for all that is known

  SplitIndex(OpFoldResult index, llvm::function_ref<bool(Value)> isCounter, IntegerRanges &ranges) : rest(index) {
    llvm::erase_if(rest.terms, [&](const auto &term) {
      if (!isCounter(term.first))
        return false;
      factor += term.second;
      isCountNegative |= !ranges.isNonNegative(term.first);
      return true;
    });
  }
};
} // namespace

static bool isNeverNegative(OpFoldResult index, IntegerRanges &ranges) {
  std::optional<int64_t> literal = getLiteral(index);
  return literal ? *literal >= 0 : ranges.isNonNegative(cast<Value>(index));
}

static std::optional<Apart> apartAlong(unsigned d, ArrayRef<AccessOpInterface> accesses,
                                       llvm::function_ref<bool(Value)> isCounter,
                                       llvm::function_ref<bool(Value)> isFixed) {
  IntegerRanges ranges(IntegerRanges::Code::Any);
  auto indexOf = [d](AccessOpInterface access) { return access.getElementIndices()[d]; };
  SplitIndex first(indexOf(accesses.front()), isCounter, ranges);
  int64_t least = 0, most = 0;
  for (AccessOpInterface access : accesses) {
    SplitIndex own(indexOf(access), isCounter, ranges);
    if (own.factor != first.factor || !own.rest.hasTermsOf(first.rest))
      return std::nullopt;
    int64_t offset = int32_t(own.rest.constant - first.rest.constant);
    least = std::min(least, offset), most = std::max(most, offset);
  }
  int64_t factor = int32_t(first.factor), step = std::abs(factor), lowest = int32_t(first.rest.constant) + least;
  if (most - least >= step || !llvm::all_of(first.rest.terms, [&](const auto &term) { return isFixed(term.first); }))
    return std::nullopt;
  if (llvm::all_of(accesses, [&](AccessOpInterface access) { return isNeverNegative(indexOf(access), ranges); }))
    return Apart{Apart::Always, d, step, most - least};
  if (factor > 0 && first.rest.isLiteral() && lowest >= 0 && !first.isCountNegative)
    return Apart{Apart::WhileInt32, d, step, lowest + most - least};
  return Apart{Apart::WithinExtent, d, step, most - least};
}

std::optional<Apart> kgen::transforms::findApart(ArrayRef<AccessOpInterface> accesses,
                                                 llvm::function_ref<bool(Value)> isCounter,
                                                 llvm::function_ref<bool(Value)> isFixed) {
  std::optional<Apart> best;
  for (unsigned d = 0, n = AccessOpInterface(accesses.front()).getRank(); d < n; ++d)
    if (std::optional<Apart> apart = apartAlong(d, accesses, isCounter, isFixed))
      if (!best || apart->kind < best->kind)
        best = apart;
  return best;
}

std::optional<SmallVector<Apart, 3>> kgen::transforms::findApartThreads(ArrayRef<AccessOpInterface> accesses,
                                                                        unsigned rank) {
  SmallVector<Apart, 3> all;
  for (unsigned coordinate = 0; coordinate < rank; ++coordinate) {
    auto isCoordinate = [&](Value value) {
      auto result = dyn_cast<OpResult>(value);
      return result && isa<TidOp>(result.getOwner()) && result.getResultNumber() == coordinate;
    };
    std::optional<Apart> apart = findApart(accesses, isCoordinate, [](Value) { return false; });
    if (!apart || apart->kind == Apart::WithinExtent)
      return std::nullopt;
    all.push_back(*apart);
  }
  return all;
}

bool kgen::transforms::areThreadsApart(ArrayRef<AccessOpInterface> accesses, unsigned rank) {
  auto apart = findApartThreads(accesses, rank);
  return apart && !apart->empty() &&
         llvm::all_of(*apart, [](const Apart &along) { return along.kind == Apart::Always; });
}
