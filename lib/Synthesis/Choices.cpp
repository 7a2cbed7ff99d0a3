// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of choices and the weights.

#include "Choices.h"
#include "kgen/IR/Types.h"
#include <string_view>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

static StringRef mnemonicOf(const BuiltinInfo &info) { return info.opName.substr(info.opName.find('.') + 1); }

bool kgen::synthesis::isWritable(const BuiltinInfo &info, TypeRange types) {
  // Some of what kgen has is for adjoints, and not Warp's.
  StringRef mnemonic = mnemonicOf(info);
  bool hasOverload =
      !(mnemonic == "ddot" && isVec(types.front())) && !(mnemonic == "neg" && isTransform(types.front()));
  return info.python.kind != Spelling::None && info.accepts(types) && hasOverload;
}

namespace {
/// Builtins that are as common as each other, with spaces around each.
struct Commonness {
  unsigned weight;
  std::string_view mnemonics;
};
} // namespace

static constexpr Commonness commonnesses[] = {
    {24, " add sub mul "},
    {12, " div scale scale_left dot mat_vec_mul "},
    {6, " neg length normalize cross scale_div mat_mul sqrt exp "},
    {5, " min max abs sin cos clamp transpose outer "},
    {3, " log tanh atan2 length_sq cw_mul lerp determinant trace where "},
    {2,
     " pow tan asin acos atan sinh cosh log2 log10 cbrt erf erfc erfinv erfcinv smoothstep cw_div ddot vec_mat_mul "},
    {2, " inverse bit_and bit_or bit_xor lshift rshift invert and or not "},
    {1, " mod floor ceil trunc round rint frac degrees radians "},
    // Written by the library of knowledge alone: what they mean follows from no types.
    {0,
     " copy adjugate floordiv sign step nonzero copysign isfinite isnan isinf bit_count cw_abs cw_sign cw_min cw_max "},
    {0,
     " reduce_min reduce_max argmin argmax cw_lerp all_finite any_nan any_inf any_nonzero norm_l1 norm_l2 norm_huber "},
    {0, " norm_pseudo_huber smooth_normalize diag get_diag skew matrix_from_rows_2 matrix_from_rows_3 "},
    {0, " matrix_from_rows_4 matrix_from_cols_2 matrix_from_cols_3 matrix_from_cols_4 "},
};

/// The weight of a builtin, or nothing where the table has none.
static constexpr std::optional<unsigned> weightOf(std::string_view mnemonic) {
  for (const Commonness &each : commonnesses)
    for (size_t at = each.mnemonics.find(mnemonic); at != std::string_view::npos;
         at = each.mnemonics.find(mnemonic, at + 1))
      if (each.mnemonics[at - 1] == ' ' && each.mnemonics[at + mnemonic.size()] == ' ')
        return each.weight;
  return std::nullopt;
}

/// Whether builtins of a group are drawn by their types. Rotations, poses and random numbers are not.
static constexpr bool isDrawn(std::string_view group) {
  return group == "Operators" || group == "Scalar Math" || group == "Vector Math" || group == "Utility";
}

#define KGEN_BUILTIN(MNEMONIC, GROUP, IN_PYTHON, NOUN, ALIASES, DIMENSIONS, ...)                                       \
  static_assert(!isDrawn(GROUP) || !IN_PYTHON || weightOf(MNEMONIC), "no commonness of the builtin " MNEMONIC);        \
  static_assert(weightOf(MNEMONIC).value_or(0) == 0 || std::string_view(#__VA_ARGS__) != "std::nullopt",               \
                "no range of the builtin " MNEMONIC);
#include "kgen/IR/KgenBuiltinFacts.inc"
#undef KGEN_BUILTIN

unsigned kgen::synthesis::commonness(const BuiltinInfo &info) {
  return weightOf(std::string_view(mnemonicOf(info))).value_or(0);
}

/// The weight of a group of builtins in a category.
static unsigned emphasis(Category category, StringRef group) {
  if (category == Category::Math)
    return group == "Scalar Math" ? 8 : 2;
  if (category == Category::Vector || category == Category::Matrix || category == Category::Combined)
    return group == "Vector Math" ? 3 : 2;
  if (category == Category::Arithmetic)
    return group == "Operators" ? 8 : 0;
  return group == "Operators" ? 4 : 1;
}

static bool isMostlyMatrix(const Choice &choice) {
  return llvm::any_of(choice.operands, [](Type type) { return isMat(type); });
}

Choices::Choices(ArrayRef<Type> types, Category category) {
  for (const BuiltinInfo *info : allBuiltins()) {
    unsigned weight = commonness(*info) * emphasis(category, info->group);
    if (weight == 0)
      continue;
    // Every tuple of types, counted as digits of a number.
    SmallVector<size_t, 3> digits(info->numOperands, 0);
    for (bool more = true; more;) {
      SmallVector<Type, 3> operands;
      for (size_t digit : digits)
        operands.push_back(types[digit]);
      if (isWritable(*info, operands))
        add(*info, operands, weight);
      more = false;
      for (size_t &digit : digits) {
        if (++digit != types.size()) {
          more = true;
          break;
        }
        digit = 0;
      }
    }
  }
  // Scalars out of matrices are rare outside of kernels about matrices.
  for (Type type : types)
    if (auto it = groups.find(type); it != groups.end() && category != Category::Matrix && !isMat(type))
      for (auto [choice, weight] : llvm::zip(it->second.choices, it->second.weights))
        if (isMostlyMatrix(choice))
          weight = (weight + 5) / 6;
}

void Choices::add(const BuiltinInfo &info, ArrayRef<Type> types, unsigned weight) {
  Type result = info.resultType(types);
  if (!result)
    return;
  Group &group = groups[result];
  group.choices.push_back({&info, SmallVector<Type, 3>(types)});
  group.weights.push_back(weight);
}

const Choice *Choices::pick(Type type, Rng &rng) const {
  auto it = groups.find(type);
  if (it == groups.end())
    return nullptr;
  const Group &group = it->second;
  return &group.choices[rng.pickWeighted(group.weights)];
}
