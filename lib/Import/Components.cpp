// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and subscripts that are read: components and elements, and what arrays and types say of themselves.

#include "FunctionImporter.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

std::optional<int64_t> FunctionImporter::componentByName(Type type, StringRef name) {
  if (hasFields(type))
    return findField(type, name);
  unsigned count = isVec(type) || isQuat(type) ? numParts(type) : 0;
  size_t position = name.size() == 1 ? StringRef("xyzw").find(name) : StringRef::npos;
  if (position >= count)
    return std::nullopt;
  return position;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Operand FunctionImporter::importAttribute(PyNode node) {
  if (node.child("ref"))
    return readGlobal(node);
  StringRef name = node.text("attr");
  FailureOr<Place> place = readPlace(node.child("value"));
  if (failed(place))
    return Operand();
  if (Operand property = importProperty(node, *place))
    return property;
  std::optional<int64_t> component = componentByName(place->type, name);
  if (!component) {
    error(node) << "expected a component of " << typeName(place->type) << " but got '" << name << "'";
    return Operand();
  }
  place->path.push_back(builder.getI64IntegerAttr(*component));
  return load(node, *place);
}

Operand FunctionImporter::importProperty(PyNode node, const Place &place) {
  StringRef name = node.text("attr");
  auto array = dyn_cast<ArrayType>(place.type);
  if (name == "dtype" && !isStruct(place.type))
    return Operand::ofType(elementType(place.type));
  if (!array)
    return importExtents(node, place.type);
  if (name == "shape")
    return Operand::ofShape(load(node.child("value"), place));
  if (name != "ndim")
    return Operand();
  Literal rank;
  rank.integer = array.getRank();
  return createLiteral(node, rank);
}

/// `v.length` of a vector, `m.shape` of a vector or matrix.
Operand FunctionImporter::importExtents(PyNode node, Type type) {
  bool isShape = node.text("attr") == "shape";
  if (!isAggregate(type) || !(isShape || (isVec(type) && node.text("attr") == "length")))
    return Operand();
  std::vector<Operand> extents;
  for (Type part = type; isAggregate(part); part = partType(part, 0)) {
    Literal extent;
    extent.integer = numParts(part);
    extents.push_back(createLiteral(node, extent));
  }
  return isShape ? Operand::ofTuple(std::move(extents)) : extents.front();
}

Value FunctionImporter::importShape(PyNode node, Value array) {
  unsigned rank = cast<ArrayType>(array.getType()).getRank();
  PyNode slice = node.child("slice");
  std::optional<int64_t> dimension = readConstantInteger(slice, program);
  if (dimension && *dimension < 0 && *dimension >= -int64_t(rank))
    *dimension += rank;
  if (!dimension || *dimension < 0 || *dimension >= rank) {
    error(slice) << "expected a dimension from 0 to " << rank - 1 << " but got " << describe(slice);
    return nullptr;
  }
  return ShapeOp::create(builder, location(node), array, *dimension);
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

Operand FunctionImporter::importSubscript(PyNode node) {
  PyNode outer = node.child("value"), slice = node.child("slice");
  bool isShape = outer.is("Attribute") && outer.text("attr") == "shape" && !outer.child("ref");
  Operand bound = outer.is("Name") ? bindings.lookup(outer.text("id")) : Operand();
  if (isShape || (bound && !bound.is(Operand::Value))) {
    Operand whole = importOperand(outer);
    if (whole.is(Operand::Shape))
      return importShape(node, whole.value);
    if (!whole.is(Operand::Tuple))
      return toValue(outer, whole);
    std::optional<int64_t> index = readConstantInteger(slice, program);
    int64_t count = whole.elements.size();
    if (index && *index >= -count && *index < count)
      return whole.elements[*index < 0 ? *index + count : *index];
    error(slice) << "expected a literal index from " << -count << " to " << count - 1 << " but got " << describe(slice);
    return Operand();
  }
  if (slice.is("Slice"))
    return importSlice(node);
  FailureOr<Place> place = readPlace(node);
  return failed(place) ? Value() : load(node, *place);
}

/// `v[1:3]`: a vector of some of the components of another.
Value FunctionImporter::importSlice(PyNode node) {
  PyNode slice = node.child("slice");
  Value whole = importExpression(node.child("value"));
  if (!whole)
    return nullptr;
  auto vector = dyn_cast<VecType>(whole.getType());
  if (!vector) {
    error(slice) << "expected an index for " << typeName(whole.getType()) << " but got a slice";
    return nullptr;
  }
  int64_t length = vector.getLength();
  auto bound = [&](StringRef field, int64_t absent) -> std::optional<int64_t> {
    PyNode given = slice.child(field);
    if (!given)
      return absent;
    std::optional<int64_t> value = readConstantInteger(given, program);
    if (!value || field == "step")
      return value;
    return std::clamp(*value < 0 ? *value + length : *value, int64_t(0), length);
  };
  std::optional<int64_t> step = bound("step", 1);
  bool isForward = step && *step > 0;
  std::optional<int64_t> lower = bound("lower", isForward ? 0 : length - 1), upper = bound("upper", isForward ? length : -1);
  SmallVector<Value> components;
  if (step && *step && lower && upper)
    for (int64_t i = *lower; isForward ? i < *upper : i > *upper; i += *step) {
      OpFoldResult index = builder.getI64IntegerAttr(i);
      components.push_back(ExtractOp::create(builder, location(node), whole, index));
    }
  if (components.empty()) {
    error(slice) << "expected literal bounds around at least one component of " << typeName(vector);
    return nullptr;
  }
  Type type = VecType::get(program.getContext(), components.size(), vector.getElementType());
  return ConstructOp::create(builder, location(node), type, components);
}

} // namespace kgen::importer
