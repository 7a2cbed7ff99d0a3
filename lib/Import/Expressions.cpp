// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: literals, operators, the conditional expression. Calls and indices have files of their own.

#include "Expressions.h"
#include "Calls.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "TileCall.h"
#include "Tiles.h"
#include "UserCalls.h"
#include "Views.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

Operand Expressions::importOperand(PyNode node) {
  if (node.is("Constant") && node.text("kind") == "str")
    return Operand::ofText(Operand::Text, node.text("value").str());
  using Import = Operand (*)(Expressions &, PyNode);
  Import import = llvm::StringSwitch<Import>(node.kind())
                      .Case("Name", [](Expressions &e, PyNode node) { return e.names.readName(node); })
                      .Case("Attribute", [](Expressions &e, PyNode node) { return e.places.importAttribute(node); })
                      .Case("Subscript", [](Expressions &e, PyNode node) { return e.places.importSubscript(node); })
                      .Case("Call", [](Expressions &e, PyNode node) { return e.calls.importCall(node); })
                      .Case("Tuple", [](Expressions &e, PyNode node) { return e.importTuple(node); })
                      .Case("BinOp", [](Expressions &e, PyNode node) { return e.importBinary(node); })
                      .Case("UnaryOp", [](Expressions &e, PyNode node) { return e.importUnary(node); })
                      .Case("Constant", [](Expressions &e, PyNode node) { return Operand(e.importConstant(node)); })
                      .Case("BoolOp", [](Expressions &e, PyNode node) { return Operand(e.importBoolOp(node)); })
                      .Case("Compare", [](Expressions &e, PyNode node) { return Operand(e.importCompare(node)); })
                      .Case("IfExp", [](Expressions &e, PyNode node) { return Operand(e.importConditional(node)); })
                      .Default(nullptr);
  if (import)
    return import(*this, node);
  error(node) << "expected an expression that a kernel can have but got " << describe(node);
  return Operand();
}

Value Expressions::importExpression(PyNode node) { return toValue(node, importOperand(node)); }

Value Expressions::toValue(PyNode node, const Operand &operand) {
  if (!operand || operand.is(Operand::Value))
    return operand.value;
  if (operand.is(Operand::Tile) && !operand.value) // has been noted
    return nullptr;
  InFlightDiagnostic diagnostic = error(node);
  if (operand.is(Operand::Tile)) {
    diagnostic << "expected a value but got a " << describeTile(operand) << "; read an element of it";
    return nullptr;
  }
  if (operand.is(Operand::View)) {
    diagnostic << "expected a value but got " << Views::describe(*operand.view) << "; read an element of it";
    return nullptr;
  }
  bool isWarps = node.is("Attribute") && !Program::dotted(node).empty();
  if (operand.is(Operand::Text)) {
    diagnostic << "expected a number or bool but got a string";
  } else if (operand.is(Operand::Tuple) && node.is("Call")) {
    diagnostic << "expected one value but " << describe(node) << " gives "
               << (operand.elements.empty() ? "none" : std::to_string(operand.elements.size()));
  } else if (operand.is(Operand::Tuple)) {
    diagnostic << "expected an expression that a kernel can have but got a tuple";
  } else if (operand.is(Operand::Shape)) {
    diagnostic << "expected a component of " << typeName(operand.value.getType())
               << " but got 'shape'; write one dimension, " << StringRef(describe(node)).trim('\'') << "[0]";
  } else if (node.child("ref") && !isWarps) {
    diagnostic << "expected a local name or a module constant but got " << Program::describeGlobal(node);
  } else {
    diagnostic << "expected a value but got " << describe(node);
  }
  return nullptr;
}

Operand Expressions::importTuple(PyNode node) {
  std::vector<Operand> elements;
  bool complete = true;
  for (PyNode element : node.list("elts")) {
    elements.push_back(importOperand(element));
    complete &= static_cast<bool>(elements.back());
  }
  return complete ? Operand::ofTuple(std::move(elements)) : Operand();
}

