// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of other shapes and parts of tiles: views, which are tiles of their own here, elements, and assignments to them.

#include "FunctionImporter.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

static PyNodes indicesOf(PyNode slice) { return slice.is("Tuple") ? slice.list("elts") : PyNodes{slice}; }

static bool isFullSlice(PyNode index) {
  return index.is("Slice") && !index.child("lower") && !index.child("upper") && !index.child("step");
}

static bool isSliceCall(PyNode index) { return index.is("Call") && Program::dotted(index.child("func")) == "slice"; }

/// `8x4_to_32`, with the elements' type where that is not float32.
static std::string nameShapes(const Operand &tile, ArrayRef<int64_t> extents) {
  std::string text;
  raw_string_ostream os(text);
  interleave(tile.extents, os, "x");
  os << "_to_";
  interleave(extents, os, "x");
  return text + (tile.type.isF32() ? "" : "_" + typeName(tile.type));
}

/// A tile, each element of which is one of `tile`: that at the indices which `from` makes of its own.
static Value gather(TileBody &body, Value tile, Type result, ArrayRef<int64_t> extents,
                    llvm::function_ref<SmallVector<OpFoldResult>(TileBody::Path)> from) {
  Value gathered = body.declare("result", body.number(result, 0.0));
  body.loopOver(extents, [&](TileBody::Path at) { body.set(gathered, body.part(tile, from(at)), at); });
  return body.get(gathered);
}

//===----------------------------------------------------------------------===//
// Other shapes
//===----------------------------------------------------------------------===//

Operand FunctionImporter::importTileBroadcast(PyNode node) {
  TileCall call(node, "tile_broadcast");
  Operand tile = addTile(call, "a", 0, "tile");
  PyNode shape = argument(node, "shape", 1);
  if (size_t rank = shape.list("elts").size(); shape.is("Tuple") && (rank < 1 || rank > 4)) {
    error(shape) << "expected 1 to 4 extents for 'wp.tile_broadcast' but got " << rank;
    return Operand();
  }
  if (!tile)
    return Operand();
  SmallVector<int64_t> extents = readTileExtents(shape);
  size_t missing = extents.size() - std::min(extents.size(), tile.extents.size());
  bool fits = tile.extents.empty() || extents.empty() || extents.size() >= tile.extents.size();
  for (auto [i, extent] : enumerate(tile.extents))
    fits &= !fits || extents.empty() || extent == 1 || extent == extents[missing + i];
  if (!fits) {
    error(shape) << "expected a shape that a tile of the shape " << describeExtents(tile.extents) << " can be broadcast to but got "
                 << describeExtents(extents);
    return Operand();
  }
  Operand view = callTiles(call, nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, operands[0], tileValueType(tile.type, extents), extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> from;
      for (auto [i, extent] : enumerate(tile.extents))
        from.push_back(extent == 1 ? body.literal(0) : at[missing + i]);
      return from;
    });
  });
  view.text = tile.text;
  return view;
}

Operand FunctionImporter::importTileReshape(PyNode node) {
  TileCall call(node, "tile_reshape");
  Operand tile = addTile(call, "t", 0, "tile");
  if (!tile)
    return Operand();
  if (!tile.isContiguous) {
    error(node) << "expected a contiguous tile for 'wp.tile_reshape' but got a view with steps";
    return Operand();
  }
  PyNode shape = argument(node, "shape", 1);
  SmallVector<int64_t> extents = readTileExtents(shape);
  auto count = [](ArrayRef<int64_t> extents) { return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>()); };
  if (!tile.extents.empty() && !extents.empty() && count(tile.extents) != count(extents)) {
    error(shape) << "expected a shape of " << count(tile.extents) << " elements but got " << describeExtents(extents);
    return Operand();
  }
  Operand view = callTiles(call, nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, operands[0], tileValueType(tile.type, extents), extents, [&](TileBody::Path at) {
      Value place = body.valueOf(at[0]);
      if (extents.size() == 2)
        place = body.infix("+", body.infix("*", place, body.integer(extents[1])), body.valueOf(at[1]));
      if (tile.extents.size() == 1)
        return SmallVector<OpFoldResult>{place};
      Value columns = body.integer(tile.extents[1]);
      return SmallVector<OpFoldResult>{body.infix("//", place, columns), body.infix("%", place, columns)};
    });
  });
  view.text = tile.text;
  return view;
}

