// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and values of the functions of tiles.

#include "kgen/Transforms/TileBody.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value TileBody::integer(int64_t number) {
  Type type = b.getIntegerType(32, /*isSigned=*/true);
  return ConstantOp::create(b, location, type, b.getIntegerAttr(type, number), StringAttr());
}

Value TileBody::valueOf(OpFoldResult index) {
  std::optional<int64_t> number = getLiteral(index);
  return number ? integer(*number) : llvm::cast<Value>(index);
}

static Value apply(TileBody &body, Spelling::Kind kind, StringRef name, ValueRange operands) {
  for (const BuiltinInfo *info : lookupPython(kind, name))
    if (info->numOperands == operands.size() && info->accepts(operands.getTypes()))
      return createBuiltin(body.b, body.location, *info, operands);
  return nullptr;
}

Value TileBody::infix(StringRef op, ValueRange operands) { return apply(*this, Spelling::Infix, op, operands); }
Value TileBody::negate(Value value) { return apply(*this, Spelling::Prefix, "-", value); }
Value TileBody::call(StringRef name, ValueRange operands) { return apply(*this, Spelling::Call, name, operands); }
Value TileBody::call(FuncOp function, ValueRange operands) {
  return CallOp::create(b, location, function, operands).getResult(0);
}
Value TileBody::compare(CmpPredicate predicate, Value lhs, Value rhs) {
  return CmpOp::create(b, location, predicate, lhs, rhs);
}

Value TileBody::cast(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isScalar(type))
    return CastOp::create(b, location, type, value);
  SmallVector<Value> components;
  for (unsigned i = 0; i < numParts(type); ++i)
    components.push_back(cast(part(value, literal(i)), partType(type, i)));
  return ConstructOp::create(b, location, type, components);
}

Value TileBody::part(Value whole, Path path) { return ExtractOp::create(b, location, whole, path); }

Value TileBody::single(Type tile, Value element) {
  if (isVec(tile))
    return ConstructOp::create(b, location, tile, element);
  return InsertOp::create(b, location, element, number(tile, 0.0), literal(0));
}

SmallVector<OpFoldResult> TileBody::place(TileShape shape, Path at) {
  if (!shape.isFlat())
    return SmallVector<OpFoldResult>(at);
  return {positionOf(shape.extents, at)};
}

SmallVector<OpFoldResult> TileBody::placeAt(TileShape shape, Value position) {
  return shape.isFlat() ? SmallVector<OpFoldResult>{position} : indicesAt(shape.extents, position);
}

Value TileBody::positionOf(ArrayRef<int64_t> extents, Path at) {
  Value position = valueOf(at.front());
  for (auto [index, extent] : zip_equal(at.drop_front(), extents.drop_front()))
    position = infix("+", {infix("*", {position, integer(extent)}), valueOf(index)});
  return position;
}

SmallVector<OpFoldResult> TileBody::indicesAt(ArrayRef<int64_t> extents, Value position) {
  SmallVector<OpFoldResult> indices;
  for (int64_t extent : reverse(extents.drop_front())) {
    Value whole = integer(extent);
    indices.push_back(infix("%", {position, whole}));
    position = infix("//", {position, whole});
  }
  indices.push_back(position);
  return SmallVector<OpFoldResult>(reverse(indices));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Value TileBody::declare(StringRef name, Value init) {
  Value variable = VarOp::create(b, location, init).getVar();
  setName(variable, name);
  return variable;
}

void TileBody::loop(StringRef name, OpFoldResult lower, OpFoldResult upper, llvm::function_ref<void(Value)> body,
                    int64_t step) {
  auto op = ForOp::create(b, location, lower, upper, literal(step));
  op.getInductionVar().setLoc(nameLoc(name, location));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&op.getBody().front());
  body(op.getInductionVar());
  YieldOp::create(b, location);
}

void TileBody::when(Value condition, llvm::function_ref<void()> body) {
  auto op = IfOp::create(b, location, TypeRange(), condition);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(op.thenBlock());
  body();
  YieldOp::create(b, location);
}

static StringRef indexName(size_t dimension) {
  static constexpr StringLiteral names[] = {"i", "j", "k", "l"};
  return names[dimension];
}

void TileBody::loopOver(ArrayRef<int64_t> extents, llvm::function_ref<void(Path)> body) {
  SmallVector<OpFoldResult> path;
  auto nest = [&](auto &nest) -> void {
    if (path.size() == extents.size())
      return body(path);
    loop(indexName(path.size()), literal(0), literal(extents[path.size()]), [&](Value i) {
      path.push_back(i);
      nest(nest);
      path.pop_back();
    });
  };
  nest(nest);
}

void TileBody::loopInside(Value array, ArrayRef<int64_t> extents, ValueRange offsets, bool isChecked,
                          llvm::function_ref<void(Path, Path)> body, PickedAxis picked) {
  static constexpr StringRef endNames[] = {"row_end", "col_end", "end"};
  SmallVector<OpFoldResult> path, place;
  auto nest = [&](auto &nest) -> void {
    size_t dimension = path.size();
    if (dimension == extents.size())
      return body(path, place);
    bool isPicked = int64_t(dimension) == picked.axis;
    Value offset = offsets[dimension];
    OpFoldResult lower = literal(0), upper = literal(extents[dimension]);
    if (isChecked && !isPicked) {
      Value before = negate(offset);
      Value behind = infix("-", {ShapeOp::create(b, location, array, int64_t(dimension)), offset});
      lower = call("wp.max", {before, integer(0)});
      Value end = call("wp.min", {behind, integer(extents[dimension])});
      setName(end, endNames[extents.size() == 2 ? dimension : 2]);
      upper = end;
    }
    auto enter = [&](Value i, Value at) {
      path.push_back(i);
      place.push_back(at);
      nest(nest);
      path.pop_back();
      place.pop_back();
    };
    loop(indexName(dimension), lower, upper, [&](Value i) {
      Value at = infix("+", {offset, isPicked ? part(picked.indices, OpFoldResult(i)) : i});
      if (isPicked || dimension + 1 < extents.size())
        setName(at, "at");
      if (!isPicked)
        return enter(i, at);
      when(compare(CmpPredicate::ge, at, integer(0)), [&] {
        Value end = ShapeOp::create(b, location, array, int64_t(dimension));
        when(compare(CmpPredicate::lt, at, end), [&] { enter(i, at); });
      });
    });
  };
  nest(nest);
}

} // namespace kgen
