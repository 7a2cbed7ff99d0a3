// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and subscripts: components of vectors and matrices, elements and extents of arrays.

#include "KernelImporter.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

std::optional<int64_t> KernelImporter::componentByName(Type type, StringRef name) const {
  auto vec = dyn_cast<VecType>(type);
  size_t position = name.size() == 1 ? StringRef("xyzw").find(name) : StringRef::npos;
  if (!vec || position >= vec.getLength())
    return std::nullopt;
  return position;
}

Value KernelImporter::importAttribute(PyNode node) {
  StringRef name = node.text("attr");
  PyNode base = node.child("value");
  if (node.child("ref"))
    return readGlobal(node);
  Value value = importExpression(base);
  if (!value)
    return nullptr;
  Type type = value.getType();
  if (std::optional<int64_t> component = componentByName(type, name)) {
    OpFoldResult index = builder.getI64IntegerAttr(*component);
    return ExtractOp::create(builder, location(node), value, index);
  }
  InFlightDiagnostic diagnostic = error(node);
  diagnostic << "expected a component of " << typeName(type) << " but got '" << name << "'";
  if (isArray(type) && name == "shape")
    diagnostic << "; write one dimension, " << StringRef(describe(node)).trim('\'') << "[0]";
  return nullptr;
}

Value KernelImporter::importShape(PyNode node, PyNode array) {
  Value value = importExpression(array);
  if (!value)
    return nullptr;
  auto type = dyn_cast<ArrayType>(value.getType());
  if (!type) {
    error(array) << "expected an array but got " << typeName(value.getType());
    return nullptr;
  }
  PyNode slice = node.child("slice");
  std::optional<int64_t> dimension = readConstantInteger(slice, program);
  if (!dimension || *dimension < 0 || *dimension >= type.getRank()) {
    error(slice) << "expected a dimension from 0 to " << type.getRank() - 1 << " but got " << describe(slice);
    return nullptr;
  }
  return ShapeOp::create(builder, location(node), value, *dimension);
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

Value KernelImporter::importSubscript(PyNode node) {
  PyNode outer = node.child("value");
  if (outer.is("Attribute") && outer.text("attr") == "shape")
    return importShape(node, outer.child("value"));
  FailureOr<Place> place = readElement(node);
  return failed(place) ? Value() : load(node, *place);
}

FailureOr<KernelImporter::Place> KernelImporter::readElement(PyNode node) {
  PyNode outer = node.child("value");
  Place place;
  if (outer.is("Subscript") && !(outer.child("value").text("attr") == "shape")) {
    FailureOr<Place> inner = readElement(outer);
    if (failed(inner))
      return failure();
    place = *inner;
    // `m[i][j]` is one access, as `m[i, j]` is.
    bool isRow = isMat(place.base.getType()) && isVec(place.type);
    if (!isRow)
      place = Place{load(outer, place), {}, nullptr};
  } else {
    place.base = importExpression(outer);
  }
  if (!place.base || failed(importIndices(node.child("slice"), place.indices)))
    return failure();
  place.type = typeAt(node, place.base.getType(), place.indices);
  if (!place.type)
    return failure();
  return place;
}

LogicalResult KernelImporter::importIndices(PyNode slice, Indices &indices) {
  PyNodes nodes = slice.is("Tuple") ? slice.list("elts") : PyNodes{slice};
  for (PyNode node : nodes) {
    indices.push_back(importIndex(node));
    if (!indices.back())
      return failure();
  }
  return success();
}

OpFoldResult KernelImporter::importIndex(PyNode node) {
  if (std::optional<int64_t> literal = readInteger(node); literal && llvm::isInt<32>(*literal))
    return builder.getI64IntegerAttr(*literal);
  Value value = importExpression(node);
  if (!value)
    return OpFoldResult();
  if (!isInt(value.getType())) {
    InFlightDiagnostic diagnostic = error(node) << "expected an integer as index but got " << typeName(value.getType());
    if (isScalar(value.getType()))
      diagnostic << "; write " << wayRound(node, builder.getIntegerType(32, /*isSigned=*/true));
    return OpFoldResult();
  }
  if (isSI32(value.getType()))
    return value;
  return CastOp::create(builder, location(node), builder.getIntegerType(32, /*isSigned=*/true), value).getResult();
}

Type KernelImporter::typeAt(PyNode node, Type base, const Indices &indices) {
  auto array = dyn_cast<ArrayType>(base);
  if (!array)
    return componentTypeAt(node, base, indices);
  if (indices.size() == array.getRank())
    return array.getElementType();
  InFlightDiagnostic diagnostic = error(node);
  diagnostic << "expected " << array.getRank() << (array.getRank() == 1 ? " index" : " indices") << " for "
             << typeName(base) << " but got " << indices.size();
  if (indices.size() < array.getRank())
    diagnostic << "; write all of them in one pair of brackets";
  return nullptr;
}

Type KernelImporter::componentTypeAt(PyNode node, Type aggregate, const Indices &indices) {
  SmallVector<int64_t, 2> extents;
  if (auto vec = dyn_cast<VecType>(aggregate))
    extents = {vec.getLength()};
  else if (auto mat = dyn_cast<MatType>(aggregate))
    extents = {mat.getRows(), mat.getCols()};
  if (extents.empty()) {
    error(node) << "expected an array, vector or matrix to index but got " << typeName(aggregate);
    return nullptr;
  }
  if (indices.size() > extents.size()) {
    error(node) << "expected at most " << extents.size() << (extents.size() == 1 ? " index" : " indices") << " for "
                << typeName(aggregate) << " but got " << indices.size();
    return nullptr;
  }
  for (auto [extent, index] : zip(extents, indices)) {
    std::optional<int64_t> literal = getLiteral(index);
    if (literal && (*literal >= extent || *literal < -extent)) {
      error(node) << "expected an index from " << -extent << " to " << extent - 1 << " for " << typeName(aggregate)
                  << " but got " << *literal;
      return nullptr;
    }
  }
  Type scalar = elementType(aggregate);
  return indices.size() == extents.size() ? scalar : VecType::get(program.getContext(), extents[1], scalar);
}

} // namespace kgen
