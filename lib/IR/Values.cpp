// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, thread indices, variables and components: text and rules.

#include "Indices.h"
#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult TidOp::verify() {
  size_t count = getCoordinates().size();
  return count >= 1 && count <= 4 ? success() : emitOpError("expected one to four coordinates but got ") << count;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

ParseResult VarOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand init;
  Type type;
  OptionalParseResult hasInit = parser.parseOptionalOperand(init);
  if ((hasInit.has_value() && failed(*hasInit)) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (hasInit.has_value() && parser.resolveOperand(init, type, state.operands))
    return failure();
  state.addTypes(VarType::get(type.getContext(), type));
  return success();
}

void VarOp::print(OpAsmPrinter &printer) {
  if (getInit())
    printer << " " << getInit();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getValueType();
}

LogicalResult VarOp::verify() {
  if (!isValue(getValueType()))
    return emitOpError("expected a variable of a scalar, vector or matrix but got ") << getValueType();
  if (getInit() && getInit().getType() != getValueType())
    return emitOpError("expected an initial value of type ") << getValueType() << " but got " << getInit().getType();
  return success();
}

ParseResult GetOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand var;
  Type type;
  if (parser.parseOperand(var) || parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type) ||
      parser.resolveOperand(var, VarType::get(type.getContext(), type), state.operands))
    return failure();
  state.addTypes(type);
  return success();
}

void GetOp::print(OpAsmPrinter &printer) {
  printer << " " << getVar();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getType();
}

LogicalResult GetOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands, DictionaryAttr,
                                      OpaqueProperties, RegionRange, SmallVectorImpl<Type> &results) {
  auto var = operands.empty() ? VarType() : dyn_cast<VarType>(operands[0].getType());
  if (!var)
    return emitOptionalError(loc, "'kgen.get' op expected a variable");
  results.push_back(var.getElementType());
  return success();
}

void SetOp::build(OpBuilder &builder, OperationState &state, Value var, Value value, ArrayRef<OpFoldResult> indices) {
  state.addOperands(var);
  addIndices(builder, state, indices, getStaticIndicesAttrName(state.name));
  state.addOperands(value);
}

ParseResult SetOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand var, value;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  DenseI64ArrayAttr literals;
  Type type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(var) || parseIndices(parser, indices, literals, /*optional=*/true) || parser.parseComma() ||
      parser.parseOperand(value) || parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  // Of a component's assignment the text has the component's type; the variable's own is found where it is declared.
  if (!literals.empty() && parser.parseKeyword("in"))
    return failure();
  Type varType = type;
  if (!literals.empty() && parser.parseType(varType))
    return failure();
  state.addAttribute(getStaticIndicesAttrName(state.name), literals);
  Type si32 = parser.getBuilder().getIntegerType(32, /*isSigned=*/true);
  return failure(parser.resolveOperand(var, VarType::get(type.getContext(), varType), state.operands) ||
                 parser.resolveOperands(indices, si32, loc, state.operands) ||
                 parser.resolveOperand(value, type, state.operands));
}

void SetOp::print(OpAsmPrinter &printer) {
  printer << " " << getVar();
  SmallVector<OpFoldResult> indices = getMixedIndices();
  if (!indices.empty())
    printIndices(printer, indices);
  printer << ", " << getValue();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getValue().getType();
  if (!indices.empty())
    printer << " in " << getVar().getType().getElementType();
}

