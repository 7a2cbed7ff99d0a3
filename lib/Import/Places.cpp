// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths: chains of subscripts and fields, from a name or another value to a part of it. One reading of them serves
// loads, stores and augmented stores.

#include "Places.h"
#include "Adjoints.h"
#include "Names.h"
#include "PyTypes.h"
#include "Views.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Reading a path
//===----------------------------------------------------------------------===//

FailureOr<Place> Places::readPlace(PyNode node) {
  if (node.is("Attribute") && !node.child("ref"))
    return readField(node);
  if (adjoints.isAdjoint(node))
    return adjoints.readAdjoint(node);
  if (isSliced(node))
    return readRoot(node);
  if (node.is("Subscript"))
    return readElement(node);
  return readRoot(node);
}

FailureOr<Place> Places::readRoot(PyNode node) {
  if (node.is("Name"))
    if (Operand bound = names.lookup(node.text("id")); bound.is(Operand::Value))
      if (auto variable = dyn_cast<VarType>(bound.value.getType()))
        return Place{bound.value, {}, variable.getElementType()};
  Operand operand = importOperand(node);
  if (operand.is(Operand::View))
    return Views::placeOf(operand.view);
  Value value = toValue(node, operand);
  if (!value)
    return failure();
  return Place{value, {}, value.getType()};
}

LogicalResult Places::refuseComponent(PyNode node, Type whole, StringRef name) {
  InFlightDiagnostic diagnostic = error(node);
  diagnostic << "expected a component of " << typeName(whole) << " but got '" << name << "'";
  if (isa<StructType>(whole))
    diagnostic.attachNote(program.placeOf(whole)) << "the struct is here";
  return diagnostic;
}

FailureOr<Place> Places::readField(PyNode node) {
  FailureOr<Place> place = readPlace(node.child("value"));
  if (failed(place))
    return failure();
  StringRef name = node.text("attr");
  std::optional<int64_t> component = componentByName(place->type, name);
  if (!component)
    return refuseComponent(node, place->type, name);
  place->path.push_back(builder.getI64IntegerAttr(*component));
  place->type = partType(place->type, *component);
  return place;
}

FailureOr<Place> Places::readElement(PyNode node) {
  PyNode outer = node.child("value");
  FailureOr<Place> place = readPlace(outer);
  Path indices;
  if (failed(place) || failed(importIndices(node.child("slice"), indices)) || failed(stepInto(node, *place, indices)))
    return failure();
  return place;
}

FailureOr<Place> Places::readTarget(PyNode target) {
  if (!target.is("Attribute") && !target.is("Subscript"))
    return error(target) << "expected a name, an element or a component to assign to but got " << describe(target);
  PyNode root = target;
  while (!adjoints.isAdjoint(root) && (root.is("Attribute") || root.is("Subscript")))
    root = root.child("value");
  if (!root.is("Name") && !adjoints.isAdjoint(root))
    return error(root) << "expected a local name or an array but got " << describe(root);
  FailureOr<Place> place = readPlace(target);
  if (failed(place))
    return failure();
  if (place->view)
    return error(target) << "expected an element to assign to but got " << Views::describe(*place->view);
  auto array = dyn_cast<ArrayType>(place->base.getType());
  if (array && place->path.size() < array.getRank())
    return refuseView(target, *place);
  if (!array && !isa<VarType>(place->base.getType()))
    return error(root) << "expected a local name or an array to assign to but got " << Program::describeGlobal(root);
  return place;
}