Operand FunctionImporter::importTileTranspose(PyNode node) {
  TileCall call(node, "tile_transpose");
  Operand tile = addTile(call, "a", 0, "tile");
  if (!tile)
    return Operand();
  if (!tile.extents.empty() && tile.extents.size() != 2) {
    error(node) << "expected a tile with two dimensions for 'wp.tile_transpose' but got one with " << tile.extents.size();
    return Operand();
  }
  SmallVector<int64_t> extents(reverse(tile.extents));
  Operand view = callTiles(call, nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, operands[0], tileValueType(tile.type, extents), extents,
                  [&](TileBody::Path at) { return SmallVector<OpFoldResult>{at[1], at[0]}; });
  });
  view.text = tile.text;
  view.isContiguous = false;
  return view;
}

Operand FunctionImporter::importTileConversion(PyNode node) {
  TileCall call(node, "tile_astype");
  Operand tile = addTile(call, "t", 0, "tile");
  PyNode dtype = argument(node, "dtype", 1);
  Type type = dtype ? readType(dtype) : Type();
  if (!tile || !type)
    return Operand();
  if (!isNumber(type) || !isNumber(tile.type)) {
    error(node) << "expected numbers for 'wp.tile_astype' but got a " << describeTile(tile) << " for " << typeName(type);
    return Operand();
  }
  std::string detail = nameShapes(tile, tile.extents) + "_" + typeName(type);
  return callTiles(call, detail, type, tile.extents, [&](TileBody &body, ValueRange operands) {
    Value result = body.declare("result", body.number(tileValueType(type, tile.extents), 0.0));
    body.loopOver(tile.extents, [&](TileBody::Path at) { body.set(result, body.cast(body.part(operands[0], at), type), at); });
    return body.get(result);
  });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// What an index picks of one dimension of a tile: nothing where it picks one element, else how many; failure where it is
/// wrong, or not followed.
FailureOr<std::optional<int64_t>> FunctionImporter::readTileIndex(PyNode index, int64_t extent, bool wraps, Operand &view) {
  if (index.is("Slice")) {
    FailureOr<SmallVector<int64_t>> positions = readSlice(index, extent);
    if (failed(positions))
      return failure();
    bool hasSteps = positions->size() > 1 && (*positions)[1] - (*positions)[0] != 1;
    view.isContiguous &= !hasSteps;
    return std::optional<int64_t>(positions->size());
  }
  if (isSliceCall(index)) {
    for (PyNode bound : index.list("args"))
      if (!readConstantInteger(bound, program) && bound.text("kind") != "none")
        return error(bound) << "expected a literal or a constant in a slice but got " << describe(bound);
    return std::optional<int64_t>(1); // not followed further
  }
  if (std::optional<int64_t> literal = readConstantInteger(index, program)) {
    if (*literal < (wraps ? -extent : 0) || *literal >= extent)
      return error(index) << "expected " << (wraps ? "an index" : "an offset") << " from " << (wraps ? -extent : 0) << " to "
                          << extent - 1 << " for a dimension of the tile but got " << *literal;
    return std::optional<int64_t>();
  }
  Operand operand = importOperand(index);
  if (!operand)
    return failure();
  Type type = operand.is(Operand::Tile) ? operand.type : operand.value ? operand.value.getType() : Type();
  if (operand.is(Operand::Tile) && !isInt(type))
    return error(index) << "expected a tile of integers as index but got a " << describeTile(operand);
  if (!type || !isInt(type))
    return error(index) << "expected integers or slices as index of a tile but got " << (type ? typeName(type) : describe(index));
  if (operand.is(Operand::Tile))
    return std::optional<int64_t>(operand.extents.empty() ? 1 : operand.extents.front());
  return std::optional<int64_t>();
}

/// The tile that indices pick of another, without elements of its own; one element where no dimension is left.
FailureOr<Operand> FunctionImporter::stepIntoTile(const Operand &tile, ArrayRef<PyNode> indices, bool wraps) {
  if (indices.size() > tile.extents.size())
    return failure();
  Operand view = Operand::ofTile(tile.type, {});
  view.isContiguous = tile.isContiguous;
  for (auto [dimension, extent] : enumerate(tile.extents)) {
    std::optional<int64_t> length = extent;
    if (dimension < indices.size()) {
      FailureOr<std::optional<int64_t>> picked = readTileIndex(indices[dimension], extent, wraps, view);
      if (failed(picked))
        return failure();
      length = *picked;
    }
    if (length)
      view.extents.push_back(*length);
  }
  return view;
}

/// Whether an expression is a tile, or a part of one, for all that its form says.
bool FunctionImporter::mayBeTile(PyNode node) const {
  if (node.is("Name"))
    return bindings.lookup(node.text("id")).is(Operand::Tile);
  if (node.is("BinOp"))
    return mayBeTile(node.child("left")) || mayBeTile(node.child("right"));
  if (node.is("Subscript"))
    return mayBeTile(node.child("value"));
  return node.is("Call") && StringRef(Program::dotted(node.child("func"))).starts_with("wp.tile_");
}

/// Whether indices are integers, each of which picks one place.
bool FunctionImporter::areTileIndices(ArrayRef<PyNode> indices) const {
  return none_of(indices, [&](PyNode index) {
    return index.is("Slice") || isSliceCall(index) || (index.is("Name") && bindings.lookup(index.text("id")).is(Operand::Tile));
  });
}

/// The part of a tile at its first indices: an element, or a tile of the dimensions that are left.
FailureOr<FunctionImporter::Place> FunctionImporter::placeInTile(PyNode node, const Operand &tile, Value base, ArrayRef<PyNode> indices) {
  if (indices.size() > tile.extents.size())
    return error(node) << "expected at most " << tile.extents.size() << (tile.extents.size() == 1 ? " index" : " indices")
                       << " for the tile but got " << indices.size();
  Place place{base, {}, tileValueType(tile.type, tile.extents)};
  for (auto [index, extent] : zip(indices, tile.extents)) {
    if (std::optional<int64_t> literal = readConstantInteger(index, program); literal && (*literal < -extent || *literal >= extent))
      return error(index) << "expected an index from " << -extent << " to " << extent - 1 << " for a dimension of the tile but got " << *literal;
    OpFoldResult step = importIndex(index);
    if (!step)
      return failure();
    place.path.push_back(step);
    place.type = partType(place.type, getLiteral(step).value_or(ShapedType::kDynamic));
  }
  return place;
}

Operand FunctionImporter::importTileSubscript(PyNode node, const Operand &tile) {
  PyNodes indices = indicesOf(node.child("slice"));
  if (tile.value && areTileIndices(indices)) {
    FailureOr<Place> place = placeInTile(node, tile, tile.value, indices);
    if (failed(place))
      return Operand();
    Value part = load(node, *place);
    if (indices.size() == tile.extents.size())
      return part;
    Operand row = Operand::ofTile(part, tile.type, SmallVector<int64_t>(drop_begin(tile.extents, indices.size())));
    row.text = tile.text;
    return row;
  }
  bool isGather = any_of(indices, [&](PyNode index) {
    return index.is("Name") && bindings.lookup(index.text("id")).is(Operand::Tile);
  });
  FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/true);
  if (failed(view))
    return Operand();
  for (PyNode index : indices)
    if (isGather && index.is("Slice") && !isFullSlice(index)) {
      error(index) << "expected ':' on all axes of a tile but that of the index tile";
      return Operand();
    }
  if (view->extents.empty())
    return Operand();
  refuseTile(node);
  return *view;
}

