// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays and gradients: text and rules.

#include "Paths.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

//===----------------------------------------------------------------------===//
// Elements of arrays and gradients, and parts of them
//===----------------------------------------------------------------------===//

static unsigned rankOf(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return array.getRank();
  return cast<GradientType>(type).getRank();
}

unsigned AccessOpInterface::getRank() { return rankOf(getArray().getType()); }

SmallVector<OpFoldResult> AccessOpInterface::getElementIndices() {
  return SmallVector<OpFoldResult>(ArrayRef(getMixedIndices()).take_front(getRank()));
}

SmallVector<OpFoldResult> AccessOpInterface::getPath() {
  return SmallVector<OpFoldResult>(ArrayRef(getMixedIndices()).drop_front(getRank()));
}

Type AccessOpInterface::getAccessedType() { return detail::accessedType(getArray().getType(), getMixedIndices()); }

SmallVector<Value> AccessOpInterface::getIndexValues() {
  SmallVector<Value> values;
  for (OpFoldResult index : getMixedIndices())
    if (auto value = dyn_cast<Value>(index))
      values.push_back(value);
  return values;
}

static Type accessedTypeAt(Type array, ArrayRef<int64_t> literals) {
  return typeAtOrSelf(elementType(array), literals.drop_front(std::min<size_t>(rankOf(array), literals.size())));
}

Type kgen::detail::accessedType(Type array, ArrayRef<OpFoldResult> indices) {
  return accessedTypeAt(array, literalSteps(indices));
}

void kgen::detail::buildAccess(OpBuilder &builder, OperationState &state, Value array, ArrayRef<OpFoldResult> indices,
                               Value value, StringAttr literalsName) {
  state.addOperands(array);
  addIndices(builder, state, indices, literalsName);
  if (value)
    state.addOperands(value);
}

LogicalResult kgen::detail::inferElement(std::optional<Location> loc, ValueRange operands, DenseI64ArrayAttr literals,
                                         SmallVectorImpl<Type> &results) {
  if (operands.empty() || !isa<ArrayType, GradientType>(operands[0].getType()))
    return emitOptionalError(loc, "expected an array");
  results.push_back(accessedTypeAt(operands[0].getType(), literals ? literals.asArrayRef() : ArrayRef<int64_t>()));
  return success();
}

/// `: TYPE` of an array or gradient, which is the op's first operand, with the path into it.
static ParseResult parseArrayType(OpAsmParser &parser, OperationState &state, OpAsmParser::UnresolvedOperand array,
                                  const WrittenPath &path, StringAttr literalsName) {
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseColonType(type))
    return failure();
  if (!isa<ArrayType, GradientType>(type))
    return parser.emitError(loc, "expected an array type but got ") << type;
  return failure(parser.resolveOperand(array, type, state.operands) ||
                 resolvePath(parser, state, path, type, literalsName));
}

static Type parsedType(OperationState &state, StringAttr literalsName) {
  auto literals = cast<DenseI64ArrayAttr>(state.attributes.get(literalsName));
  return accessedTypeAt(state.operands[0].getType(), literals);
}

/// Parses `%array[...] : TYPE` after the op's own words.
ParseResult kgen::detail::parseRead(OpAsmParser &parser, OperationState &state, StringAttr literalsName) {
  OpAsmParser::UnresolvedOperand array;
  WrittenPath path;
  if (parser.parseOperand(array) || parsePath(parser, path) || parseArrayType(parser, state, array, path, literalsName))
    return failure();
  state.addTypes(parsedType(state, literalsName));
  return success();
}

void kgen::detail::printRead(OpAsmPrinter &printer, AccessOpInterface op, ArrayRef<StringRef> elided) {
  printer << " " << op.getArray();
  printPath(printer, op.getArray().getType(), op.getMixedIndices());
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : " << op.getArray().getType();
}

/// Parses `%array[...], %value : TYPE` after the op's own words.
ParseResult kgen::detail::parseWrite(OpAsmParser &parser, OperationState &state, StringAttr literalsName) {
  OpAsmParser::UnresolvedOperand array, value;
  WrittenPath path;
  if (parser.parseOperand(array) || parsePath(parser, path) || parser.parseComma() || parser.parseOperand(value) ||
      parseArrayType(parser, state, array, path, literalsName))
    return failure();
  return parser.resolveOperand(value, parsedType(state, literalsName), state.operands);
}

void kgen::detail::printWrite(OpAsmPrinter &printer, AccessOpInterface op, ArrayRef<StringRef> elided) {
  printer << " " << op.getArray();
  printPath(printer, op.getArray().getType(), op.getMixedIndices());
  printer << ", " << op.getValueWritten();
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : " << op.getArray().getType();
}

LogicalResult kgen::detail::verifyAccess(AccessOpInterface op) {
  Type type = op.getArray().getType(), element = elementType(type);
  auto literals = op->getAttrOfType<DenseI64ArrayAttr>("staticIndices");
  Value written = op.getValueWritten(), expected = op.getValueExpected();
  size_t numValues = (written ? 1 : 0) + (expected ? 1 : 0);
  if (failed(verifySteps(op, literals, op->getOperands().drop_front().drop_back(numValues))))
    return failure();
  SmallVector<OpFoldResult> indices = op.getMixedIndices();
  size_t rank = rankOf(type);
  if (indices.size() < rank || (indices.size() > rank && !isComposite(element)))
    return op->emitOpError("expected ") << rank << " indices for " << type << " but got " << indices.size();
  FailureOr<Type> accessed = verifyPath(op, element, ArrayRef(indices).drop_front(rank));
  if (failed(accessed))
    return failure();
  for (Value value : {op.getValueRead(), written, expected})
    if (value && value.getType() != *accessed)
      return op->emitOpError("expected a value of type ") << *accessed << " but got " << value.getType();
  if (isa<GradientType>(type) && !isFloatArith(*accessed))
    return op->emitOpError("expected floats of a gradient but got ") << *accessed;
  return success();
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
  state.addTypes(detail::accessedType(array.getType(), indices));
}

