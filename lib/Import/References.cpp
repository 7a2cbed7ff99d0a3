// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has an address: Warp's references. A `wp.ref[T]` is a parameter that is a result too, which the caller stores
// where the argument came from. kgen has no addresses as numbers (`wp.address_of`).

#include "References.h"
#include "Calls.h"
#include "Generics.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

LogicalResult References::expectAddress(PyNode node) {
  PyNode root = node;
  while ((root.is("Attribute") && !root.child("ref")) || root.is("Subscript"))
    root = root.child("value");
  if (!root.is("Name"))
    return error(node) << "expected a variable, or an element or part of one, which has an address, but got "
                       << describe(node);
  PyNode literal = names.literalIn(root.text("id"));
  if (!literal)
    return success();
  Type type = readLiteral(literal, program)->naturalType(program.getContext());
  InFlightDiagnostic diagnostic = error(node) << "expected a variable, which has an address, but '" << root.text("id")
                                              << "' holds a literal";
  diagnostic.attachNote(location(literal)) << "write wp." << typeName(type) << "(...) around this literal";
  return diagnostic;
}

SmallVector<PyNode> References::parameters() const {
  return llvm::filter_to_vector(function.child("args").list("args"), [](PyNode parameter) {
    return static_cast<bool>(referredType(parameter.child("annotation")));
  });
}

FailureOr<SmallVector<Place>> References::readPlaces(PyNode call, unsigned callee) {
  SmallVector<Place> referred;
  for (PyNode node : referredArguments(call, program.parametersOf(callee))) {
    if (failed(expectAddress(node)))
      return failure();
    FailureOr<Place> place = node.is("Name") ? places.readPlace(node) : places.readTarget(node);
    if (failed(place))
      return failure();
    if (!isArray(place->base.getType()) && !isa<VarType>(place->base.getType()))
      return error(node) << "expected a variable, which has an address, but got " << describe(node);
    referred.push_back(std::move(*place));
  }
  return referred;
}

SmallVector<Value> References::finalValues(PyNode node) {
  SmallVector<Value> values;
  for (PyNode parameter : parameters()) {
    Operand bound = names.lookup(parameter.text("arg"));
    bool isVariable = bound.value && isa<VarType>(bound.value.getType());
    values.push_back(isVariable ? GetOp::create(builder, location(node), bound.value).getResult() : bound.value);
  }
  return values;
}

void References::importAddress(PyNode node) {
  if (failed(expectArguments(node, 1)) || failed(expectAddress(node.list("args").front())))
    return;
  calls.refuseCall(node, "wp.address_of");
}

//===----------------------------------------------------------------------===//
// Arrays of a thread's own
//===----------------------------------------------------------------------===//

LogicalResult References::checkThreadArrayResult(PyNode value) {
  bool isCall = value.is("Call") && Program::dotted(value.child("func")) == "wp.zeros";
  Operand named = value.is("Name") ? names.lookup(value.text("id")) : Operand();
  bool isOwn = isCall || (named.is(Operand::View) && named.view->isOwn());
  PyNode annotation = function.child("returns");
  if (!isOwn || !annotation || !arrayRank(annotation, program))
    return success();
  return error(value) << "expected "
                      << describe(annotation.is("Call") ? annotation.child("func") : annotation.child("value"))
                      << ", as annotated, from '" << function.text("name") << "' but got an array of fixed size";
}

} // namespace kgen::importer