LogicalResult Places::refuseView(PyNode node, const Place &place) {
  unsigned rank = cast<ArrayType>(place.base.getType()).getRank();
  return error(node) << "expected " << rank << (rank == 1 ? " index" : " indices") << " for "
                     << typeName(place.base.getType()) << " but got " << place.path.size();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult Places::importIndices(PyNode slice, Path &indices) {
  PyNodes nodes = slice.is("Tuple") ? slice.list("elts") : PyNodes{slice};
  for (PyNode node : nodes) {
    indices.push_back(importIndex(node));
    if (!indices.back())
      return failure();
  }
  return success();
}

OpFoldResult Places::importIndex(PyNode node) {
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
  Type index = builder.getIntegerType(32, /*isSigned=*/true);
  if (ConstantOp number = value.getType() == index ? ConstantOp() : madeNumber(node, value)) // `a[wp.int64(1)]`
    value = convertNumber(node, number, index);
  if (value.getType() == index)
    return foldNumber(node, value);
  return CastOp::create(builder, location(node), index, value).getResult();
}

LogicalResult Places::stepIntoArray(PyNode node, Place &place, ArrayRef<OpFoldResult> indices) {
  auto array = cast<ArrayType>(place.type);
  if (indices.size() > array.getRank())
    return error(node) << "expected " << array.getRank() << (array.getRank() == 1 ? " index" : " indices") << " for "
                       << typeName(array) << " but got " << indices.size();
  // An array that is a part of something is a value of its own.
  if (!isArray(place.base.getType()) || place.path.size() >= cast<ArrayType>(place.base.getType()).getRank())
    place = Place{load(node, place), {}, array};
  place.path.append(indices.begin(), indices.end());
  unsigned left = array.getRank() - indices.size();
  place.type = left ? ArrayType::get(program.getContext(), left, array.getElementType()) : array.getElementType();
  return success();
}

LogicalResult Places::stepInto(PyNode node, Place &place, ArrayRef<OpFoldResult> indices) {
  if (place.view)
    return views.stepInto(node, place, indices);
  if (isArray(place.type))
    return stepIntoArray(node, place, indices);
  Type whole = place.type;
  // `t[4]` counts the seven numbers of a transform.
  if (std::optional<int64_t> literal =
          isTransform(whole) && indices.size() == 1 ? getLiteral(indices[0]) : std::nullopt) {
    int64_t number = *literal < 0 ? *literal + 7 : *literal;
    if (number < 0 || number >= 7)
      return error(node) << "expected an index from -7 to 6 for " << typeName(whole) << " but got " << *literal;
    place.path.push_back(builder.getI64IntegerAttr(number < 3 ? 0 : 1));
    place.path.push_back(builder.getI64IntegerAttr(number < 3 ? number : number - 3));
    place.type = elementType(whole);
    return success();
  }
  if (isTransform(whole) && indices.size() == 1) {
    place = Place{numbersOf(node, load(node, place)), Path(indices), elementType(whole)};
    return success();
  }
  unsigned depth = isMat(whole) ? 2 : isVec(whole) || isQuat(whole) ? 1 : 0;
  if (!depth)
    return error(node) << "expected an array, vector, matrix or quaternion to index but got " << typeName(whole);
  if (indices.size() > depth)
    return error(node) << "expected at most " << depth << (depth == 1 ? " index" : " indices") << " for "
                       << typeName(whole) << " but got " << indices.size();
  for (OpFoldResult index : indices) {
    int64_t extent = numParts(place.type);
    std::optional<int64_t> literal = getLiteral(index);
    if (literal && (*literal >= extent || *literal < -extent))
      return error(node) << "expected an index from " << -extent << " to " << extent - 1 << " for " << typeName(whole)
                         << " but got " << *literal;
    place.path.push_back(index);
    place.type = partType(place.type, literal.value_or(ShapedType::kDynamic));
  }
  return success();
}

/// The seven numbers of a transform, as a vector.
Value Places::numbersOf(PyNode node, Value transform) {
  SmallVector<Value> numbers;
  for (int64_t part : {0, 1})
    for (int64_t number = 0; number < 3 + part; ++number) {
      OpFoldResult path[] = {builder.getI64IntegerAttr(part), builder.getI64IntegerAttr(number)};
      numbers.push_back(ExtractOp::create(builder, location(node), transform, path));
    }
  Type type = VecType::get(program.getContext(), numbers.size(), elementType(transform.getType()));
  return ConstructOp::create(builder, location(node), type, numbers);
}

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

void Places::store(PyNode target, const Place &place, Value value) {
  if (isArray(place.base.getType()))
    StoreOp::create(builder, location(target), place.base, place.path, value);
  else
    SetOp::create(builder, location(target), place.base, value, place.path);
}

Value Places::load(PyNode node, const Place &place) {
  Location loc = location(node);
  Value value = place.base;
  ArrayRef<OpFoldResult> rest = place.path;
  if (auto array = dyn_cast<ArrayType>(value.getType())) {
    if (rest.empty())
      return value;
    if (rest.size() < array.getRank())
      return ViewOp::create(builder, loc, value, rest);
    // Fields are read where they are; components are taken out of the value that was read.
    size_t length = array.getRank();
    for (Type type = array.getElementType(); length < rest.size() && hasFields(type); ++length)
      type = partType(type, *getLiteral(rest[length]));
    value = LoadOp::create(builder, loc, value, rest.take_front(length));
    rest = rest.drop_front(length);
  } else if (isa<VarType>(value.getType())) {
    value = GetOp::create(builder, loc, value);
  }
  return rest.empty() ? value : Value(ExtractOp::create(builder, loc, value, rest));
}

} // namespace kgen::importer
