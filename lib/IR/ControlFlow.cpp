// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If, for, while and the ends of blocks: text and rules.

#include "NamedOps.h"
#include "kgen/IR/Kgen.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

//===----------------------------------------------------------------------===//
// Blocks inside of kernels
//===----------------------------------------------------------------------===//

static bool isPlainYield(Operation &op) {
  auto yield = dyn_cast<YieldOp>(op);
  return yield && yield.getValues().empty() && !yield.getMore() && op.getDiscardableAttrs().empty();
}

/// A block that ends in a plain yield is printed without it.
static void printBlock(OpAsmPrinter &printer, Region &region) {
  bool plain = !region.empty() && !region.front().empty() && isPlainYield(region.front().back());
  printer.printRegion(region, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/!plain);
}

/// Parses one block and gives it a plain yield if it has no terminator.
static ParseResult parseBlock(OpAsmParser &parser, OperationState &state, Region &region,
                              MutableArrayRef<OpAsmParser::Argument> arguments = {}) {
  SMLoc loc = parser.getCurrentLocation();
  for (OpAsmParser::Argument &argument : arguments)
    nameArgument(parser, argument);
  if (parser.parseRegion(region, arguments))
    return failure();
  if (region.empty())
    region.emplaceBlock();
  if (!region.hasOneBlock())
    return parser.emitError(loc, "expected one block");
  Block &block = region.front();
  if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder builder(parser.getContext()); // the region has no parent to take the context from yet
    builder.setInsertionPointToEnd(&block);
    YieldOp::create(builder, state.location);
  }
  return success();
}

/// Makes a block with arguments of the types and locations of `inits`, after `first`.
static Block *addBody(OpBuilder &builder, OperationState &state, ValueRange inits, Type first = {}) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(state.addRegion());
  if (first)
    block->addArgument(first, state.location);
  for (Value init : inits)
    block->addArgument(init.getType(), init.getLoc());
  return block;
}

/// `carry(%a = %x : f32, %b = %y : si32)`, or nothing.
static ParseResult parseCarries(OpAsmParser &parser, OperationState &state,
                                SmallVectorImpl<OpAsmParser::Argument> &arguments,
                                SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inits, SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalKeyword("carry")))
    return success();
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    if (parser.parseArgument(argument) || parser.parseEqual() || parser.parseOperand(inits.emplace_back()) ||
        parser.parseColonType(argument.type))
      return failure();
    types.push_back(argument.type);
    return success();
  });
}

static void printCarries(OpAsmPrinter &printer, Block::BlockArgListType arguments, ValueRange inits) {
  if (inits.empty())
    return;
  printer << " carry(";
  llvm::interleaveComma(llvm::zip(arguments, inits), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair) << " : " << std::get<1>(pair).getType();
  });
  printer << ")";
}

/// The values that an op's region hands to it, against the types that the op expects. Early exits hand over nothing.
static LogicalResult verifyYield(Operation *op, Block &block, TypeRange expected, StringRef what) {
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || llvm::equal(yield.getValues().getTypes(), expected))
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError("expected its ") << what << " to yield (";
  llvm::interleaveComma(expected, diagnostic);
  diagnostic << ") but got (";
  llvm::interleaveComma(yield.getValues().getTypes(), diagnostic);
  return diagnostic << ")";
}

