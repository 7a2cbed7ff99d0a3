// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments to names and to places; on what stands in an array, += and -= are atomic, as in Warp.

#include "Assignments.h"
#include "Calls.h"
#include "Expressions.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "References.h"
#include "Statements.h"
#include "Tiles.h"
#include "UserCalls.h"
#include "Views.h"
#include "kgen/IR/Names.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Plain assignments
//===----------------------------------------------------------------------===//

LogicalResult Assignments::importAssign(PyNode node) {
  PyNodes targets = node.list("targets");
  if (targets.size() != 1)
    return error(targets[1]) << "expected one target but got a chained assignment; write two assignments";
  PyNode value = node.child("value");
  if (targets[0].is("Tuple") || targets[0].is("List"))
    return assignTuple(targets[0], value);
  return assignTo(targets[0], importOperand(value), value);
}

/// `x: float = v`: the annotation says what Warp finds out by itself.
LogicalResult Assignments::importAnnotated(PyNode node) {
  PyNode value = node.child("value"), annotation = node.child("annotation");
  if (!value)
    return error(node) << "expected a value for '" << node.child("target").text("id") << "'";
  Operand result = importOperand(value);
  if (!result)
    return failure();
  Type type = readParameterType(annotation, program);
  if (type && result.is(Operand::Value) && failed(expectType(value, type, result.value, ", as annotated,")))
    return failure();
  return assignTo(node.child("target"), result, value);
}

LogicalResult Assignments::assignTuple(PyNode target, PyNode value) {
  if (value.is("Call") && Program::dotted(value.child("func")) == "wp.tid")
    return assignThreadIndices(target, value);
  PyNodes targets = target.list("elts"), values = value.list("elts");
  // All right sides are evaluated before the first name changes.
  Operand operand = importOperand(value);
  if (!operand)
    return failure();
  if (operand.is(Operand::Shape))
    return error(value) << "expected " << targets.size()
                        << " values, one for each name, but Warp does not take a shape apart; "
                        << "write " << StringRef(describe(value)).trim('\'') << "[0]";
  std::vector<Operand> results = elementsOf(value, operand);
  if (results.empty() || results.size() != targets.size())
    return error(value) << "expected " << targets.size() << " values, one for each name, or wp.tid() but got "
                        << (results.empty() ? describe(value) : std::to_string(results.size()));
  keepOldValues(targets, values, results);
  for (auto [i, place, result] : enumerate(targets, results))
    if (failed(assignTo(place, result, values.empty() ? value : values[i])))
      return failure();
  return success();
}

/// At the end of a trip of a loop that Warp does not unroll, names get their values one after another, the oldest
/// first: `b` of `a, b = a + b, a` gets what `a` has by then. Here it has what `a` had, and that a name of its own, so
/// that what is printed computes the same in Warp.
void Assignments::keepOldValues(const PyNodes &targets, const PyNodes &values, std::vector<Operand> &results) {
  if (!statements.isInRolledLoop())
    return;
  for (auto [i, value] : enumerate(values)) {
    StringRef name = value.is("Name") ? value.text("id") : "", target = targets[i].text("id");
    bool changes = any_of(targets, [&](PyNode other) { return other.is("Name") && other.text("id") == name; });
    if (name.empty() || !changes || !names.isOlder(name, target))
      continue;
    emitWarning(location(value)) << "'" << target << "' becomes what '" << name
                                 << "' is before this assignment; Warp takes what "
                                 << "it is after it, in a loop that it does not unroll";
    if (isArray(results[i].value.getType())) // which is only named: the printer gives it the name that it needs
      continue;
    results[i] = CopyOp::create(builder, location(value), results[i].value).getResult();
    setName(results[i].value, (name + "_old").str());
  }
}

