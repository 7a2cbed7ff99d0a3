// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and their parts: making, reading and replacing them; text and rules.

#include "Paths.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

ParseResult ConstructOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> components;
  Type type;
  if (parser.parseOperandList(components) || parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (!isComposite(type))
    return parser.emitError(loc, "expected a vector, matrix, quaternion, transform or struct type but got ") << type;
  state.addTypes(type);
  if (!hasFields(type))
    return parser.resolveOperands(components, elementType(type), state.operands);
  SmallVector<Type> fields = constituentTypes(type);
  if (!components.empty() && components.size() != fields.size())
    return parser.emitError(loc, "expected ")
           << fields.size() << " fields, or none, of " << type << " but got " << components.size();
  fields.truncate(components.size());
  return parser.resolveOperands(components, fields, loc, state.operands);
}

void ConstructOp::print(OpAsmPrinter &printer) {
  if (!getComponents().empty())
    printer << " " << getComponents();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getType();
}

LogicalResult ConstructOp::verify() {
  size_t count = getComponents().size();
  SmallVector<Type> expected = constituentTypes(getType());
  if (hasFields(getType()) && count && count != expected.size())
    return emitOpError("expected ") << expected.size() << " fields, or none, of " << getType() << " but got " << count;
  if (isQuat(getType()) && count && count != expected.size())
    return emitOpError("expected ") << expected.size() << " components, or none, but got " << count;
  if (count > 1 && count != expected.size())
    return emitOpError("expected ") << expected.size() << " components, one for all, or none but got " << count;
  for (auto [i, type] : llvm::enumerate(getComponents().getTypes())) {
    if (type == expected[i])
      continue;
    if (hasFields(getType()))
      return emitOpError("expected the field '")
             << fieldName(getType(), i) << "' to be of type " << expected[i] << " but got " << type;
    return emitOpError("expected components of type ") << expected[i] << " but got " << type;
  }
  return success();
}

void ExtractOp::build(OpBuilder &builder, OperationState &state, Value aggregate, ArrayRef<OpFoldResult> indices) {
  state.addOperands(aggregate);
  addIndices(builder, state, indices, getStaticIndicesAttrName(state.name));
  state.addTypes(typeAtOrSelf(aggregate.getType(), literalSteps(indices)));
}

ParseResult ExtractOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand aggregate;
  WrittenPath path;
  Type type;
  StringAttr literalsName = getStaticIndicesAttrName(state.name);
  if (parser.parseOperand(aggregate) || parsePath(parser, path) || parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) || parser.resolveOperand(aggregate, type, state.operands) ||
      resolvePath(parser, state, path, type, literalsName))
    return failure();
  state.addTypes(typeAtOrSelf(type, cast<DenseI64ArrayAttr>(state.attributes.get(literalsName))));
  return success();
}

void ExtractOp::print(OpAsmPrinter &printer) {
  printer << " " << getAggregate();
  printPath(printer, getAggregate().getType(), getMixedIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getAggregate().getType();
}

LogicalResult ExtractOp::verify() {
  if (failed(verifySteps(*this, getStaticIndices(), getIndices())))
    return failure();
  FailureOr<Type> component = verifyPart(*this, getAggregate().getType(), getMixedIndices());
  if (failed(component))
    return failure();
  return getType() == *component ? success() : emitOpError("expected a result of type ") << *component;
}

LogicalResult ExtractOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands,
                                          DictionaryAttr attributes, OpaqueProperties properties, RegionRange,
                                          SmallVectorImpl<Type> &results) {
  DenseI64ArrayAttr literals = properties.as<Properties *>()->staticIndices;
  results.push_back(typeAtOrSelf(operands[0].getType(), literals ? literals.asArrayRef() : ArrayRef<int64_t>()));
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
  WrittenPath path;
  Type type;
  StringAttr literalsName = getStaticIndicesAttrName(state.name);
  if (parser.parseOperand(value) || parser.parseComma() || parser.parseOperand(aggregate) || parsePath(parser, path) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  OperationState rest(state.location, state.name);
  if (parser.resolveOperand(aggregate, type, rest.operands) || resolvePath(parser, rest, path, type, literalsName))
    return failure();
  Attribute literals = rest.attributes.get(literalsName);
  if (parser.resolveOperand(value, typeAtOrSelf(type, cast<DenseI64ArrayAttr>(literals)), state.operands))
    return failure();
  state.addOperands(rest.operands);
  state.addAttribute(literalsName, literals);
  state.addTypes(type);
  return success();
}

void InsertOp::print(OpAsmPrinter &printer) {
  printer << " " << getValue() << ", " << getAggregate();
  printPath(printer, getAggregate().getType(), getMixedIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getType();
}

LogicalResult InsertOp::verify() {
  if (failed(verifySteps(*this, getStaticIndices(), getIndices())))
    return failure();
  FailureOr<Type> component = verifyPart(*this, getAggregate().getType(), getMixedIndices());
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
