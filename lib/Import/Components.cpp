// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and subscripts that are read: components and elements, and what arrays and types say of themselves.

#include "Constructors.h"
#include "Expressions.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "Tiles.h"
#include "Views.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

std::optional<int64_t> Places::componentByName(Type type, StringRef name) {
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

Operand Places::importAttribute(PyNode node) {
  if (node.child("ref"))
    return expressions.readGlobal(node);
  StringRef name = node.text("attr");
  if (PyNode base = node.child("value"); base.is("Call") && Program::dotted(base.child("func")) == "type") {
    Type type = constructors.readType(base); // `type(x).length`
    if (!type)
      return Operand();
    if (Operand property = importTypeProperty(node, type))
      return property;
    (void)refuseComponent(node, type, name);
    return Operand();
  }
  FailureOr<Place> place = readPlace(node.child("value"));
  if (failed(place))
    return Operand();
  if (Operand property = importProperty(node, *place))
    return property;
  std::optional<int64_t> component = componentByName(place->type, name);
  if (!component) {
    (void)refuseComponent(node, place->type, name);
    return Operand();
  }
  place->path.push_back(builder.getI64IntegerAttr(*component));
  return load(node, *place);
}

/// Of an array. The extents of those that an array does not have are 0, as in Warp.
static constexpr int64_t mostDimensions = 4;

Operand Places::importProperty(PyNode node, const Place &place) {
  StringRef name = node.text("attr");
  if (Operand property = importTypeProperty(node, place.type))
    return property;
  auto array = dyn_cast<ArrayType>(place.type);
  if (!array)
    return Operand();
  if (name == "shape") {
    if (!place.view)
      return Operand::ofShape(load(node.child("value"), place));
    Operand extents = Operand::ofTuple(views.extentsOf(node, *place.view));
    extents.view = place.view; // it has as many extents as an array
    return extents;
  }
  if (name != "ndim")
    return Operand();
  Literal rank;
  rank.integer = array.getRank();
  return createLiteral(node, rank);
}

/// A property of a type: `dtype`; `v.length` of a vector, `m.shape` of a vector or matrix.
Operand Places::importTypeProperty(PyNode node, Type type) {
  if (node.text("attr") == "dtype" && !isStruct(type))
    return Operand::ofType(elementType(type));
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

Value Places::importShape(PyNode node, Value array) {
  unsigned rank = cast<ArrayType>(array.getType()).getRank();
  PyNode slice = node.child("slice");
  std::optional<int64_t> dimension = readConstantInteger(slice, program);
  if (dimension && *dimension < 0 && *dimension >= -int64_t(rank))
    *dimension += rank;
  if (dimension && *dimension >= rank && *dimension < mostDimensions)
    return createLiteral(node, Literal());
  if (!dimension || *dimension < 0 || *dimension >= rank) {
    error(slice) << "expected a dimension from 0 to " << mostDimensions - 1 << " but got " << describe(slice);
    return nullptr;
  }
  return ShapeOp::create(builder, location(node), array, *dimension);
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

Operand Places::importSubscript(PyNode node) {
  PyNode outer = node.child("value"), slice = node.child("slice");
  bool isShape = outer.is("Attribute") && outer.text("attr") == "shape" && !outer.child("ref");
  Operand bound = outer.is("Name") ? names.lookup(outer.text("id")) : Operand();
  bool isCall =
      outer.is("Call") && Program::isFunction(outer.child("func")) && !isSliced(node); // which may give a tile
  if (isShape || (bound && !bound.is(Operand::Value) && !bound.is(Operand::View)) || tiles.mayBeTile(outer) || isCall) {
    Operand whole = importOperand(outer);
    if (whole.is(Operand::Shape))
      return importShape(node, whole.value);
    if (whole.is(Operand::Tile))
      return tiles.importTileSubscript(node, whole);
    if (Value value = whole.is(Operand::Value) ? whole.value : Value()) { // of a tile's element
      Place place{value, {}, value.getType()};
      Path indices;
      if (failed(importIndices(slice, indices)) || failed(stepInto(node, place, indices)))
        return Operand();
      return load(node, place);
    }
    if (!whole.is(Operand::Tuple))
      return toValue(outer, whole);
    if (isCall) {
      error(node) << "expected one value to index but " << describe(outer.child("func")) << " returns "
                  << whole.elements.size() << "; give each a name";
      return Operand();
    }
    std::optional<int64_t> index = readConstantInteger(slice, program);
    int64_t count = whole.elements.size();
    if (whole.view && index && *index >= count && *index < mostDimensions)
      return createLiteral(node, Literal());
    if (index && *index >= -count && *index < count)
      return whole.elements[*index < 0 ? *index + count : *index];
    error(slice) << "expected a literal index from " << -count << " to " << count - 1 << " but got " << describe(slice);
    return Operand();
  }
  if (isSliced(node))
    return importSlice(node);
  FailureOr<Place> place = readPlace(node);
  if (succeeded(place) && place->view)
    return Operand::ofView(place->view);
  return failed(place) ? Value() : load(node, *place);
}

} // namespace kgen::importer
