// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of definitions. Sums go from the first component on, as the definitions of the builtins say.

#include "Operators.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace kgen::text {

static constexpr StringRef head = "__device__ __forceinline__ ";

/// The letters of short names of types.
static StringRef suffixOf(Type element) {
  if (element.isF32())
    return "f";
  if (element.isF64())
    return "d";
  if (element.isInteger(1))
    return "bool";
  auto integer = mlir::cast<IntegerType>(element);
  static constexpr StringRef signedOnes[] = {"b", "s", "i", "l"}, unsignedOnes[] = {"ub", "us", "u", "ul"};
  return (integer.isUnsigned() ? unsignedOnes : signedOnes)[llvm::Log2_32(integer.getWidth()) - 3];
}

bool Operators::isBuiltin(Type type) {
  auto vec = dyn_cast<VecType>(type);
  if (!vec || vec.getLength() < 2 || vec.getLength() > 4)
    return false;
  Type element = vec.getElementType();
  // CUDA 13 warns of double4.
  return element.isF32() || isSI32(element) || isUI32(element) || (element.isF64() && vec.getLength() < 4);
}

/// `float3`, `uint2`.
static std::string builtinName(VecType vec) {
  Type element = vec.getElementType();
  StringRef base = element.isF32() ? "float" : element.isF64() ? "double" : isSI32(element) ? "int" : "uint";
  return base.str() + std::to_string(vec.getLength());
}

std::string Operators::own(StringRef name) const {
  std::string free = name.str();
  while (authored.contains(free))
    free += "_t";
  return free;
}

static Type rowType(Type matrix) {
  auto mat = mlir::cast<MatType>(matrix);
  return VecType::get(matrix.getContext(), mat.getCols(), mat.getElementType());
}

void Operators::addType(Type type, const std::string &name) {
  if (!known.insert(name).second)
    return;
  std::string fields;
  if (auto vec = dyn_cast<VecType>(type))
    fields = scalarType(vec.getElementType()) + " v[" + std::to_string(vec.getLength()) + "];";
  else if (isMat(type))
    fields = this->type(rowType(type)) + " row[" + std::to_string(mlir::cast<MatType>(type).getRows()) + "];";
  else if (isQuat(type))
    fields = scalarType(elementType(type)) + " x, y, z, w;";
  else
    fields = this->type(partType(type, 0)) + " p;\n    " + this->type(partType(type, 1)) + " q;";
  types += "struct " + name + " {\n    " + fields + "\n};\n\n";
}

std::string Operators::type(Type type) {
  if (isBuiltin(type))
    return builtinName(mlir::cast<VecType>(type));
  if (!isComposite(type))
    return scalarType(type);
  std::string name;
  std::string suffix = suffixOf(elementType(type)).str();
  if (suffix == "f")
    suffix.clear();
  if (auto vec = dyn_cast<VecType>(type))
    name = own("vec" + std::to_string(vec.getLength()) + suffix);
  else if (auto mat = dyn_cast<MatType>(type))
    name = own("mat" + std::to_string(mat.getRows()) + std::to_string(mat.getCols()) + suffix);
  else
    name = own((isQuat(type) ? "quat" : "transform") + suffix);
  addType(type, name);
  return name;
}

std::string Operators::part(Type type, StringRef whole, unsigned index) {
  static constexpr StringRef components[] = {"x", "y", "z", "w"}, fields[] = {"p", "q"};
  if (isBuiltin(type) || isQuat(type))
    return (whole + "." + components[index]).str();
  if (isTransform(type))
    return (whole + "." + fields[index]).str();
  return (whole + (isMat(type) ? ".row[" : ".v[") + Twine(index) + "]").str();
}

std::string Operators::make(Type type, ArrayRef<std::string> parts) {
  std::string name = this->type(type), list = llvm::join(parts, ", ");
  if (isBuiltin(type))
    return "make_" + name + "(" + list + ")";
  return name + (isVec(type) || isMat(type) ? "{{" + list + "}}" : "{" + list + "}");
}