Operand FunctionImporter::importTileView(PyNode node) {
  TileCall call(node, "tile_view");
  Operand tile = addTile(call, "t", 0, "tile");
  PyNode offset = argument(node, "offset", 1), shape = argument(node, "shape", 2);
  if (!tile || !offset)
    return Operand();
  PyNodes indices = indicesOf(offset);
  if (shape && any_of(indices, isSliceCall)) {
    error(shape) << "expected no 'shape' beside a slice in 'offset'";
    return Operand();
  }
  bool isBlock = tile.value && shape && areTileIndices(indices) && indices.size() == tile.extents.size();
  if (!isBlock) {
    FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/false);
    if (failed(view))
      return Operand();
    refuseTile(node);
    return shape ? Operand::ofTile(tile.type, readTileExtents(shape)) : Operand::ofTile(tile.type, {});
  }
  SmallVector<int64_t> extents = readTileExtents(shape);
  if (extents.size() != tile.extents.size() && !extents.empty()) {
    error(shape) << "expected " << tile.extents.size() << " extents, as the tile has, but got " << extents.size();
    return Operand();
  }
  for (auto [index, whole, extent] : zip(indices, tile.extents, extents))
    if (std::optional<int64_t> first = readConstantInteger(index, program); first && (*first < 0 || *first + extent > whole)) {
      error(index) << "expected an offset from 0 to " << whole - extent << " for a view of " << extent << " of " << whole << " but got " << *first;
      return Operand();
    }
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 1, tile.extents.size());
  if (failed(offsets))
    return Operand();
  Operand view = callTiles(call, nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, operands[0], tileValueType(tile.type, extents), extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> from;
      for (auto [i, index] : enumerate(at))
        from.push_back(body.infix("+", operands[1 + i], cast<Value>(index)));
      return from;
    });
  });
  view.text = tile.text;
  view.isContiguous = tile.isContiguous && ArrayRef(extents).drop_front() == ArrayRef(tile.extents).drop_front();
  return view;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

