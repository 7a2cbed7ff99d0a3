// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a tile's elements: the thread's own values as tiles, elements by their indices, what indices in another
// tile say, and sorting.

#include "Constructors.h"
#include "PyTypes.h"
#include "Tiles.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Warp's names of an element's indices: four at most in the tile, and one within a vector.
static constexpr StringLiteral indexNames[] = {"i", "j", "k", "l", "m"};

//===----------------------------------------------------------------------===//
// Values of the thread
//===----------------------------------------------------------------------===//

/// `wp.tile(x)`: of the threads of a block, each has a place in the last dimension, and there is one.
Operand Tiles::importTileOfValue(PyNode node) {
  TileCall call(node, "tile");
  PyNode given = argument(node, "x", 0), flag = argument(node, "preserve_type", 1);
  Value value = importExpression(given);
  if (!value)
    return Operand();
  if (!isValue(value.getType())) {
    error(given) << "expected a value for 'wp.tile' but got " << typeName(value.getType());
    return Operand();
  }
  call.add(given, "x", value);
  std::optional<Literal> literal = flag ? literalOf(flag) : std::nullopt;
  bool isKept = literal && !literal->integer.isZero();
  Type type = value.getType(), scalar = isNumber(type) || isBool(type) || isKept ? type : elementType(type);
  SmallVector<int64_t> extents = {1};
  for (Type part = type; part != scalar && (isAggregate(part) || isQuat(part)); part = partType(part, 0))
    extents.insert(extents.end() - 1, numParts(part));
  std::string detail = typeName(type) + (isKept && type != elementType(type) ? "_whole" : "");
  return callTiles(call, detail, scalar, extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{scalar, extents};
    Value tile = body.declare("tile", body.number(shape.value(), 0.0));
    body.loopOver(ArrayRef(extents).drop_back(), [&](TileBody::Path at) {
      SmallVector<OpFoldResult> place(at);
      place.push_back(body.literal(0));
      body.setElement(shape, tile, at.empty() ? operands[0] : body.part(operands[0], at), place);
    });
    return body.get(tile);
  });
}

Operand Tiles::importUntile(PyNode node) {
  TileCall call(node, "untile");
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  if (!tile.extents.empty() && (tile.extents.back() != 1 || tile.extents.size() > 3)) {
    error(node) << "expected a tile with one place for each thread in its last dimension, which is 1 on a CPU, but got "
                   "the shape "
                << describeExtents(tile.extents);
    return Operand();
  }
  ArrayRef<int64_t> extents = ArrayRef(tile.extents).drop_back(tile.extents.empty() ? 0 : 1);
  Type type = extents.empty() ? tile.type : isNumber(tile.type) ? tileValueType(tile.type, extents) : Type();
  return callForValue(call, nameTile(tile.extents, tile.type), type, [&](TileBody &body, ValueRange operands) {
    if (extents.empty())
      return body.element(tile, operands[0], body.literal(0));
    Value value = body.declare("value", body.number(type, 0.0));
    body.loopOver(extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> place(at);
      place.push_back(body.literal(0));
      body.set(value, body.element(tile, operands[0], place), at);
    });
    return body.get(value);
  });
}

