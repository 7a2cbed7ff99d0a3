// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact arithmetic on the bits of floats of any format, rounded once, in any mode. Slow; nearest rounding of float and
// double is the host's affair.

#ifndef KGEN_LIB_PTX_ROUNDER_H
#define KGEN_LIB_PTX_ROUNDER_H

#include "Exec.h"

namespace kgen::ptx {

struct FloatFormat {
  unsigned bits, precision;
  int maxExponent;
  int minExponent() const { return 1 - maxExponent; }
  /// The exponent of the last bit of a subnormal number.
  int lowest() const { return minExponent() - static_cast<int>(precision) + 1; }
  constexpr uint64_t mask() const { return maskOfBits(bits); }
  constexpr uint64_t sign() const { return uint64_t(1) << (bits - 1); }
  uint64_t one() const { return static_cast<uint64_t>(maxExponent) << (precision - 1); }
  uint64_t infinity() const { return (uint64_t(2) * maxExponent + 1) << (precision - 1); }
  /// The one NaN that the machine makes.
  uint64_t nan() const;
  bool isNaN(uint64_t x) const { return (x & (sign() - 1)) > infinity(); }
  bool isInfinity(uint64_t x) const { return (x & (sign() - 1)) == infinity(); }
  bool isZero(uint64_t x) const { return (x & (sign() - 1)) == 0; }
  bool isSubnormal(uint64_t x) const { return !isZero(x) && (x & infinity()) == 0; }
};

inline constexpr FloatFormat halfFormat{16, 11, 15}, bfloatFormat{16, 8, 127}, floatFormat{32, 24, 127},
    doubleFormat{64, 53, 1023};
/// Of two halves, that of each.
constexpr FloatFormat formatOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::F16x2:
    return halfFormat;
  case Type::BF16:
  case Type::BF16x2:
    return bfloatFormat;
  case Type::F64:
    return doubleFormat;
  default:
    return floatFormat;
  }
}

/// `f` of the operands' bits; of two halves, of the one and of the other.
template <Type Kind, class F, class... S> uint64_t inLanes(F f, S... slots) {
  constexpr uint64_t mask = formatOf(Kind).mask();
  uint64_t result = f(slots & mask...);
  if constexpr (isPair(Kind))
    result |= f(slots >> 16 & mask...) << 16;
  return result;
}

enum class FloatOp : uint8_t { Add, Sub, Mul, Div, Fma, Sqrt };

/// The result's bits. `c` is fma's third operand.
uint64_t arithmetic(FloatOp op, const FloatFormat &format, Rounding rounding, uint64_t a, uint64_t b = 0,
                    uint64_t c = 0);

/// An integer as a float.
uint64_t fromInteger(const FloatFormat &format, Rounding rounding, bool isNegative, uint64_t magnitude);
/// A float of another format.
uint64_t convertFloat(const FloatFormat &to, const FloatFormat &from, Rounding rounding, uint64_t x);
/// Rounded to an integer, as a float of the same format.
uint64_t roundToIntegral(const FloatFormat &format, Rounding rounding, uint64_t x);
/// A float as an integer of so many bits, clamped; NaN as in the ISA.
uint64_t toInteger(const FloatFormat &format, Rounding rounding, uint64_t x, unsigned bits, bool isSigned);

/// Subnormal numbers become zeros of their sign.
inline uint64_t flush(const FloatFormat &format, uint64_t x) { return format.isSubnormal(x) ? x & format.sign() : x; }
/// Clamped to [0, 1]; NaN is 0.
uint64_t saturate(const FloatFormat &format, uint64_t x);
/// A negative number becomes 0; a NaN stays.
inline uint64_t rectify(const FloatFormat &format, uint64_t x) { return x & format.sign() && !format.isNaN(x) ? 0 : x; }

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_ROUNDER_H