std::string Operators::construct(Type type, ArrayRef<std::string> components) {
  unsigned count = isTransform(type) ? 2 : numComponents(type);
  if (components.empty() && !isBuiltin(type))
    return this->type(type) + "{}";
  Type element = elementType(type);
  SmallVector<std::string> all(components);
  if (components.empty())
    all.assign(count, element.isF32() ? "0.0f" : element.isF64() ? "0.0" : "0");
  if (components.size() == 1)
    all.assign(count, components.front());
  auto mat = dyn_cast<MatType>(type);
  if (!mat)
    return make(type, all);
  SmallVector<std::string> rows;
  for (unsigned i = 0; i < mat.getRows(); ++i)
    rows.push_back(make(rowType(type), ArrayRef(all).slice(i * mat.getCols(), mat.getCols())));
  return make(type, rows);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static unsigned countParts(Type type) {
  return isTransform(type) ? 2 : isMat(type) ? mlir::cast<MatType>(type).getRows() : numComponents(type);
}

static Type typeOfPart(Type type, unsigned index) {
  return isMat(type) ? rowType(type) : isTransform(type) ? partType(type, index) : elementType(type);
}

/// `a.x * b.x + a.y * b.y`.
static std::string sumOfProducts(ArrayRef<std::string> a, ArrayRef<std::string> b) {
  std::string sum;
  for (auto [x, y] : llvm::zip_equal(a, b))
    sum += (sum.empty() ? "" : " + ") + x + " * " + y;
  return sum;
}

/// The product of a matrix and a vector, or the other way round, or of two matrices.
std::string Operators::productOf(Type a, Type b) {
  SmallVector<std::string> results;
  auto partsOf = [&](Type type, StringRef whole) {
    SmallVector<std::string> parts;
    for (unsigned i = 0; i < countParts(type); ++i)
      parts.push_back(part(type, whole, i));
    return parts;
  };
  if (isVec(a)) { // the rows of b, weighted
    needOperator("*", rowType(b), elementType(a));
    needOperator("+", rowType(b), rowType(b));
    return sumOfProducts(partsOf(b, "b"), partsOf(a, "a"));
  }
  if (isMat(b))
    needOperator("*", rowType(a), b);
  for (const std::string &row : partsOf(a, "a"))
    results.push_back(isMat(b) ? row + " * b" : sumOfProducts(partsOf(rowType(a), row), partsOf(b, "b")));
  return make(isMat(b) ? matMulType(a, b) : matVecType(a, b), results);
}

std::string Operators::defineOperator(StringRef op, Type a, Type b) {
  bool isUnary = !b, isProduct = op == "*" && isComposite(a) && b && isComposite(b);
  Type result = isProduct ? (isVec(a)   ? vecMatType(a, b)
                             : isMat(b) ? matMulType(a, b)
                                        : matVecType(a, b))
                          : (isComposite(a) ? a : b);
  std::string value;
  if (isProduct) {
    value = productOf(a, b);
  } else {
    SmallVector<std::string> parts;
    for (unsigned i = 0; i < countParts(result); ++i) {
      Type partOfA = isComposite(a) ? typeOfPart(a, i) : a;
      Type partOfB = isUnary ? Type() : isComposite(b) ? typeOfPart(b, i) : b;
      if (isComposite(partOfA) || (partOfB && isComposite(partOfB)))
        needOperator(op, partOfA, partOfB);
      std::string left = isComposite(a) ? part(a, "a", i) : "a";
      std::string right = isUnary ? "" : isComposite(b) ? part(b, "b", i) : "b";
      std::string text = isUnary ? "-" + left : left + " " + op.str() + " " + right;
      bool isNarrow = isInt(elementType(result)) && elementType(result).getIntOrFloatBitWidth() < 32;
      parts.push_back(isNarrow && !isComposite(typeOfPart(result, i))
                          ? "(" + scalarType(elementType(result)) + ")(" + text + ")"
                          : text);
    }
    value = make(result, parts);
  }
  std::string parameters = type(a) + " a" + (isUnary ? "" : ", " + type(b) + " b");
  return (head + type(result) + " operator" + op + "(" + parameters + ")\n{\n    return " + value + ";\n}\n\n").str();
}

void Operators::needOperator(StringRef op, Type a, Type b) {
  std::string key;
  llvm::raw_string_ostream(key) << "operator" << op << " " << a << " " << (b ? b : Type(NoneType::get(a.getContext())));
  if (!known.insert(key).second)
    return;
  std::string text = defineOperator(op, a, b); // which may define others
  definedFunctions += text;
  bool keepsType = b && isComposite(a) && !(isVec(a) && isMat(b) && vecMatType(a, b) != a) &&
                   !(isMat(a) && isComposite(b) && (!isMat(b) || matMulType(a, b) != a));
  if (keepsType)
    compound.push_back({" " + op.str() + "= ", (head + type(a) + "& operator" + op + "=(" + type(a) + "& a, " +
                                                type(b) + " b)\n{\n    return a = a " + op + " b;\n}\n\n")
                                                   .str()});
}

//===----------------------------------------------------------------------===//
// Functions of scalars
//===----------------------------------------------------------------------===//

namespace {
/// A function whose text has `T` for the type, and `U` for the unsigned one in which it wraps.
struct Template {
  StringRef name, text;
};
} // namespace

static constexpr Template templates[] = {
    {"wrap_index", "int wrap_index(int i, int n)\n{\n    return i < 0 ? i + n : i;\n}\n"},
    {"wrapping_add", "{T} wrapping_add({T} a, {T} b)\n{\n    return ({T})(({U})a + ({U})b);\n}\n"},
    {"wrapping_sub", "{T} wrapping_sub({T} a, {T} b)\n{\n    return ({T})(({U})a - ({U})b);\n}\n"},
    {"wrapping_mul", "{T} wrapping_mul({T} a, {T} b)\n{\n    return ({T})(({U})a * ({U})b);\n}\n"},
    {"wrapping_neg", "{T} wrapping_neg({T} a)\n{\n    return ({T})(0 - ({U})a);\n}\n"},
    {"safe_div", "{T} safe_div({T} a, {T} b)\n{\n    if (b == 0) {\n        return 0;\n    }\n"
                 "    return {MINUS}a / b;\n}\n"},
    {"safe_mod", "{T} safe_mod({T} a, {T} b)\n{\n    if (b == 0) {\n        return a;\n    }\n"
                 "    return {ZERO}a % b;\n}\n"},
    {"floor_div",
     "{T} floor_div({T} a, {T} b)\n{\n    if (b == 0) {\n        return 0;\n    }\n"
     "    const {T} q = {MINUS}a / b;\n    return ({T})(q * b) != a && (a < 0) != (b < 0) ? q - 1 : q;\n}\n"},
    {"to_int", "int to_int({T} x)\n{\n    return isnan(x) ? 0 : (int)x;\n}\n"},
    {"to_uint", "uint32_t to_uint({T} x)\n{\n    return isnan(x) ? 0 : (uint32_t)x;\n}\n"},
    {"to_int64", "int64_t to_int64({T} x)\n{\n    return isnan(x) ? 0 : (int64_t)x;\n}\n"},
    {"to_uint64", "uint64_t to_uint64({T} x)\n{\n    return isnan(x) ? 0 : (uint64_t)x;\n}\n"},
    {"atomic_min", "float atomic_min(float* address, float value)\n{\n    int* bits = (int*)address;\n"
                   "    int old = *bits;\n    int assumed;\n    do {\n        assumed = old;\n"
                   "        old = atomicCAS(bits, assumed, __float_as_int(fminf(value, __int_as_float(assumed))));\n"
                   "    } while (assumed != old);\n    return __int_as_float(old);\n}\n"},
    {"atomic_max", "float atomic_max(float* address, float value)\n{\n    int* bits = (int*)address;\n"
                   "    int old = *bits;\n    int assumed;\n    do {\n        assumed = old;\n"
                   "        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));\n"
                   "    } while (assumed != old);\n    return __int_as_float(old);\n}\n"},
};

static void replaceAll(std::string &text, StringRef word, StringRef by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by.str());
}

