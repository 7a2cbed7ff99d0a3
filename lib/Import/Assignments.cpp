// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments to names, elements and components; on an array's element, += and -= are atomic, as in Warp.

#include "KernelImporter.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

LogicalResult KernelImporter::expectType(PyNode node, Type expected, Value value, StringRef role) {
  if (value.getType() == expected)
    return success();
  InFlightDiagnostic diagnostic = error(node) << "expected " << typeName(expected) << role << " but got "
                                              << typeName(value.getType());
  if (isScalar(expected) && isScalar(value.getType()))
    diagnostic << "; write " << wayRound(node, expected);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Plain assignments
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::importAssign(PyNode node) {
  PyNodes targets = node.list("targets");
  if (targets.size() != 1)
    return error(targets[1]) << "expected one target but got a chained assignment; write two assignments";
  PyNode value = node.child("value");
  if (targets[0].is("Tuple") || targets[0].is("List"))
    return assignTuple(targets[0], value);
  Value result = importExpression(value);
  return result ? assignTo(targets[0], result, value) : failure();
}

LogicalResult KernelImporter::assignTuple(PyNode target, PyNode value) {
  if (value.is("Call") && Program::dotted(value.child("func")) == "wp.tid")
    return assignThreadIndices(target, value);
  PyNodes targets = target.list("elts"), values = value.list("elts");
  // Nothing that can be called gives several values; which function it is matters more.
  if (value.is("Call") && !importCall(value))
    return failure();
  if (!value.is("Tuple") || targets.size() != values.size())
    return error(value) << "expected " << targets.size() << " values, one for each name, or wp.tid() but got "
                        << (value.is("Tuple") ? std::to_string(values.size()) : describe(value));
  // All right sides are evaluated before the first name changes.
  SmallVector<Value> results;
  for (PyNode node : values) {
    results.push_back(importExpression(node));
    if (!results.back())
      return failure();
  }
  for (auto [place, result, from] : zip_equal(targets, results, values))
    if (failed(assignTo(place, result, from)))
      return failure();
  return success();
}

LogicalResult KernelImporter::assignThreadIndices(PyNode target, PyNode call) {
  PyNodes targets = target.list("elts");
  if (failed(expectArguments(call, 0)))
    return failure();
  if (targets.empty() || targets.size() > 4)
    return error(target) << "expected 1 to 4 names for wp.tid() but got " << targets.size();
  SmallVector<Type> types(targets.size(), builder.getIntegerType(32, /*isSigned=*/true));
  auto op = TidOp::create(builder, location(call), types);
  for (auto [place, coordinate] : zip_equal(targets, op.getCoordinates()))
    if (failed(assignTo(place, coordinate, call)))
      return failure();
  return success();
}

LogicalResult KernelImporter::assignTo(PyNode target, Value value, PyNode from) {
  if (target.is("Name"))
    return assignName(target, value, from);
  FailureOr<Place> place = readPlace(target);
  if (failed(place) || failed(expectType(from, place->type, value)))
    return failure();
  store(target, *place, value);
  return success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

FailureOr<KernelImporter::Place> KernelImporter::readPlace(PyNode target) {
  bool isAttribute = target.is("Attribute");
  if (!isAttribute && !target.is("Subscript"))
    return error(target) << "expected a name, an element or a component to assign to but got " << describe(target);
  PyNode outer = target.child("value");
  Place place;
  if (outer.is("Name")) {
    place.base = bindings.lookup(outer.text("id"));
    if (!place.base) {
      // What is assigned to is a local name, which holds nothing yet: reading it says so.
      readName(outer);
      return failure();
    }
  } else if (outer.is("Subscript")) {
    FailureOr<Place> inner = readPlace(outer);
    if (failed(inner))
      return failure();
    if (isArray(inner->base.getType()))
      return refusePlace(target, inner->type);
    place = *inner;
  } else {
    return error(outer) << "expected a local name or an array but got " << describe(outer);
  }
  Type base = place.base.getType();
  if (auto var = dyn_cast<VarType>(base))
    base = var.getElementType();
  if (isAttribute) {
    std::optional<int64_t> component = componentByName(place.indices.empty() ? base : place.type, target.text("attr"));
    if (!component)
      return error(target) << "expected a component of " << typeName(base) << " but got '" << target.text("attr")
                           << "'";
    place.indices.push_back(builder.getI64IntegerAttr(*component));
  } else if (failed(importIndices(target.child("slice"), place.indices))) {
    return failure();
  }
  place.type = typeAt(target, base, place.indices);
  if (!place.type)
    return failure();
  return place;
}

FailureOr<KernelImporter::Place> KernelImporter::refusePlace(PyNode target, Type type) {
  return error(target) << "expected a store of the whole " << typeName(type)
                       << " but got one of a component; change a local copy of the element and store that";
}

void KernelImporter::store(PyNode target, const Place &place, Value value) {
  if (isArray(place.base.getType()))
    StoreOp::create(builder, location(target), place.base, place.indices, value);
  else
    SetOp::create(builder, location(target), place.base, value, place.indices);
}

Value KernelImporter::load(PyNode target, const Place &place) {
  Location loc = location(target);
  if (isArray(place.base.getType()))
    return LoadOp::create(builder, loc, place.base, place.indices);
  Value value = place.base;
  if (isa<VarType>(value.getType()))
    value = GetOp::create(builder, loc, value);
  if (place.indices.empty())
    return value;
  return ExtractOp::create(builder, loc, value, place.indices);
}

//===----------------------------------------------------------------------===//
// Augmented assignments
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::importAugmented(PyNode node) {
  PyNode target = node.child("target");
  if (!target.is("Name")) {
    FailureOr<Place> place = readPlace(target);
    Value value = failed(place) ? Value() : importExpression(node.child("value"));
    return value ? augmentElement(node, *place, value) : failure();
  }
  Value old = readName(target);
  Value value = old ? importExpression(node.child("value")) : Value();
  if (!value)
    return failure();
  Value changed = applyBinary(node, old, value, target, node.child("value"));
  // No type is the author's here but that of the whole right side.
  return changed ? assignName(target, changed, node) : failure();
}

LogicalResult KernelImporter::augmentElement(PyNode node, const Place &place, Value value) {
  PyNode target = node.child("target"), from = node.child("value");
  StringRef op = node.text("op");
  if (isArray(place.base.getType()) && (op == "Add" || op == "Sub")) {
    // Warp makes these two atomic.
    if (!isArith(place.type))
      return error(target) << "expected numbers to add to but got " << typeName(place.type);
    if (failed(expectType(from, place.type, value)))
      return failure();
    AtomicKind kind = op == "Add" ? AtomicKind::add : AtomicKind::sub;
    AtomicOp::create(builder, location(node), kind, place.base, place.indices, value, /*augmented=*/true);
    return success();
  }
  Value old = load(target, place);
  Value changed = applyBinary(node, old, value, target, from);
  if (!changed || failed(expectType(node, place.type, changed)))
    return failure();
  store(target, place, changed);
  return success();
}

} // namespace kgen
