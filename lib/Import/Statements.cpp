// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements that are no assignments: if, for, while, the exits of loops, print.

#include "DefiniteAssignment.h"
#include "KernelImporter.h"
#include "PyTypes.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::importStatements(ArrayRef<PyNode> statements) {
  Block *block = builder.getInsertionBlock();
  LogicalResult result = success();
  for (PyNode statement : statements) {
    // What stands after an exit is never reached.
    if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
      break;
    ArrayRef<StringRef> declared = variables.declaredBefore(statement);
    for (StringRef name : declared)
      declarationSites[name] = sites.size();
    if (!declared.empty())
      sites.push_back({block, block->empty() ? nullptr : &block->back()});
    if (failed(importStatement(statement))) {
      poison(statement);
      result = failure();
    }
  }
  return result;
}

void KernelImporter::poison(PyNode statement) {
  visitAssigned(statement, [&](PyNode target) {
    if (!bindings.contains(target.text("id")))
      poisoned.insert(target.text("id"));
    return false;
  });
}

LogicalResult KernelImporter::importBody(ArrayRef<PyNode> statements, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  LogicalResult result = importStatements(statements);
  if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>())
    YieldOp::create(builder, location(statements.empty() ? kernel : statements.back()));
  return result;
}

LogicalResult KernelImporter::importStatement(PyNode node) {
  if (node.is("Assign"))
    return importAssign(node);
  if (node.is("AugAssign"))
    return importAugmented(node);
  if (node.is("If"))
    return importIf(node);
  if (node.is("For"))
    return importFor(node);
  if (node.is("While"))
    return importWhile(node);
  if (node.is("Break") || node.is("Continue") || node.is("Return"))
    return importExit(node);
  if (node.is("Expr"))
    return importExpressionStatement(node.child("value"));
  if (node.is("Pass"))
    return success();
  InFlightDiagnostic diagnostic = error(node) << "expected a statement that a kernel can have but got " << describe(node);
  if (node.is("AnnAssign"))
    diagnostic << "; leave out the annotation";
  else if (node.is("Assert"))
    diagnostic << "; leave it out: Warp ignores it too";
  return diagnostic;
}

LogicalResult KernelImporter::importExpressionStatement(PyNode node) {
  bool isText = node.is("Constant") && (node.text("kind") == "str" || node.text("kind") == "ellipsis");
  if (isText)
    return success();
  std::string callee = Program::dotted(node.child("func"));
  if (callee == "print" || callee == "wp.print")
    return importPrint(node);
  return success(static_cast<bool>(importExpression(node)));
}

LogicalResult KernelImporter::importPrint(PyNode call) {
  if (failed(expectArguments(call, 1)))
    return failure();
  PyNode argument = call.list("args").front();
  Value value = importExpression(argument);
  if (!value)
    return failure();
  if (!isValue(value.getType()))
    return error(argument) << "expected a scalar, vector or matrix to print but got " << typeName(value.getType());
  PrintOp::create(builder, location(call), value);
  return success();
}

