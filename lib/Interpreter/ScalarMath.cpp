// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of scalars; include/kgen/IR/Builtins/ScalarMath.td. Builtins that the records expand into others are
// written out here: the expansion is held against this.

#include "Elementary.h"
#include "Primitives.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <string_view>

namespace kgen::interpreter {

/// Where a function that does not fall reaches `wanted` within [low, high], to the last bit.
template <class F> static double bisect(double low, double high, double wanted, F f) {
  while (true) {
    double middle = low + (high - low) / 2.0;
    if (middle <= low || middle >= high)
      return high;
    (f(middle) < wanted ? low : high) = middle;
  }
}

/// The number whose erf is x, and that whose erfc is x: by search, which needs no derivative and no estimate. Past 28,
/// erfc is 0.
static double inverseErf(double x) {
  if (!(std::fabs(x) < 1.0))
    return std::fabs(x) == 1.0 ? std::copysign(HUGE_VAL, x) : NAN;
  double size = bisect(0.0, 28.0, std::fabs(x), [](double y) { return erf(y); });
  return x == 0.0 ? x : std::copysign(size, x);
}
static double inverseErfc(double x) {
  if (!(x > 0.0 && x < 2.0))
    return x == 0.0 ? HUGE_VAL : x == 2.0 ? -HUGE_VAL : NAN;
  if (x >= 0.5 && x <= 1.5) // near the root at 1 erfc has no digits to tell arguments apart by; 1 - x is exact
    return inverseErf(1.0 - x);
  return bisect(-28.0, 28.0, -x, [](double y) { return -erfc(y); });
}

/// A number with its slope, of the inverse of a function whose slope is `sign` times that of erf.
template <class T> static T inverseOfErf(T x, double inverse, double sign) {
  if constexpr (isDual<T>)
    return Dual(inverse, chain(sign * 0.886226925452758013649083741671 * exp(inverse * inverse), x.slope));
  else
    return T(inverse);
}

/// Whether a function is SLEEF's; those of the host are defined to the last bit.
static constexpr bool isSleefs(std::string_view floatFunction) { return floatFunction.starts_with("Sleef_"); }

static void addElementary(PrimitiveTable &table) {
#define KGEN_ELEMENTARY_1(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  table.byComponent<Unary>("kgen." #NAME, Floats(),                                                                    \
                           elementary<isSleefs(#FLOAT_FUNCTION)>([](auto x) { return NAME(x); }));
#define KGEN_ELEMENTARY_2(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  table.byComponent<Binary>("kgen." #NAME, Floats(),                                                                   \
                            elementary<isSleefs(#FLOAT_FUNCTION)>([](auto a, auto b) { return NAME(a, b); }));
#include "kgen/IR/KgenBuiltinElementary.inc"
#undef KGEN_ELEMENTARY_1
#undef KGEN_ELEMENTARY_2
}

void addScalarMath(PrimitiveTable &table) {
  addElementary(table);
  table.byComponent<Unary>("kgen.sin paired", Floats(), elementary([](auto x) { return sincos(x).first; }));
  table.byComponent<Unary>("kgen.cos paired", Floats(), elementary([](auto x) { return sincos(x).second; }));
  table.byComponent<Unary>("kgen.erfinv", Floats(),
                           elementary([](auto x) { return inverseOfErf(x, inverseErf(valueOf(x)), 1.0); }));
  table.byComponent<Unary>("kgen.erfcinv", Floats(),
                           elementary([](auto x) { return inverseOfErf(x, inverseErfc(valueOf(x)), -1.0); }));
  table.byComponent<Unary>("kgen.degrees", Floats(),
                           []<class T>(T x) { return mul(x, number<T>(57.2957795130823208767981548141)); });
  table.byComponent<Unary>("kgen.radians", Floats(),
                           []<class T>(T x) { return mul(x, number<T>(0.0174532925199432957692369076849)); });
  table.byComponent<Unary>("kgen.frac", Floats(), [](auto x) -> decltype(x) { return sub(x, trunc(x)); });
  table.byComponent<Unary>("kgen.abs", AllNumbers(), [](auto x) { return absolute(x); });
  table.byComponent<Unary>("kgen.sign", AllNumbers(),
                           []<class T>(T x) { return number<T>(x < number<T>(0) ? -1 : 1); });
  table.byComponent<Unary>("kgen.step", AllNumbers(), []<class T>(T x) { return number<T>(x < number<T>(0) ? 1 : 0); });
  table.byComponent<Unary>("kgen.nonzero", AllNumbers(),
                           []<class T>(T x) { return number<T>(x == number<T>(0) ? 0 : 1); });
  table.byComponent<int32_t(Self)>("kgen.bit_count", Integers(), []<class T>(T x) -> int32_t {
    return llvm::popcount(static_cast<std::make_unsigned_t<T>>(x));
  });
  table.byComponent<Binary>("kgen.min", AllNumbers(), Lesser());
  table.byComponent<Binary>("kgen.max", AllNumbers(), Greater());
  table.byComponent<Ternary>("kgen.clamp", AllNumbers(), []<class T>(T x, T low, T high, Check &check) {
    return Lesser()(Greater()(low, x, check), high, check);
  });
  table.byComponent<Ternary>("kgen.lerp", Floats(),
                             []<class T>(T a, T b, T t) { return add(mul(a, sub(number<T>(1), t)), mul(b, t)); });
  table.byComponent<Ternary>("kgen.smoothstep", Floats(), []<class T>(T low, T high, T x) {
    T part = div(sub(x, low), sub(high, low));
    T t = minimum(maximum(part, number<T>(0)), number<T>(1));
    return mul(mul(t, t), sub(number<T>(3), mul(number<T>(2), t)));
  });
}

} // namespace kgen::interpreter
