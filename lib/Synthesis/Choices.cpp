// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of choices and the weights.

#include "Choices.h"
#include "kgen/IR/Types.h"
#include "llvm/ADT/StringSwitch.h"

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

unsigned kgen::synthesis::commonness(const BuiltinInfo &info) {
  return StringSwitch<unsigned>(mnemonicOf(info))
      .Cases({"copy", "adjugate", "floordiv", "sign"}, 0)
      .Cases({"add", "sub", "mul"}, 24)
      .Cases({"div", "scale", "scale_left", "dot", "mat_vec_mul"}, 12)
      .Cases({"neg", "length", "normalize", "cross", "scale_div", "mat_mul", "sqrt", "exp"}, 6)
      .Cases({"min", "max", "abs", "sin", "cos", "clamp", "transpose", "outer"}, 5)
      .Cases({"log", "tanh", "atan2", "length_sq", "cw_mul", "lerp", "determinant", "trace", "where"}, 3)
      .Cases({"mod", "floor", "ceil", "trunc", "round", "rint", "frac", "degrees", "radians"}, 1)
      .Cases({"pow", "tan", "asin", "acos", "atan", "sinh", "cosh", "log2", "log10", "cbrt", "erf", "erfc", "erfinv",
              "erfcinv", "smoothstep", "cw_div", "ddot", "vec_mat_mul", "inverse"},
             2)
      .Cases({"bit_and", "bit_or", "bit_xor", "lshift", "rshift", "invert", "and", "or", "not"}, 2)
      .Default(0);
}

/// What a category is about.
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
