// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements that are no assignments: if, for, while, the exits of loops and functions, print and assert.

#include "Statements.h"
#include "Adjoints.h"
#include "Assignments.h"
#include "Comments.h"
#include "Constructors.h"
#include "DefiniteAssignment.h"
#include "Expressions.h"
#include "Names.h"
#include "PyTypes.h"
#include "References.h"
#include "Tiles.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult Statements::importStatements(ArrayRef<PyNode> statements) {
  Block *block = builder.getInsertionBlock();
  LogicalResult result = success();
  for (PyNode statement : statements) {
    // A statement after an exit is never reached.
    if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
      break;
    names.openDeclarations(statement, block);
    Operation *before = block->empty() ? nullptr : &block->back();
    if (failed(importStatement(statement))) {
      names.poison(statement);
      result = failure();
    } else {
      comments.attachComments(statement, block, before);
    }
  }
  return result;
}

LogicalResult Statements::importBody(ArrayRef<PyNode> statements, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  LogicalResult result = importStatements(statements);
  if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>())
    YieldOp::create(builder, location(statements.empty() ? function : statements.back()));
  comments.attachTrail(statements, block);
  return result;
}

LogicalResult Statements::importStatement(PyNode node) {
  if (node.is("Assign"))
    return assignments.importAssign(node);
  if (node.is("AnnAssign"))
    return assignments.importAnnotated(node);
  if (node.is("AugAssign"))
    return assignments.importAugmented(node);
  if (node.is("Assert"))
    return importAssert(node);
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
  return error(node) << "expected a statement that a kernel can have but got " << describe(node);
}

LogicalResult Statements::importExpressionStatement(PyNode node) {
  bool isText = node.is("Constant") && (node.text("kind") == "str" || node.text("kind") == "ellipsis");
  if (isText)
    return success();
  std::string callee = Program::dotted(node.child("func"));
  if (callee == "print" || callee == "wp.print")
    return importPrint(node);
  if (callee == "wp.printf")
    return importPrintf(node);
  if (callee == "wp.expect_eq" || callee == "wp.expect_neq" || callee == "wp.expect_near")
    return importExpectation(node, callee);
  // The result of the call is not used: a function may have none.
  tiles.noteStatement(node);
  return success(static_cast<bool>(node.is("Call") ? importOperand(node) : Operand(importExpression(node))));
}

LogicalResult Statements::importPrint(PyNode call) {
  if (failed(expectArguments(call, 1)))
    return failure();
  PyNode argument = call.list("args").front();
  Operand operand = importOperand(argument);
  if (operand.is(Operand::Text)) {
    // Text is no value; a format prints it.
    std::string format;
    for (char c : operand.text)
      format += c == '%' ? "%%" : std::string(1, c);
    PrintfOp::create(builder, location(call), builder.getStringAttr(format + "\n"), ValueRange());
    return success();
  }
  Value value = toValue(argument, operand);
  if (!value)
    return failure();
  if (!isValue(value.getType()) || isStruct(value.getType()))
    return error(argument) << "expected a scalar, vector, matrix, quaternion or transform to print but got "
                           << typeName(value.getType());
  PrintOp::create(builder, location(call), value);
  return success();
}

LogicalResult Statements::importPrintf(PyNode call) {
  PyNodes arguments = call.list("args");
  bool hasFormat = !arguments.empty() && arguments[0].is("Constant") && arguments[0].text("kind") == "str";
  if (!hasFormat || !call.list("keywords").empty())
    return error(call) << "expected a literal format and values for " << describe(call.child("func"));
  if (arguments.size() > 33)
    return error(call) << "expected at most 32 values for 'wp.printf', as in Warp, but got " << arguments.size() - 1;
  SmallVector<Value> values;
  for (PyNode argument : drop_begin(arguments)) {
    Value value = importExpression(argument);
    if (!value)
      return failure();
    if (!isScalar(value.getType()))
      return error(argument) << "expected a scalar to print but got " << typeName(value.getType());
    values.push_back(value);
  }
  PrintfOp::create(builder, location(call), builder.getStringAttr(arguments[0].text("value")), values);
  return success();
}

