// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats as integers times powers of two, of 128 bits, the last of which stands for all that was shifted out.

#include "Rounder.h"
#include <bit>

namespace kgen::ptx {

__extension__ typedef unsigned __int128 u128;

uint64_t FloatFormat::nan() const {
  // f32, f16 and bf16 have one NaN, of all ones; that of f64 is the quiet one without payload.
  return bits == 64 ? 0x7ff8000000000000 : sign() - 1;
}

namespace {
/// `significand` * 2^`exponent`, and its sign.
struct Exact {
  bool isNegative;
  u128 significand;
  int exponent;
};
} // namespace

static int lengthOf(u128 x) {
  uint64_t high = x >> 64;
  return high ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<uint64_t>(x));
}

/// Shifted right; lost bits set the last bit.
static u128 shiftRight(u128 x, int by) {
  if (by <= 0)
    return x << -by;
  if (by >= 128)
    return x != 0;
  u128 kept = x >> by;
  return kept | ((kept << by) != x);
}

static Exact unpack(const FloatFormat &format, uint64_t x) {
  uint64_t fraction = x & ((uint64_t(1) << (format.precision - 1)) - 1);
  int field = (x & (format.sign() - 1)) >> (format.precision - 1);
  if (field)
    fraction |= uint64_t(1) << (format.precision - 1);
  return {(x & format.sign()) != 0, fraction, format.lowest() + (field ? field - 1 : 0)};
}

static bool roundsUp(Rounding rounding, bool isNegative, bool isOdd, u128 rest, u128 half) {
  switch (rounding) {
  case Rounding::Nearest:
    return rest > half || (rest == half && isOdd);
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return isNegative && rest;
  case Rounding::Up:
    return !isNegative && rest;
  }
  return false;
}

static uint64_t overflow(const FloatFormat &format, Rounding rounding, bool isNegative) {
  bool isInfinite = rounding == Rounding::Nearest || rounding == (isNegative ? Rounding::Down : Rounding::Up);
  return format.infinity() - !isInfinite;
}

static uint64_t round(const FloatFormat &format, Rounding rounding, const Exact &x) {
  uint64_t sign = x.isNegative ? format.sign() : 0;
  if (!x.significand)
    return sign;
  int precision = format.precision;
  int unit = std::max(x.exponent + lengthOf(x.significand) - precision, format.lowest());
  int shift = unit - x.exponent;
  u128 kept = 0;
  if (shift <= 0) {
    kept = x.significand << -shift;
  } else if (shift < 128) {
    kept = x.significand >> shift;
    u128 rest = x.significand - (kept << shift);
    kept += roundsUp(rounding, x.isNegative, kept & 1, rest, u128(1) << (shift - 1));
  } else {
    kept = roundsUp(rounding, x.isNegative, false, 1, 2);
  }
  if (lengthOf(kept) > precision)
    kept >>= 1, ++unit;
  if (kept && lengthOf(kept) + unit - 1 > format.maxExponent)
    return sign | overflow(format, rounding, x.isNegative);
  uint64_t field = lengthOf(kept) < precision ? 0 : unit - format.lowest() + 1;
  return sign | field << (precision - 1) | (static_cast<uint64_t>(kept) & ((uint64_t(1) << (precision - 1)) - 1));
}

/// The leading bit goes to a place that leaves a bit for the carry of a sum.
static Exact normalize(Exact x) {
  int shift = 125 - lengthOf(x.significand);
  return {x.isNegative, shift >= 0 ? x.significand << shift : x.significand >> -shift, x.exponent - shift};
}

static uint64_t addExact(const FloatFormat &format, Rounding rounding, Exact x, Exact y) {
  if (!x.significand || !y.significand) {
    if (x.significand || y.significand)
      return round(format, rounding, x.significand ? x : y);
    bool isNegative = x.isNegative == y.isNegative ? x.isNegative : rounding == Rounding::Down;
    return isNegative ? format.sign() : 0;
  }
  x = normalize(x);
  y = normalize(y);
  if (x.exponent < y.exponent)
    std::swap(x, y);
  y.significand = shiftRight(y.significand, x.exponent - y.exponent);
  if (x.isNegative == y.isNegative) {
    x.significand += y.significand;
  } else if (x.significand == y.significand) {
    return rounding == Rounding::Down ? format.sign() : 0;
  } else {
    bool swaps = x.significand < y.significand;
    x.significand = swaps ? y.significand - x.significand : x.significand - y.significand;
    x.isNegative ^= swaps;
  }
  return round(format, rounding, x);
}

static uint64_t divide(const FloatFormat &format, Rounding rounding, const Exact &x, const Exact &y) {
  int shift = 126 - lengthOf(x.significand);
  u128 dividend = x.significand << shift, quotient = dividend / y.significand;
  bool isInexact = quotient * y.significand != dividend;
  return round(format, rounding,
               {x.isNegative != y.isNegative, quotient << 1 | isInexact, x.exponent - shift - y.exponent - 1});
}

