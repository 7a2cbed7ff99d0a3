// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Truth of values, 'and' and 'or', comparisons and the types that they promote to.

#include "Expressions.h"
#include "PyTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

Value Expressions::importCondition(PyNode node) {
  Value value = importExpression(node);
  return value ? toBool(node, value) : Value();
}

LogicalResult Expressions::expectNoFloat(PyNode node, Value value) {
  if (!isFloat(value.getType()))
    return success();
  return error(node) << "expected a bool or an integer but got " << typeName(value.getType())
                     << "; compare it with 0.0";
}

Value Expressions::toBool(PyNode node, Value value) {
  Type type = value.getType();
  if (isBool(type))
    return value;
  if (isNumber(type))
    return compare(node, "NotEq", value, createZero(node, type));
  // An array is true where there is one; one that is absent has no elements.
  if (isArray(type)) {
    Value extent = ShapeOp::create(builder, location(node), value, int64_t(0));
    return compare(node, "NotEq", extent, createZero(node, extent.getType()));
  }
  error(node) << "expected a bool or number as condition but got " << typeName(type);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// And, or
//===----------------------------------------------------------------------===//

/// True where an op may run although the author's program would not come to it: it has no effect and cannot fail.
static bool isSafe(Operation &op) {
  if (auto get = dyn_cast<GetOp>(op)) {
    // A variable without an initial value may not have one yet.
    auto var = get.getVar().getDefiningOp<VarOp>();
    return var && var.getInit();
  }
  if (auto extract = dyn_cast<ExtractOp>(op))
    return extract.getIndices().empty();
  if (isa<DivOp, FloorDivOp, ModOp>(op))
    return isFloat(op.getResult(0).getType());
  return isa<ConstantOp, CmpOp, CastOp, ShapeOp, TidOp, BlockDimOp, ConstructOp, IdentityOp, BuiltinOpInterface>(op);
}

Value Expressions::shortCircuit(PyNode node, bool isAnd, Value first, llvm::function_ref<Value()> second) {
  Location loc = location(node);
  Block rest;
  Value result;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&rest);
    result = second();
    if (!result)
      return nullptr;
  }
  if (all_of(rest, isSafe)) {
    builder.getInsertionBlock()->getOperations().splice(builder.getInsertionPoint(), rest.getOperations());
    if (isAnd)
      return AndOp::create(builder, loc, first, result);
    return OrOp::create(builder, loc, first, result);
  }
  auto op = IfOp::create(builder, loc, builder.getI1Type(), first, /*withElse=*/true);
  Block *computed = isAnd ? op.thenBlock() : op.elseBlock();
  computed->getOperations().splice(computed->end(), rest.getOperations());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(computed);
  YieldOp::create(builder, loc, result);
  builder.setInsertionPointToEnd(isAnd ? op.elseBlock() : op.thenBlock());
  Value known = ConstantOp::create(builder, loc, builder.getI1Type(), builder.getBoolAttr(!isAnd), StringAttr());
  YieldOp::create(builder, loc, known);
  return op.getResult(0);
}