Operand FunctionImporter::importTileAssign(PyNode node) {
  TileCall call(node, "tile_assign");
  Operand whole = addTile(call, "dst", 0, "whole"), part = addTile(call, "src", 1, "part");
  if (!whole || !part)
    return Operand();
  if (whole.type != part.type || whole.extents.size() != part.extents.size()) {
    error(node) << "expected tiles of one type and as many dimensions for 'wp.tile_assign' but got a " << describeTile(whole) << " of the shape "
                << describeExtents(whole.extents) << " and a " << describeTile(part) << " of the shape " << describeExtents(part.extents);
    return Operand();
  }
  FailureOr<SmallVector<unsigned>> offsets = addOffsets(call, 2, whole.extents.size());
  if (failed(offsets))
    return Operand();
  return changeTile(call, argument(node, "dst", 0), nameShapes(part, whole.extents), whole, [&](TileBody &body, ValueRange operands) {
    Value result = body.declare("result", operands[0]);
    body.loopOver(part.extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> place;
      for (auto [i, index] : enumerate(at))
        place.push_back(body.infix("+", operands[2 + i], cast<Value>(index)));
      body.set(result, body.part(operands[1], at), place);
    });
    return body.get(result);
  });
}

/// The tile that the target of an assignment is a part of; none for any other target.
Operand FunctionImporter::tileOfTarget(PyNode target) const {
  PyNode root = target.is("Subscript") ? target.child("value") : PyNode();
  Operand bound = root.is("Name") ? bindings.lookup(root.text("id")) : Operand();
  return bound.is(Operand::Tile) ? bound : Operand();
}

/// Where a part of a tile is assigned to: in the variable that holds the tile.
FailureOr<FunctionImporter::Place> FunctionImporter::targetInTile(PyNode target, const Operand &tile) {
  PyNode root = target.child("value");
  if (!tile.value || !isa<VarType>(tile.value.getType())) {
    refuseTile(target);
    return failure();
  }
  changedTiles.try_emplace(root.text("id"), target);
  return placeInTile(target, tile, tile.value, indicesOf(target.child("slice")));
}

LogicalResult FunctionImporter::assignToTile(PyNode target, const Operand &tile, const Operand &value, PyNode from) {
  PyNodes indices = indicesOf(target.child("slice"));
  if (tile.value && areTileIndices(indices)) {
    FailureOr<Place> place = targetInTile(target, tile);
    if (failed(place))
      return failure();
    Value given = value.is(Operand::Tile) ? value.value : toValue(from, value);
    bool isPart = indices.size() < tile.extents.size();
    if (isPart && (!value.is(Operand::Tile) || value.extents != ArrayRef(tile.extents).drop_front(indices.size())))
      return error(from) << "expected a tile of the shape " << describeExtents(ArrayRef(tile.extents).drop_front(indices.size()))
                         << " but got " << (value.is(Operand::Tile) ? "one of the shape " + describeExtents(value.extents) : describe(from));
    if (!given || failed(expectType(from, place->type, given)))
      return failure();
    store(target, *place, given);
    return success();
  }
  FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/true);
  if (failed(view) || view->extents.empty())
    return failure();
  if (!value.is(Operand::Tile))
    return error(from) << "expected a tile of the shape " << describeExtents(view->extents) << " but got "
                       << (value.value ? typeName(value.value.getType()) : describe(from));
  if (!value.extents.empty() && value.extents != view->extents)
    return error(from) << "expected a tile of the shape " << describeExtents(view->extents) << " but got one of the shape "
                       << describeExtents(value.extents);
  refuseTile(target);
  return failure();
}

LogicalResult FunctionImporter::augmentTile(PyNode node, const Operand &tile) {
  PyNode target = node.child("target");
  PyNodes indices = indicesOf(target.child("slice"));
  if (indices.size() < tile.extents.size() || !areTileIndices(indices)) {
    FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/true);
    if (succeeded(view) && !view->extents.empty())
      return error(node) << "expected an augmented assignment to an element of a tile but got one to a view of it";
    return failure();
  }
  FailureOr<Place> place = targetInTile(target, tile);
  Value value = failed(place) ? Value() : importExpression(node.child("value"));
  return value ? augmentElement(node, *place, value) : failure();
}

} // namespace kgen::importer