static uint64_t squareRoot(const FloatFormat &format, Rounding rounding, const Exact &x) {
  int shift = 124 - lengthOf(x.significand);
  shift -= (x.exponent - shift) & 1;
  u128 square = x.significand << shift, root = 0;
  for (int bit = 62; bit >= 0; --bit) {
    u128 next = root | u128(1) << bit;
    if (next * next <= square)
      root = next;
  }
  return round(format, rounding, {false, root << 1 | (root * root != square), (x.exponent - shift) / 2 - 1});
}

uint64_t arithmetic(FloatOp op, const FloatFormat &f, Rounding rounding, uint64_t a, uint64_t b, uint64_t c) {
  if (op == FloatOp::Sub)
    return arithmetic(FloatOp::Add, f, rounding, a, f.isNaN(b) ? b : b ^ f.sign());
  bool usesB = op != FloatOp::Sqrt, usesC = op == FloatOp::Fma;
  if (f.isNaN(a) || (usesB && f.isNaN(b)) || (usesC && f.isNaN(c)))
    return f.nan();
  uint64_t sign = (a ^ b) & f.sign();
  switch (op) {
  case FloatOp::Add:
    if (f.isInfinity(a) || f.isInfinity(b))
      return f.isInfinity(a) && f.isInfinity(b) && a != b ? f.nan() : f.isInfinity(a) ? a : b;
    return addExact(f, rounding, unpack(f, a), unpack(f, b));
  case FloatOp::Mul:
  case FloatOp::Fma: {
    bool isInfinite = f.isInfinity(a) || f.isInfinity(b);
    if (isInfinite && (f.isZero(a) || f.isZero(b)))
      return f.nan();
    if (isInfinite && (!usesC || !f.isInfinity(c)))
      return sign | f.infinity();
    if (isInfinite)
      return (sign ^ c) & f.sign() ? f.nan() : c;
    if (usesC && f.isInfinity(c))
      return c;
    Exact x = unpack(f, a), y = unpack(f, b);
    Exact product{sign != 0, x.significand * y.significand, x.exponent + y.exponent};
    return usesC ? addExact(f, rounding, product, unpack(f, c)) : round(f, rounding, product);
  }
  case FloatOp::Div:
    if (f.isInfinity(a) || f.isZero(b))
      return (f.isInfinity(a) && f.isInfinity(b)) || (f.isZero(a) && f.isZero(b)) ? f.nan() : sign | f.infinity();
    if (f.isInfinity(b) || f.isZero(a))
      return sign;
    return divide(f, rounding, unpack(f, a), unpack(f, b));
  case FloatOp::Sqrt:
    if (f.isZero(a) || a == f.infinity())
      return a;
    return a & f.sign() ? f.nan() : squareRoot(f, rounding, unpack(f, a));
  case FloatOp::Sub:
    break;
  }
  return f.nan();
}

uint64_t fromInteger(const FloatFormat &format, Rounding rounding, bool isNegative, uint64_t magnitude) {
  return magnitude ? round(format, rounding, {isNegative, magnitude, 0}) : 0;
}

uint64_t convertFloat(const FloatFormat &to, const FloatFormat &from, Rounding rounding, uint64_t x) {
  if (from.isNaN(x))
    return to.nan();
  uint64_t sign = x & from.sign() ? to.sign() : 0;
  return from.isInfinity(x) ? sign | to.infinity() : round(to, rounding, unpack(from, x));
}

/// The magnitude of a finite number as an integer; all ones if it has more than 64 bits.
static uint64_t integralPart(const FloatFormat &format, Rounding rounding, uint64_t x) {
  Exact e = unpack(format, x);
  if (e.exponent >= 0)
    return lengthOf(e.significand) + e.exponent > 64 ? UINT64_MAX : static_cast<uint64_t>(e.significand << e.exponent);
  int shift = std::min(-e.exponent, 120);
  u128 kept = e.significand >> shift, rest = e.significand - (kept << shift);
  return static_cast<uint64_t>(kept + roundsUp(rounding, e.isNegative, kept & 1, rest, u128(1) << (shift - 1)));
}

uint64_t roundToIntegral(const FloatFormat &format, Rounding rounding, uint64_t x) {
  if (format.isNaN(x))
    return format.nan();
  if (format.isInfinity(x) || unpack(format, x).exponent >= 0)
    return x;
  uint64_t magnitude = integralPart(format, rounding, x);
  return (x & format.sign()) | (magnitude ? round(format, Rounding::Nearest, {false, magnitude, 0}) : 0);
}

uint64_t toInteger(const FloatFormat &format, Rounding rounding, uint64_t x, unsigned bits, bool isSigned) {
  uint64_t mask = maskOfBits(bits), top = uint64_t(1) << (bits - 1);
  if (format.isNaN(x))
    return format.bits != 64 && bits != 64 ? 0 : top;
  bool isNegative = x & format.sign();
  uint64_t magnitude = format.isInfinity(x) ? UINT64_MAX : integralPart(format, rounding, x);
  if (!isSigned)
    return isNegative ? 0 : std::min(magnitude, mask);
  return isNegative ? (0 - std::min(magnitude, top)) & mask : std::min(magnitude, top - 1);
}

uint64_t saturate(const FloatFormat &format, uint64_t x) {
  if (format.isNaN(x) || x & format.sign())
    return 0;
  return std::min(x, format.one());
}

} // namespace kgen::ptx