Value Expressions::importBoolOp(PyNode node) {
  PyNodes operands = node.list("values");
  Value result = importCondition(operands.front());
  for (PyNode operand : drop_begin(operands)) {
    if (!result)
      return nullptr;
    result = shortCircuit(node, node.text("op") == "And", result, [&] { return importCondition(operand); });
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Nullopt for an operator that does not compare numbers: `is`, `in`.
static std::optional<CmpPredicate> predicateOf(StringRef op) {
  return llvm::StringSwitch<std::optional<CmpPredicate>>(op)
      .Case("Eq", CmpPredicate::eq)
      .Case("NotEq", CmpPredicate::ne)
      .Case("Lt", CmpPredicate::lt)
      .Case("LtE", CmpPredicate::le)
      .Case("Gt", CmpPredicate::gt)
      .Case("GtE", CmpPredicate::ge)
      .Default(std::nullopt);
}

Value Expressions::importCompare(PyNode node) {
  SmallVector<StringRef> ops = node.texts("ops");
  PyNodes comparators = node.list("comparators");
  for (StringRef op : ops)
    if (!predicateOf(op)) {
      error(node) << "expected one of == != < <= > >= but got '"
                  << llvm::StringSwitch<StringRef>(op)
                         .Case("Is", "is")
                         .Case("IsNot", "is not")
                         .Case("In", "in")
                         .Default("not in")
                  << "'";
      return nullptr;
    }
  Value last = importExpression(node.child("left"));
  // Each further pair is compared only where those before it held. A literal or name is read for each
  // pair, as where an author writes `a < b and b < c`: nothing in between changes it.
  auto comparePair = [&](size_t i) -> Value {
    if (i && (isa_and_present<ConstantOp>(last.getDefiningOp()) || comparators[i - 1].is("Name")))
      last = importExpression(comparators[i - 1]);
    Value next = importExpression(comparators[i]);
    if (!next)
      return nullptr;
    if (ops.size() > 1 && failed(expectType(comparators[i], last.getType(), next, " in a chained comparison")))
      return nullptr;
    return compare(node, ops[i], std::exchange(last, next), next);
  };
  Value result = last ? comparePair(0) : Value();
  for (size_t i = 1; i < ops.size() && result; ++i)
    result = shortCircuit(node, /*isAnd=*/true, result, [&] { return comparePair(i); });
  return result;
}

/// The type in which C++, and so Warp, compares two scalars of different types.
static Type commonType(Type a, Type b) {
  Builder builder(a.getContext());
  auto width = [](Type type) { return type.getIntOrFloatBitWidth(); };
  if (isFloat(a) || isFloat(b)) {
    if (!isFloat(a) || !isFloat(b))
      return isFloat(a) ? a : b;
    return width(a) == width(b) ? Type(builder.getF32Type()) : width(a) > width(b) ? a : b;
  }
  Type promoted[] = {a, b};
  for (Type &type : promoted)
    if (width(type) < 32)
      type = builder.getIntegerType(32, /*isSigned=*/true);
  if (width(promoted[0]) != width(promoted[1]))
    return width(promoted[0]) > width(promoted[1]) ? promoted[0] : promoted[1];
  return promoted[0].isUnsignedInteger() ? promoted[0] : promoted[1];
}

Value Expressions::convertForComparison(PyNode node, Value value, Type type) {
  if (value.getType() == type)
    return value;
  // A literal is written in the other type at once.
  auto constant = value.getDefiningOp<ConstantOp>();
  if (constant && value.use_empty() && !constant.getSymbol() && !isa<NameLoc>(constant.getLoc()))
    if (Value converted = convertNumber(node, constant, type))
      return converted;
  return CastOp::create(builder, location(node), type, value);
}

Value Expressions::compare(PyNode node, StringRef op, Value lhs, Value rhs) {
  std::optional<CmpPredicate> predicate = predicateOf(op);
  Type a = lhs.getType(), b = rhs.getType();
  if (a == b && isComposite(a) && !isStruct(a) && (op == "Eq" || op == "NotEq"))
    return compareParts(node, lhs, rhs, /*all=*/op == "Eq",
                        [&](Value left, Value right) { return compare(node, op, left, right); });
  if (!isScalar(a) || !isScalar(b)) {
    error(node) << "expected scalars to compare but got " << typeName(a) << " and " << typeName(b)
                << "; compare components";
    return nullptr;
  }
  if (a != b) {
    Type common = commonType(a, b);
    lhs = convertForComparison(node, lhs, common);
    rhs = convertForComparison(node, rhs, common);
  }
  return CmpOp::create(builder, location(node), *predicate, lhs, rhs);
}

Value Expressions::compareParts(PyNode node, Value lhs, Value rhs, bool all,
                                llvm::function_ref<Value(Value, Value)> compareParts) {
  Location loc = location(node);
  Value result;
  for (unsigned i = 0, count = numParts(lhs.getType()); i < count; ++i) {
    OpFoldResult index = builder.getI64IntegerAttr(i);
    Value left = ExtractOp::create(builder, loc, lhs, index);
    Value right = ExtractOp::create(builder, loc, rhs, index);
    Value pair = compareParts(left, right);
    if (!result || !pair)
      result = pair;
    else if (all)
      result = AndOp::create(builder, loc, result, pair);
    else
      result = OrOp::create(builder, loc, result, pair);
  }
  return result;
}

} // namespace kgen::importer