static LogicalResult verifyCarries(Operation *op, ValueRange inits, Block::BlockArgListType arguments) {
  if (!llvm::equal(inits.getTypes(), op->getResultTypes()))
    return op->emitOpError("expected results of the types of its ") << inits.size() << " initial values";
  if (!llvm::equal(inits.getTypes(), TypeRange(ValueRange(arguments))))
    return op->emitOpError("expected block arguments of the types of its ") << inits.size() << " initial values";
  return success();
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

void IfOp::build(OpBuilder &builder, OperationState &state, TypeRange results, Value condition, bool withElse) {
  state.addOperands(condition);
  state.addTypes(results);
  addBody(builder, state, {});
  Region *elseRegion = state.addRegion();
  if (withElse) {
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(elseRegion);
  }
}

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand condition;
  if (parser.parseOperand(condition) || parser.parseOptionalArrowTypeList(state.types) ||
      parser.resolveOperand(condition, parser.getBuilder().getI1Type(), state.operands))
    return failure();
  Region *thenRegion = state.addRegion(), *elseRegion = state.addRegion();
  if (parseBlock(parser, state, *thenRegion))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("else")) && parseBlock(parser, state, *elseRegion))
    return failure();
  return parser.parseOptionalAttrDict(state.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << " " << getCondition();
  printer.printOptionalArrowTypeList(getResultTypes());
  printer << " ";
  printBlock(printer, getThenRegion());
  if (!getElseRegion().empty()) {
    printer << " else ";
    printBlock(printer, getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult IfOp::verify() {
  if (getNumResults() && getElseRegion().empty())
    return emitOpError("expected an else region, since it has results");
  if (failed(verifyYield(*this, *thenBlock(), getResultTypes(), "then region")))
    return failure();
  return elseBlock() ? verifyYield(*this, *elseBlock(), getResultTypes(), "else region") : success();
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, OpFoldResult lower, OpFoldResult upper, OpFoldResult step,
                  ValueRange inits) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> literals;
  dispatchIndexOpFoldResults({lower, upper, step}, dynamic, literals);
  state.addOperands(dynamic);
  state.addOperands(inits);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(dynamic.size()), static_cast<int32_t>(inits.size())};
  properties.staticBounds = builder.getDenseI64ArrayAttr(literals);
  state.addTypes(inits.getTypes());
  addBody(builder, state, inits, builder.getIntegerType(32, /*isSigned=*/true));
}

OpFoldResult ForOp::getBound(unsigned i) {
  Builder builder(getContext());
  return getMixedValues(getStaticBounds(), getBounds(), builder)[i];
}

/// A bound is a value or a literal that fits si32.
static ParseResult parseBound(OpAsmParser &parser, SmallVectorImpl<OpAsmParser::UnresolvedOperand> &bounds,
                              SmallVectorImpl<int64_t> &literals) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult isValue = parser.parseOptionalOperand(operand);
  if (isValue.has_value()) {
    bounds.push_back(operand);
    literals.push_back(ShapedType::kDynamic);
    return *isValue;
  }
  return parser.parseInteger(literals.emplace_back());
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments(1);
  SmallVector<OpAsmParser::UnresolvedOperand> bounds, inits;
  SmallVector<int64_t> literals;
  Builder &builder = parser.getBuilder();
  Type si32 = builder.getIntegerType(32, /*isSigned=*/true);
  if (parser.parseArgument(arguments[0]) || parser.parseEqual() || parseBound(parser, bounds, literals) ||
      parser.parseKeyword("to") || parseBound(parser, bounds, literals) || parser.parseKeyword("step") ||
      parseBound(parser, bounds, literals))
    return failure();
  arguments[0].type = si32;
  SMLoc loc = parser.getCurrentLocation();
  if (parseCarries(parser, state, arguments, inits, state.types) ||
      parser.resolveOperands(bounds, si32, state.operands) ||
      parser.resolveOperands(inits, state.types, loc, state.operands))
    return failure();
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(bounds.size()), static_cast<int32_t>(inits.size())};
  properties.staticBounds = builder.getDenseI64ArrayAttr(literals);
  Region *body = state.addRegion();
  return failure(parseBlock(parser, state, *body, arguments) || parser.parseOptionalAttrDict(state.attributes));
}

static void printBound(OpAsmPrinter &printer, OpFoldResult bound) {
  if (auto literal = getLiteral(bound))
    printer << *literal;
  else
    printer << cast<Value>(bound);
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << " " << getInductionVar() << " = ";
  printBound(printer, getLower());
  printer << " to ";
  printBound(printer, getUpper());
  printer << " step ";
  printBound(printer, getStep());
  printCarries(printer, getCarries(), getInits());
  printer << " ";
  printBlock(printer, getBody());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getStaticBoundsAttrName(), getOperandSegmentSizesAttrName()});
}