std::string Operators::function(StringRef name, Type type) {
  const Template *found = llvm::find_if(templates, [&](const Template &each) { return each.name == name; });
  std::string text = found->text.str(), called = own(name), scalar = scalarType(type);
  replaceAll(text, (" " + name + "(").str(), " " + called + "(");
  auto integer = dyn_cast<IntegerType>(type);
  bool isUnsigned = integer && integer.isUnsigned();
  replaceAll(text, "{MINUS}", isUnsigned ? "" : "b == -1 ? (" + scalar + ")(0 - ({U})a) : ");
  replaceAll(text, "{ZERO}", isUnsigned ? "" : "b == -1 ? 0 : ");
  replaceAll(text, "{U}", integer && integer.getWidth() == 64 ? "uint64_t" : "unsigned int");
  replaceAll(text, "{T}", scalar);
  if (known.insert(text).second)
    definedFunctions += head.str() + text + "\n";
  return called;
}

/// Whether an expression is a name, with members and subscripts.
static bool isPlace(StringRef text) {
  StringRef rest = text.drop_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  return rest.size() < text.size() && (rest.empty() || rest.front() == '.' || rest.front() == '[');
}

/// A member's address may not be used to reach another member, the whole's may.
std::string Operators::component(Type type, StringRef whole, StringRef index) {
  std::string scalar = scalarType(elementType(type));
  if (isPlace(whole))
    return ("((" + scalar + "*)&" + whole + ")[" + index + "]").str();
  std::string name = own("component"), key = name + " of " + this->type(type), value;
  unsigned count = numComponents(type);
  for (unsigned i = 0; i < count; ++i)
    value +=
        (i + 1 < count ? "i == " + std::to_string(i) + " ? " : "") + part(type, "v", i) + (i + 1 < count ? " : " : "");
  if (known.insert(key).second)
    definedFunctions +=
        (head + scalar + " " + name + "(" + this->type(type) + " v, int i)\n{\n    return " + value + ";\n}\n\n").str();
  return (name + "(" + whole + ", " + index + ")").str();
}