LogicalResult Statements::importExpectation(PyNode call, StringRef callee) {
  auto kind = *symbolizeExpectation(callee.substr(strlen("wp.expect_")));
  bool isNear = kind == Expectation::near;
  PyNode left = argument(call, "a", 0), right = argument(call, "b", 1), tolerance = argument(call, "tolerance", 2);
  if (!left || !right || (tolerance && !isNear))
    return error(call) << "expected two values for " << describe(call.child("func"));
  Value a = importExpression(left), b = importExpression(right);
  if (!a || !b || failed(expectType(right, a.getType(), b)))
    return failure();
  if (isNear && !isFloatArith(a.getType()))
    return error(left) << "expected floats to compare but got " << typeName(a.getType());
  if (!isValue(a.getType()) || isStruct(a.getType()))
    return error(left) << "expected a scalar, vector, matrix, quaternion or transform to compare but got "
                       << typeName(a.getType());
  Type scalar = elementType(a.getType());
  Value within = tolerance ? constructors.importComponent(tolerance, scalar) : Value();
  if (tolerance && (!within || failed(expectType(tolerance, scalar, within))))
    return failure();
  ExpectOp::create(builder, location(call), kind, a, b, within);
  return success();
}

LogicalResult Statements::importAssert(PyNode node) {
  Value condition = expressions.importCondition(node.child("test"));
  if (!condition)
    return failure();
  PyNode message = node.child("msg");
  if (message && !(message.is("Constant") && message.text("kind") == "str"))
    return error(message) << "expected a literal string as the message of an assert but got " << describe(message);
  AssertOp::create(builder, location(node), condition,
                   message ? builder.getStringAttr(message.text("value")) : StringAttr());
  return success();
}

LogicalResult Statements::importExit(PyNode node) {
  Location loc = location(node);
  if (node.is("Return"))
    return importReturn(node);
  bool isBreak = node.is("Break");
  if (!loopDepth)
    return error(node) << "expected a loop around '" << (isBreak ? "break" : "continue") << "'";
  if (isBreak)
    BreakOp::create(builder, loc);
  else
    ContinueOp::create(builder, loc);
  return success();
}

static std::string listTypes(ArrayRef<Type> types) {
  return types.empty() ? "nothing" : llvm::join(map_range(types, typeName), ", ");
}

/// `-> float` has to be what is returned; other annotations of results are not read.
LogicalResult Statements::checkAnnotation(PyNode node, ArrayRef<Type> types) {
  PyNode annotation = function.child("returns");
  Type expected = annotation ? readParameterType(annotation, program) : Type();
  if (!expected || (types.size() == 1 && types.front() == expected))
    return success();
  return error(node) << "expected " << typeName(expected) << ", as annotated, from '" << function.text("name")
                     << "' but got " << listTypes(types);
}

LogicalResult Statements::importReturn(PyNode node) {
  PyNode value = node.child("value");
  bool isNone = value.is("Constant") && value.text("kind") == "none";
  if (context.isKernel && value)
    return error(value) << "expected 'return' without a value; write the result to an array";
  if (adjoints.isAdjointFunction()) {
    if (value && !isNone)
      return error(value) << "expected 'return' without a value in an adjoint; add to wp.adjoint[...]";
    adjoints.returnAdjoints(node);
    return success();
  }
  if (value && failed(references.checkThreadArrayResult(value)))
    return failure();
  SmallVector<Value> values;
  std::vector<Operand> tileResults;
  if (value && !isNone) {
    Operand operand = importOperand(value);
    std::vector<Operand> results = elementsOf(value, operand);
    if (results.empty())
      results.push_back(operand);
    PyNodes nodes = value.list("elts");
    for (auto [i, result] : enumerate(results)) {
      values.push_back(result.is(Operand::Tile) ? result.value : toValue(i < nodes.size() ? nodes[i] : value, result));
      if (!values.back())
        return failure();
      tileResults.push_back(result.is(Operand::Tile) ? result : Operand());
      tileResults.back().text = tiles.parameterOf(tileResults.back().text).str();
    }
  }
  SmallVector<Type> types(ValueRange(values).getTypes());
  if (resultTypes && types == *resultTypes && failed(tiles.checkTileResults(node, tileResults)))
    return failure();
  if (!resultTypes) {
    tiles.noteResults(tileResults);
    resultTypes = types;
    firstReturn = node;
  }
  if (failed(checkAnnotation(node, types)))
    return failure();
  if (types != *resultTypes) {
    InFlightDiagnostic diagnostic = error(node);
    diagnostic << "expected " << listTypes(*resultTypes) << ", as from the other return of '" << function.text("name")
               << "', but got " << listTypes(types);
    if (firstReturn)
      diagnostic.attachNote(location(firstReturn)) << "the other return is here";
    return diagnostic;
  }
  append_range(values, references.finalValues(node));
  ReturnOp::create(builder, location(node), values);
  return success();
}

