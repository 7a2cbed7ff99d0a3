// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types by name, by Warp's suffix letters and by calls of wp.types; and back again, as a message calls them.

#include "PyTypes.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Literals and arguments
//===----------------------------------------------------------------------===//

std::optional<int64_t> readInteger(PyNode node) {
  bool negative = node.is("UnaryOp") && node.text("op") == "USub";
  PyNode literal = negative ? node.child("operand") : node;
  int64_t value = 0;
  if (!literal.is("Constant") || literal.text("kind") != "int" || literal.text("value").getAsInteger(10, value))
    return std::nullopt;
  return negative ? -value : value;
}

std::optional<int64_t> readConstantInteger(PyNode node, const Program &program) {
  PyNode constant = program.constant(node);
  return readInteger(constant ? constant : node);
}

PyNode argument(PyNode call, StringRef keyword, std::optional<unsigned> position) {
  for (PyNode given : call.list("keywords"))
    if (given.text("arg") == keyword)
      return given.child("value");
  PyNodes arguments = call.list("args");
  return position && *position < arguments.size() ? arguments[*position] : PyNode();
}

//===----------------------------------------------------------------------===//
// From names
//===----------------------------------------------------------------------===//

Type scalarByName(StringRef name, MLIRContext *context) {
  if (name == "float" || name == "wp.float" || name == "wp.float32")
    return Float32Type::get(context);
  if (name == "wp.float64")
    return Float64Type::get(context);
  if (name == "wp.float16")
    return Float16Type::get(context);
  if (name == "wp.bfloat16")
    return BFloat16Type::get(context);
  if (name == "bool" || name == "wp.bool")
    return IntegerType::get(context, 1);
  if (name == "int" || name == "wp.int")
    name = "wp.int32";
  bool isUnsigned = name.consume_front("wp.uint");
  if (!isUnsigned && !name.consume_front("wp.int"))
    return nullptr;
  unsigned width =
      llvm::StringSwitch<unsigned>(name).Case("8", 8).Case("16", 16).Case("32", 32).Case("64", 64).Default(0);
  return width ? IntegerType::get(context, width, isUnsigned ? IntegerType::Unsigned : IntegerType::Signed) : Type();
}

/// The scalar that the end of Warp's names of vectors and matrices stands for: `d` of `vec3d`.
static Type scalarBySuffix(StringRef suffix, MLIRContext *context) {
  StringRef name = llvm::StringSwitch<StringRef>(suffix)
                       .Cases({"", "f"}, "float")
                       .Case("h", "wp.float16")
                       .Case("d", "wp.float64")
                       .Case("b", "wp.int8")
                       .Case("s", "wp.int16")
                       .Case("i", "wp.int32")
                       .Case("l", "wp.int64")
                       .Case("ub", "wp.uint8")
                       .Case("us", "wp.uint16")
                       .Case("ui", "wp.uint32")
                       .Case("ul", "wp.uint64")
                       .Default("none");
  return scalarByName(name, context);
}

/// `quatd`, `transform`, `spatial_vector` and similar names: only floats have them.
static Type spatialByName(StringRef name, MLIRContext *context) {
  enum {
    Vector,
    Matrix,
    Transform,
    Quat,
    None
  } kind = name.consume_front("wp.spatial_vector")   ? Vector
           : name.consume_front("wp.spatial_matrix") ? Matrix
           : name.consume_front("wp.transform")      ? Transform
           : name.consume_front("wp.quat")           ? Quat
                                                     : None;
  Type scalar = kind == None ? Type() : scalarBySuffix(name, context);
  if (!scalar || !isFloat(scalar))
    return nullptr;
  switch (kind) {
  case Vector:
    return VecType::get(context, 6, scalar);
  case Matrix:
    return MatType::get(context, 6, 6, scalar);
  case Transform:
    return TransformType::get(context, scalar);
  default:
    return QuatType::get(context, scalar);
  }
}

/// `vec3d`, `mat22` and similar names.
static Type aggregateByName(StringRef name, MLIRContext *context) {
  bool isVector = name.consume_front("wp.vec");
  if (!isVector && !name.consume_front("wp.mat"))
    return spatialByName(name, context);
  auto extent = [&]() -> unsigned {
    unsigned digit = name.empty() ? 0 : name.front() - '0';
    name = name.drop_front(name.empty() ? 0 : 1);
    return digit >= 2 && digit <= 4 ? digit : 0;
  };
  unsigned rows = extent();
  unsigned columns = isVector ? rows : extent();
  Type scalar = scalarBySuffix(name, context);
  // Warp has names for square matrices of floats only.
  if (!rows || rows != columns || !scalar || (!isVector && !isFloat(scalar)))
    return nullptr;
  return isVector ? Type(VecType::get(context, rows, scalar)) : Type(MatType::get(context, rows, rows, scalar));
}

bool areExtents(ArrayRef<int64_t> extents) {
  int64_t count = 1;
  for (int64_t extent : extents) {
    if (extent < 1 || extent > int64_t(maxComponents))
      return false;
    count *= extent;
  }
  return count <= int64_t(maxComponents);
}

