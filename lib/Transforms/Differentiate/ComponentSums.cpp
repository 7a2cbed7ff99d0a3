// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at how an adjoint was made: of parts, or by the insertion of one part into zeros. Ops that are left without a
// use go when the backward is tidied.

#include "ComponentSums.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

bool kgen::transforms::isLiteralZero(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto constant = dyn_cast_if_present<ConstantOp>(op)) {
    auto number = dyn_cast<FloatAttr>(constant.getValue());
    return number && number.getValue().isZero();
  }
  return isa_and_present<ConstructOp, CastOp>(op) && llvm::all_of(op->getOperands(), isLiteralZero);
}

/// The parts that a value is constructed of, null for those that are zero; none where it is not seen to be made of
/// parts.
using Parts = SmallVector<Value>;

/// Which of the parts that its aggregate is constructed of an insertion replaces: of a matrix, those are its
/// components.
static std::optional<int64_t> placeOf(InsertOp insert) {
  Type type = insert.getAggregate().getType();
  SmallVector<OpFoldResult> path = insert.getMixedIndices();
  if (path.size() != (isMat(type) ? 2 : 1))
    return std::nullopt;
  int64_t place = 0;
  for (OpFoldResult step : path) {
    std::optional<int64_t> index = getLiteral(step);
    if (!index)
      return std::nullopt;
    int64_t extent = numParts(type);
    place = place * extent + (*index < 0 ? *index + extent : *index);
    type = partType(type, 0);
  }
  return place;
}

static Parts partsOf(Value value) {
  Type type = value.getType();
  if (!isComposite(type) || isStruct(type))
    return {};
  size_t count = constituentTypes(type).size();
  if (auto insert = value.getDefiningOp<InsertOp>()) {
    std::optional<int64_t> place = isLiteralZero(insert.getAggregate()) ? placeOf(insert) : std::nullopt;
    if (!place)
      return {};
    Parts parts(count);
    parts[*place] = insert.getValue();
    return parts;
  }
  auto construct = value.getDefiningOp<ConstructOp>();
  if (!construct || (!construct.getComponents().empty() && construct.getComponents().size() != count))
    return {};
  Parts parts(construct.getComponents());
  parts.resize(count);
  for (Value &part : parts)
    if (part && isLiteralZero(part))
      part = {};
  return parts;
}

static bool hasZero(const Parts &parts) { return llvm::is_contained(parts, Value()); }

/// The sum of two values that are made of parts, one of them with zeros; else null.
static Value merge(OpBuilder &b, Location loc, Value first, Value second) {
  Parts parts = partsOf(first), others = partsOf(second);
  if (parts.empty() || others.empty() || !(hasZero(parts) || hasZero(others)))
    return {};
  for (auto [part, other] : llvm::zip_equal(parts, others))
    if (other)
      part = part ? addByComponent(b, loc, part, other) : other;
  for (auto [part, type] : llvm::zip_equal(parts, constituentTypes(first.getType())))
    if (!part)
      part = createNumber(b, loc, type, 0.0);
  return ConstructOp::create(b, loc, first.getType(), parts);
}

/// The sum with a part that is chosen at run time, where no other is added to; else null.
static Value addToPart(OpBuilder &b, Location loc, Value sum, Value g) {
  auto insert = g.getDefiningOp<InsertOp>();
  if (!insert || !isAggregate(sum.getType()) || !isLiteralZero(insert.getAggregate()) || placeOf(insert))
    return {};
  SmallVector<OpFoldResult> at = insert.getMixedIndices();
  Value part = ExtractOp::create(b, loc, sum, at);
  return InsertOp::create(b, loc, AddOp::create(b, loc, part, insert.getValue()), sum, at);
}

Value kgen::transforms::addByComponent(OpBuilder &b, Location loc, Value sum, Value g) {
  if (auto tile = dyn_cast<TileType>(sum.getType())) {
    Type type = tileValueType(tile.getElementType(), tile.getShape());
    Value first = b.createOrFold<TileUnpackOp>(loc, type, sum), second = b.createOrFold<TileUnpackOp>(loc, type, g);
    return TilePackOp::create(b, loc, tile, addByComponent(b, loc, first, second));
  }
  if (Value merged = merge(b, loc, sum, g))
    return merged;
  // Of what else was added, either side may be such; the order of the others stays.
  if (auto add = sum.getDefiningOp<AddOp>(); add && sum.use_empty()) {
    if (Value merged = merge(b, loc, add.getB(), g))
      return AddOp::create(b, loc, add.getA(), merged);
    if (Value merged = merge(b, loc, add.getA(), g))
      return AddOp::create(b, loc, merged, add.getB());
  }
  if (Value added = addToPart(b, loc, sum, g))
    return added;
  return AddOp::create(b, loc, sum, g);
}
