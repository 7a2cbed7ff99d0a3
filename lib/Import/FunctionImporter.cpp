// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel or an instance of a function as a whole.

#include "FunctionImporter.h"
#include "PyTypes.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Names.h"
#include "mlir/IR/Verifier.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

KernelOp FunctionImporter::importKernel(StringRef symbol, ArrayRef<Type> given) {
  context.hasBackward = signature.readsBackward();
  bool complete = succeeded(signature.checkDecorators());
  if (failed(signature.checkSignature(/*isKernel=*/true)))
    complete = false;
  PyNodes parameters = function.child("args").list("args"), taken;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (auto [i, parameter] : enumerate(parameters)) {
    Type type = given.empty() ? signature.parameterType(parameter) : given[i];
    if (!type) {
      names.poison(parameter.text("arg"));
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
  if (!context.hasBackward)
    op->setAttr(noBackwardAttrName, builder.getUnitAttr());
  if (SmallVector<StringRef> defaults = function.texts("defaults"); !defaults.empty())
    op->setAttr("kgen.defaults", builder.getStrArrayAttr(defaults));
  openBody(op, taken, locations);
  if (failed(importWhole(op, complete)))
    return nullptr;
  if (std::string reason = context.hasBackward ? module.whyNoBackward(op) : ""; !reason.empty()) {
    emitWarning(location(function)) << reason << "; '" << function.text("name")
                                    << "' is taken as with enable_backward=False";
    SmallVector<StringRef> options = function.texts("options");
    options.push_back("enable_backward=False");
    op->setAttr("kgen.options", builder.getStrArrayAttr(options));
    op->setAttr(noBackwardAttrName, builder.getUnitAttr());
  }
  return op;
}

FuncOp FunctionImporter::importFunction(StringRef symbol, ArrayRef<Operand> arguments) {
  context.isKernel = false;
  bool complete = succeeded(signature.checkSignature(/*isKernel=*/false));
  PyNodes parameters = function.child("args").list("args"), taken;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  SmallVector<Attribute> tileTypes;
  for (auto [parameter, argument] : zip_equal(parameters, arguments)) {
    if (!argument.is(Operand::Value) && !argument.is(Operand::Tile)) {
      names.bind(parameter.text("arg"), argument);
      continue;
    }
    taken.push_back(parameter);
    tileTypes.push_back(builder.getArrayAttr({}));
    if (argument.is(Operand::Tile))
      tileTypes.back() =
          builder.getArrayAttr({TypeAttr::get(argument.type), builder.getDenseI64ArrayAttr(argument.extents)});
    types.push_back(argument.value.getType());
    locations.push_back(nameLoc(parameter.text("arg"), location(parameter)));
  }
  auto op = FuncOp::create(builder, location(function), symbol, builder.getFunctionType(types, {}));
  if (any_of(arguments, [](const Operand &argument) { return argument.is(Operand::Tile); }))
    op->setAttr(tilesAttrName, builder.getArrayAttr(tileTypes));
  openBody(op, taken, locations);
  for (auto [parameter, argument] : zip_equal(parameters, arguments))
    if (argument.is(Operand::Tile))
      tiles.bindTile(parameter, argument);
  if (adjoints.isAdjointFunction())
    statements.setResultTypes(adjoints.declareAdjoints(taken, op.getBody().getArguments()));
  if (failed(importWhole(op, complete)))
    return nullptr;
  module.noteTileResults(op, tiles.getResults());
  if (references.hasParameters())
    module.noteReferring(op);
  return op;
}

FuncOp FunctionImporter::importAdjoint(StringRef symbol, ArrayRef<Operand> arguments, unsigned primalCount) {
  adjoints.setPrimalCount(primalCount);
  return importFunction(symbol, arguments);
}

/// Gives an op its block, whose arguments are the parameters, and goes there.
void FunctionImporter::openBody(FunctionOpInterface op, ArrayRef<PyNode> parameters, ArrayRef<Location> locations) {
  comments.attachHeadComments(op, parameters);
  Block &body = op.getFunctionBody().emplaceBlock();
  body.addArguments(op.getArgumentTypes(), locations);
  builder.setInsertionPointToStart(&body);
  for (auto [parameter, value] : zip_equal(parameters, body.getArguments()))
    names.bindParameter(parameter, value);
}

/// Verifies an op. An error of an op within is said without that op's name, which the author has never seen.
static LogicalResult verifyPlainly(Operation *op) {
  std::vector<std::pair<Location, std::string>> problems;
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler collect(op->getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      problems.emplace_back(diagnostic.getLocation(), diagnostic.str());
      return success();
    });
    result = mlir::verify(op);
  }
  for (const auto &[place, message] : problems) {
    auto [name, text] = StringRef(message).split("' op ");
    emitError(place) << (name.starts_with("'kgen.") && !text.empty() ? text : StringRef(message));
  }
  return result;
}

/// Imports the body of an op that has its parameters, and puts the op behind what it calls; erases it after an error.
LogicalResult FunctionImporter::importWhole(Operation *op, bool complete) {
  Block *body = &op->getRegion(0).front();
  complete &= succeeded(statements.importStatements(function.list("body")));
  if (tiles.isRefused() && !context.errors)
    tiles.reportRefusedTile();
  if (tiles.isRefused() || !complete || failed(tiles.checkTileNames()) || failed(statements.endFunction(body))) {
    op->erase();
    return failure();
  }
  if (auto func = dyn_cast<FuncOp>(op)) {
    SmallVector<Type> results = statements.allResultTypes();
    func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(), results));
  }
  comments.attachTrail(function.list("body"), body);
  makeNamesUnique(op);
  op->moveBefore(module.getModule().getBody(), module.getModule().getBody()->end());
  if (succeeded(verifyPlainly(op)))
    return success();
  op->erase();
  return failure();
}

} // namespace kgen::importer
