// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's text.

#include "Signature.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace kgen {

static const char prologue[] = R"(#include "kgen/kgen.cuh"
#include <cstring>

static int wrong = 0;

/// The i-th value in a list of scalars.
template <typename T, typename S> static T load(const S* numbers, int i)
{
    T value;
    std::memcpy(static_cast<void*>(&value), numbers + i * (sizeof(T) / sizeof(S)), sizeof(T));
    return value;
}

/// Whether a result has the i-th value's scalars; of integers exactly.
template <typename T, typename S> static bool differs(const T& value, const S* wanted, int i, double tolerance)
{
    constexpr int n = sizeof(T) / sizeof(S);
    S got[n];
    std::memcpy(got, static_cast<const void*>(&value), sizeof(T));
    for (int k = 0; k < n; ++k) {
        const double want = double(wanted[i * n + k]), size = want < 0 ? -want : want;
        const double off = double(got[k]) - want;
        if (got[k] != wanted[i * n + k] && !((off < 0 ? -off : off) <= tolerance * (size < 1 ? 1 : size))) {
            return true;
        }
    }
    return false;
}

)";

std::string Signature::name() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << info->opName << "(";
  llvm::interleaveComma(operands, os);
  os << ")";
  return text;
}

static std::string scalarName(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isInteger(1))
    return "bool";
  return llvm::formatv("{0}int{1}_t", type.isUnsignedInteger() ? "u" : "", type.getIntOrFloatBitWidth());
}

static std::string typeName(Type type) {
  std::string scalar = scalarName(elementType(type));
  if (auto vec = dyn_cast<VecType>(type))
    return llvm::formatv("kgen::vec<{0}, {1}>", vec.getLength(), scalar);
  if (auto mat = dyn_cast<MatType>(type))
    return llvm::formatv("kgen::mat<{0}, {1}, {2}>", mat.getRows(), mat.getCols(), scalar);
  if (isQuat(type) || isTransform(type))
    return llvm::formatv("kgen::{0}<{1}>", isQuat(type) ? "quaternion" : "transformation", scalar);
  return scalar;
}

/// The call, as the printers of C++ write it where nothing is known of the operands.
static std::string call(const Signature &signature) {
  Spelling spelling = signature.info->cuda;
  if (spelling.text == "/" && isInt(signature.operands[0]))
    spelling = {Spelling::Call, "kgen::div"};
  std::string first = "a0", second = "a1";
  if (spelling.kind == Spelling::Infix)
    return first + " " + spelling.text.str() + " " + second;
  if (spelling.kind == Spelling::Prefix)
    return spelling.text.str() + first;
  std::string text = spelling.text.str() + "(";
  for (unsigned k = 0; k < signature.operands.size(); ++k)
    text += (k ? ", a" : "a") + std::to_string(k);
  return text + ")";
}

/// The statements that compare a draw at the same state, and the state that it leaves, with `result`.
static std::string drawTest(const Signature &signature) {
  const BuiltinInfo &info = *signature.info;
  std::string next = "a0", operands = "state";
  for (unsigned i = 0; i < info.advances; ++i)
    next = "kgen::rand_pcg(" + next + ")";
  for (unsigned k = 1; k < signature.operands.size(); ++k)
    operands += ", a" + std::to_string(k);
  return llvm::formatv("        uint32_t state = a0;\n        const {0} drawn = kgen::{1}({2});\n"
                       "        wrong += state != {3} || std::memcmp(&drawn, &result, sizeof(drawn)) != 0;\n",
                       typeName(signature.result), info.drawn.text.rsplit('.').second, operands, next);
}

void HeaderProgram::writeNumbers(llvm::StringRef name, Type type, const Numbers &numbers) {
  std::string scalar = scalarName(elementType(type));
  os << "    static const " << scalar << " " << name << "[] = {";
  if (const auto *floats = std::get_if<std::vector<double>>(&numbers)) {
    for (double number : *floats)
      os << llvm::format("%a", number) << (scalar == "float" ? "f, " : ", ");
  } else {
    for (int64_t number : std::get<1>(numbers))
      os << scalar << "(" << llvm::format("0x%llx", static_cast<unsigned long long>(number)) << "ull), ";
  }
  os << "};\n";
}

void HeaderProgram::add(const Signature &signature, const Case &c, const Numbers &result, double tolerance) {
  auto isForeign = [](Type type) { return elementType(type).isF16() || elementType(type).isBF16(); };
  if (llvm::any_of(signature.operands, isForeign) || signature.info->cuda.kind == Spelling::None)
    return;
  std::string type = typeName(signature.result);
  os << llvm::formatv("static void test{0}() // {1}\n{{\n", count++, signature.name());
  for (auto [k, operand] : llvm::enumerate(signature.operands))
    writeNumbers("x" + std::to_string(k), operand, c.args[k].values);
  writeNumbers("wanted", signature.result, result);
  os << "    for (int i = 0; i < " << c.numThreads() << "; ++i) {\n";
  for (auto [k, operand] : llvm::enumerate(signature.operands))
    os << llvm::formatv("        const {0} a{1} = load<{0}>(x{1}, i);\n", typeName(operand), k);
  os << llvm::formatv("        const {0} result = {0}({1});\n", type, call(signature));
  if (signature.info->advances)
    os << drawTest(signature);
  os << llvm::formatv("        if (differs(result, wanted, i, {0:e})) {{\n            ++wrong;\n"
                      "            printf(\"%s of operands %d\\n\", \"{1}\", i);\n        }\n    }\n}\n\n",
                      tolerance, signature.name());
}

std::string HeaderProgram::text() const {
  std::string text = prologue + tests + "int main()\n{\n";
  for (unsigned i = 0; i < count; ++i)
    text += "    test" + std::to_string(i) + "();\n";
  return text + "    printf(\"" + std::to_string(count) +
         " signatures, %d wrong\\n\", wrong);\n    return wrong != 0;\n}\n";
}

} // namespace kgen
