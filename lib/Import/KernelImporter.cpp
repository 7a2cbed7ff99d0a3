// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel as a whole: its decorators, its signature, and what its names stand for.

#include "KernelImporter.h"
#include "PyTypes.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Verifier.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

KernelImporter::KernelImporter(const Program &program, PyNode kernel, StringAttr file)
    : program(program), kernel(kernel), file(file), variables(kernel), builder(program.getContext()) {}

OwningOpRef<ModuleOp> KernelImporter::run() {
  OwningOpRef<ModuleOp> result(ModuleOp::create(location(kernel)));
  builder.setInsertionPointToStart(result->getBody());
  bool complete = succeeded(checkDecorators());
  if (failed(checkSignature()))
    complete = false;
  KernelOp op = createKernel(complete);
  Block *body = &op.getBody().front();
  builder.setInsertionPointToStart(body);
  bindParameters(op);
  if (failed(importStatements(kernel.list("body"))) || !complete)
    return nullptr;
  if (body->empty() || !body->back().hasTrait<OpTrait::IsTerminator>())
    ReturnOp::create(builder, location(kernel));
  makeNamesUnique(op);
  if (failed(mlir::verify(*result)))
    return nullptr;
  return result;
}

//===----------------------------------------------------------------------===//
// The signature
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::checkDecorators() {
  PyNodes decorators = kernel.list("decorator_list");
  if (decorators.size() != 1)
    return error(decorators[1]) << "expected @wp.kernel alone but got another decorator, " << describe(decorators[1]);
  for (PyNode keyword : decorators.front().list("keywords")) {
    StringRef name = keyword.text("arg");
    // None of these changes what a thread computes.
    if (name != "enable_backward" && name != "module" && name != "module_options")
      return error(keyword) << "expected 'enable_backward', 'module' or 'module_options' but got '" << name << "'";
  }
  return success();
}

LogicalResult KernelImporter::checkSignature() {
  PyNode args = kernel.child("args");
  for (StringRef field : {"vararg", "kwarg"})
    if (PyNode extra = args.child(field))
      return error(extra) << "expected plain parameters but got '" << (field == "vararg" ? "*" : "**")
                          << extra.text("arg") << "'";
  for (StringRef field : {"posonlyargs", "kwonlyargs"})
    if (PyNodes extra = args.list(field); !extra.empty())
      return error(extra.front()) << "expected plain parameters but '" << extra.front().text("arg") << "' is "
                                  << (field == "posonlyargs" ? "positional" : "keyword") << "-only";
  if (PyNodes defaults = args.list("defaults"); !defaults.empty())
    return error(defaults.front()) << "expected a parameter without a default value";
  PyNode returns = kernel.child("returns");
  if (returns && !(returns.is("Constant") && returns.text("kind") == "none"))
    return error(returns) << "expected a kernel without a result; write it to an array";
  return success();
}

Type KernelImporter::parameterType(PyNode parameter) {
  PyNode annotation = parameter.child("annotation");
  StringRef name = parameter.text("arg");
  if (!annotation) {
    error(parameter) << "expected a type for the parameter '" << name << "'; write '" << name << ": float'";
    return nullptr;
  }
  if (Type type = readParameterType(annotation, program))
    return type;
  if (Program::isStruct(annotation)) {
    error(annotation) << "expected a scalar, vector, matrix or array type but got the struct "
                      << describe(annotation) << "; pass its fields as parameters";
    return nullptr;
  }
  PyNode element = annotation.is("Call") ? argument(annotation, "dtype") : annotation.child("slice");
  if (element && !readValueType(element, program)) {
    error(element) << "expected a scalar, vector or matrix type as element type but got " << describe(element);
    return nullptr;
  }
  error(annotation) << "expected a scalar, vector, matrix or array type but got " << describe(annotation);
  return nullptr;
}

KernelOp KernelImporter::createKernel(bool &complete) {
  PyNodes parameters = kernel.child("args").list("args");
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (PyNode parameter : parameters) {
    Type type = parameterType(parameter);
    if (!type) {
      poisoned.insert(parameter.text("arg"));
      complete = false;
      continue;
    }
    types.push_back(type);
    locations.push_back(nameLoc(parameter.text("arg"), location(parameter)));
  }
  FunctionType type = builder.getFunctionType(types, {});
  auto op = KernelOp::create(builder, location(kernel), kernel.text("name"), type);
  op.getBody().emplaceBlock().addArguments(types, locations);
  return op;
}

void KernelImporter::bindParameters(KernelOp op) {
  auto arguments = op.getBody().getArguments();
  for (PyNode parameter : kernel.child("args").list("args")) {
    StringRef name = parameter.text("arg");
    if (poisoned.contains(name))
      continue;
    Value value = arguments.front();
    arguments = arguments.drop_front();
    bindings[name] = value;
    if (variables.isVariable(name) && !isArray(value.getType()))
      bindings[name] = declareVariable(parameter, value);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Value KernelImporter::readName(PyNode node) {
  StringRef name = node.text("id");
  if (Value value = bindings.lookup(name)) {
    if (isa<VarType>(value.getType()))
      return GetOp::create(builder, location(node), value);
    return value;
  }
  if (poisoned.contains(name))
    return nullptr;
  if (variables.isLocal(name)) {
    error(node) << "expected '" << name << "' to be assigned before it is read";
    return nullptr;
  }
  return readGlobal(node);
}

Value KernelImporter::readGlobal(PyNode node) {
  if (std::optional<Literal> literal = literalOf(node))
    return createLiteral(node, *literal);
  // A module constant of several numbers: its expression stands in its place.
  if (PyNode constant = program.constant(node); constant.is("Call") && constructedType(constant))
    return importCall(constant);
  bool isWarps = node.is("Attribute") && !Program::dotted(node).empty();
  error(node) << "expected " << (isWarps ? "a value" : "a local name or a module constant") << " but got "
              << (isWarps ? describe(node) : Program::describeGlobal(node));
  return nullptr;
}

Value KernelImporter::nameValue(PyNode target, Value value, PyNode from) {
  StringRef name = target.text("id");
  bool isFresh = isa<OpResult>(value) && value.getDefiningOp()->getBlock() == builder.getInsertionBlock() &&
                 getName(value).empty() && !from.is("Name");
  if (!isFresh)
    value = CopyOp::create(builder, location(from), value);
  setName(value, name);
  return value;
}

Value KernelImporter::declareVariable(PyNode target, Value init) {
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

LogicalResult KernelImporter::assignName(PyNode target, Value value, PyNode from) {
  StringRef name = target.text("id");
  Value bound = bindings.lookup(name);
  if (bound && isArray(bound.getType()))
    return error(target) << "expected another name: '" << name << "' is an array parameter";
  if (!isValue(value.getType()))
    return error(from) << "expected a scalar, vector or matrix but got " << typeName(value.getType());
  noteLiteral(name, from);
  if (!variables.isVariable(name)) {
    bindings[name] = nameValue(target, value, from);
    return success();
  }
  if (!bound) {
    bindings[name] = declareVariable(target, value);
    if (declarationSites.contains(name))
      SetOp::create(builder, location(target), bindings[name], value);
    return success();
  }
  Type expected = cast<VarType>(bound.getType()).getElementType();
  if (failed(expectType(from, expected, value, (", the type of '" + name + "',").str())))
    return failure();
  SetOp::create(builder, location(target), bound, value);
  return success();
}

} // namespace kgen
