// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles: the rules of collective accesses, and of the two conversions to and from one thread's value.

#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

TileType TileAccessOpInterface::getTileType() {
  Value read = getTileRead();
  return cast<TileType>((read ? read : getTileWritten()).getType());
}

static LogicalResult verifyShapeNames(TileAccessOpInterface op, TileType tile) {
  auto names = op->getAttrOfType<ArrayAttr>("shape_names");
  if (!names || names.size() == tile.getShape().size())
    return success();
  return op->emitOpError("expected a name, or \"\", for each of ")
         << tile.getShape().size() << " extents but got " << names.size();
}

LogicalResult kgen::detail::verifyTileAccess(TileAccessOpInterface op) {
  Type type = op.getArray().getType(), element = elementType(type);
  auto array = dyn_cast<ArrayType>(type);
  unsigned rank = array ? array.getRank() : cast<GradientType>(type).getRank();
  TileType tile = op.getTileType();
  if (op.getOffsets().size() != rank)
    return op->emitOpError("expected ") << rank << " offsets for " << type << " but got " << op.getOffsets().size();
  if (tile.getShape().size() > rank)
    return op->emitOpError("expected a tile of at most ") << rank << " dimensions, as the array has, but got " << tile;
  if (tile.getElementType() != element)
    return op->emitOpError("expected a tile of ") << element << ", as the array holds, but got " << tile;
  if (!array && !isFloatArith(element))
    return op->emitOpError("expected floats of a gradient but got ") << element;
  auto add = dyn_cast<TileAddOp>(op.getOperation());
  if (add && !isArith(element))
    return add.emitOpError("expected numbers to add but got ") << tile;
  if (add && add.getTile().getType() != tile)
    return add.emitOpError("expected a result of type ") << add.getTile().getType() << " but got " << tile;
  return verifyShapeNames(op, tile);
}

//===----------------------------------------------------------------------===//
// One thread's value
//===----------------------------------------------------------------------===//

static LogicalResult verifyConversion(Operation *op, Type value, Type tile) {
  auto type = cast<TileType>(tile);
  Type expected = tileValueType(type.getElementType(), type.getShape());
  if (!expected)
    return op->emitOpError("expected a tile of numbers or vectors, at most ")
           << maxComponents << " numbers, but got " << tile;
  if (value == expected)
    return success();
  return op->emitOpError("expected ") << expected << " as the value of " << tile << " but got " << value;
}

LogicalResult TilePackOp::verify() { return verifyConversion(*this, getValue().getType(), getTile().getType()); }
LogicalResult TileUnpackOp::verify() { return verifyConversion(*this, getValue().getType(), getTile().getType()); }

OpFoldResult TilePackOp::fold(FoldAdaptor) {
  auto unpack = getValue().getDefiningOp<TileUnpackOp>();
  return unpack && unpack.getTile().getType() == getType() ? unpack.getTile() : Value();
}

OpFoldResult TileUnpackOp::fold(FoldAdaptor) {
  auto pack = getTile().getDefiningOp<TilePackOp>();
  return pack ? pack.getValue() : Value();
}

//===----------------------------------------------------------------------===//
// Slopes
//===----------------------------------------------------------------------===//

bool TilePackOp::hasSlope() { return true; }
void TilePackOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &) {}
Value TilePackOp::buildAdjoint(OpBuilder &b, Location loc, unsigned, Value g, function_ref<Value(Value)>) {
  return b.createOrFold<TileUnpackOp>(loc, getValue().getType(), g);
}

bool TileUnpackOp::hasSlope() { return true; }
void TileUnpackOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &) {}
Value TileUnpackOp::buildAdjoint(OpBuilder &b, Location loc, unsigned, Value g, function_ref<Value(Value)>) {
  return b.createOrFold<TilePackOp>(loc, getTile().getType(), g);
}
