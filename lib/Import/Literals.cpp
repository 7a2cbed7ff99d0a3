// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads numbers with Python's precision and rounds them once, when the type that is asked for is known.

#include "Literals.h"
#include "PyTypes.h"
#include "kgen/IR/Types.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

Type Literal::naturalType(MLIRContext *context) const {
  if (type)
    return type;
  Builder builder(context);
  if (kind == Float)
    return builder.getF32Type();
  return kind == Int ? Type(builder.getIntegerType(32, /*isSigned=*/true)) : Type(builder.getI1Type());
}

/// A number or bool as it stands in the text.
static std::optional<Literal> readPlain(PyNode node) {
  StringRef kind = node.text("kind"), text = node.text("value");
  Literal literal;
  if (kind == "bool") {
    literal.kind = Literal::Bool;
    literal.integer = text == "True";
    return literal;
  }
  if (kind == "int") {
    literal.kind = Literal::Int;
    // A constant of the module comes with its sign. A number of more than 64 bits comes as a word and fits nothing; any
    // number out of reach will do.
    bool isNegative = text.consume_front("-");
    APInt magnitude;
    literal.integer = text.getAsInteger(10, magnitude) ? APInt::getOneBitSet(128, 100) : magnitude.zext(128);
    if (isNegative)
      literal.integer.negate();
    return literal;
  }
  if (kind != "float" || text.getAsDouble(literal.real))
    return std::nullopt;
  literal.kind = Literal::Float;
  return literal;
}

/// The number that a node is, or stands for as an attribute of a module (`wp.pi`) or as what wp.static gives.
static PyNode numberOf(PyNode node, const Program &program) {
  if (node.is("Constant"))
    return node;
  PyNode constant = node.is("Name") ? PyNode() : program.constant(node);
  return constant.is("Constant") ? constant : PyNode();
}

static std::optional<Literal> readCast(PyNode node, const Program &program) {
  Type type = scalarByName(Program::dotted(node.child("func")), program.getContext());
  PyNodes arguments = node.list("args");
  if (!type || arguments.size() != 1 || !node.list("keywords").empty())
    return std::nullopt;
  std::optional<Literal> inner = readLiteral(arguments[0], program);
  if (!inner || inner->type)
    return std::nullopt;
  inner->type = type;
  return inner;
}

std::optional<Literal> readLiteral(PyNode node, const Program &program) {
  if (PyNode number = numberOf(node, program))
    return readPlain(number);
  if (node.is("Call"))
    return readCast(node, program);
  PyNode operand = numberOf(node.child("operand"), program);
  if (!node.is("UnaryOp") || node.text("op") != "USub" || !operand)
    return std::nullopt;
  std::optional<Literal> literal = readPlain(operand);
  if (!literal || literal->kind == Literal::Bool)
    return std::nullopt;
  literal->integer.negate();
  literal->real = -literal->real;
  return literal;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// The integer that a cast makes of a literal, or nullopt.
static std::optional<APInt> toInteger(const Literal &literal) {
  if (literal.kind != Literal::Float)
    return literal.integer;
  if (!std::isfinite(literal.real) || std::fabs(literal.real) >= std::ldexp(1.0, 64))
    return std::nullopt;
  APInt magnitude = APIntOps::RoundDoubleToAPInt(std::fabs(literal.real), 128);
  return literal.real < 0.0 ? -magnitude : magnitude;
}

/// True for what Python counts and no integer type holds.
static bool isHuge(const Literal &literal) { return literal.kind == Literal::Int && !literal.integer.isSignedIntN(65); }

/// The number of the type that is nearest. Not by way of a double: that would round an integer twice.
static FloatAttr toFloat(const Literal &literal, FloatType type) {
  APFloat value(type.getFloatSemantics());
  if (literal.kind == Literal::Float) {
    bool losesInfo;
    value = APFloat(literal.real);
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  } else {
    value.convertFromAPInt(literal.integer, /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  }
  return FloatAttr::get(type, value);
}

TypedAttr convertLiteral(const Literal &literal, Type type, bool wrap) {
  Builder builder(type.getContext());
  if (isHuge(literal))
    return nullptr;
  if (isFloat(type))
    return toFloat(literal, cast<FloatType>(type));
  if (isBool(type))
    return builder.getBoolAttr(literal.kind == Literal::Float ? literal.real != 0.0 : !literal.integer.isZero());
  auto integerType = dyn_cast<IntegerType>(type);
  std::optional<APInt> integer = integerType ? toInteger(literal) : std::nullopt;
  if (!integer)
    return nullptr;
  unsigned width = integerType.getWidth();
  bool fits =
      integerType.isUnsigned() ? integer->isNonNegative() && integer->isIntN(width) : integer->isSignedIntN(width);
  // Cutting off is for integers; a float has to fit.
  bool cuts = wrap && literal.kind != Literal::Float;
  if (!fits && !cuts)
    return nullptr;
  return builder.getIntegerAttr(type, integer->trunc(width));
}

} // namespace kgen::importer
