// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers that kernels compute with: plain C++ types, two narrow floats, and the dual number. Each has the
// arithmetic of the semantics page; the primitives are templates over them and know no other. What computes in double
// and in float at once has no arithmetic of its own: everything is done to the two apart.

#ifndef KGEN_LIB_INTERPRETER_NUMBERS_H
#define KGEN_LIB_INTERPRETER_NUMBERS_H

#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace kgen::interpreter {

/// A float of 16 bits, computed in float and rounded after each operation. `Format` rounds.
template <class Format> struct Narrow {
  float value;
  Narrow() = default;
  explicit Narrow(double number) : value(Format::round(number)) {}
};

struct HalfFormat {
  static float round(double number);
};
struct BFloatFormat {
  static float round(double number);
};
using Half = Narrow<HalfFormat>;
using BFloat = Narrow<BFloatFormat>;

/// A value and its derivative in one direction.
struct Dual {
  double value, slope;
  Dual() = default;
  explicit Dual(double number, double slope = 0.0) : value(number), slope(slope) {}
};

/// A float beside the double that it would be if nothing were rounded to float.
struct Both {
  double exact;
  float stored;
  Both() = default;
  explicit Both(double number) : exact(number), stored(static_cast<float>(number)) {}
  Both(double exact, float stored) : exact(exact), stored(stored) {}
};

template <class T> inline constexpr bool isNarrow = false;
template <class Format> inline constexpr bool isNarrow<Narrow<Format>> = true;
template <class T> inline constexpr bool isDual = std::is_same_v<T, Dual>;
template <class T> inline constexpr bool isBoth = std::is_same_v<T, Both>;
template <class T> inline constexpr bool isInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool isFloating = std::is_floating_point_v<T> || isNarrow<T> || isDual<T> || isBoth<T>;

/// The number itself, without a derivative; of two, the exact one.
template <class T> double valueOf(T x) {
  if constexpr (isNarrow<T> || isDual<T>)
    return x.value;
  else if constexpr (isBoth<T>)
    return x.exact;
  else
    return static_cast<double>(x);
}

/// Whether 16 roundings of float32 may put two floats in the other order; what is equal stays so.
template <class T> bool areClose(T a, T b) {
  if constexpr (isFloating<T>) {
    double x = valueOf(a), y = valueOf(b);
    return x != y && std::fabs(x - y) < 0x1p-20 * std::max(std::fabs(x), std::fabs(y));
  }
  return false;
}

/// Where a float is moved that another machine may round otherwise, `RunOptions::roundsElsewhere`: an elementary
/// function's by two units of its last place, by which those of CUDA are off, toward zero, where none leaves its range;
/// an addend by one unit.
enum class Rounding { TowardZero, Up, Down };

/// The number with its float moved, unless that is exact.
inline Both roundedElsewhere(Both number, Rounding way) {
  float x = number.stored;
  if (!std::isnormal(x) || double(x) == number.exact)
    return number;
  int units = way == Rounding::TowardZero ? -2 : (way == Rounding::Up) == (x > 0.0f) ? 1 : -1;
  return Both(number.exact, llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(x) + units));
}
template <class T> T roundedElsewhere(T number, Rounding) { return number; }

/// One of the two that `Both` is; any other number is itself.
inline double exactOf(Both x) { return x.exact; }
inline float storedOf(Both x) { return x.stored; }
template <class T> T exactOf(T x) { return x; }
template <class T> T storedOf(T x) { return x; }

//===----------------------------------------------------------------------===//
// Comparison is by value
//===----------------------------------------------------------------------===//

template <class T, std::enable_if_t<isNarrow<T> || isDual<T>, int> = 0> bool operator<(T a, T b) {
  return a.value < b.value;
}
template <class T, std::enable_if_t<isNarrow<T> || isDual<T>, int> = 0> bool operator<=(T a, T b) {
  return a.value <= b.value;
}
template <class T, std::enable_if_t<isNarrow<T> || isDual<T>, int> = 0> bool operator==(T a, T b) {
  return a.value == b.value;
}

