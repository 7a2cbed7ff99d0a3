// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic. Only operations that are the same on every machine: no elementary functions but square root.

#include "Ranges.h"
#include "kgen/IR/Types.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

Range kgen::synthesis::operator+(Range a, Range b) { return {a.low + b.low, a.high + b.high}; }
Range kgen::synthesis::operator-(Range a) { return {-a.high, -a.low}; }

Range kgen::synthesis::operator*(Range a, Range b) {
  double corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*low, *high};
}

Range kgen::synthesis::hull(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

static Range quotient(Range a, Range b) {
  if (b.hasZero())
    return Range{-1000.0, 1000.0}; // past every limit: the caller draws again
  return a * Range{1.0 / b.high, 1.0 / b.low};
}

/// `n` times a range: a sum of so many terms.
static Range times(unsigned n, Range a) { return {n * a.low, n * a.high}; }
static Range symmetric(double bound) { return {-bound, bound}; }
static Range magnitudeOf(Range a) {
  return {a.hasZero() ? 0.0 : std::min(std::fabs(a.low), std::fabs(a.high)), a.magnitude()};
}

/// How many products are summed for one component of `a @ b`.
static unsigned innerExtent(Type a) {
  if (auto matrix = dyn_cast<MatType>(a))
    return matrix.getCols();
  return cast<VecType>(a).getLength();
}

static double determinantBound(Type matrix, double bound) {
  unsigned n = cast<MatType>(matrix).getRows();
  double result = 1.0;
  for (unsigned i = 1; i <= n; ++i)
    result *= i * bound;
  return result;
}

/// Over the domain of a square or cube root, and a little beyond.
static Range root(Range a) { return {a.low >= 1.0 ? 1.0 : 0.0, std::max(1.0, std::sqrt(std::max(0.0, a.high)))}; }

using RangeRule = std::optional<Range> (*)(TypeRange t, ArrayRef<Range> r);

Range kgen::synthesis::rangeOfResult(StringRef mnemonic, TypeRange types, ArrayRef<Range> operands) {
  static const llvm::StringMap<RangeRule> rules = {
#define KGEN_BUILTIN(MNEMONIC, GROUP, IN_PYTHON, NOUN, ALIASES, DIMENSIONS, ...)                                       \
  {MNEMONIC, [](TypeRange t, ArrayRef<Range> r) -> std::optional<Range> { return __VA_ARGS__; }},
#include "kgen/IR/KgenBuiltinFacts.inc"
#undef KGEN_BUILTIN
  };
  std::optional<Range> range = rules.at(mnemonic)(types, operands);
  assert(range && "expected a builtin that is generated, whose record has a range");
  return *range;
}
