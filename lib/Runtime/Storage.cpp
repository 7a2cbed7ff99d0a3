// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Storage.h"
#include "llvm/ADT/APFloat.h"
#include <cstring>

namespace kgen {

namespace {
/// The two halves, which C++20 has no types for: their bits.
template <const llvm::fltSemantics &(*semantics)()> struct Half {
  uint16_t bits = 0;

  Half() = default;
  explicit Half(double value) {
    llvm::APFloat number(value);
    bool inexact;
    number.convert(semantics(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    bits = static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
  }
  explicit operator double() const {
    llvm::APFloat number(semantics(), llvm::APInt(16, bits));
    bool inexact;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
    return number.convertToDouble();
  }
};
using Float16 = Half<&llvm::APFloat::IEEEhalf>;
using BFloat16 = Half<&llvm::APFloat::BFloat>;
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
  llvm_unreachable("all types are above");
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

void writeNumbers(ScalarType type, llvm::ArrayRef<double> numbers, std::byte *to) { writeList(type, numbers, to); }

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
