// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between doubles and the bytes of Warp's scalars. Half formats are rounded by exact arithmetic on doubles, so the bits
// are the same on every machine.

#include "kgen/Support/CaseStorage.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace kgen {

//===----------------------------------------------------------------------===//
// The two 16-bit formats
//===----------------------------------------------------------------------===//

namespace {
/// A binary format: bits of the significand (with the one that is not stored), and the exponent of the smallest normal
/// number; exponents reach as far up as down.
struct Format {
  int precision, minExponent;
  double largest() const { return std::ldexp(2.0 - std::ldexp(1.0, 1 - precision), 1 - minExponent); }
};
constexpr Format float16 = {11, -14}, bfloat16 = {8, -126};
} // namespace

/// The nearest number of the format, ties to even.
static double roundToFormat(double value, Format format) {
  if (value == 0.0 || !std::isfinite(value))
    return value;
  int exponent;
  std::frexp(value, &exponent); // of a significand from 0.5 on
  int unit = std::max(exponent - format.precision, format.minExponent - format.precision + 1);
  double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  return std::fabs(rounded) > format.largest() ? std::copysign(std::numeric_limits<double>::infinity(), value)
                                               : rounded;
}

static uint16_t encode(double value, Format format) {
  int fractionBits = format.precision - 1, exponentBits = 15 - fractionBits;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0, top = ((1 << exponentBits) - 1) << fractionBits;
  if (std::isnan(value))
    return sign | top | (1 << (fractionBits - 1));
  double magnitude = std::fabs(roundToFormat(value, format));
  if (std::isinf(magnitude))
    return sign | top;
  if (magnitude < std::ldexp(1.0, format.minExponent)) // subnormal, or zero
    return sign | static_cast<uint16_t>(std::ldexp(magnitude, fractionBits - format.minExponent));
  int exponent = std::ilogb(magnitude);
  auto fraction = static_cast<uint16_t>((std::ldexp(magnitude, -exponent) - 1.0) * (1 << fractionBits));
  return sign | static_cast<uint16_t>((exponent - format.minExponent + 1) << fractionBits) | fraction;
}

static double decode(uint16_t bits, Format format) {
  int fractionBits = format.precision - 1;
  int exponent = (bits & 0x7fff) >> fractionBits, fraction = bits & ((1 << fractionBits) - 1);
  double magnitude;
  if (exponent == (1 << (15 - fractionBits)) - 1)
    magnitude = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, format.minExponent - fractionBits);
  else
    magnitude = std::ldexp(fraction + (1 << fractionBits), exponent - 1 + format.minExponent - fractionBits);
  return std::copysign(magnitude, bits & 0x8000 ? -1.0 : 1.0);
}

uint16_t toFloat16(double value) { return encode(value, float16); }
uint16_t toBFloat16(double value) { return encode(value, bfloat16); }

double roundTo(ScalarType type, double value) {
  if (type == ScalarType::Float16)
    return roundToFormat(value, float16);
  if (type == ScalarType::BFloat16)
    return roundToFormat(value, bfloat16);
  return type == ScalarType::Float32 ? static_cast<float>(value) : value;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

namespace {
/// A number of a 16-bit format: its bits.
template <const Format &format> struct Half {
  uint16_t bits = 0;

  Half() = default;
  explicit Half(double value) : bits(encode(value, format)) {}
  explicit operator double() const { return decode(bits, format); }
};
using Float16 = Half<float16>;
using BFloat16 = Half<bfloat16>;
} // namespace

/// Calls `visit` with a value of the C++ type that stores `type`.
template <typename Visitor> static auto visitType(ScalarType type, Visitor visit) {
  switch (type) {
  case ScalarType::Bool:
    return visit(bool());
  case ScalarType::Int8:
    return visit(int8_t());
  case ScalarType::UInt8:
    return visit(uint8_t());
  case ScalarType::Int16:
    return visit(int16_t());
  case ScalarType::UInt16:
    return visit(uint16_t());
  case ScalarType::Int32:
    return visit(int32_t());
  case ScalarType::UInt32:
    return visit(uint32_t());
  case ScalarType::Int64:
    return visit(int64_t());
  case ScalarType::UInt64:
    return visit(uint64_t());
  case ScalarType::Float16:
    return visit(Float16());
  case ScalarType::BFloat16:
    return visit(BFloat16());
  case ScalarType::Float32:
    return visit(float());
  case ScalarType::Float64:
    return visit(double());
  }
  return visit(double()); // all types are above
}

size_t scalarSize(ScalarType type) {
  return visitType(type, [](auto zero) { return sizeof(zero); });
}

template <typename List> static void writeList(ScalarType type, const List &numbers, std::byte *to) {
  visitType(type, [&](auto zero) {
    using Stored = decltype(zero);
    for (auto number : numbers) {
      Stored stored;
      if constexpr (std::is_same_v<Stored, bool>)
        stored = number != 0;
      else
        stored = static_cast<Stored>(number);
      std::memcpy(to, &stored, sizeof(Stored));
      to += sizeof(Stored);
    }
  });
}

void writeNumbers(ScalarType type, const Numbers &numbers, std::byte *to) {
  std::visit([&](const auto &list) { writeList(type, list, to); }, numbers);
}

void writeNumbers(ScalarType type, const std::vector<double> &numbers, std::byte *to) { writeList(type, numbers, to); }

Numbers readNumbers(ScalarType type, const std::byte *from, size_t count) {
  return visitType(type, [&](auto zero) -> Numbers {
    using Stored = decltype(zero);
    using Number = std::conditional_t<std::is_integral_v<Stored>, int64_t, double>;
    std::vector<Number> numbers(count);
    for (Number &number : numbers) {
      Stored stored;
      std::memcpy(&stored, from, sizeof(Stored));
      number = static_cast<Number>(stored);
      from += sizeof(Stored);
    }
    return numbers;
  });
}

} // namespace kgen
