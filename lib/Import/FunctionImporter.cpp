// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel or an instance of a function as a whole, and what its names stand for.

#include "FunctionImporter.h"
#include "DefiniteAssignment.h"
#include "PyTypes.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Verifier.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

FunctionImporter::FunctionImporter(ModuleImporter &module, PyNode function, StringAttr file)
    : module(module), program(module.getProgram()), function(function), file(file), variables(function),
      builder(module.getProgram().getContext()) {
  builder.setInsertionPointToEnd(this->module.getModule().getBody());
}

KernelOp FunctionImporter::importKernel(StringRef symbol, ArrayRef<Type> given) {
  hasBackward = readsBackward();
  bool complete = succeeded(checkDecorators());
  if (failed(checkSignature(/*isKernel=*/true)))
    complete = false;
  PyNodes parameters = function.child("args").list("args"), taken;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (auto [i, parameter] : enumerate(parameters)) {
    Type type = given.empty() ? parameterType(parameter) : given[i];
    if (!type) {
      poisoned.insert(parameter.text("arg"));
      complete = false;
      continue;
    }
    taken.push_back(parameter);
    types.push_back(type);
    locations.push_back(nameLoc(parameter.text("arg"), location(parameter)));
  }
  auto op = KernelOp::create(builder, location(function), symbol, builder.getFunctionType(types, {}));
  if (SmallVector<StringRef> options = function.texts("options"); !options.empty())
    op->setAttr("kgen.options", builder.getStrArrayAttr(options));
  if (!hasBackward)
    op->setAttr(noBackwardAttrName, builder.getUnitAttr());
  if (SmallVector<StringRef> defaults = function.texts("defaults"); !defaults.empty())
    op->setAttr("kgen.defaults", builder.getStrArrayAttr(defaults));
  openBody(op, taken, locations);
  return succeeded(importWhole(op, complete)) ? op : nullptr;
}

FuncOp FunctionImporter::importFunction(StringRef symbol, ArrayRef<Operand> arguments) {
  isKernel = false;
  bool complete = succeeded(checkSignature(/*isKernel=*/false));
  PyNodes parameters = function.child("args").list("args"), taken;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  SmallVector<Attribute> tiles;
  for (auto [parameter, argument] : zip_equal(parameters, arguments)) {
    if (!argument.is(Operand::Value) && !argument.is(Operand::Tile)) {
      bindings[parameter.text("arg")] = argument;
      continue;
    }
    taken.push_back(parameter);
    tiles.push_back(builder.getArrayAttr({}));
    if (argument.is(Operand::Tile))
      tiles.back() =
          builder.getArrayAttr({TypeAttr::get(argument.type), builder.getDenseI64ArrayAttr(argument.extents)});
    types.push_back(argument.value.getType());
    locations.push_back(nameLoc(parameter.text("arg"), location(parameter)));
  }
  auto op = FuncOp::create(builder, location(function), symbol, builder.getFunctionType(types, {}));
  if (any_of(arguments, [](const Operand &argument) { return argument.is(Operand::Tile); }))
    op->setAttr(tilesAttrName, builder.getArrayAttr(tiles));
  openBody(op, taken, locations);
  for (auto [parameter, argument] : zip_equal(parameters, arguments))
    if (argument.is(Operand::Tile))
      bindTile(parameter, argument);
  if (primalCount)
    declareAdjoints(taken, op.getBody().getArguments());
  if (failed(importWhole(op, complete)))
    return nullptr;
  module.noteTileResults(op, resultTiles);
  return op;
}

/// Gives an op its block, whose arguments are the parameters, and goes there.
void FunctionImporter::openBody(FunctionOpInterface op, ArrayRef<PyNode> parameters, ArrayRef<Location> locations) {
  attachHeadComments(op, parameters);
  Block &body = op.getFunctionBody().emplaceBlock();
  body.addArguments(op.getArgumentTypes(), locations);
  builder.setInsertionPointToStart(&body);
  for (auto [parameter, value] : zip_equal(parameters, body.getArguments()))
    bindParameter(parameter, value);
}

/// Imports the body of an op that has its parameters, and puts the op behind what it calls; erases it after an error.
LogicalResult FunctionImporter::importWhole(Operation *op, bool complete) {
  Block *body = &op->getRegion(0).front();
  complete &= succeeded(importStatements(function.list("body")));
  if (tileUse && !errors)
    reportRefusedTile();
  if (tileUse || !complete || failed(checkTileNames()) || failed(endFunction(body))) {
    op->erase();
    return failure();
  }
  if (auto func = dyn_cast<FuncOp>(op)) {
    TypeRange results = resultTypes ? TypeRange(*resultTypes) : TypeRange();
    func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(), results));
  }
  attachTrail(function.list("body"), body);
  makeNamesUnique(op);
  op->moveBefore(module.getModule().getBody(), module.getModule().getBody()->end());
  if (succeeded(mlir::verify(op)))
    return success();
  op->erase();
  return failure();
}

/// What stands after the last statement of the text.
LogicalResult FunctionImporter::endFunction(Block *body) {
  if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
    return success();
  builder.setInsertionPointToEnd(body);
  Location end = location(function);
  if (primalCount) {
    returnAdjoints(function);
    return success();
  }
  if (!resultTypes || resultTypes->empty()) {
    ReturnOp::create(builder, end);
    return success();
  }
  if (alwaysLeaves(function.list("body"))) {
    UnreachableOp::create(builder, end);
    return success();
  }
  emitWarning(location(function))
      << "'" << function.text("name")
      << "' does not return a value on every way through it, where Warp leaves undefined what "
         "comes of it; zero is returned there";
  SmallVector<Value> zeros;
  for (Type type : *resultTypes)
    zeros.push_back(createZero(function, type));
  ReturnOp::create(builder, end, zeros);
  return success();
}

void FunctionImporter::bindParameter(PyNode parameter, Value value) {
  StringRef name = parameter.text("arg");
  bindings[name] = value;
  if (variables.isVariable(name, value.getType()))
    bindings[name] = declareVariable(parameter, value);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Operand FunctionImporter::readName(PyNode node) {
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
  return readGlobal(node);
}

Operand FunctionImporter::readGlobal(PyNode node) {
  if (std::optional<Literal> literal = literalOf(node))
    return createLiteral(node, *literal);
  // A module constant of several numbers: its expression stands in its place.
  if (PyNode constant = program.constant(node); constant.is("Call") && !readValueType(constant, program))
    return importCall(constant);
  if (Type type = readValueType(node, program))
    return Operand::ofType(type);
  if (Program::isFunction(node))
    return Operand::ofFunctions(Program::functionIds(node));
  if (std::string dotted = Program::dotted(node); !dotted.empty())
    return Operand::ofText(Operand::Builtin, dotted);
  error(node) << "expected a local name or a module constant but got " << Program::describeGlobal(node);
  return Operand();
}

Value FunctionImporter::nameValue(PyNode target, Value value, PyNode from) {
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

Value FunctionImporter::declareVariable(PyNode target, Value init) {
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

LogicalResult FunctionImporter::assignName(PyNode target, Value value, PyNode from) {
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

} // namespace kgen::importer