template <class T> bool isNaN(T x) {
  if constexpr (isFloating<T>)
    return !(x == x);
  else
    return false;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// What a factor adds to a derivative. A direction that does not move contributes nothing, even where the factor is
/// infinite.
inline double chain(double factor, double slope) { return slope == 0.0 ? 0.0 : factor * slope; }

template <class T> T add(T a, T b) {
  if constexpr (isInteger<T>)
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  else if constexpr (isNarrow<T>)
    return T(a.value + b.value);
  else if constexpr (isDual<T>)
    return T(a.value + b.value, a.slope + b.slope);
  else
    return a + b;
}

template <class T> T sub(T a, T b) {
  if constexpr (isInteger<T>)
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  else if constexpr (isNarrow<T>)
    return T(a.value - b.value);
  else if constexpr (isDual<T>)
    return T(a.value - b.value, a.slope - b.slope);
  else
    return a - b;
}

template <class T> T mul(T a, T b) {
  if constexpr (isInteger<T>)
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else if constexpr (isNarrow<T>)
    return T(a.value * b.value);
  else if constexpr (isDual<T>)
    return T(a.value * b.value, chain(b.value, a.slope) + chain(a.value, b.slope));
  else
    return a * b;
}

/// The quotient; of integers truncated, the smallest by -1 wraps. The caller has refused an integer divisor of zero.
template <class T> T div(T a, T b) {
  if constexpr (isInteger<T>) {
    if (b == static_cast<T>(-1) && std::is_signed_v<T>)
      return sub(T(0), a);
    return static_cast<T>(a / b);
  } else if constexpr (isNarrow<T>) {
    return T(a.value / b.value);
  } else if constexpr (isDual<T>) {
    double quotient = a.value / b.value;
    return T(quotient, chain(1.0 / b.value, a.slope) - chain(quotient / b.value, b.slope));
  } else {
    return a / b;
  }
}

template <class T> T neg(T a) {
  if constexpr (isInteger<T>)
    return sub(T(0), a);
  else if constexpr (isNarrow<T>)
    return T(-a.value);
  else if constexpr (isDual<T>)
    return T(-a.value, -a.slope);
  else
    return -a;
}

/// A literal in the number type.
template <class T> T number(double value) {
  if constexpr (isFloating<T>)
    return T(value);
  else
    return static_cast<T>(static_cast<int64_t>(value));
}

//===----------------------------------------------------------------------===//
// Kinds: number types as data
//===----------------------------------------------------------------------===//

/// The number type that a scalar has in a run.
enum class Kind : uint8_t { Bool, I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64, DualF64, BothF32 };

template <class T> struct Tag {
  using type = T;
};

/// Calls `f(Tag<T>())` for the number type of a kind.
template <class F> decltype(auto) visitKind(Kind kind, F &&f) {
  switch (kind) {
  case Kind::Bool:
    return f(Tag<bool>());
  case Kind::I8:
    return f(Tag<int8_t>());
  case Kind::U8:
    return f(Tag<uint8_t>());
  case Kind::I16:
    return f(Tag<int16_t>());
  case Kind::U16:
    return f(Tag<uint16_t>());
  case Kind::I32:
    return f(Tag<int32_t>());
  case Kind::U32:
    return f(Tag<uint32_t>());
  case Kind::I64:
    return f(Tag<int64_t>());
  case Kind::U64:
    return f(Tag<uint64_t>());
  case Kind::F16:
    return f(Tag<Half>());
  case Kind::BF16:
    return f(Tag<BFloat>());
  case Kind::F32:
    return f(Tag<float>());
  case Kind::F64:
    return f(Tag<double>());
  case Kind::DualF64:
    return f(Tag<Dual>());
  case Kind::BothF32:
    return f(Tag<Both>());
  }
  llvm_unreachable("all kinds are covered");
}

/// The kind of a number type.
template <class T> constexpr Kind kindOf() {
  if constexpr (std::is_same_v<T, bool>)
    return Kind::Bool;
  else if constexpr (isInteger<T>)
    return static_cast<Kind>(1 +
                             2 * (sizeof(T) == 1   ? 0
                                  : sizeof(T) == 2 ? 1
                                  : sizeof(T) == 4 ? 2
                                                   : 3) +
                             std::is_unsigned_v<T>);
  else if constexpr (std::is_same_v<T, Half>)
    return Kind::F16;
  else if constexpr (std::is_same_v<T, BFloat>)
    return Kind::BF16;
  else if constexpr (std::is_same_v<T, float>)
    return Kind::F32;
  else if constexpr (std::is_same_v<T, double>)
    return Kind::F64;
  else if constexpr (isDual<T>)
    return Kind::DualF64;
  else
    return Kind::BothF32;
}

inline bool isFloatKind(Kind kind) { return kind >= Kind::F16; }

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_NUMBERS_H
