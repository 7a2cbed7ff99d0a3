// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each part can do by itself: say what is wrong, and make literals. The rest is handed on.

#include "Part.h"
#include "Parts.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

FunctionContext::FunctionContext(ModuleImporter &module, PyNode function, StringAttr file)
    : module(module), program(module.getProgram()), function(function), file(file), builder(program.getContext()) {
  builder.setInsertionPointToEnd(module.getModule().getBody());
}

Parts::Parts(ModuleImporter &module, PyNode function, StringAttr file)
    : context(module, function, file), adjoints(*this), assignments(*this), calls(*this), comments(*this),
      constructors(*this), expressions(*this), names(*this, function), places(*this), references(*this),
      signature(*this), statements(*this), tiles(*this), userCalls(*this), views(*this) {}

Part::Part(Parts &parts)
    : context(parts.context), module(context.module), program(context.program), function(context.function),
      builder(context.builder), adjoints(parts.adjoints), assignments(parts.assignments), calls(parts.calls),
      comments(parts.comments), constructors(parts.constructors), expressions(parts.expressions), names(parts.names),
      places(parts.places), references(parts.references), signature(parts.signature), statements(parts.statements),
      tiles(parts.tiles), userCalls(parts.userCalls), views(parts.views) {}

Operand Part::importOperand(PyNode node) { return expressions.importOperand(node); }
Value Part::importExpression(PyNode node) { return expressions.importExpression(node); }
Value Part::toValue(PyNode node, const Operand &operand) { return expressions.toValue(node, operand); }
std::vector<Operand> Part::elementsOf(PyNode node, const Operand &operand) {
  return expressions.elementsOf(node, operand);
}

//===----------------------------------------------------------------------===//
// What is wrong
//===----------------------------------------------------------------------===//

InFlightDiagnostic Part::error(PyNode node) const {
  ++context.errors;
  return emitError(location(node));
}

std::optional<Literal> Part::literalOf(PyNode node) const {
  PyNode constant = program.constant(node);
  if (!constant)
    return readLiteral(node, program);
  std::optional<Literal> literal = readLiteral(constant, program);
  if (literal && node.is("Name"))
    literal->symbol = node.text("id");
  return literal;
}

TypedAttr Part::wrapLiteral(PyNode node, const Literal &literal) const {
  if (literal.type || literal.kind != Literal::Int || !literal.integer.isSignedIntN(64))
    return nullptr;
  TypedAttr wrapped = convertLiteral(literal, literal.naturalType(program.getContext()), /*wrap=*/true);
  emitWarning(location(node)) << describe(node.is("UnaryOp") ? node.child("operand") : node)
                              << " is an int32, as in Warp, and wraps around to "
                              << cast<IntegerAttr>(wrapped).getValue().getSExtValue() << "; write wp.int64(...)";
  return wrapped;
}

Value Part::createLiteral(PyNode node, const Literal &literal, Type type) {
  Location loc = location(node);
  Type natural = literal.naturalType(program.getContext());
  TypedAttr plain = convertLiteral(literal, natural, /*wrap=*/literal.type != nullptr);
  auto create = [&](TypedAttr value, StringRef symbol) -> Value {
    StringAttr name = symbol.empty() ? StringAttr() : builder.getStringAttr(symbol);
    return ConstantOp::create(builder, loc, value.getType(), value, name);
  };
  if (!type || type == natural) {
    if (plain)
      return create(plain, literal.symbol);
    if (TypedAttr wrapped = wrapLiteral(node, literal))
      return create(wrapped, "");
    error(node) << "expected a literal that fits " << typeName(natural) << " but got "
                << describe(node.is("UnaryOp") ? node.child("operand") : node)
                << (natural.isSignedInteger(32) ? "; write wp.int64(...)" : "");
    return nullptr;
  }
  TypedAttr value = convertLiteral(literal, type, /*wrap=*/true);
  if (!value) {
    error(node) << "expected a literal that fits " << typeName(type) << " but got " << describe(node);
    return nullptr;
  }
  // A module constant keeps its name, unless its own type has lost digits that this one has.
  Literal rounded = literal;
  if (auto real = dyn_cast_if_present<FloatAttr>(plain))
    rounded.real = real.getValueAsDouble();
  if (!literal.symbol.empty() && plain && convertLiteral(rounded, type, /*wrap=*/true) == value)
    return CastOp::create(builder, loc, type, create(plain, literal.symbol));
  return create(value, "");
}