std::vector<Operand> Expressions::elementsOf(PyNode node, const Operand &operand) {
  if (!operand.is(Operand::Shape))
    return operand.elements;
  std::vector<Operand> extents;
  for (unsigned dimension = 0, rank = cast<ArrayType>(operand.value.getType()).getRank(); dimension < rank; ++dimension)
    extents.push_back(Value(ShapeOp::create(builder, location(node), operand.value, int64_t(dimension))));
  return extents;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

Value Expressions::importConstant(PyNode node) {
  if (std::optional<Literal> literal = literalOf(node))
    return createLiteral(node, *literal);
  error(node) << "expected a number or bool but got " << describe(node);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

StringRef Expressions::symbolOf(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Case("Add", "+")
      .Case("Sub", "-")
      .Case("Mult", "*")
      .Case("Div", "/")
      .Case("FloorDiv", "//")
      .Case("Mod", "%")
      .Case("Pow", "**")
      .Case("MatMult", "@")
      .Case("LShift", "<<")
      .Case("RShift", ">>")
      .Case("BitAnd", "&")
      .Case("BitOr", "|")
      .Case("BitXor", "^")
      .Default("");
}

Value Expressions::createNot(PyNode node, PyNode operandNode, Value operand) {
  if (failed(expectNoFloat(operandNode, operand)))
    return nullptr;
  if (isNumber(operand.getType()))
    return compare(node, "Eq", operand, createZero(node, operand.getType()));
  operand = toBool(operandNode, operand);
  return operand ? NotOp::create(builder, location(node), operand) : Value();
}

/// `wp.unot(x)`, which is `not x` of an integer or bool.
Value Expressions::importNotCall(PyNode node) {
  if (failed(expectArguments(node, 1)))
    return nullptr;
  PyNode argument = node.list("args").front();
  Value operand = importExpression(argument);
  if (!operand)
    return nullptr;
  if (isInt(operand.getType()) || isBool(operand.getType()))
    return createNot(node, argument, operand);
  error(node) << "expected an integer or bool for " << describe(node.child("func")) << " but got "
              << typeName(operand.getType());
  return nullptr;
}

Operand Expressions::importUnary(PyNode node) {
  if (std::optional<Literal> literal = literalOf(node))
    return createLiteral(node, *literal);
  PyNode operandNode = node.child("operand");
  Operand whole = importOperand(operandNode);
  if (whole.is(Operand::Tile) && node.text("op") == "USub")
    return tiles.negateTile(node, whole);
  Value operand = toValue(operandNode, whole);
  if (!operand)
    return Operand();
  if (node.text("op") == "Not")
    return createNot(node, operandNode, operand);
  if (node.text("op") == "USub" && negateNumber(operandNode, operand))
    return operand;
  bool isPlus = node.text("op") == "UAdd";
  StringRef symbol = node.text("op") == "Invert" ? "~" : "-";
  ArrayRef<const BuiltinInfo *> overloads = lookupPython(Spelling::Prefix, symbol);
  bool isRefused = isTransform(operand.getType()); // Warp has no sign for it; adjoints have
  if (!isPlus && !isRefused)
    if (Value result = calls.applyBuiltin(node, overloads, operand))
      return result;
  if (isPlus && !isRefused && isArith(operand.getType()))
    return operand;
  if (symbol == "~" && isVec(operand.getType()) && isInt(elementType(operand.getType())))
    return applyByComponents(node, overloads, operand);
  error(node) << "expected " << (symbol == "~" ? "an integer" : "a number, vector or matrix") << " for '"
              << (isPlus ? "+" : symbol) << "' but got " << typeName(operand.getType());
  return Operand();
}

Operand Expressions::importBinary(PyNode node) {
  PyNode left = node.child("left"), right = node.child("right");
  Operand first = importOperand(left), second = importOperand(right);
  bool hasTile = first.is(Operand::Tile) || second.is(Operand::Tile);
  Value lhs = first.is(Operand::Tile) ? first.value : toValue(left, first);
  Value rhs = second.is(Operand::Tile) ? second.value : toValue(right, second);
  if (hasTile)
    return (lhs || first.is(Operand::Tile)) && (rhs || second.is(Operand::Tile))
               ? tiles.applyTileBinary(node, first, second)
               : Operand();
  return lhs && rhs ? userCalls.applyOperator(node, lhs, rhs, left, right) : Value();
}

/// True if the fault is that the two types are mixed, and a cast of one of them is the remedy.
static bool areMixed(Type lhs, Type rhs) { return isNumber(lhs) && isNumber(rhs) && lhs != rhs; }

/// An operator of numbers on those of vectors, one by one: where Warp has it of vectors and kgen of numbers alone. A
/// single number goes with each component.
Value Expressions::applyByComponents(PyNode node, ArrayRef<const BuiltinInfo *> overloads, ValueRange operands) {
  auto vector = dyn_cast<VecType>(operands.front().getType());
  SmallVector<Value> results;
  for (int64_t part = 0; part < vector.getLength(); ++part) {
    SmallVector<Value> components;
    for (Value operand : operands) {
      bool isVector = operand.getType() == vector;
      OpFoldResult at = builder.getI64IntegerAttr(part);
      components.push_back(isVector ? ExtractOp::create(builder, location(node), operand, at).getResult() : operand);
    }
    results.push_back(calls.applyBuiltin(node, overloads, components));
    if (!results.back())
      return nullptr;
  }
  return ConstructOp::create(builder, location(node), vector, results);
}

/// Whether Warp has an operator of these vectors by components, or of a vector of integers and an integer (S-2, S-4,
/// S-8).
static bool isByComponents(StringRef symbol, Type left, Type right) {
  if (!isVec(left) || !isNumber(elementType(left)))
    return false;
  if (symbol == "/")
    return isInt(elementType(left)) && right == elementType(left);
  bool ofBits = llvm::is_contained({"&", "|", "^", "<<", ">>"}, symbol) && isInt(elementType(left));
  return left == right && (symbol == "%" || ofBits);
}

Value Expressions::applyBinary(PyNode node, Value lhs, Value rhs, PyNode lhsNode, PyNode rhsNode) {
  StringRef symbol = symbolOf(node.text("op"));
  Value operands[] = {lhs, rhs};
  if (Value result = calls.applyBuiltin(node, lookupPython(Spelling::Infix, symbol), operands))
    return result;
  // Warp writes the product of matrices and vectors in both ways.
  if (symbol == "*")
    if (Value result = calls.applyBuiltin(node, lookupPython(Spelling::Infix, "@"), operands)) {
      result.getDefiningOp()->setAttr("kgen.called", builder.getStringAttr("*"));
      return result;
    }
  Type left = lhs.getType(), right = rhs.getType();
  // Of a number by a vector or matrix, which kgen has by components.
  if (symbol == "/" && (isVec(right) || isMat(right)) && left == elementType(right)) {
    operands[0] = ConstructOp::create(builder, location(node), right, lhs);
    return calls.applyBuiltin(node, lookupPython(Spelling::Call, "wp.cw_div"), operands);
  }
  if (isByComponents(symbol, left, right))
    return applyByComponents(node, lookupPython(Spelling::Infix, symbol), operands);
  InFlightDiagnostic diagnostic = error(node);
  bool ofBits = llvm::is_contained({"&", "|", "^", "<<", ">>"}, symbol);
  if (ofBits && isScalar(left) && isScalar(right) && (isFloat(left) || isFloat(right))) {
    diagnostic << "expected integers for '" << symbol << "' but got " << typeName(left) << " and " << typeName(right);
    return nullptr;
  }
  if (areMixed(left, right)) {
    diagnostic << "expected operands of one type for '" << symbol << "' but got " << typeName(left) << " and "
               << typeName(right);
    // Toward the float, or the wider one; a literal toward anything.
    auto rank = [](Type type) { return (isFloat(type) ? 1000 : 0) + type.getIntOrFloatBitWidth(); };
    bool changeRight = readLiteral(rhsNode, program) || (!readLiteral(lhsNode, program) && rank(left) >= rank(right));
    diagnostic << "; write " << (changeRight ? wayRound(rhsNode, left) : wayRound(lhsNode, right));
    return nullptr;
  }
  diagnostic << "expected operands that '" << symbol << "' takes but got " << typeName(left) << " and "
             << typeName(right);
  // A literal beside a vector has to be of the vector's scalars.
  for (auto [aggregate, scalar, literal] : {std::tuple(left, right, rhsNode), std::tuple(right, left, lhsNode)})
    if (isAggregate(aggregate) && isNumber(scalar) && elementType(aggregate) != scalar &&
        (symbol == "*" || symbol == "/"))
      diagnostic << "; write " << wayRound(literal, elementType(aggregate));
  if (isBool(left) && isBool(right) && (symbol == "&" || symbol == "|"))
    diagnostic << "; write '" << (symbol == "&" ? "and" : "or") << "'";
  if (symbol == "**" && isInt(left))
    diagnostic << "; write " << wayRound(lhsNode, builder.getF32Type()) << " ** "
               << wayRound(rhsNode, builder.getF32Type());
  return nullptr;
}

Value Expressions::importConditional(PyNode node) {
  Value tested = importExpression(node.child("test"));
  if (!tested || failed(expectNoFloat(node.child("test"), tested)))
    return nullptr;
  Value condition = toBool(node.child("test"), tested);
  if (!condition)
    return nullptr;
  // The arms come first: the type of the `if` is theirs.
  Block arms[2];
  Value results[2];
  StringRef fields[] = {"body", "orelse"};
  for (auto [arm, result, field] : zip_equal(arms, results, fields)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&arm);
    result = importExpression(node.child(field));
    if (!result)
      return nullptr;
  }
  Type type = results[0].getType();
  if (failed(expectType(node.child("orelse"), type, results[1], ", as in the other arm,")))
    return nullptr;
  Location loc = location(node);
  auto op = IfOp::create(builder, loc, type, condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  Block *blocks[] = {op.thenBlock(), op.elseBlock()};
  for (auto [block, arm, result] : zip_equal(blocks, arms, results)) {
    block->getOperations().splice(block->end(), arm.getOperations());
    builder.setInsertionPointToEnd(block);
    YieldOp::create(builder, loc, result);
  }
  return op.getResult(0);
}

Operand Expressions::readGlobal(PyNode node) {
  if (std::optional<Literal> literal = literalOf(node))
    return createLiteral(node, *literal);
  // A module constant of several numbers: its expression stands in its place.
  if (PyNode constant = program.constant(node); constant.is("Call") && !readValueType(constant, program))
    return calls.importCall(constant);
  if (Type type = readValueType(node, program))
    return Operand::ofType(type);
  if (Program::isFunction(node))
    return Operand::ofFunctions(Program::functionIds(node));
  if (std::string dotted = Program::dotted(node); !dotted.empty())
    return Operand::ofText(Operand::Builtin, dotted);
  error(node) << "expected a local name or a module constant but got " << Program::describeGlobal(node);
  return Operand();
}

} // namespace kgen::importer