std::string Operators::atomic(AtomicKind kind, Type type) {
  static constexpr StringRef functions[] = {"atomicAdd",  "atomicSub", "atomicMin", "atomicMax",
                                            "atomicExch", "atomicAnd", "atomicOr",  "atomicXor"};
  bool isFloats = isFloat(elementType(type)), isSum = kind == AtomicKind::add || kind == AtomicKind::sub;
  if (!isComposite(type)) {
    if (isFloats && (kind == AtomicKind::min || kind == AtomicKind::max))
      return function(kind == AtomicKind::min ? "atomic_min" : "atomic_max", type);
    return (isFloats && isSum ? functions[0] : functions[unsigned(kind)]).str();
  }
  std::string name = own("atomic_" + stringifyAtomicKind(kind).str()), text;
  std::string key = name + " " + this->type(type);
  if (!known.insert(key).second)
    return name;
  for (unsigned i = 0; i < countParts(type); ++i) {
    Type partType = typeOfPart(type, i);
    std::string sign = isFloats && kind == AtomicKind::sub && !isComposite(partType) ? "-" : "";
    text += "    " + atomic(kind, partType) + "(&" + part(type, "(*address)", i) + ", " + sign +
            part(type, "value", i) + ");\n";
  }
  replaceAll(text, "(*address).", "address->");
  definedFunctions += (head + "void " + name + "(" + this->type(type) + "* address, " + this->type(type) +
                       " value)\n{\n" + text + "}\n\n")
                          .str();
  return name;
}

std::string Operators::definitions(StringRef body) const {
  std::string text = types + definedFunctions;
  for (const auto &[word, definition] : compound)
    if (body.contains(word))
      text += definition;
  return text;
}

} // namespace kgen::text
