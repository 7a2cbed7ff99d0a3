// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a tile's elements: the thread's own values as tiles, elements by their indices, and sorting.

#include "Constructors.h"
#include "PyTypes.h"
#include "TileExpansions.h"
#include "Tiles.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Values of the thread
//===----------------------------------------------------------------------===//

/// `wp.tile(x)`: of the threads of a block, each has a place in the last dimension, and there is one.
Operand expandOfValue(TileCall &call) {
  PyNode given = call.given("x");
  Value value = call.importExpression(given);
  if (!value)
    return Operand();
  if (!isValue(value.getType())) {
    call.error(given) << "expected a value for 'wp.tile' but got " << typeName(value.getType());
    return Operand();
  }
  call.add(given, "x", value);
  FailureOr<bool> isKept = call.flag("preserve_type");
  if (failed(isKept))
    return Operand();
  Type type = value.getType(), scalar = isNumber(type) || isBool(type) || *isKept ? type : elementType(type);
  SmallVector<int64_t> extents = {1};
  for (Type part = type; part != scalar && (isAggregate(part) || isQuat(part)); part = partType(part, 0))
    extents.insert(extents.end() - 1, numParts(part));
  std::string detail = typeName(type) + (*isKept && type != elementType(type) ? "_whole" : "");
  return call.make(detail, scalar, extents, [&](TileBody &body, ValueRange operands) {
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

Operand expandUntile(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  if (!tile)
    return Operand();
  if (!tile.extents.empty() && (tile.extents.back() != 1 || tile.extents.size() > 3)) {
    call.error(call.node)
        << "expected a tile with one place for each thread in its last dimension, which is 1 on a CPU, but got "
           "the shape "
        << describeExtents(tile.extents);
    return Operand();
  }
  ArrayRef<int64_t> extents = ArrayRef(tile.extents).drop_back(tile.extents.empty() ? 0 : 1);
  Type type = extents.empty() ? tile.type : isNumber(tile.type) ? tileValueType(tile.type, extents) : Type();
  return call.makeValue(nameTile(tile.extents, tile.type), type, [&](TileBody &body, ValueRange operands) {
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

Operand expandFromThread(TileCall &call) {
  PyNode given = call.given("value"), thread = call.given("thread_idx");
  Value value = call.importExpression(given), index = call.importExpression(thread);
  if (!value || !index || failed(call.expectType(thread, call.builder.getIntegerType(32, /*isSigned=*/true), index)) ||
      failed(call.checkStorage()))
    return Operand();
  call.add(given, "value", value);
  call.add(thread, "thread_idx", index);
  return fillTile(call, value.getType());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Operand expandElement(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  if (!tile || failed(call.addIndices(tile, isVec(tile.type) ? 1 : 0)))
    return Operand();
  bool isPart = tile.value && call.givenList().size() > tile.extents.size();
  Type type = isPart ? elementType(tile.type) : tile.type;
  return call.makeValue(nameTile(tile.extents, tile.type), type, [&](TileBody &body, ValueRange operands) {
    SmallVector<OpFoldResult> at(operands.drop_front());
    Value element = body.element(tile, operands[0], ArrayRef(at).take_front(tile.extents.size()));
    return isPart ? body.part(element, at.back()) : element;
  });
}

/// An element that is changed by the call's operator, or set if there is none.
Operand expandScatter(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  bool isKnown = !tile.extents.empty();
  if (!tile || (isKnown && failed(call.bind(tile.extents.size()))) || failed(call.flag("atomic")) ||
      failed(call.addIndices(tile, 0)))
    return Operand();
  PyNode value = call.given("value"), mask = call.given("has_value");
  Value element = call.importExpression(value), has = mask ? call.importExpression(mask) : Value();
  if (!element || failed(call.expectType(value, tile.type, element, ", as the tile holds,")))
    return Operand();
  if (mask && (!has || failed(call.expectType(mask, call.builder.getI1Type(), has))))
    return Operand();
  call.add(value, "value", element);
  if (mask)
    call.add(mask, "has_value", has);
  StringRef op = call.op;
  Type types[] = {tile.type, tile.type};
  if (!op.empty() && none_of(lookupPython(Spelling::Infix, op),
                             [&](const BuiltinInfo *info) { return info->accepts(ArrayRef(types)); })) {
    call.error(call.node) << "expected a tile of elements that '" << op << "' takes for 'wp." << call.name
                          << "' but got a " << describeTile(tile);
    return Operand();
  }
  size_t count = tile.extents.size();
  return call.change(
      call.given("a"), nameTile(tile.extents, tile.type), tile, [&](TileBody &body, ValueRange operands) {
        Value result = body.declare("result", operands[0]), value = operands[1 + count];
        SmallVector<OpFoldResult> at(operands.slice(1, count));
        auto change = [&] {
          Value changed = op.empty() ? value : body.infix(op, {body.element(tile, operands[0], at), value});
          body.setElement(tile, result, changed, at);
        };
        mask ? body.when(operands.back(), change) : change();
        return body.get(result);
      });
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

Operand expandSort(TileCall &call) {
  Operand keys = call.addTile("keys", "keys"), values = call.addTile("values", "values");
  if (!keys || !values)
    return Operand();
  bool isKey = keys.type.isF32() || (isInt(keys.type) && keys.type.getIntOrFloatBitWidth() >= 32);
  if (!isKey) {
    call.error(call.node) << "expected keys of float32 or of integers of 32 or 64 bits for 'wp.tile_sort' but got a "
                          << describeTile(keys);
    return Operand();
  }
  if (!keys.extents.empty() && !values.extents.empty() && keys.extents != values.extents) {
    call.error(call.node) << "expected tiles of one shape for 'wp.tile_sort' but got " << describeExtents(keys.extents)
                          << " and " << describeExtents(values.extents);
    return Operand();
  }
  std::string detail = nameTile(keys.extents, keys.type) + (values.type.isF32() ? "" : "_" + typeName(values.type));
  std::pair<PyNode, Operand> sorted[] = {{call.given("keys"), keys}, {call.given("values"), values}};
  return call.change(sorted, detail, [&](TileBody &body, ValueRange operands) {
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
