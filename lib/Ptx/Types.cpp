// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of types, state spaces and special registers.

#include "Syntax.h"

namespace kgen::ptx {

namespace {
struct TypeName {
  std::string_view name;
  uint8_t bits;
};
} // namespace

static constexpr TypeName typeNames[] = {{"", 0},       {"pred", 1},  {"b8", 8},      {"b16", 16}, {"b32", 32},
                                         {"b64", 64},   {"u8", 8},    {"u16", 16},    {"u32", 32}, {"u64", 64},
                                         {"s8", 8},     {"s16", 16},  {"s32", 32},    {"s64", 64}, {"f16", 16},
                                         {"f16x2", 32}, {"bf16", 16}, {"bf16x2", 32}, {"f32", 32}, {"f64", 64}};

Type parseType(std::string_view name) {
  for (size_t i = 1; i < std::size(typeNames); ++i)
    if (typeNames[i].name == name)
      return static_cast<Type>(i);
  return Type::None;
}

unsigned bitsOf(Type type) { return typeNames[static_cast<size_t>(type)].bits; }

Type bitsType(unsigned bits) {
  return bits == 1 ? Type::Pred : bits == 8 ? Type::U8 : bits == 16 ? Type::U16 : bits == 32 ? Type::U32 : Type::U64;
}

static constexpr std::string_view spaceNames[] = {"generic", "global", "const", "shared", "local", "param"};

Space parseSpace(std::string_view name) {
  name = name.substr(0, name.find("::"));
  for (size_t i = 1; i < std::size(spaceNames); ++i)
    if (spaceNames[i] == name)
      return static_cast<Space>(i);
  return Space::Generic;
}

const char *nameOf(Space space) { return spaceNames[static_cast<size_t>(space)].data(); }

static constexpr SpecialName specialNames[] = {{"%tid.x", Type::U32},
                                               {"%tid.y", Type::U32},
                                               {"%tid.z", Type::U32},
                                               {"%ntid.x", Type::U32},
                                               {"%ntid.y", Type::U32},
                                               {"%ntid.z", Type::U32},
                                               {"%ctaid.x", Type::U32},
                                               {"%ctaid.y", Type::U32},
                                               {"%ctaid.z", Type::U32},
                                               {"%nctaid.x", Type::U32},
                                               {"%nctaid.y", Type::U32},
                                               {"%nctaid.z", Type::U32},
                                               {"%laneid", Type::U32},
                                               {"%warpid", Type::U32},
                                               {"%nwarpid", Type::U32},
                                               {"WARP_SZ", Type::U32},
                                               {"%lanemask_eq", Type::U32},
                                               {"%lanemask_le", Type::U32},
                                               {"%lanemask_lt", Type::U32},
                                               {"%lanemask_ge", Type::U32},
                                               {"%lanemask_gt", Type::U32},
                                               {"%clock", Type::U32},
                                               {"%clock_hi", Type::U32},
                                               {"%clock64", Type::U64},
                                               {"%globaltimer", Type::U64},
                                               {"%smid", Type::U32},
                                               {"%nsmid", Type::U32},
                                               {"%gridid", Type::U64},
                                               {"%dynamic_smem_size", Type::U32},
                                               {"%total_smem_size", Type::U32}};

const unsigned numSpecialRegisters = std::size(specialNames);
const SpecialName &nameOf(SpecialRegister which) { return specialNames[static_cast<size_t>(which)]; }

} // namespace kgen::ptx