ParseResult AtomicOp::parse(OpAsmParser &parser, OperationState &state) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AtomicKind> kind = symbolizeAtomicKind(keyword);
  if (!kind)
    return parser.emitError(loc, "expected add, sub, min, max, exch, and, or, xor but got '") << keyword << "'";
  state.addAttribute(getKindAttrName(state.name), AtomicKindAttr::get(parser.getContext(), *kind));
  if (detail::parseWrite(parser, state, getStaticIndicesAttrName(state.name)))
    return failure();
  state.addTypes(parsedType(state, getStaticIndicesAttrName(state.name)));
  return success();
}

void AtomicOp::print(OpAsmPrinter &printer) {
  printer << " " << stringifyAtomicKind(getKind());
  detail::printWrite(printer, *this, {getKindAttrName(), getStaticIndicesAttrName()});
}

LogicalResult AtomicOp::verify() {
  auto access = cast<AccessOpInterface>(getOperation());
  if (access.getPath().empty() && !isArith(elementType(getArray().getType())))
    return emitOpError("expected an array of numbers but got ") << getArray().getType();
  bool isBitwise = llvm::is_contained({AtomicKind::bitAnd, AtomicKind::bitOr, AtomicKind::bitXor}, getKind());
  if (isBitwise && !isInt(elementType(getValue().getType())))
    return emitOpError("expected integers for '")
           << stringifyAtomicKind(getKind()) << "' but got " << getValue().getType();
  return success();
}

void AtomicCasOp::build(OpBuilder &builder, OperationState &state, Value array, ArrayRef<OpFoldResult> indices,
                        Value expected, Value value) {
  detail::buildAccess(builder, state, array, indices, expected, getStaticIndicesAttrName(state.name));
  state.addOperands(value);
  state.addTypes(detail::accessedType(array.getType(), indices));
}

ParseResult AtomicCasOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand array, expected, value;
  WrittenPath path;
  StringAttr literals = getStaticIndicesAttrName(state.name);
  if (parser.parseOperand(array) || parsePath(parser, path) || parser.parseComma() || parser.parseOperand(expected) ||
      parser.parseComma() || parser.parseOperand(value) || parseArrayType(parser, state, array, path, literals))
    return failure();
  Type type = parsedType(state, literals);
  state.addTypes(type);
  return failure(parser.resolveOperand(expected, type, state.operands) ||
                 parser.resolveOperand(value, type, state.operands));
}

void AtomicCasOp::print(OpAsmPrinter &printer) {
  printer << " " << getArray();
  printPath(printer, getArray().getType(), getMixedIndices());
  printer << ", " << getExpected() << ", " << getValue();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getArray().getType();
}

LogicalResult AtomicCasOp::verify() {
  if (!cast<AccessOpInterface>(getOperation()).getPath().empty())
    return emitOpError("expected an element but got a part of one");
  return success();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The array that is left of `array` after `indices` dimensions; null if none is left.
static Type viewType(Type array, size_t indices) {
  auto type = dyn_cast<ArrayType>(array);
  if (!type || indices == 0 || indices >= type.getRank())
    return {};
  return ArrayType::get(type.getContext(), type.getRank() - indices, type.getElementType());
}

void ViewOp::build(OpBuilder &builder, OperationState &state, Value array, ArrayRef<OpFoldResult> indices) {
  detail::buildAccess(builder, state, array, indices, {}, getStaticIndicesAttrName(state.name));
  state.addTypes(viewType(array.getType(), indices.size()));
}

ParseResult ViewOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand array;
  WrittenPath path;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(array) || parsePath(parser, path) ||
      parseArrayType(parser, state, array, path, getStaticIndicesAttrName(state.name)))
    return failure();
  Type type = state.operands[0].getType(), view = viewType(type, path.steps.size());
  if (!view)
    return parser.emitError(loc, "expected fewer indices than dimensions, and one at least, for a view of ")
           << type << " but got " << path.steps.size();
  state.addTypes(view);
  return success();
}

void ViewOp::print(OpAsmPrinter &printer) {
  printer << " " << getArray();
  printPath(printer, getArray().getType(), getMixedIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getArray().getType();
}

LogicalResult ViewOp::verify() {
  Type view = viewType(getArray().getType(), getStaticIndices().size());
  if (!view)
    return emitOpError("expected fewer indices than dimensions, and one at least, for a view of ")
           << getArray().getType() << " but got " << getStaticIndices().size();
  if (getType() != view)
    return emitOpError("expected a result of type ") << view << " but got " << getType();
  return verifySteps(*this, getStaticIndices(), getIndices());
}

LogicalResult ViewOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands, DictionaryAttr,
                                       OpaqueProperties properties, RegionRange, SmallVectorImpl<Type> &results) {
  DenseI64ArrayAttr literals = properties.as<Properties *>()->staticIndices;
  Type view = operands.empty() || !literals ? Type() : viewType(operands[0].getType(), literals.size());
  if (!view)
    return emitOptionalError(loc, "'kgen.view' op expected fewer indices than dimensions");
  results.push_back(view);
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
  Type element = elementType(getArray().getType());
  if (!isFloatArith(element) && !isStruct(element))
    return emitOpError("expected an array of floats but got ") << getArray().getType();
  if (getType() != gradientTypeOf(getArray().getType()))
    return emitOpError("expected a result of type ") << gradientTypeOf(getArray().getType());
  return success();
}