LogicalResult ForOp::verify() {
  if (getStaticBounds().size() != 3)
    return emitOpError("expected a lower bound, an upper bound and a step");
  if (static_cast<size_t>(llvm::count(getStaticBounds(), ShapedType::kDynamic)) != getBounds().size())
    return emitOpError("expected a value for each bound that is not a literal");
  for (int64_t literal : getStaticBounds())
    if (literal != ShapedType::kDynamic && !llvm::isInt<32>(literal))
      return emitOpError("expected bounds that fit si32 but got ") << literal;
  if (getBody().getNumArguments() == 0 || !isSI32(getInductionVar().getType()))
    return emitOpError("expected an induction variable of type si32");
  if (failed(verifyCarries(*this, getInits(), getCarries())))
    return failure();
  return verifyYield(*this, getBody().front(), getResultTypes(), "body");
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void WhileOp::build(OpBuilder &builder, OperationState &state, ValueRange inits) {
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  addBody(builder, state, inits);
  addBody(builder, state, inits);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> before, after;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  Region *condition = state.addRegion(), *body = state.addRegion();
  if (parseCarries(parser, state, before, inits, state.types) ||
      parser.resolveOperands(inits, state.types, loc, state.operands) ||
      parseBlock(parser, state, *condition, before) || parser.parseKeyword("do"))
    return failure();
  loc = parser.getCurrentLocation();
  if (!before.empty() && parser.parseArgumentList(after, OpAsmParser::Delimiter::Paren))
    return failure();
  if (after.size() != before.size())
    return parser.emitError(loc, "expected ") << before.size() << " carried values but got " << after.size();
  for (auto [argument, type] : llvm::zip(after, state.types))
    argument.type = type;
  return failure(parseBlock(parser, state, *body, after) || parser.parseOptionalAttrDict(state.attributes));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printCarries(printer, getCondition().getArguments(), getInits());
  printer << " ";
  printBlock(printer, getCondition());
  printer << " do";
  if (!getInits().empty()) {
    printer << "(";
    llvm::interleaveComma(getBody().getArguments(), printer);
    printer << ")";
  }
  printer << " ";
  printBlock(printer, getBody());
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult WhileOp::verify() {
  if (failed(verifyCarries(*this, getInits(), getCondition().getArguments())) ||
      failed(verifyCarries(*this, getInits(), getBody().getArguments())))
    return failure();
  auto condition = dyn_cast<YieldOp>(getCondition().front().getTerminator());
  if (!condition || condition.getMore())
    return emitOpError("expected its condition region to end in 'kgen.yield' of a bool");
  SmallVector<Type> expected = {Builder(getContext()).getI1Type()};
  llvm::append_range(expected, getResultTypes());
  if (failed(verifyYield(*this, getCondition().front(), expected, "condition region")))
    return failure();
  if (!llvm::equal(condition.getForwarded(), getCondition().getArguments()))
    return emitOpError("expected its condition region to hand on its carried values as they are");
  return verifyYield(*this, getBody().front(), getResultTypes(), "body");
}

//===----------------------------------------------------------------------===//
// Ends of blocks
//===----------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  auto loop = dyn_cast<LoopOpInterface>(parent);
  if (!isa<IfOp>(parent) && !loop)
    return emitOpError("expected to end a region of 'kgen.if', 'kgen.for' or 'kgen.while' but got '")
           << parent->getName() << "'";
  bool endsBody = loop && (*this)->getParentRegion() == &loop.getBody();
  if (getMore() && !endsBody)
    return emitOpError("expected 'while' in the body of a loop only");
  return success();
}

/// An exit of a loop is nested in that loop's body, with nothing but ifs in between.
static LogicalResult verifyLoopExit(Operation *op) {
  Region *region = op->getParentRegion();
  while (isa<IfOp>(region->getParentOp()))
    region = region->getParentRegion();
  auto loop = dyn_cast<LoopOpInterface>(region->getParentOp());
  if (loop && region == &loop.getBody())
    return success();
  return op->emitOpError("expected to be in the body of a loop");
}

LogicalResult BreakOp::verify() { return verifyLoopExit(*this); }
LogicalResult ContinueOp::verify() { return verifyLoopExit(*this); }
