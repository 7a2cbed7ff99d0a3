// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic. Only operations that are the same on every machine: no elementary functions but square root.

#include "Ranges.h"
#include "kgen/IR/Types.h"
#include "llvm/ADT/StringSwitch.h"

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
static unsigned innerExtent(Type a, Type b) {
  if (auto matrix = dyn_cast<MatType>(a))
    return matrix.getCols();
  if (auto vector = dyn_cast<VecType>(a))
    return vector.getLength();
  (void)b;
  return 1;
}

static double determinantBound(Type matrix, double bound) {
  unsigned n = cast<MatType>(matrix).getRows();
  double result = 1.0;
  for (unsigned i = 1; i <= n; ++i)
    result *= i * bound;
  return result;
}

/// Products, quotients and sums of products.
static std::optional<Range> productRange(StringRef name, TypeRange t, ArrayRef<Range> r) {
  if (name == "mul" || name == "scale" || name == "scale_left" || name == "cw_mul" || name == "outer")
    return r[0] * r[1];
  if (name == "div" || name == "scale_div" || name == "cw_div")
    return quotient(r[0], r[1]);
  if (name == "floordiv")
    return quotient(r[0], r[1]) + symmetric(1.0);
  if (name == "mat_mul" || name == "mat_vec_mul" || name == "vec_mat_mul" || name == "dot")
    return times(innerExtent(t[0], t[1]), r[0] * r[1]);
  if (name == "ddot")
    return times(numComponents(t[0]), r[0] * r[1]);
  if (name == "cross")
    return symmetric(2.0 * r[0].magnitude() * r[1].magnitude());
  if (name == "length")
    return Range{0.0, std::sqrt(double(numComponents(t[0]))) * r[0].magnitude()};
  if (name == "length_sq")
    return Range{0.0, numComponents(t[0]) * r[0].magnitude() * r[0].magnitude()};
  if (name == "trace")
    return times(cast<MatType>(t[0]).getRows(), r[0]);
  if (name == "determinant")
    return symmetric(determinantBound(t[0], r[0].magnitude()));
  return std::nullopt;
}

/// Sums, choices and rounding.
static std::optional<Range> piecewiseRange(StringRef name, ArrayRef<Range> r) {
  if (name == "add")
    return r[0] + r[1];
  if (name == "sub")
    return r[0] + -r[1];
  if (name == "neg")
    return -r[0];
  if (name == "transpose" || name == "copy")
    return r[0];
  if (name == "abs")
    return magnitudeOf(r[0]);
  if (name == "min")
    return Range{std::min(r[0].low, r[1].low), std::min(r[0].high, r[1].high)};
  if (name == "max")
    return Range{std::max(r[0].low, r[1].low), std::max(r[0].high, r[1].high)};
  if (name == "clamp")
    return Range{r[1].low, r[2].high};
  if (name == "where")
    return hull(r[1], r[2]);
  if (name == "lerp")
    return r[0] * (Range{1.0, 1.0} + -r[2]) + r[1] * r[2];
  if (name == "mod")
    return r[0].low >= 0.0 ? Range{0.0, r[1].magnitude()} : symmetric(r[1].magnitude());
  if (name == "floor" || name == "ceil" || name == "trunc" || name == "round" || name == "rint")
    return r[0] + symmetric(1.0);
  return std::nullopt;
}

/// Elementary functions, over their domains and a little beyond.
static std::optional<Range> elementaryRange(StringRef name, ArrayRef<Range> r) {
  if (name == "sqrt" || name == "cbrt")
    return Range{r[0].low >= 1.0 ? 1.0 : 0.0, std::max(1.0, std::sqrt(std::max(0.0, r[0].high)))};
  if (name == "degrees" || name == "radians")
    return r[0] * (name == "degrees" ? Range{57.3, 57.3} : Range{0.0174, 0.0175});
  if (name == "exp")
    return Range{0.0, r[0].high <= 0.0 ? 1.0 : r[0].high <= 1.0 ? 2.8 : r[0].high <= 2.0 ? 7.4 : 500.0};
  if (name == "cosh")
    return Range{1.0, r[0].magnitude() <= 2.0 ? 3.8 : 300.0};
  if (name == "sinh")
    return symmetric(r[0].magnitude() <= 2.0 ? 3.7 : 300.0);
  double bound = StringSwitch<double>(name)
                     .Cases({"sin", "cos", "tanh", "normalize", "frac", "sign"}, 1.0)
                     .Cases({"asin", "atan"}, 1.6)
                     .Cases({"atan2", "acos"}, 3.2)
                     .Case("tan", 2.6)
                     .Default(0.0);
  if (bound == 0.0)
    return std::nullopt;
  return name == "acos" ? Range{0.0, bound} : symmetric(bound);
}

Range kgen::synthesis::rangeOfResult(StringRef mnemonic, TypeRange types, ArrayRef<Range> operands) {
  if (auto range = productRange(mnemonic, types, operands))
    return *range;
  if (auto range = piecewiseRange(mnemonic, operands))
    return *range;
  if (auto range = elementaryRange(mnemonic, operands))
    return *range;
  return symmetric(8.0);
}
