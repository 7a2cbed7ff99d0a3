// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays, gradients and components: indices, text and rules.

#include "Indices.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

void kgen::addIndices(OpBuilder &builder, OperationState &state, ArrayRef<OpFoldResult> indices,
                      StringAttr attributeName) {
  SmallVector<Value> values;
  SmallVector<int64_t> literals;
  dispatchIndexOpFoldResults(indices, values, literals);
  state.addOperands(values);
  state.addAttribute(attributeName, builder.getDenseI64ArrayAttr(literals));
}

SmallVector<OpFoldResult> kgen::mixedIndices(ArrayRef<int64_t> literals, ValueRange values, MLIRContext *context) {
  Builder builder(context);
  return getMixedValues(literals, values, builder);
}

ParseResult kgen::parseIndices(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                               DenseI64ArrayAttr &literals, bool optional) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> numbers;
  auto parseIndex = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isValue = parser.parseOptionalOperand(operand);
    if (isValue.has_value()) {
      values.push_back(operand);
      numbers.push_back(ShapedType::kDynamic);
      return *isValue;
    }
    if (parser.parseInteger(numbers.emplace_back()))
      return failure();
    return llvm::isInt<32>(numbers.back()) ? success() : parser.emitError(loc, "expected indices that fit si32");
  };
  auto delimiter = optional ? OpAsmParser::Delimiter::OptionalSquare : OpAsmParser::Delimiter::Square;
  if (parser.parseCommaSeparatedList(delimiter, parseIndex))
    return failure();
  literals = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

void kgen::printIndices(OpAsmPrinter &printer, ArrayRef<OpFoldResult> indices) {
  printer << "[";
  llvm::interleaveComma(indices, printer, [&](OpFoldResult index) {
    if (auto literal = getLiteral(index))
      printer << *literal;
    else
      printer << cast<Value>(index);
  });
  printer << "]";
}

void kgen::printIndices(OpAsmPrinter &printer, Operation *op, ValueRange values, DenseI64ArrayAttr literals) {
  printIndices(printer, mixedIndices(literals, values, op->getContext()));
}

Type kgen::componentTypeOrSelf(Type aggregate, size_t rank) {
  if (auto matrix = dyn_cast<MatType>(aggregate); matrix && rank == 1)
    return VecType::get(matrix.getContext(), matrix.getCols(), matrix.getElementType());
  return rank == 0 ? aggregate : elementType(aggregate);
}

FailureOr<Type> kgen::componentType(Operation *op, Type aggregate, ArrayRef<OpFoldResult> indices) {
  SmallVector<int64_t, 2> extents;
  if (auto vector = dyn_cast<VecType>(aggregate))
    extents = {vector.getLength()};
  else if (auto matrix = dyn_cast<MatType>(aggregate))
    extents = {matrix.getRows(), matrix.getCols()};
  if (indices.empty() || indices.size() > extents.size())
    return op->emitOpError("expected at most ") << extents.size() << " indices, and one at least, for a component of "
                                                << aggregate << " but got " << indices.size();
  for (auto [index, extent] : llvm::zip(indices, extents))
    if (auto literal = getLiteral(index); literal && (*literal < -extent || *literal >= extent))
      return op->emitOpError("expected an index below ") << extent << " but got " << *literal;
  return componentTypeOrSelf(aggregate, indices.size());
}

//===----------------------------------------------------------------------===//
// Elements of arrays and gradients
//===----------------------------------------------------------------------===//

void kgen::detail::buildAccess(OpBuilder &builder, OperationState &state, Value array, ArrayRef<OpFoldResult> indices,
                               Value value, StringAttr literalsName) {
  state.addOperands(array);
  addIndices(builder, state, indices, literalsName);
  if (value)
    state.addOperands(value);
}

LogicalResult kgen::detail::inferElement(std::optional<Location> loc, ValueRange operands,
                                         SmallVectorImpl<Type> &results) {
  if (operands.empty() || !isa<ArrayType, GradientType>(operands[0].getType()))
    return emitOptionalError(loc, "expected an array");
  results.push_back(elementType(operands[0].getType()));
  return success();
}