Operand Tiles::importTileFromThread(PyNode node) {
  PyNode thread = argument(node, "thread_idx", 2);
  TileCall call(node, "tile_from_thread");
  PyNode given = argument(node, "value", 1);
  Value value = importExpression(given), index = importExpression(thread);
  if (!value || !index || failed(expectType(thread, builder.getIntegerType(32, /*isSigned=*/true), index)) ||
      failed(checkTileStorage(node)))
    return Operand();
  call.add(given, "value", value);
  call.add(thread, "thread_idx", index);
  return fillTile(call, value.getType());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Adds indices of an element to a call, one for each dimension and at most `extra` into the element: literals are
/// checked.
LogicalResult Tiles::addIndices(TileCall &call, const Operand &tile, ArrayRef<PyNode> indices, unsigned extra) {
  size_t rank = tile.extents.size();
  if (rank && (indices.size() < rank || indices.size() > rank + extra))
    return error(call.node) << "expected " << rank << (rank == 1 ? " index" : " indices") << " for 'wp." << call.name
                            << "' but got " << indices.size();
  for (auto [dimension, index] : enumerate(indices)) {
    std::optional<int64_t> literal = readConstantInteger(index, program);
    int64_t extent = dimension < rank ? tile.extents[dimension] : rank ? cast<VecType>(tile.type).getLength() : INT_MAX;
    if (literal && failed(checkTileIndex(index, *literal, extent, /*wraps=*/false)))
      return failure();
    Value value = importExpression(index);
    if (!value || failed(expectType(index, builder.getIntegerType(32, /*isSigned=*/true), value)))
      return failure();
    call.add(index, dimension < std::size(indexNames) ? StringRef(indexNames[dimension]) : "i", value);
  }
  return success();
}

Operand Tiles::importTileElement(PyNode node) {
  TileCall call(node, "tile_extract");
  Operand tile = addTile(call, "a", 0, "tile");
  PyNodes indices;
  for (auto [i, name] : enumerate(indexNames))
    if (PyNode index = argument(node, name, 1 + i); index && indices.size() == i)
      indices.push_back(index);
  if (!tile || failed(addIndices(call, tile, indices, isVec(tile.type) ? 1 : 0)))
    return Operand();
  bool isPart = tile.value && indices.size() > tile.extents.size();
  Type type = isPart ? elementType(tile.type) : tile.type;
  return callForValue(call, nameTile(tile.extents, tile.type), type, [&](TileBody &body, ValueRange operands) {
    SmallVector<OpFoldResult> at(operands.drop_front());
    Value element = body.element(tile, operands[0], ArrayRef(at).take_front(tile.extents.size()));
    return isPart ? body.part(element, at.back()) : element;
  });
}

/// `wp.tile_scatter_add(t, i, x, has_value)`, `wp.tile_scatter_masked(t, i, x, has_value)`, `wp.tile_add_inplace(t, i,
/// x)` and similar calls.
Operand Tiles::importTileScatter(PyNode node) {
  TileCall call(node, tileFunction(node));
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  bool isMasked = call.name.contains("scatter");
  PyNodes given = node.list("args");
  if (PyNode atomic = argument(node, "atomic"); atomic && !literalOf(atomic)) {
    error(atomic) << "expected True or False as 'atomic' but got " << describe(atomic);
    return Operand();
  }
  size_t behind = tile.extents.empty() ? given.size() : 1 + tile.extents.size();
  PyNode value = argument(node, "value", behind), mask = isMasked ? argument(node, "has_value", behind + 1) : PyNode();
  PyNodes indices;
  for (auto [i, name] : enumerate(ArrayRef(indexNames).take_front(std::max<size_t>(1, tile.extents.size()))))
    if (PyNode index = argument(node, name, 1 + i))
      indices.push_back(index);
  if (!value || (isMasked && !mask)) {
    error(node) << "expected indices, a value" << (isMasked ? " and whether there is one" : "") << " for 'wp."
                << call.name << "'";
    return Operand();
  }
  if (failed(addIndices(call, tile, indices, 0)))
    return Operand();
  Value element = importExpression(value), has = mask ? importExpression(mask) : Value();
  if (!element || failed(expectType(value, tile.type, element, ", as the tile holds,")))
    return Operand();
  if (mask && (!has || failed(expectType(mask, builder.getI1Type(), has))))
    return Operand();
  call.add(value, "value", element);
  if (mask)
    call.add(mask, "has_value", has);
  StringRef op = llvm::StringSwitch<StringRef>(call.name)
                     .Cases({"tile_scatter_add", "tile_add_inplace"}, "+")
                     .Case("tile_sub_inplace", "-")
                     .Case("tile_bit_and_inplace", "&")
                     .Case("tile_bit_or_inplace", "|")
                     .Case("tile_bit_xor_inplace", "^")
                     .Default("");
  Type types[] = {tile.type, tile.type};
  if (!op.empty() && none_of(lookupPython(Spelling::Infix, op),
                             [&](const BuiltinInfo *info) { return info->accepts(ArrayRef(types)); })) {
    error(node) << "expected a tile of elements that '" << op << "' takes for 'wp." << call.name << "' but got a "
                << describeTile(tile);
    return Operand();
  }
  size_t count = tile.extents.size();
  return changeTile(
      call, argument(node, "a", 0), nameTile(tile.extents, tile.type), tile, [&](TileBody &body, ValueRange operands) {
        Value result = body.declare("result", operands[0]), value = operands[1 + count];
        SmallVector<OpFoldResult> at(operands.slice(1, count));
        auto change = [&] {
          Value changed = op.empty() ? value : body.infix(op, {body.element(tile, operands[0], at), value});
          body.setElement(tile, result, changed, at);
        };
        isMasked ? body.when(operands.back(), change) : change();
        return body.get(result);
      });
}

//===----------------------------------------------------------------------===//
// By the indices in another tile
//===----------------------------------------------------------------------===//

/// The axis of a call that picks by a tile of indices, which becomes an operand; failure where one of them is wrong.
FailureOr<PickedAxis> Tiles::addPicked(TileCall &call, unsigned rank, unsigned axisPosition, unsigned &operand) {
  Operand indices = addTile(call, "indices", 1, "indices");
  if (!indices)
    return failure();
  PyNode given = argument(call.node, "axis", axisPosition), place = argument(call.node, "indices", 1);
  std::optional<int64_t> axis = given ? readConstantInteger(given, program) : 0;
  if (!axis || *axis < 0 || *axis >= rank)
    return error(given) << "expected an axis from 0 to " << rank - 1 << " but got " << describe(given);
  if (!indices.type.isSignedInteger(32) || indices.extents.size() > 1)
    return error(place) << "expected a tile of int32 with one dimension as indices but got a " << describeTile(indices)
                        << " of the shape " << describeExtents(indices.extents);
  operand = call.operands.size() - 1;
  PickedAxis picked;
  picked.axis = *axis;
  picked.count = indices.extents.empty() ? 0 : indices.extents[0];
  return picked;
}

Operand Tiles::importTileLoadIndexed(PyNode node) {
  TileCall call(node, "tile_load_indexed");
  FailureOr<Value> array = addArray(call);
  if (failed(array) || failed(checkTileStorage(node)))
    return Operand();
  unsigned rank = cast<ArrayType>(array->getType()).getRank(), indices = 0;
  Type element = elementType(array->getType());
  FailureOr<PickedAxis> picked = addPicked(call, rank, 4, indices);
  if (failed(picked))
    return Operand();
  PyNode shape = argument(node, "shape", 2);
  SmallVector<int64_t> extents = readTileExtents(shape);
  if (failed(checkPicked(shape ? shape : node, *picked, extents, rank)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 3, rank);
  if (failed(offsets))
    return Operand();
  std::string detail = nameTile(extents, element) + "_axis" + std::to_string(picked->axis);
  return callTiles(call, detail, element, extents, [&](TileBody &body, ValueRange operands) {
    TileShape tileShape{element, extents};
    Value tile = body.declare("tile", body.number(tileShape.value(), 0.0));
    picked->indices = operands[indices];
    auto load = [&](TileBody::Path at, TileBody::Path place) {
      body.setElement(tileShape, tile, LoadOp::create(body.b, body.location, operands[0], place), at);
    };
    body.loopInside(operands[0], extents, operands.slice(offsets->front(), rank), /*isChecked=*/true, load, *picked);
    return body.get(tile);
  });
}

LogicalResult Tiles::checkPicked(PyNode node, const PickedAxis &picked, ArrayRef<int64_t> extents, unsigned rank) {
  if (extents.empty())
    return success();
  if (extents.size() != rank)
    return error(node) << "expected " << rank << (rank == 1 ? " extent" : " extents")
                       << " for a tile of an array with as many dimensions but got " << extents.size();
  if (picked.count && extents[picked.axis] != picked.count)
    return error(node) << "expected as many indices as the tile has along the axis, " << extents[picked.axis]
                       << ", but got " << picked.count;
  return success();
}

Operand Tiles::importTileStoreIndexed(PyNode node) {
  TileCall call(node, tileFunction(node));
  FailureOr<Value> array = addArray(call);
  if (failed(array))
    return Operand();
  unsigned rank = cast<ArrayType>(array->getType()).getRank(), indices = 0;
  FailureOr<PickedAxis> picked = addPicked(call, rank, 4, indices);
  Operand tile = addTile(call, "t", 2, "tile");
  PyNode place = argument(node, "t", 2);
  if (failed(picked) || !tile || failed(checkStored(node, place, array->getType(), tile)) ||
      failed(checkPicked(place, *picked, tile.extents, rank)))
    return Operand();
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 3, rank);
  if (failed(offsets))
    return Operand();
  std::string detail = nameTile(tile.extents, tile.type) + "_axis" + std::to_string(picked->axis);
  auto write = [&](TileBody &body, ValueRange operands) {
    picked->indices = operands[indices];
    return storeTile(body, call, operands[0], tile, operands[indices + 1], operands.slice(offsets->front(), rank),
                     /*isChecked=*/true, *picked);
  };
  bool hasResult = call.name.contains("atomic") && !isStatement(node);
  return callTiles(call, detail + (hasResult ? "_old" : ""), hasResult ? tile.type : Type(), tile.extents, write);
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

Operand Tiles::importTileSort(PyNode node) {
  TileCall call(node, "tile_sort");
  Operand keys = addTile(call, "keys", 0, "keys"), values = addTile(call, "values", 1, "values");
  if (!keys || !values)
    return Operand();
  bool isKey = keys.type.isF32() || (isInt(keys.type) && keys.type.getIntOrFloatBitWidth() >= 32);
  if (!isKey) {
    error(node) << "expected keys of float32 or of integers of 32 or 64 bits for 'wp.tile_sort' but got a "
                << describeTile(keys);
    return Operand();
  }
  if (!keys.extents.empty() && !values.extents.empty() && keys.extents != values.extents) {
    error(node) << "expected tiles of one shape for 'wp.tile_sort' but got " << describeExtents(keys.extents) << " and "
                << describeExtents(values.extents);
    return Operand();
  }
  std::string detail = nameTile(keys.extents, keys.type) + (values.type.isF32() ? "" : "_" + typeName(values.type));
  std::pair<PyNode, Operand> tiles[] = {{argument(node, "keys", 0), keys}, {argument(node, "values", 1), values}};
  return changeTiles(call, tiles, detail, [&](TileBody &body, ValueRange operands) {
    // Each element goes where so many are that come before it: equal ones keep their order, and what is no number is
    // last.
    auto keyAt = [&](Value position) {
      Value key = body.elementAt(keys, operands[0], position);
      if (!keys.type.isF32())
        return key;
      return body.call("wp.where", {body.call("wp.isnan", key), body.number(keys.type, INFINITY), key});
    };
    Value sortedKeys = body.declare("sorted_keys", operands[0]),
          sortedValues = body.declare("sorted_values", operands[1]);
    OpFoldResult count = body.literal(countElements(keys.extents));
    body.loop("i", body.literal(0), count, [&](Value i) {
      Value key = keyAt(i), place = body.declare("place", body.integer(0));
      auto countOne = [&] { body.set(place, body.infix("+", {body.get(place), body.integer(1)})); };
      body.loop("j", body.literal(0), i,
                [&](Value j) { body.when(body.compare(CmpPredicate::le, keyAt(j), key), countOne); });
      body.loop("k", body.infix("+", {i, body.integer(1)}), count,
                [&](Value k) { body.when(body.compare(CmpPredicate::lt, keyAt(k), key), countOne); });
      Value to = body.get(place);
      auto put = [&](Value sorted, TileShape shape, Value tile) {
        Value element = body.elementAt(shape, tile, i);
        body.set(sorted, element, body.placeAt(shape, to));
      };
      put(sortedKeys, keys, operands[0]);
      put(sortedValues, values, operands[1]);
    });
    return SmallVector<Value>{body.get(sortedKeys), body.get(sortedValues)};
  });
}

} // namespace kgen::importer