LogicalResult KernelImporter::importExit(PyNode node) {
  Location loc = location(node);
  if (node.is("Return")) {
    if (PyNode value = node.child("value"))
      return error(value) << "expected 'return' without a value; write the result to an array";
    ReturnOp::create(builder, loc);
    return success();
  }
  bool isBreak = node.is("Break");
  if (!loopDepth)
    return error(node) << "expected a loop around '" << (isBreak ? "break" : "continue") << "'";
  if (isBreak)
    BreakOp::create(builder, loc);
  else
    ContinueOp::create(builder, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::importIf(PyNode node) {
  Value condition = importCondition(node.child("test"));
  LogicalResult result = success(static_cast<bool>(condition));
  if (!condition) // the arms have reasons of their own
    condition = createZero(node, builder.getI1Type());
  PyNodes otherwise = node.list("orelse");
  auto op = IfOp::create(builder, location(node), TypeRange(), condition, /*withElse=*/!otherwise.empty());
  // A name that one branch alone assigns keeps its literal, as in Warp; one that has two values does not.
  llvm::StringSet<> known = knownNames();
  if (failed(importBody(node.list("body"), op.thenBlock())))
    result = failure();
  forgetLiterals(node.list("body"), known);
  known = knownNames();
  if (!otherwise.empty() && failed(importBody(otherwise, op.elseBlock())))
    result = failure();
  forgetLiterals(otherwise, known);
  return result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult KernelImporter::refuseElse(PyNode loop) {
  PyNodes otherwise = loop.list("orelse");
  if (otherwise.empty())
    return success();
  return error(otherwise.front()) << "expected a loop without 'else', which Warp drops in silence; write it after the "
                                     "loop, under a condition";
}

LogicalResult KernelImporter::importBounds(PyNode node, Indices &bounds) {
  PyNode iterated = node.child("iter");
  if (!iterated.is("Call") || Program::dotted(iterated.child("func")) != "range")
    return error(iterated) << "expected a loop over range(...) but got " << describe(iterated);
  PyNodes arguments = iterated.list("args");
  if (arguments.empty() || arguments.size() > 3 || !iterated.list("keywords").empty())
    return error(iterated) << "expected 1 to 3 arguments for 'range' but got " << arguments.size();
  for (PyNode argument : arguments) {
    if (std::optional<int64_t> literal = readInteger(argument); literal && llvm::isInt<32>(*literal)) {
      bounds.push_back(builder.getI64IntegerAttr(*literal));
      continue;
    }
    Value value = importExpression(argument);
    if (!value || failed(expectType(argument, builder.getIntegerType(32, /*isSigned=*/true), value, " for 'range'")))
      return failure();
    bounds.push_back(value);
  }
  if (bounds.size() == 1)
    bounds.insert(bounds.begin(), builder.getI64IntegerAttr(0));
  if (bounds.size() == 2)
    bounds.push_back(builder.getI64IntegerAttr(1));
  return success();
}

LogicalResult KernelImporter::importFor(PyNode node) {
  Indices bounds;
  PyNode target = node.child("target");
  LogicalResult result = refuseElse(node);
  if (!target.is("Name"))
    return error(target) << "expected a name as loop variable but got " << describe(target);
  if (failed(importBounds(node, bounds))) { // the body has reasons of its own
    bounds.assign(3, builder.getI64IntegerAttr(1));
    result = failure();
  }
  if (failed(checkLiteralsIn(node)))
    result = failure();
  auto op = ForOp::create(builder, location(node), bounds[0], bounds[1], bounds[2]);
  Value induction = op.getInductionVar();
  induction.setLoc(nameLoc(target.text("id"), location(target)));
  Block *body = &op.getBody().front();

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(body);
  if (variables.isVariable(target.text("id"))) {
    if (failed(assignName(target, induction, target)))
      return failure();
  } else {
    bindings[target.text("id")] = induction;
  }
  return success(succeeded(importLoopBody(node, body)) && succeeded(result));
}

LogicalResult KernelImporter::importWhile(PyNode node) {
  LogicalResult result = success(succeeded(refuseElse(node)) && succeeded(checkLiteralsIn(node)));
  auto op = WhileOp::create(builder, location(node), ValueRange());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&op.getCondition().front());
    if (Value condition = importCondition(node.child("test")))
      YieldOp::create(builder, location(node.child("test")), condition);
    else
      result = failure();
  }
  return success(succeeded(importLoopBody(node, &op.getBody().front())) && succeeded(result));
}

LogicalResult KernelImporter::importLoopBody(PyNode node, Block *block) {
  ++loopDepth;
  llvm::scope_exit leave([&] { --loopDepth; });
  if (failed(importBody(node.list("body"), block)))
    return failure();
  // A loop that Warp unrolls is no loop to it.
  if (!isUnrolled(node))
    forgetLiterals(node.list("body"), knownNames());
  return success();
}

} // namespace kgen
