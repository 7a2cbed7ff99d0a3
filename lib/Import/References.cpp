// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has an address: Warp's references (`wp.ref[T]`, `wp.address_of`), and arrays that a thread makes for itself.
// kgen has neither; what Warp would refuse of them is refused for Warp's reason, the rest as what is missing.

#include "References.h"
#include "Calls.h"
#include "Constructors.h"
#include "Names.h"
#include "PyTypes.h"
#include "UserCalls.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

static bool isReference(PyNode annotation) {
  return annotation.is("Subscript") && Program::dotted(annotation.child("value")) == "wp.ref";
}

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

bool References::takesReference(unsigned function) const {
  return any_of(program.definition(function).child("args").list("args"),
                [](PyNode parameter) { return isReference(parameter.child("annotation")); });
}

LogicalResult References::refuseReferences(PyNode call, unsigned callee, ArrayRef<Argument> arguments) {
  PyNodes parameters = program.definition(callee).child("args").list("args");
  for (auto [parameter, argument] : zip(parameters, arguments))
    if (isReference(parameter.child("annotation")) && failed(expectAddress(argument.node)))
      return failure();
  StringRef name = program.functionName(callee);
  if (context.hasBackward)
    return error(call) << "expected enable_backward=False for a kernel that calls '" << name
                       << "', since what a reference changes has no gradient";
  return error(call) << "expected parameters that are values or arrays but '" << name << "' takes a reference";
}

void References::importAddress(PyNode node) {
  if (failed(expectArguments(node, 1)) || failed(expectAddress(node.list("args").front())))
    return;
  calls.refuseCall(node, "wp.address_of");
}

//===----------------------------------------------------------------------===//
// Arrays of a thread
//===----------------------------------------------------------------------===//

bool References::isThreadArray(PyNode node) {
  return node.is("Call") && Program::dotted(node.child("func")) == "wp.zeros";
}

void References::refuseThreadArray(PyNode node) {
  PyNode shape = argument(node, "shape", 0);
  for (PyNode extent : shape.is("Tuple") ? shape.list("elts") : PyNodes{shape})
    if (extent && !constructors.readStaticInteger(extent)) {
      error(extent) << "expected a literal or a constant in the shape for 'wp.zeros' but got " << describe(extent);
      return;
    }
  calls.refuseCall(node, "wp.zeros");
}

LogicalResult References::checkThreadArrayResult(PyNode value) {
  bool isOwn = isThreadArray(value) || (value.is("Name") && threadArrays.contains(value.text("id")));
  PyNode annotation = function.child("returns");
  if (!isOwn || !annotation || !arrayRank(annotation, program))
    return success();
  return error(value) << "expected "
                      << describe(annotation.is("Call") ? annotation.child("func") : annotation.child("value"))
                      << ", as annotated, from '" << function.text("name") << "' but got an array of fixed size";
}

} // namespace kgen::importer
