// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX's types and state spaces by name.

#ifndef KGEN_LIB_PTX_TYPES_H
#define KGEN_LIB_PTX_TYPES_H

#include <cstdint>
#include <string_view>

namespace kgen::ptx {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64
};

/// `f32`, without the point; None if there is no such type.
Type parseType(std::string_view name);
/// 1 for a predicate.
unsigned bitsOf(Type type);
inline bool isSigned(Type type) { return type >= Type::S8 && type <= Type::S64; }
inline bool isFloat(Type type) { return type >= Type::F16; }
/// Whether it is two halves in one register.
constexpr bool isPair(Type type) { return type == Type::F16x2 || type == Type::BF16x2; }
/// So many ones.
constexpr uint64_t maskOfBits(unsigned bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }
/// The unsigned type of so many bits.
Type bitsType(unsigned bits);

enum class Space : uint8_t { Generic, Global, Const, Shared, Local, Param };

/// `global`; a sub-space such as `shared::cta` is its space. Generic for "".
Space parseSpace(std::string_view name);
const char *nameOf(Space space);

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_TYPES_H
