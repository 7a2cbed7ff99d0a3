// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that are bound, read and assigned, and the variables that some of them are.

#include "Names.h"
#include "Expressions.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

void Names::bindParameter(PyNode parameter, Value value) {
  StringRef name = parameter.text("arg");
  bindings[name] = value;
  if (variables.isVariable(name, value.getType()))
    bindings[name] = declareVariable(parameter, value);
}

Operand Names::readName(PyNode node) {
  StringRef name = node.text("id");
  if (auto found = bindings.find(name); found != bindings.end()) {
    const Operand &operand = found->second;
    if (!operand.value || !isa<VarType>(operand.value.getType()))
      return operand;
    Operand read = operand;
    read.value = GetOp::create(builder, location(node), operand.value);
    return read;
  }
  if (poisoned.contains(name))
    return Operand();
  if (variables.isLocal(name)) {
    error(node) << "expected '" << name << "' to be assigned before it is read";
    return Operand();
  }
  return expressions.readGlobal(node);
}

Value Names::nameValue(PyNode target, Value value, PyNode from) {
  StringRef name = target.text("id");
  // A local name has its value already, a module constant of several numbers makes one.
  bool isNamed = from.is("Name") &&
                 (isScalar(value.getType()) || bindings.lookup(from.text("id")) || !program.constant(from).is("Call"));
  bool isFresh = isa<OpResult>(value) && value.getDefiningOp()->getBlock() == builder.getInsertionBlock() &&
                 getName(value).empty() && !isNamed;
  if (!isFresh)
    value = CopyOp::create(builder, location(from), value);
  setName(value, name);
  return value;
}

Value Names::declareVariable(PyNode target, Value init) {
  StringRef name = target.is("Name") ? target.text("id") : target.text("arg");
  VarOp op;
  if (auto found = declarationSites.find(name); found != declarationSites.end()) {
    DeclarationSite &site = sites[found->second];
    OpBuilder::InsertionGuard guard(builder);
    if (site.after)
      builder.setInsertionPointAfter(site.after);
    else
      builder.setInsertionPointToStart(site.block);
    op = VarOp::create(builder, location(target), VarType::get(program.getContext(), init.getType()), Value());
    site.after = op;
  } else {
    op = VarOp::create(builder, location(target), init);
  }
  setName(op.getVar(), name);
  return op.getVar();
}

LogicalResult Names::assignName(PyNode target, Value value, PyNode from) {
  StringRef name = target.text("id");
  Operand bound = bindings.lookup(name);
  noteLiteral(name, from);
  if (!bound.value || !isa<VarType>(bound.value.getType())) {
    if (!variables.isVariable(name, value.getType())) {
      // An array that has a name of its own keeps it.
      bool isAlias = isArray(value.getType()) && (from.is("Name") || isa<BlockArgument>(value));
      bindings[name] = isAlias ? value : nameValue(target, value, from);
      return success();
    }
    Value variable = declareVariable(target, value);
    bindings[name] = variable;
    if (declarationSites.contains(name))
      SetOp::create(builder, location(target), variable, value);
    return success();
  }
  Type expected = cast<VarType>(bound.value.getType()).getElementType();
  if (value.getType() != expected) {
    InFlightDiagnostic diagnostic = refuseType(from, expected, value, (", the type of '" + name + "',").str());
    diagnostic.attachNote(bound.value.getLoc()) << "it has that type from here";
    return diagnostic;
  }
  SetOp::create(builder, location(target), bound.value, value);
  return success();
}

void Names::openDeclarations(PyNode statement, Block *block) {
  ArrayRef<StringRef> declared = variables.declaredBefore(statement);
  for (StringRef name : declared)
    declarationSites[name] = sites.size();
  if (!declared.empty())
    sites.push_back({block, block->empty() ? nullptr : &block->back()});
}

void Names::poison(PyNode statement) {
  if (statement.is("FunctionDef") || statement.is("ClassDef"))
    poisoned.insert(statement.text("name"));
  for (StringRef name : statement.texts("names")) // of `global`
    poisoned.insert(name);
  visitAssigned(statement, [&](PyNode target) {
    if (!bindings.contains(target.text("id")))
      poisoned.insert(target.text("id"));
    return false;
  });
}

bool Names::isOlder(StringRef name, StringRef other) const {
  auto placeOf = [&](StringRef each) {
    Value value = bindings.lookup(each).value;
    return value ? value.getLoc()->findInstanceOf<FileLineColLoc>() : FileLineColLoc();
  };
  FileLineColLoc a = placeOf(name), b = placeOf(other);
  return a && b && std::pair(a.getLine(), a.getColumn()) < std::pair(b.getLine(), b.getColumn());
}

} // namespace kgen::importer
