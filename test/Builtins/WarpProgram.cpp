// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases for real Warp, as JSON.

#include "Signature.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace kgen {

static std::string scalarName(Type type) {
  if (type.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(type))
    return (integer.isUnsigned() ? "uint" : "int") + std::to_string(integer.getWidth());
  return "float" + std::to_string(type.getIntOrFloatBitWidth());
}

/// `["vec", [3], "float32"]`: the kind, its extents, its scalar.
static llvm::json::Value typeOf(Type type) {
  llvm::json::Array extents;
  StringRef kind = "scalar";
  if (auto vec = dyn_cast<VecType>(type)) {
    kind = "vec";
    extents = llvm::json::Array{vec.getLength()};
  } else if (auto mat = dyn_cast<MatType>(type)) {
    kind = "mat";
    extents = llvm::json::Array{mat.getRows(), mat.getCols()};
  } else if (isQuat(type) || isTransform(type)) {
    kind = isQuat(type) ? "quat" : "transform";
  }
  return llvm::json::Array{kind, std::move(extents), scalarName(elementType(type))};
}

static llvm::json::Array numbersOf(const Numbers &numbers) {
  llvm::json::Array list;
  if (const auto *floats = std::get_if<std::vector<double>>(&numbers)) {
    for (double number : *floats) { // JSON has no NaN
      std::string text;
      llvm::raw_string_ostream(text) << llvm::format("%a", number);
      list.push_back(text);
    }
  } else {
    for (int64_t number : std::get<1>(numbers))
      list.push_back(number);
  }
  return list;
}

void WarpProgram::add(const Signature &signature, const Case &c, const Numbers &result) {
  const BuiltinInfo &info = *signature.info;
  Spelling spelling = info.advances ? info.drawn : info.python;
  // Warp's takes matrices only; of vectors it is for adjoints.
  bool isForAdjoints = info.opName == "kgen.ddot" && isVec(signature.operands[0]);
  if (spelling.kind == Spelling::None || isForAdjoints)
    return;
  llvm::json::Array types, operands;
  for (auto [type, arg] : llvm::zip(signature.operands, c.args)) {
    types.push_back(typeOf(type));
    operands.push_back(numbersOf(arg.values));
  }
  static constexpr StringRef kinds[] = {"none", "infix", "prefix", "call"};
  tests.push_back(llvm::json::Object{{"name", signature.name()},
                                     {"kind", kinds[spelling.kind]},
                                     {"text", spelling.text},
                                     {"types", std::move(types)},
                                     {"operands", std::move(operands)},
                                     {"result", typeOf(signature.result)},
                                     {"wanted", numbersOf(result)}});
}

void WarpProgram::print(llvm::raw_ostream &os) const { os << llvm::json::Value(llvm::json::Array(tests)) << "\n"; }

} // namespace kgen