SmallVector<Type> Statements::allResultTypes() {
  SmallVector<Type> types = resultTypes.value_or(SmallVector<Type>());
  Aside aside(builder);
  append_range(types, ValueRange(references.finalValues(function)).getTypes());
  return types;
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

/// Whether a block has neither a statement nor a comment.
static bool isSilent(Block &block) {
  return llvm::hasSingleElement(block) && isa<YieldOp>(block.front()) && block.front().getDiscardableAttrs().empty();
}

LogicalResult Statements::importIf(PyNode node) {
  Value condition = expressions.importCondition(node.child("test"));
  LogicalResult result = success(static_cast<bool>(condition));
  if (!condition) // the arms have reasons of their own
    condition = createZero(node, builder.getI1Type());
  PyNodes otherwise = node.list("orelse");
  auto op = IfOp::create(builder, location(node), TypeRange(), condition, /*withElse=*/!otherwise.empty());
  // A name that one branch alone assigns keeps its literal, as in Warp; one that has two values does not.
  llvm::StringSet<> known = names.knownNames();
  if (failed(importBody(node.list("body"), op.thenBlock())))
    result = failure();
  names.forgetLiterals(node.list("body"), known);
  known = names.knownNames();
  if (!otherwise.empty() && failed(importBody(otherwise, op.elseBlock())))
    result = failure();
  names.forgetLiterals(otherwise, known);
  bool hasComment = !node.texts("else_lead").empty() || !node.texts("else_tail").empty();
  if (!otherwise.empty() && isSilent(*op.elseBlock()) && !hasComment)
    op.getElseRegion().getBlocks().clear();
  return result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult Statements::refuseElse(PyNode loop) {
  PyNodes otherwise = loop.list("orelse");
  if (otherwise.empty())
    return success();
  return error(otherwise.front()) << "expected a loop without 'else', which Warp drops in silence; write it after the "
                                     "loop, under a condition";
}

LogicalResult Statements::importBounds(PyNode node, Path &bounds) {
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
    bounds.push_back(foldNumber(argument, value));
  }
  if (bounds.size() == 1)
    bounds.insert(bounds.begin(), builder.getI64IntegerAttr(0));
  if (bounds.size() == 2)
    bounds.push_back(builder.getI64IntegerAttr(1));
  return success();
}

LogicalResult Statements::importFor(PyNode node) {
  Path bounds;
  PyNode target = node.child("target");
  LogicalResult result = refuseElse(node);
  if (!target.is("Name"))
    return error(target) << "expected a name as loop variable but got " << describe(target);
  if (failed(importBounds(node, bounds))) { // the body has reasons of its own
    bounds.assign(3, builder.getI64IntegerAttr(1));
    result = failure();
  }
  bool isUnrolled = names.isUnrolled(node, bounds);
  if (!isUnrolled && failed(names.checkLiteralsIn(node)))
    result = failure();
  auto op = ForOp::create(builder, location(node), bounds[0], bounds[1], bounds[2]);
  Value induction = op.getInductionVar();
  induction.setLoc(nameLoc(target.text("id"), location(target)));
  Block *body = &op.getBody().front();

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(body);
  if (names.isVariable(target.text("id"), induction.getType())) {
    if (failed(names.assignName(target, induction, target)))
      return failure();
  } else {
    names.bind(target.text("id"), induction);
  }
  return success(succeeded(importLoopBody(node, body, !isUnrolled)) && succeeded(result));
}

LogicalResult Statements::importWhile(PyNode node) {
  LogicalResult result = success(succeeded(refuseElse(node)) && succeeded(names.checkLiteralsIn(node)));
  auto op = WhileOp::create(builder, location(node), ValueRange());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&op.getCondition().front());
    if (Value condition = expressions.importCondition(node.child("test")))
      YieldOp::create(builder, location(node.child("test")), condition);
    else
      result = failure();
  }
  return success(succeeded(importLoopBody(node, &op.getBody().front(), /*isRolled=*/true)) && succeeded(result));
}

LogicalResult Statements::importLoopBody(PyNode node, Block *block, bool isRolled) {
  ++loopDepth;
  rolledDepth += isRolled;
  llvm::scope_exit leave([&] {
    --loopDepth;
    rolledDepth -= isRolled;
  });
  if (failed(importBody(node.list("body"), block)))
    return failure();
  // A loop that Warp unrolls is no loop to it.
  if (isRolled)
    names.forgetLiterals(node.list("body"), names.knownNames());
  return success();
}

LogicalResult Statements::endFunction(Block *body) {
  if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
    return success();
  builder.setInsertionPointToEnd(body);
  Location end = location(function);
  if (adjoints.isAdjointFunction()) {
    adjoints.returnAdjoints(function);
    return success();
  }
  if (!resultTypes || resultTypes->empty()) {
    ReturnOp::create(builder, end, references.finalValues(function));
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
  append_range(zeros, references.finalValues(function));
  ReturnOp::create(builder, end, zeros);
  return success();
}

} // namespace kgen::importer