/// `wp.types.vector(length=5, dtype=float)`, `wp.types.matrix(shape=(2, 3), dtype=float)`, and quaternions and
/// transforms.
static Type aggregateByCall(PyNode call, const Program &program) {
  std::string callee = Program::dotted(call.child("func"));
  bool isVector = callee == "wp.types.vector", isMatrix = callee == "wp.types.matrix";
  bool isQuat = callee == "wp.types.quaternion", isTransform = callee == "wp.types.transformation";
  if (!isVector && !isMatrix && !isQuat && !isTransform)
    return nullptr;
  Type scalar = readValueType(argument(call, "dtype", isVector || isMatrix ? 1 : 0), program);
  if (!scalar || !isNumber(scalar))
    return nullptr;
  if (isQuat || isTransform) {
    if (!isFloat(scalar))
      return nullptr;
    return isQuat ? quatOf(scalar) : transformOf(scalar);
  }
  PyNode extents = argument(call, isVector ? "length" : "shape", 0);
  if (!extents)
    return nullptr;
  SmallVector<int64_t> sizes;
  PyNodes nodes = isVector ? PyNodes{extents} : extents.list("elts");
  for (PyNode node : nodes)
    sizes.push_back(readConstantInteger(node, program).value_or(0));
  if (sizes.size() != (isVector ? 1u : 2u) || !areExtents(sizes))
    return nullptr;
  if (isVector)
    return VecType::get(program.getContext(), sizes[0], scalar);
  return MatType::get(program.getContext(), sizes[0], sizes[1], scalar);
}

Type readValueType(PyNode node, const Program &program) {
  if (PyNode constant = program.constant(node); constant.is("Call"))
    return aggregateByCall(constant, program);
  if (node.is("Call"))
    return aggregateByCall(node, program);
  if (Program::isStruct(node))
    return program.structType(Program::structId(node));
  std::string name = Program::dotted(node);
  if (Type scalar = scalarByName(name, program.getContext()))
    return scalar;
  return aggregateByName(name, program.getContext());
}

/// `array` has one dimension, `array3d` three; 0 for any other name.
static unsigned rankByName(StringRef name) {
  return llvm::StringSwitch<unsigned>(name)
      .Cases({"wp.array", "wp.array1d"}, 1)
      .Case("wp.array2d", 2)
      .Case("wp.array3d", 3)
      .Case("wp.array4d", 4)
      .Default(0);
}

/// The nodes of an array's element and of its rank, which may be absent.
static std::pair<PyNode, PyNode> arrayParts(PyNode node) {
  bool isCall = node.is("Call");
  PyNode element = isCall ? argument(node, "dtype") : node.child("slice");
  // `wp.array[float, 2]`
  if (PyNodes parts = element.list("elts"); element.is("Tuple") && parts.size() == 2)
    return {parts[0], parts[1]};
  return {element, isCall ? argument(node, "ndim") : PyNode()};
}

int64_t arrayRank(PyNode node, const Program &program) {
  bool isCall = node.is("Call");
  if (!isCall && !node.is("Subscript"))
    return 0;
  int64_t rank = rankByName(Program::dotted(node.child(isCall ? "func" : "value")));
  if (PyNode given = arrayParts(node).second; rank && given)
    rank = readConstantInteger(given, program).value_or(0);
  return rank >= 1 && rank <= 4 ? rank : 0;
}

PyNode arrayElement(PyNode node) { return node.is("Call") || node.is("Subscript") ? arrayParts(node).first : PyNode(); }

Type readParameterType(PyNode node, const Program &program) {
  if (PyNode constant = program.constant(node); constant && !constant.is("Constant"))
    node = constant;
  int64_t rank = arrayRank(node, program);
  if (!rank)
    return readValueType(node, program);
  Type element = readValueType(arrayElement(node), program);
  return element && isValue(element) ? ArrayType::get(program.getContext(), rank, element) : Type();
}

//===----------------------------------------------------------------------===//
// To names
//===----------------------------------------------------------------------===//

static std::string scalarName(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() == 1 ? "bool"
                                   : (integer.isUnsigned() ? "uint" : "int") + std::to_string(integer.getWidth());
  return (type.isBF16() ? "bfloat" : "float") + std::to_string(type.getIntOrFloatBitWidth());
}

/// `vec3d` where Warp has such a name, else `vec5 of float64`.
static std::string aggregateName(std::string base, Type scalar) {
  StringRef suffix = scalar.isF32() ? "" : scalar.isF64() ? "d" : scalar.isF16() ? "h" : isSI32(scalar) ? "i" : "?";
  return suffix == "?" ? base + " of " + scalarName(scalar) : base + suffix.str();
}

std::string typeName(Type type) {
  if (auto vec = dyn_cast<VecType>(type))
    return aggregateName("vec" + std::to_string(vec.getLength()), vec.getElementType());
  if (auto mat = dyn_cast<MatType>(type))
    return aggregateName("mat" + std::to_string(mat.getRows()) + std::to_string(mat.getCols()), mat.getElementType());
  if (auto quat = dyn_cast<QuatType>(type))
    return aggregateName("quat", quat.getElementType());
  if (auto transform = dyn_cast<TransformType>(type))
    return aggregateName("transform", transform.getElementType());
  if (auto structType = dyn_cast<StructType>(type))
    return structType.getName().str();
  if (auto array = dyn_cast<ArrayType>(type)) {
    std::string base = array.getRank() == 1 ? "array" : "array" + std::to_string(array.getRank()) + "d";
    return base + " of " + typeName(array.getElementType());
  }
  return scalarName(type);
}

std::string castName(Type type) {
  if (type.isF32())
    return "float";
  if (isSI32(type))
    return "int";
  return isBool(type) ? "bool" : "wp." + scalarName(type);
}

std::string writtenName(Type type) {
  if (isScalar(type))
    return castName(type);
  if (isStruct(type))
    return typeName(type);
  std::string name = "wp." + typeName(type);
  for (StringRef spatial : {"wp.spatial_vector", "wp.spatial_matrix"})
    for (StringRef suffix : {"", "d", "h"})
      if (spatialByName((spatial + suffix).str(), type.getContext()) == type)
        name = (spatial + suffix).str();
  return aggregateByName(name, type.getContext()) == type ? name : "";
}

} // namespace kgen::importer