LogicalResult SetOp::verify() {
  Type expected = getVar().getType().getElementType();
  SmallVector<OpFoldResult> indices = getMixedIndices();
  if (!indices.empty()) {
    FailureOr<Type> component = componentType(*this, expected, indices);
    if (failed(component))
      return failure();
    expected = *component;
  }
  if (getValue().getType() != expected)
    return emitOpError("expected a value of type ") << expected << " but got " << getValue().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

ParseResult ConstructOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> components;
  Type type;
  if (parser.parseOperandList(components) || parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (!isAggregate(type))
    return parser.emitError(loc, "expected a vector or matrix type but got ") << type;
  state.addTypes(type);
  return parser.resolveOperands(components, elementType(type), state.operands);
}

void ConstructOp::print(OpAsmPrinter &printer) {
  if (!getComponents().empty())
    printer << " " << getComponents();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getType();
}

LogicalResult ConstructOp::verify() {
  size_t count = getComponents().size();
  if (count > 1 && count != numComponents(getType()))
    return emitOpError("expected ") << numComponents(getType()) << " components, one for all, or none but got " << count;
  for (Type type : getComponents().getTypes())
    if (type != elementType(getType()))
      return emitOpError("expected components of type ") << elementType(getType()) << " but got " << type;
  return success();
}

void ExtractOp::build(OpBuilder &builder, OperationState &state, Value aggregate, ArrayRef<OpFoldResult> indices) {
  state.addOperands(aggregate);
  addIndices(builder, state, indices, getStaticIndicesAttrName(state.name));
  state.addTypes(componentTypeOrSelf(aggregate.getType(), indices.size()));
}

ParseResult ExtractOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand aggregate;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  DenseI64ArrayAttr literals;
  Type type;
  if (parser.parseOperand(aggregate) || parseIndices(parser, indices, literals) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type) ||
      parser.resolveOperand(aggregate, type, state.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getIntegerType(32, true), state.operands))
    return failure();
  state.addAttribute(getStaticIndicesAttrName(state.name), literals);
  state.addTypes(componentTypeOrSelf(type, literals.size()));
  return success();
}

void ExtractOp::print(OpAsmPrinter &printer) {
  printer << " " << getAggregate();
  printIndices(printer, getMixedIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getAggregate().getType();
}

LogicalResult ExtractOp::verify() {
  FailureOr<Type> component = componentType(*this, getAggregate().getType(), getMixedIndices());
  if (failed(component))
    return failure();
  return getType() == *component ? success() : emitOpError("expected a result of type ") << *component;
}

LogicalResult ExtractOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands,
                                          DictionaryAttr attributes, OpaqueProperties properties, RegionRange,
                                          SmallVectorImpl<Type> &results) {
  size_t rank = properties.as<Properties *>()->staticIndices.size();
  results.push_back(componentTypeOrSelf(operands[0].getType(), rank));
  return success();
}

void InsertOp::build(OpBuilder &builder, OperationState &state, Value value, Value aggregate,
                     ArrayRef<OpFoldResult> indices) {
  state.addOperands({value, aggregate});
  addIndices(builder, state, indices, getStaticIndicesAttrName(state.name));
  state.addTypes(aggregate.getType());
}

ParseResult InsertOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand value, aggregate;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  DenseI64ArrayAttr literals;
  Type type;
  if (parser.parseOperand(value) || parser.parseComma() || parser.parseOperand(aggregate) ||
      parseIndices(parser, indices, literals) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(value, componentTypeOrSelf(type, literals.size()), state.operands) ||
      parser.resolveOperand(aggregate, type, state.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getIntegerType(32, true), state.operands))
    return failure();
  state.addAttribute(getStaticIndicesAttrName(state.name), literals);
  state.addTypes(type);
  return success();
}

void InsertOp::print(OpAsmPrinter &printer) {
  printer << " " << getValue() << ", " << getAggregate();
  printIndices(printer, getMixedIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getType();
}

LogicalResult InsertOp::verify() {
  FailureOr<Type> component = componentType(*this, getAggregate().getType(), getMixedIndices());
  if (failed(component))
    return failure();
  if (getValue().getType() == *component)
    return success();
  return emitOpError("expected a value of type ") << *component << " but got " << getValue().getType();
}

LogicalResult InsertOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange, SmallVectorImpl<Type> &results) {
  results.push_back(operands[1].getType());
  return success();
}
