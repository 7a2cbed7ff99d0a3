// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoints that the author wrote (@wp.func_grad): functions of the arguments and of the results' adjoints that give the
// adjoints of the arguments, which the text calls wp.adjoint[x].

#include "Adjoints.h"
#include "Names.h"
#include "PyTypes.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

bool Adjoints::isAdjoint(PyNode node) {
  return node.is("Subscript") && Program::dotted(node.child("value")) == "wp.adjoint";
}

SmallVector<Type> Adjoints::declareAdjoints(ArrayRef<PyNode> parameters, ValueRange arguments) {
  SmallVector<Type> types;
  for (auto [parameter, argument] :
       zip_equal(parameters.take_front(*primalCount), arguments.take_front(*primalCount))) {
    Type type = argument.getType();
    if (!isFloatArith(type))
      continue;
    auto variable = VarOp::create(builder, location(parameter), createZero(parameter, type));
    setName(variable.getVar(), ("adj_" + parameter.text("arg")).str());
    adjoints.insert({parameter.text("arg"), variable.getVar()});
    types.push_back(type);
  }
  return types;
}

FailureOr<Place> Adjoints::readAdjoint(PyNode node) {
  PyNode name = node.child("slice");
  Value variable = name.is("Name") ? adjoints.lookup(name.text("id")) : Value();
  if (!variable)
    return error(node)
           << "expected the adjoint of an argument of floats, in a function with @wp.func_grad, but got that of "
           << describe(name);
  return Place{variable, {}, cast<VarType>(variable.getType()).getElementType()};
}

void Adjoints::returnAdjoints(PyNode node) {
  SmallVector<Value> values;
  for (auto &[name, variable] : adjoints)
    values.push_back(GetOp::create(builder, location(node), variable));
  ReturnOp::create(builder, location(node), values);
}

} // namespace kgen::importer
