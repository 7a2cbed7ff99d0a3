// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, thread indices and variables: text and rules.

#include "Paths.h"
#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult TidOp::verify() {
  size_t count = getCoordinates().size();
  if (auto function = (*this)->getParentOfType<FuncOp>()) {
    InFlightDiagnostic diagnostic = emitOpError("expected to be in a kernel but got a function");
    diagnostic.attachNote(function.getLoc()) << "the function is here; hand it the coordinates";
    return diagnostic;
  }
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
  if (!isValueOrArray(getValueType()))
    return emitOpError("expected a variable of a value or an array but got ") << getValueType();
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
  WrittenPath path;
  Type type;
  if (parser.parseOperand(var) || parsePath(parser, path, /*optional=*/true) || parser.parseComma() ||
      parser.parseOperand(value) || parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  // Of a part's assignment the text has the part's type and the variable's.
  if (!path.steps.empty() && parser.parseKeyword("in"))
    return failure();
  Type varType = type;
  if (!path.steps.empty() && parser.parseType(varType))
    return failure();
  return failure(parser.resolveOperand(var, VarType::get(type.getContext(), varType), state.operands) ||
                 resolvePath(parser, state, path, varType, getStaticIndicesAttrName(state.name)) ||
                 parser.resolveOperand(value, type, state.operands));
}

void SetOp::print(OpAsmPrinter &printer) {
  printer << " " << getVar();
  SmallVector<OpFoldResult> indices = getMixedIndices();
  if (!indices.empty())
    printPath(printer, getVar().getType().getElementType(), indices);
  printer << ", " << getValue();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticIndicesAttrName()});
  printer << " : " << getValue().getType();
  if (!indices.empty())
    printer << " in " << getVar().getType().getElementType();
}

LogicalResult SetOp::verify() {
  if (failed(verifySteps(*this, getStaticIndices(), getIndices())))
    return failure();
  Type expected = getVar().getType().getElementType();
  SmallVector<OpFoldResult> indices = getMixedIndices();
  if (!indices.empty()) {
    FailureOr<Type> component = verifyPart(*this, expected, indices);
    if (failed(component))
      return failure();
    expected = *component;
  }
  if (getValue().getType() != expected)
    return emitOpError("expected a value of type ") << expected << " but got " << getValue().getType();
  return success();
}
