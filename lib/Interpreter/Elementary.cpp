// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions, and their derivatives by hand.

#include "Elementary.h"
#include "kgen/Support/Case.h"
#include <cmath>
#include <string_view>

// The functions with fused multiply-add are in SLEEF's library in any case; its header names them where this is.
#ifndef FP_FAST_FMA
#define FP_FAST_FMA 1
#endif
#include <sleef.h>

namespace kgen::interpreter {

float HalfFormat::round(double number) { return static_cast<float>(roundTo(ScalarType::Float16, number)); }
float BFloatFormat::round(double number) { return static_cast<float>(roundTo(ScalarType::BFloat16, number)); }

//===----------------------------------------------------------------------===//
// float and double
//===----------------------------------------------------------------------===//

/// The operand as the function takes it: that of asin and acos is clamped, and NaN becomes -1 (S-34).
template <class T> static T operandOf(std::string_view name, T x) {
  bool isClamped = name == "asin" || name == "acos";
  return isClamped ? std::fmin(std::fmax(x, T(-1)), T(1)) : x;
}

/// Powers that are products in machine code, too.
template <class T> static bool isWholePower(std::string_view name, T power) {
  return name == "pow" && (power == T(1) || power == T(2) || power == T(3));
}
template <class T> static T wholePower(T x, T power) { return power == T(1) ? x : power == T(2) ? x * x : x * x * x; }

#define KGEN_ELEMENTARY_1(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  float NAME(float x) { return FLOAT_FUNCTION(operandOf(#NAME, x)); }                                                  \
  double NAME(double x) { return DOUBLE_FUNCTION(operandOf(#NAME, x)); }
#define KGEN_ELEMENTARY_2(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  float NAME(float a, float b) { return isWholePower(#NAME, b) ? wholePower(a, b) : FLOAT_FUNCTION(a, b); }            \
  double NAME(double a, double b) { return isWholePower(#NAME, b) ? wholePower(a, b) : DOUBLE_FUNCTION(a, b); }
#include "kgen/IR/KgenBuiltinElementary.inc"
KGEN_ELEMENTARY_2(fmod, std::fmod, std::fmod)
#undef KGEN_ELEMENTARY_1
#undef KGEN_ELEMENTARY_2

std::pair<float, float> sincos(float x) {
  auto both = Sleef_finz_sincosf1_u10purecfma(x);
  return {both.x, both.y};
}
std::pair<double, double> sincos(double x) {
  auto both = Sleef_finz_sincosd1_u10purecfma(x);
  return {both.x, both.y};
}

//===----------------------------------------------------------------------===//
// Dual numbers
//===----------------------------------------------------------------------===//

static constexpr double ln2 = 0.693147180559945309417232121458;
static constexpr double ln10 = 2.30258509299404568401799145468;
static constexpr double twoOverRootPi = 1.12837916709551257389615890312;

/// f(x) with the slope f'(x) x'.
static Dual lift(Dual x, double value, double derivative) { return Dual(value, chain(derivative, x.slope)); }

Dual sin(Dual x) { return lift(x, sin(x.value), cos(x.value)); }
Dual cos(Dual x) { return lift(x, cos(x.value), -sin(x.value)); }
std::pair<Dual, Dual> sincos(Dual x) { return {sin(x), cos(x)}; }
Dual tan(Dual x) {
  double c = cos(x.value);
  return lift(x, tan(x.value), 1.0 / (c * c));
}

/// The derivative of asin: flat where the operand is clamped.
static double arcSlope(double x) { return std::fabs(x) < 1.0 ? 1.0 / sqrt((1.0 - x) * (1.0 + x)) : 0.0; }
Dual asin(Dual x) { return lift(x, asin(x.value), arcSlope(x.value)); }
Dual acos(Dual x) { return lift(x, acos(x.value), -arcSlope(x.value)); }
Dual atan(Dual x) { return lift(x, atan(x.value), 1.0 / (1.0 + x.value * x.value)); }
Dual sinh(Dual x) { return lift(x, sinh(x.value), cosh(x.value)); }
Dual cosh(Dual x) { return lift(x, cosh(x.value), sinh(x.value)); }
Dual tanh(Dual x) {
  double c = cosh(x.value);
  return lift(x, tanh(x.value), 1.0 / (c * c));
}
Dual exp(Dual x) { return lift(x, exp(x.value), exp(x.value)); }
Dual log(Dual x) { return lift(x, log(x.value), 1.0 / x.value); }
Dual log2(Dual x) { return lift(x, log2(x.value), 1.0 / (x.value * ln2)); }
Dual log10(Dual x) { return lift(x, log10(x.value), 1.0 / (x.value * ln10)); }
Dual sqrt(Dual x) { return lift(x, sqrt(x.value), 0.5 / sqrt(x.value)); }
Dual cbrt(Dual x) {
  double root = cbrt(x.value);
  return lift(x, root, 1.0 / (3.0 * root * root));
}
Dual erf(Dual x) { return lift(x, erf(x.value), twoOverRootPi * exp(-x.value * x.value)); }
Dual erfc(Dual x) { return lift(x, erfc(x.value), -twoOverRootPi * exp(-x.value * x.value)); }

// Steps: flat wherever they have a slope.
Dual floor(Dual x) { return Dual(floor(x.value)); }
Dual ceil(Dual x) { return Dual(ceil(x.value)); }
Dual trunc(Dual x) { return Dual(trunc(x.value)); }
Dual round(Dual x) { return Dual(round(x.value)); }
Dual rint(Dual x) { return Dual(rint(x.value)); }

Dual atan2(Dual y, Dual x) {
  double square = x.value * x.value + y.value * y.value;
  return Dual(atan2(y.value, x.value), chain(x.value / square, y.slope) - chain(y.value / square, x.slope));
}

Dual pow(Dual a, Dual b) {
  double power = pow(a.value, b.value);
  double inBase = b.value != 0.0 ? chain(b.value * pow(a.value, b.value - 1.0), a.slope) : 0.0;
  double inExponent = a.value > 0.0 ? chain(power * log(a.value), b.slope) : 0.0;
  return Dual(power, inBase + inExponent);
}

Dual copysign(Dual x, Dual y) {
  bool flips = std::signbit(x.value) != std::signbit(y.value);
  return Dual(copysign(x.value, y.value), flips ? -x.slope : x.slope);
}

Dual fmod(Dual a, Dual b) {
  double quotient = trunc(a.value / b.value);
  return Dual(fmod(a.value, b.value), a.slope - chain(quotient, b.slope));
}

} // namespace kgen::interpreter
