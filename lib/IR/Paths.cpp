// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths into arrays and values: text and rules.

#include "Paths.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

void kgen::ir::addIndices(OpBuilder &builder, OperationState &state, ArrayRef<OpFoldResult> indices,
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

SmallVector<int64_t> kgen::ir::literalSteps(ArrayRef<OpFoldResult> path) {
  return llvm::map_to_vector(path, [](OpFoldResult step) { return getLiteral(step).value_or(ShapedType::kDynamic); });
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ParseResult kgen::ir::parsePath(OpAsmParser &parser, WrittenPath &path, bool optional) {
  auto parseStep = [&]() -> ParseResult {
    WrittenPath::Step &step = path.steps.emplace_back(WrittenPath::Step{parser.getCurrentLocation(), 0, ""});
    OpAsmParser::UnresolvedOperand operand;
    if (OptionalParseResult isValue = parser.parseOptionalOperand(operand); isValue.has_value()) {
      path.values.push_back(operand);
      step.literal = ShapedType::kDynamic;
      return *isValue;
    }
    if (succeeded(parser.parseOptionalKeyword(&step.field)))
      return success();
    if (parser.parseInteger(step.literal))
      return failure();
    return llvm::isInt<32>(step.literal) ? success() : parser.emitError(step.loc, "expected indices that fit si32");
  };
  auto delimiter = optional ? OpAsmParser::Delimiter::OptionalSquare : OpAsmParser::Delimiter::Square;
  return parser.parseCommaSeparatedList(delimiter, parseStep);
}

/// The first part of a path into an array or gradient: its elements, by one step for each dimension.
static std::pair<unsigned, Type> elementOf(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return {array.getRank(), array.getElementType()};
  if (auto gradient = dyn_cast<GradientType>(type))
    return {gradient.getRank(), gradient.getElementType()};
  return {0, type};
}

ParseResult kgen::ir::resolvePath(OpAsmParser &parser, OperationState &state, const WrittenPath &path, Type type,
                                  StringAttr attributeName) {
  SmallVector<int64_t> literals;
  auto [rank, at] = elementOf(type);
  for (auto [i, step] : llvm::enumerate(path.steps)) {
    literals.push_back(step.literal);
    bool isElement = i >= rank;
    if (!step.field.empty()) {
      std::optional<unsigned> field = at && isElement ? findField(at, step.field) : std::nullopt;
      if (!field && isElement && at)
        return parser.emitError(step.loc, "expected a field of ") << at << " but got '" << step.field << "'";
      if (!field)
        return parser.emitError(step.loc, "expected an index but got '") << step.field << "'";
      literals.back() = *field;
    }
    if (isElement && at)
      at = partType(at, literals.back());
  }
  state.addAttribute(attributeName, parser.getBuilder().getDenseI64ArrayAttr(literals));
  Type si32 = parser.getBuilder().getIntegerType(32, /*isSigned=*/true);
  return parser.resolveOperands(path.values, si32, state.operands);
}

void kgen::ir::printPath(OpAsmPrinter &printer, Type type, ArrayRef<OpFoldResult> path) {
  auto [rank, at] = elementOf(type);
  printer << "[";
  for (auto [i, step] : llvm::enumerate(path)) {
    printer << (i ? ", " : "");
    std::optional<int64_t> literal = getLiteral(step);
    bool isElement = i >= rank && at;
    Type part = isElement ? partType(at, literal.value_or(ShapedType::kDynamic)) : Type();
    if (!literal)
      printer << cast<Value>(step);
    else if (part && hasFields(at))
      printer << fieldName(at, *literal);
    else
      printer << *literal;
    if (i >= rank)
      at = part;
  }
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

Type kgen::ir::typeAtOrSelf(Type type, ArrayRef<int64_t> path) {
  Type at = type;
  for (int64_t step : path) {
    Type part = partType(at, step);
    if (!part && !hasFields(at)) // an index out of range has a type, at least
      part = partType(at, ShapedType::kDynamic);
    if (!part)
      return type;
    at = part;
  }
  return at;
}

FailureOr<Type> kgen::ir::verifyPath(Operation *op, Type type, ArrayRef<OpFoldResult> path) {
  Type at = type;
  for (int64_t step : literalSteps(path)) {
    bool isDynamic = ShapedType::isDynamic(step);
    if (Type part = partType(at, step)) {
      at = part;
      continue;
    }
    if (!isComposite(at))
      return op->emitOpError("expected a path into ") << type << " to end at " << at << " but it goes on";
    if (hasFields(at) && isDynamic)
      return op->emitOpError("expected a field of ") << at << " but got an index that is a value";
    if (hasFields(at))
      return op->emitOpError("expected the number of one of the ")
             << numParts(at) << " fields of " << at << " but got " << step;
    return op->emitOpError("expected an index below ") << numParts(at) << " but got " << step;
  }
  return at;
}

FailureOr<Type> kgen::ir::verifyPart(Operation *op, Type type, ArrayRef<OpFoldResult> path) {
  unsigned most = isMat(type) ? 2 : 1;
  if (!hasFields(type) && (path.empty() || path.size() > most))
    return op->emitOpError("expected at most ")
           << most << " indices, and one at least, for a component of " << type << " but got " << path.size();
  if (path.empty())
    return op->emitOpError("expected a path to a part of ") << type << " but got none";
  return verifyPath(op, type, path);
}

LogicalResult kgen::ir::verifySteps(Operation *op, ArrayRef<int64_t> literals, ValueRange values) {
  if (static_cast<size_t>(llvm::count(literals, ShapedType::kDynamic)) != values.size())
    return op->emitOpError("expected a value for each index that is not a literal");
  return success();
}