/// Parses `%array[...], %value : TYPE` after the op's own words.
ParseResult kgen::detail::parseWrite(OpAsmParser &parser, OperationState &state, StringAttr literalsName) {
  OpAsmParser::UnresolvedOperand array, value;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  DenseI64ArrayAttr literals;
  Type type;
  if (parser.parseOperand(array) || parseIndices(parser, indices, literals) || parser.parseComma() ||
      parser.parseOperand(value) || parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (!isa<ArrayType, GradientType>(type))
    return parser.emitError(loc, "expected an array type but got ") << type;
  state.addAttribute(literalsName, literals);
  return failure(parser.resolveOperand(array, type, state.operands) ||
                 parser.resolveOperands(indices, parser.getBuilder().getIntegerType(32, true), state.operands) ||
                 parser.resolveOperand(value, elementType(type), state.operands));
}

void kgen::detail::printWrite(OpAsmPrinter &printer, AccessOpInterface op, ArrayRef<StringRef> elided) {
  printer << " " << op.getArray();
  printIndices(printer, op.getMixedIndices());
  printer << ", " << op.getValueWritten();
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : " << op.getArray().getType();
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

void AtomicOp::build(OpBuilder &builder, OperationState &state, AtomicKind kind, Value array,
                     ArrayRef<OpFoldResult> indices, Value value, bool augmented) {
  state.addAttribute(getKindAttrName(state.name), AtomicKindAttr::get(builder.getContext(), kind));
  detail::buildAccess(builder, state, array, indices, value, getStaticIndicesAttrName(state.name));
  if (augmented)
    state.addAttribute(getAugmentedAttrName(state.name), builder.getUnitAttr());
  state.addTypes(elementType(array.getType()));
}

ParseResult AtomicOp::parse(OpAsmParser &parser, OperationState &state) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AtomicKind> kind = symbolizeAtomicKind(keyword);
  if (!kind)
    return parser.emitError(loc, "expected add, sub, min or max but got '") << keyword << "'";
  state.addAttribute(getKindAttrName(state.name), AtomicKindAttr::get(parser.getContext(), *kind));
  if (detail::parseWrite(parser, state, getStaticIndicesAttrName(state.name)))
    return failure();
  state.addTypes(elementType(state.operands[0].getType()));
  return success();
}

void AtomicOp::print(OpAsmPrinter &printer) {
  printer << " " << stringifyAtomicKind(getKind());
  detail::printWrite(printer, *this, {getKindAttrName(), getStaticIndicesAttrName()});
}

LogicalResult AtomicOp::verify() {
  if (!isNumber(elementType(elementType(getArray().getType()))))
    return emitOpError("expected an array of numbers but got ") << getArray().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Extents and gradients
//===----------------------------------------------------------------------===//

void ShapeOp::build(OpBuilder &builder, OperationState &state, Value array, int64_t dimension) {
  build(builder, state, builder.getIntegerType(32, /*isSigned=*/true), array, static_cast<uint64_t>(dimension));
}

ParseResult ShapeOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand array;
  int64_t dimension;
  Type type;
  if (parser.parseOperand(array) || parser.parseLSquare() || parser.parseInteger(dimension) || parser.parseRSquare() ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  Builder &builder = parser.getBuilder();
  state.addAttribute(getDimensionAttrName(state.name), builder.getI64IntegerAttr(dimension));
  state.addTypes(builder.getIntegerType(32, /*isSigned=*/true));
  return parser.resolveOperand(array, type, state.operands);
}

void ShapeOp::print(OpAsmPrinter &printer) {
  printer << " " << getArray() << "[" << getDimension() << "]";
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionAttrName()});
  printer << " : " << getArray().getType();
}

LogicalResult ShapeOp::verify() {
  unsigned rank = cast<ArrayType>(getArray().getType()).getRank();
  if (getDimension() < rank)
    return success();
  return emitOpError("expected a dimension below ") << rank << " but got " << getDimension();
}

static GradientType gradientTypeOf(Type array) {
  auto type = cast<ArrayType>(array);
  return GradientType::get(type.getContext(), type.getRank(), type.getElementType());
}

void GradientOp::build(OpBuilder &builder, OperationState &state, Value array, Value adjoint) {
  build(builder, state, gradientTypeOf(array.getType()), array, adjoint);
}

ParseResult GradientOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> arrays;
  if (parser.parseOperandList(arrays, 2) || parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseColonType(type))
    return failure();
  if (!isArray(type))
    return parser.emitError(loc, "expected an array type but got ") << type;
  state.addTypes(gradientTypeOf(type));
  return parser.resolveOperands(arrays, type, state.operands);
}

void GradientOp::print(OpAsmPrinter &printer) {
  printer << " " << getArray() << ", " << getAdjoint();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getArray().getType();
}

LogicalResult GradientOp::verify() {
  Type element = elementType(elementType(getArray().getType()));
  if (!isFloat(element))
    return emitOpError("expected an array of floats but got ") << getArray().getType();
  if (getType() != gradientTypeOf(getArray().getType()))
    return emitOpError("expected a result of type ") << gradientTypeOf(getArray().getType());
  return success();
}
