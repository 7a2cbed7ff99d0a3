// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of expressions, each made where the next op goes.

#include "Author.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

RangedValue Author::read(Binding &known) {
  if (!known.isVariable())
    return {known.value, known.range};
  return {GetOp::create(builder, loc, known.value), known.range};
}

RangedValue Author::literal(Type type, double value) {
  return {createNumber(builder, loc, type, value), Range{value, value}};
}

RangedValue Author::symbol() {
  const Word &word = rng.pick(words::constants);
  auto [entry, isNew] = symbols.try_emplace(word.name, 0.0);
  if (isNew) {
    usedNames.insert(word.name);
    // A division of whole numbers gives the double that is nearest to the decimal.
    entry->second = double(rng.uniformInt(int64_t(word.low * 100.0), int64_t(word.high * 100.0))) / 100.0;
  }
  double value = entry->second;
  TypedAttr attribute = builder.getFloatAttr(realType, value);
  Value constant = ConstantOp::create(builder, loc, realType, attribute, builder.getStringAttr(word.name));
  return {constant, Range{value, value}};
}

RangedValue Author::apply(const BuiltinInfo &info, ArrayRef<RangedValue> operands) {
  SmallVector<Value> values = llvm::map_to_vector(operands, [](const RangedValue &e) { return e.value; });
  SmallVector<Range> ranges = llvm::map_to_vector(operands, [](const RangedValue &e) { return e.range; });
  Value result = createBuiltin(builder, loc, info, values);
  StringRef mnemonic = info.opName.substr(info.opName.find('.') + 1);
  return {result, rangeOfResult(mnemonic, ValueRange(values).getTypes(), ranges)};
}

RangedValue Author::apply(StringRef mnemonic, ArrayRef<RangedValue> operands) {
  const BuiltinInfo *info = lookupBuiltin(("kgen." + mnemonic).str());
  assert(info && "a builtin that has a record");
  return apply(*info, operands);
}

Value Author::compare(CmpPredicate predicate, Value lhs, Value rhs) {
  return CmpOp::create(builder, loc, boolType, predicate, lhs, rhs);
}

RangedValue Author::cast(RangedValue value, Type type) {
  return {CastOp::create(builder, loc, type, value.value), value.range};
}

RangedValue Author::construct(Type type, ArrayRef<RangedValue> components) {
  Range range = components.empty() ? Range{0.0, 0.0} : components.front().range;
  SmallVector<Value> values;
  for (const RangedValue &component : components) {
    values.push_back(component.value);
    range = hull(range, component.range);
  }
  return {ConstructOp::create(builder, loc, type, values), range};
}

RangedValue Author::identity(Type matrix) { return {IdentityOp::create(builder, loc, matrix), Range{0.0, 1.0}}; }

RangedValue Author::component(RangedValue aggregate, ArrayRef<int64_t> indices) {
  SmallVector<OpFoldResult> literals;
  for (int64_t index : indices)
    literals.push_back(number(index));
  return {ExtractOp::create(builder, loc, aggregate.value, literals), aggregate.range};
}

RangedValue Author::load(ReadableArray &array, ArrayRef<Value> indices) {
  SmallVector<OpFoldResult> places(indices.begin(), indices.end());
  return {LoadOp::create(builder, loc, array.value, places), array.range};
}

RangedValue Author::loadWritten(Value array, ArrayRef<Value> indices, Range range) {
  SmallVector<OpFoldResult> places(indices.begin(), indices.end());
  return {LoadOp::create(builder, loc, array, places), range};
}

RangedValue Author::extent(const ReadableArray &array, unsigned dimension) {
  return {ShapeOp::create(builder, loc, array.value, int64_t(dimension)), rangeOf(array.shape[dimension])};
}

RangedValue Author::extentValue(Extent wanted) {
  auto isWanted = [&](Extent extent) { return extent.fits(wanted) && wanted.fits(extent); };
  for (const std::unique_ptr<Binding> &known : scalars)
    if (known->extent && isWanted(*known->extent))
      return read(*known);
  for (const std::unique_ptr<ReadableArray> &array : readable)
    for (auto [dimension, extent] : llvm::enumerate(array->shape))
      if (isWanted(extent) && array->isRead())
        return this->extent(*array, dimension);
  return read(extentParameter(wanted));
}

RangedValue Author::choose(Value condition, function_ref<RangedValue()> first, function_ref<RangedValue()> second) {
  // The type of the result is known when the first arm is made.
  OpBuilder::InsertionGuard guard(builder);
  auto draft = IfOp::create(builder, loc, TypeRange(), condition, /*withElse=*/true);
  builder.setInsertionPointToEnd(draft.thenBlock());
  RangedValue a = first();
  YieldOp::create(builder, loc, ValueRange(a.value));
  builder.setInsertionPointToEnd(draft.elseBlock());
  RangedValue b = second();
  YieldOp::create(builder, loc, ValueRange(b.value));
  builder.setInsertionPoint(draft);
  auto op = IfOp::create(builder, loc, TypeRange(a.value.getType()), condition, /*withElse=*/true);
  op.getThenRegion().takeBody(draft.getThenRegion());
  op.getElseRegion().takeBody(draft.getElseRegion());
  draft.erase();
  return {op.getResult(0), hull(a.range, b.range)};
}