Value Part::createZero(PyNode node, Type type) {
  if (isComposite(type))
    return ConstructOp::create(builder, location(node), type, ValueRange());
  return ConstantOp::create(builder, location(node), type, convertLiteral(Literal(), type, /*wrap=*/false),
                            StringAttr());
}

std::string Part::wayRound(PyNode node, Type type) const {
  std::optional<Literal> literal = readLiteral(node, program);
  std::string text = "...";
  if (node.is("Name") || node.is("Attribute"))
    text = StringRef(describe(node)).trim('\'').str();
  else if (literal && !literal->type && node.is("Constant"))
    text = node.text("value").str();
  // A plain literal of the right kind needs no cast.
  if (literal && text != "..." && type.isF32() && literal->kind == Literal::Int)
    return text + ".0";
  return castName(type) + "(" + text + ")";
}

ConstantOp Part::madeNumber(PyNode node, Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  bool isNamed = !constant || node.is("Name") || constant.getSymbolAttr() || !getName(value).empty();
  return isNamed || !value.use_empty() ? ConstantOp() : constant;
}

Value Part::convertNumber(PyNode node, ConstantOp number, Type type) {
  Literal literal;
  if (auto real = dyn_cast<FloatAttr>(number.getValue())) {
    literal.kind = Literal::Float;
    literal.real = real.getValueAsDouble();
  } else {
    auto integer = cast<IntegerAttr>(number.getValue());
    bool isUnsigned = !integer.getType().isSignedInteger();
    literal.integer = isUnsigned ? integer.getValue().zext(128) : integer.getValue().sext(128);
  }
  TypedAttr converted = convertLiteral(literal, type, /*wrap=*/true);
  if (!converted)
    return nullptr;
  number.erase();
  return ConstantOp::create(builder, location(node), type, converted, StringAttr());
}

bool Part::negateNumber(PyNode node, Value value) {
  ConstantOp constant = madeNumber(node, value);
  if (!constant)
    return false;
  if (auto real = dyn_cast<FloatAttr>(constant.getValueAttr()))
    constant.setValueAttr(FloatAttr::get(real.getType(), -real.getValue()));
  else if (auto integer = dyn_cast<IntegerAttr>(constant.getValueAttr()); integer && isInt(value.getType()))
    constant.setValueAttr(IntegerAttr::get(integer.getType(), -integer.getValue()));
  else
    return false;
  return true;
}

OpFoldResult Part::foldNumber(PyNode node, Value value) {
  ConstantOp constant = madeNumber(node, value);
  if (!constant)
    return value;
  auto number = builder.getI64IntegerAttr(cast<IntegerAttr>(constant.getValueAttr()).getValue().getSExtValue());
  constant.erase();
  return number;
}

InFlightDiagnostic Part::refuseType(PyNode node, Type expected, Value value, StringRef role) const {
  InFlightDiagnostic diagnostic = error(node) << "expected " << typeName(expected) << role << " but got "
                                              << typeName(value.getType());
  if (isScalar(expected) && isScalar(value.getType()))
    diagnostic << "; write " << wayRound(node, expected);
  return diagnostic;
}

LogicalResult Part::expectType(PyNode node, Type expected, Value value, StringRef role) const {
  if (value.getType() == expected)
    return success();
  return refuseType(node, expected, value, role);
}

LogicalResult Part::expectArguments(PyNode node, unsigned count) const {
  if (PyNodes keywords = node.list("keywords"); !keywords.empty())
    return error(keywords.front()) << "expected no keyword arguments for " << describe(node.child("func"))
                                   << " but got '" << keywords.front().text("arg") << "'";
  size_t given = node.list("args").size();
  if (given == count)
    return success();
  return error(node) << "expected " << count << (count == 1 ? " argument" : " arguments") << " for "
                     << describe(node.child("func")) << " but got " << given;
}

} // namespace kgen::importer