LogicalResult Assignments::assignThreadIndices(PyNode target, PyNode call) {
  PyNodes targets = target.list("elts");
  if (failed(expectArguments(call, 0)) || failed(calls.checkThreadIndex(call)))
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

LogicalResult Assignments::assignTo(PyNode target, const Operand &operand, PyNode from) {
  if (!operand)
    return failure();
  bool isName = target.is("Name");
  if (isName && operand.is(Operand::Tile))
    return tiles.assignTile(target, operand, from);
  if (Operand tile = tiles.tileOfTarget(target))
    return tiles.assignToTile(target, tile, operand, from);
  bool isUnknown = operand.is(Operand::Builtin) && from.child("ref").flag("implicit") &&
                   lookupPython(Spelling::Call, operand.text).empty();
  if (isUnknown)
    return error(from) << "expected a local name or a module constant but got " << Program::describeGlobal(from);
  if (isName && !operand.is(Operand::Value)) {
    StringRef name = target.text("id");
    if (names.isPoisoned(name))
      return failure();
    // A view may be named again: in a trip of a loop that is written out, and outside of branches and loops.
    bool isView = operand.is(Operand::View);
    bool isAgain = isView && names.lookup(name).is(Operand::View);
    bool isOutside = isa<FunctionOpInterface>(builder.getInsertionBlock()->getParentOp());
    if ((names.isVariable(name, nullptr) && !(isView && isOutside)) || (names.isBound(name) && !isAgain))
      return error(target) << "expected '" << name << "' to be assigned once: it holds no value but " << describe(from);
    if (operand.is(Operand::View) && operand.view->isOwn() && from.is("Call"))
      setName(operand.view->base, name);
    names.bind(name, operand);
    return success();
  }
  Value value = toValue(from, operand);
  if (!value)
    return failure();
  Operand bound = isName ? names.lookup(target.text("id")) : Operand();
  if (bound.is(Operand::Tile) && bound.value)
    return tiles.refuseTileName(target.text("id"), bound, value, from);
  if (isName)
    return names.assignName(target, value, from);
  if (places.isSliced(target))
    return assignSlice(target, value, from, PyNode());
  FailureOr<Place> place = places.readTarget(target);
  if (failed(place) || failed(expectType(from, place->type, value)))
    return failure();
  places.store(target, *place, value);
  return success();
}

//===----------------------------------------------------------------------===//
// Augmented assignments
//===----------------------------------------------------------------------===//

LogicalResult Assignments::importAugmented(PyNode node) {
  PyNode target = node.child("target");
  if (Operand tile = tiles.tileOfTarget(target))
    return tiles.augmentTile(node, tile);
  if (places.isSliced(target)) {
    Value value = importExpression(node.child("value"));
    return value ? assignSlice(target, value, node.child("value"), node) : failure();
  }
  if (!target.is("Name")) {
    FailureOr<Place> place = places.readTarget(target);
    Value value = failed(place) ? Value() : importExpression(node.child("value"));
    return value ? augmentElement(node, *place, value) : failure();
  }
  if (names.lookup(target.text("id")).is(Operand::Tile)) {
    Operand old = names.readName(target), other = importOperand(node.child("value"));
    bool isOperand = other.is(Operand::Tile) || toValue(node.child("value"), other);
    Operand changed = isOperand ? tiles.applyTileBinary(node, old, other) : Operand();
    tiles.noteChange(target.text("id"), node);
    return changed ? tiles.assignTile(target, changed, node) : failure();
  }
  Value old = importExpression(target);
  Value value = old ? importExpression(node.child("value")) : Value();
  if (!value)
    return failure();
  Value changed = userCalls.applyOperator(node, old, value, target, node.child("value"));
  // No type is the author's here but that of the whole right side.
  return changed ? names.assignName(target, changed, node) : failure();
}

LogicalResult Assignments::augmentElement(PyNode node, const Place &place, Value value) {
  PyNode target = node.child("target"), from = node.child("value");
  StringRef op = node.text("op");
  auto kind = llvm::StringSwitch<std::optional<AtomicKind>>(op)
                  .Case("Add", AtomicKind::add)
                  .Case("Sub", AtomicKind::sub)
                  .Case("BitAnd", AtomicKind::bitAnd)
                  .Case("BitOr", AtomicKind::bitOr)
                  .Case("BitXor", AtomicKind::bitXor)
                  .Default(std::nullopt);
  // Warp makes these atomic, except updates of narrow integers, which no GPU has, and of the bits of types that have
  // none.
  Type scalar = isArith(place.type) ? elementType(place.type) : Type();
  bool isAtomic = scalar && isInt(scalar) ? !isSmallInt(scalar) : op == "Add" || op == "Sub";
  auto array = dyn_cast<ArrayType>(place.base.getType());
  // Warp asks for the author's operator at fields and at parts of elements, and nowhere that it updates in place.
  bool isPart = array && place.path.size() > size_t(array.getRank());
  bool isInPlace = kind && target.is("Subscript") && !isPart && (isAtomic || !array);
  bool isCall = Program::isFunction(node) && !isInPlace;
  isCall = isCall && (value.getType() != place.type || userCalls.isUserOperator(node, value, value));
  if (array && kind && isAtomic && !isCall) {
    if (!isArith(place.type))
      return error(target) << "expected numbers to add to but got " << typeName(place.type);
    if (failed(expectType(from, place.type, value)))
      return failure();
    AtomicOp::create(builder, location(node), *kind, place.base, place.path, value, /*augmented=*/true);
    return success();
  }
  Value old = places.load(target, place);
  Value changed = isCall ? userCalls.applyOperator(node, old, value, target, from)
                         : expressions.applyBinary(node, old, value, target, from);
  if (!changed || failed(expectType(node, place.type, changed)))
    return failure();
  places.store(target, place, changed);
  return success();
}

/// `v[1:3] = w`, and with the node of an augmented assignment `v[1:3] += w`.
LogicalResult Assignments::assignSlice(PyNode target, Value value, PyNode from, PyNode augmented) {
  PyNode outer = target.child("value");
  FailureOr<Place> place = outer.is("Name") ? places.readPlace(outer) : places.readTarget(outer);
  FailureOr<Places::Selection> selection =
      succeeded(place) ? places.readSelection(target, place->type) : FailureOr<Places::Selection>();
  if (failed(selection))
    return failure();
  if (!isa<VarType>(place->base.getType()))
    return error(target)
           << "expected a slice of a local vector or matrix to assign to, as in Warp, but got one of an element of an "
              "array";
  bool isScaled = augmented && isScalar(value.getType()); // `v[1:3] *= 2.0`
  if (!isScaled && failed(expectType(from, selection->type, value, ", as the slice is,")))
    return failure();
  for (auto [i, path] : enumerate(selection->paths)) {
    Place component{place->base, place->path, elementType(place->type)};
    append_range(component.path, path);
    Value part = isScaled ? value : places.componentAt(from, value, i);
    if (!augmented)
      places.store(target, component, part);
    else if (failed(augmentElement(augmented, component, part)))
      return failure();
  }
  return success();
}

} // namespace kgen::importer
