// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of other shapes and parts of tiles: views, which are tiles of their own here, elements, and assignments to
// them.

#include "Assignments.h"
#include "Constructors.h"
#include "Expressions.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "TileExpansions.h"
#include "Tiles.h"

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
  return nameExtents(tile.extents) + "_to_" + nameTile(extents, tile.type);
}

/// A tile of these extents, each element of which is one of `tile`: that at the indices which `from` makes of its own.
static Value gather(TileBody &body, TileShape shape, Value tile, ArrayRef<int64_t> extents,
                    llvm::function_ref<SmallVector<OpFoldResult>(TileBody::Path)> from) {
  TileShape result{shape.element, extents};
  Value gathered = body.declare("result", body.number(result.value(), 0.0));
  body.loopOver(extents,
                [&](TileBody::Path at) { body.setElement(result, gathered, body.element(shape, tile, from(at)), at); });
  return body.get(gathered);
}

//===----------------------------------------------------------------------===//
// Other shapes
//===----------------------------------------------------------------------===//

Operand expandBroadcast(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  PyNode shape = call.given("shape");
  if (size_t rank = shape.list("elts").size(); shape.is("Tuple") && (rank < 1 || rank > 4)) {
    call.error(shape) << "expected 1 to 4 extents for 'wp.tile_broadcast' but got " << rank;
    return Operand();
  }
  if (!tile)
    return Operand();
  SmallVector<int64_t> extents = call.extentsOf(shape);
  size_t missing = extents.size() - std::min(extents.size(), tile.extents.size());
  bool fits = tile.extents.empty() || extents.empty() || extents.size() >= tile.extents.size();
  for (auto [i, extent] : enumerate(tile.extents))
    fits &= !fits || extents.empty() || extent == 1 || extent == extents[missing + i];
  if (!fits) {
    call.error(shape) << "expected a shape that a tile of the shape " << describeExtents(tile.extents)
                      << " can be broadcast to but got " << describeExtents(extents);
    return Operand();
  }
  Operand view = call.make(nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> from;
      for (auto [i, extent] : enumerate(tile.extents))
        from.push_back(extent == 1 ? body.literal(0) : at[missing + i]);
      return from;
    });
  });
  view.text = tile.text;
  return view;
}

/// The extents of a shape in which -1 stands for the rest of `count` elements.
static SmallVector<int64_t> readReshape(TileCall &call, int64_t count) {
  SmallVector<int64_t> extents;
  std::optional<unsigned> open;
  for (auto [i, node] : enumerate(call.nodesOfExtents(call.given("shape")))) {
    bool isOpen = call.constructors.readStaticInteger(node) == -1 && !open;
    SmallVector<int64_t> extent = isOpen ? SmallVector<int64_t>{1} : call.extentsOf(node);
    if (extent.size() != 1)
      return {};
    if (isOpen)
      open = i;
    extents.push_back(extent.front());
  }
  if (open && count % countElements(extents) == 0)
    extents[*open] = count / countElements(extents);
  return extents;
}

Operand expandReshape(TileCall &call) {
  Operand tile = call.addTile("t", "tile");
  if (!tile)
    return Operand();
  if (!tile.isContiguous) {
    call.error(call.node) << "expected a contiguous tile for 'wp.tile_reshape' but got a view with steps";
    return Operand();
  }
  PyNode shape = call.given("shape");
  SmallVector<int64_t> extents = readReshape(call, countElements(tile.extents));
  if (!tile.extents.empty() && !extents.empty() && countElements(tile.extents) != countElements(extents)) {
    call.error(shape) << "expected a shape of " << countElements(tile.extents) << " elements but got "
                      << describeExtents(extents);
    return Operand();
  }
  Operand view = call.make(nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], extents,
                  [&](TileBody::Path at) { return body.indicesAt(tile.extents, body.positionOf(extents, at)); });
  });
  view.text = tile.text;
  return view;
}

Operand expandTranspose(TileCall &call) {
  Operand tile = call.addTile("a", "tile");
  if (!tile)
    return Operand();
  if (!tile.extents.empty() && tile.extents.size() != 2) {
    call.error(call.node) << "expected a tile with two dimensions for 'wp.tile_transpose' but got one with "
                          << tile.extents.size();
    return Operand();
  }
  SmallVector<int64_t> extents(reverse(tile.extents));
  Operand view = call.make(nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], extents,
                  [&](TileBody::Path at) { return SmallVector<OpFoldResult>{at[1], at[0]}; });
  });
  view.text = tile.text;
  view.isContiguous = false;
  return view;
}

Operand expandSqueeze(TileCall &call) {
  Operand tile = call.addTile("t", "tile");
  PyNode given = call.given("axis");
  if (!tile)
    return Operand();
  SmallVector<bool> isGone(tile.extents.size(), false);
  for (auto [gone, extent] : zip(isGone, tile.extents))
    gone = !given && extent == 1;
  for (PyNode place : given ? indicesOf(given) : PyNodes()) {
    std::optional<int64_t> axis = readConstantInteger(place, call.program);
    int64_t rank = tile.extents.size(), number = axis.value_or(rank) < 0 ? *axis + rank : axis.value_or(rank);
    if (tile.value && (number < 0 || number >= rank || tile.extents[number] != 1)) {
      call.error(place) << "expected a dimension of the extent 1 of a tile of the shape "
                        << describeExtents(tile.extents) << " but got " << describe(place);
      return Operand();
    }
    if (tile.value)
      isGone[number] = true;
  }
  SmallVector<int64_t> extents;
  for (auto [gone, extent] : zip(isGone, tile.extents))
    if (!gone)
      extents.push_back(extent);
  if (extents.empty() && tile.value) {
    call.error(call.node) << "expected a dimension that is left for 'wp.tile_squeeze' but got a tile of the shape "
                          << describeExtents(tile.extents);
    return Operand();
  }
  Operand view = call.make(nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> from;
      for (bool gone : isGone) {
        from.push_back(gone ? body.literal(0) : at.front());
        at = at.drop_front(!gone);
      }
      return from;
    });
  });
  view.text = tile.text;
  view.isContiguous = tile.isContiguous;
  return view;
}

Operand expandConversion(TileCall &call) {
  Operand tile = call.addTile("t", "tile");
  PyNode dtype = call.given("dtype");
  Type type = dtype ? call.constructors.readType(dtype) : Type();
  if (!tile || !type)
    return Operand();
  if (!isNumber(type) || !isNumber(tile.type)) {
    call.error(call.node) << "expected numbers for 'wp.tile_astype' but got a " << describeTile(tile) << " for "
                          << typeName(type);
    return Operand();
  }
  std::string detail = nameShapes(tile, tile.extents) + "_" + typeName(type);
  return call.make(detail, type, tile.extents, [&](TileBody &body, ValueRange operands) {
    TileShape shape{type, tile.extents};
    Value result = body.declare("result", body.number(shape.value(), 0.0));
    body.loopOver(tile.extents, [&](TileBody::Path at) {
      body.setElement(shape, result, body.cast(body.element(tile, operands[0], at), type), at);
    });
    return body.get(result);
  });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The number of places that an index picks of one dimension of a tile: nullopt if it picks one element; failure if it
/// is wrong, or not followed.
FailureOr<std::optional<int64_t>> Tiles::readTileIndex(PyNode index, int64_t extent, bool wraps, Operand &view) {
  if (index.is("Slice")) {
    FailureOr<SmallVector<int64_t>> positions = places.readSlice(index, extent);
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
    if (failed(checkTileIndex(index, *literal, extent, wraps)))
      return failure();
    return std::optional<int64_t>();
  }
  Operand operand = importOperand(index);
  if (!operand || failed(checkTileIndex(index, operand)))
    return failure();
  if (operand.is(Operand::Tile))
    return std::optional<int64_t>(operand.extents.empty() ? 1 : operand.extents.front());
  return std::optional<int64_t>();
}

LogicalResult Tiles::checkTileIndex(PyNode index, int64_t literal, int64_t extent, bool wraps) {
  if (literal >= (wraps ? -extent : 0) && literal < extent)
    return success();
  return error(index) << "expected " << (wraps ? "an index" : "an offset") << " from " << (wraps ? -extent : 0)
                      << " to " << extent - 1 << " for a dimension of the tile but got " << literal;
}

LogicalResult Tiles::checkTileIndex(PyNode index, const Operand &operand) {
  Type type = operand.is(Operand::Tile) ? operand.type : operand.value ? operand.value.getType() : Type();
  if (operand.is(Operand::Tile) && !isInt(type))
    return error(index) << "expected a tile of integers as index but got a " << describeTile(operand);
  if (!type || !isInt(type))
    return error(index) << "expected integers or slices as index of a tile but got "
                        << (type ? typeName(type) : describe(index));
  return success();
}

/// `1to3`, `0to8by2`, `at2`, `i`: part of a function's name.
static std::string nameStep(const TileStep &step) {
  if (step.operand)
    return step.count ? "of" + std::to_string(step.count) : "i";
  if (!step.count)
    return "at" + std::to_string(step.first);
  int64_t end = step.first + step.step * step.count;
  std::string text = std::to_string(step.first) + "to" + (end < 0 ? "start" : std::to_string(end));
  return text +
         (step.step == 1 ? "" : "by" + std::string(step.step < 0 ? "minus" : "") + std::to_string(std::abs(step.step)));
}

/// The name of an updating operator within a function's name.
static std::string nameUpdate(StringRef op) {
  if (op.empty())
    return "";
  const BuiltinInfo *info = lookupPython(Spelling::Infix, op).front();
  return "_" + info->opName.rsplit('.').second.str();
}

/// The places that a given index picks of one dimension; an index that is not known is an operand of the call.
FailureOr<TileStep> Tiles::importTileIndex(TileCall &call, PyNode index, int64_t extent, bool wraps) {
  TileStep step;
  if (index.is("Slice") || isSliceCall(index)) {
    FailureOr<SmallVector<int64_t>> positions = places.readSlice(index, extent);
    if (failed(positions))
      return failure();
    step.first = positions->front();
    step.step = positions->size() > 1 ? (*positions)[1] - (*positions)[0] : 1;
    step.count = positions->size();
    return step;
  }
  if (std::optional<int64_t> literal = readConstantInteger(index, program)) {
    if (failed(checkTileIndex(index, *literal, extent, wraps)))
      return failure();
    step.first = *literal < 0 ? *literal + extent : *literal;
    return step;
  }
  Operand operand = importOperand(index);
  if (!operand || failed(checkTileIndex(index, operand)))
    return failure();
  if (operand.is(Operand::Tile) && operand.extents.size() > 1)
    return error(index) << "expected a tile with one dimension as index but got one with " << operand.extents.size();
  if (operand.is(Operand::Tile))
    step.count = operand.extents.empty() ? 1 : operand.extents.front();
  step.operand = call.operands.size();
  call.add(index, step.count ? "indices" : "i", operand.value);
  return step;
}

FailureOr<TilePick> Tiles::pickOfTile(TileCall &call, const Operand &tile, ArrayRef<PyNode> indices, bool wraps) {
  TilePick pick;
  pick.wraps = wraps;
  pick.isContiguous = tile.isContiguous;
  pick.whole = tile.extents;
  if (auto vector = dyn_cast<VecType>(tile.type); vector && indices.size() > tile.extents.size()) // `t[i, j, 2]`
    pick.whole.push_back(vector.getLength());
  if (indices.size() > pick.whole.size())
    return refuseIndices(call.node, tile, indices.size());
  for (auto [dimension, extent] : enumerate(pick.whole)) {
    TileStep step;
    step.count = extent;
    if (dimension < indices.size()) {
      FailureOr<TileStep> given = importTileIndex(call, indices[dimension], extent, wraps);
      if (failed(given))
        return failure();
      step = *given;
    }
    pick.isContiguous &= step.operand ? !step.count : step.step == 1 && (pick.extents.empty() || step.count == extent);
    if (step.count)
      pick.extents.push_back(step.count);
    pick.name += (pick.name.empty() ? "" : "_") + nameStep(step);
    pick.steps.push_back(step);
  }
  if (pick.whole.size() > tile.extents.size() && !pick.extents.empty())
    return refuseIndices(call.node, tile, indices.size());
  bool isGather = any_of(pick.steps, [](const TileStep &step) { return step.operand && step.count; });
  for (PyNode index : indices)
    if (bool isSlice = index.is("Slice") || isSliceCall(index); isGather && isSlice && !isFullSlice(index))
      return error(index) << "expected ':' on all axes of a tile but that of the index tile";
  return pick;
}

SmallVector<OpFoldResult> TilePick::pathTo(TileBody &body, TileShape shape, ValueRange operands,
                                           TileBody::Path at) const {
  SmallVector<OpFoldResult> place = placeOf(body, operands, at),
                            path = body.place(shape, ArrayRef(place).take_front(shape.extents.size()));
  append_range(path, ArrayRef(place).drop_front(shape.extents.size()));
  return path;
}

SmallVector<OpFoldResult> TilePick::placeOf(TileBody &body, ValueRange operands, TileBody::Path at) const {
  SmallVector<OpFoldResult> place;
  Type type = body.b.getIntegerType(32, /*isSigned=*/true);
  for (auto [step, extent] : zip_equal(steps, whole)) {
    OpFoldResult inner;
    if (step.count) {
      inner = at.front();
      at = at.drop_front();
    }
    if (step.operand) {
      Value operand = operands[*step.operand], length = body.integer(extent);
      Value index = body.cast(inner ? body.part(operand, inner) : operand, type);
      place.push_back(wraps ? body.infix("%", {body.infix("+", {index, length}), length}) : index);
    } else if (!inner) {
      place.push_back(body.literal(step.first));
    } else {
      Value index = body.valueOf(inner);
      index = step.step == 1 ? index : body.infix("*", {index, body.integer(step.step)});
      place.push_back(step.first ? body.infix("+", {index, body.integer(step.first)}) : index);
    }
  }
  return place;
}

/// The part that indices pick of the tile that is the first operand of a call: a tile, or an element.
Operand Tiles::importPick(TileCall &call, const Operand &tile, ArrayRef<PyNode> indices, bool wraps) {
  FailureOr<TilePick> pick = pickOfTile(call, tile, indices, wraps);
  if (failed(pick))
    return Operand();
  std::string detail = nameTile(tile.extents, tile.type) + "_" + pick->name;
  call.variant = wraps ? "wraps" : "";
  if (pick->extents.empty())
    return call.makeValue(detail, pick->isPart(tile) ? elementType(tile.type) : tile.type,
                          [&](TileBody &body, ValueRange operands) {
                            return body.part(operands[0], pick->pathTo(body, tile, operands, {}));
                          });
  Operand view = call.make(detail, tile.type, pick->extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], pick->extents,
                  [&](TileBody::Path at) { return pick->placeOf(body, operands, at); });
  });
  bool isCopy = any_of(pick->steps, [](const TileStep &step) { return step.operand && step.count; });
  view.text = isCopy ? "" : tile.text;
  view.isContiguous = isCopy || pick->isContiguous;
  return view;
}

/// The tile that indices pick of another, without elements of its own; one element where no dimension is left.
FailureOr<Operand> Tiles::stepIntoTile(const Operand &tile, ArrayRef<PyNode> indices, bool wraps) {
  if (indices.size() > tile.extents.size() && !tile.extents.empty())
    return refuseIndices(indices.front(), tile, indices.size());
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
bool Tiles::mayBeTile(PyNode node) const {
  if (node.is("Name"))
    return names.lookup(node.text("id")).is(Operand::Tile);
  if (node.is("BinOp"))
    return mayBeTile(node.child("left")) || mayBeTile(node.child("right"));
  if (node.is("Subscript"))
    return mayBeTile(node.child("value"));
  std::string callee = node.is("Call") ? Program::dotted(node.child("func")) : "";
  StringRef name = callee;
  return name.consume_front("wp.") && lookupWarpFunction(name);
}

/// Whether indices are integers, each of which picks one place.
bool Tiles::areTileIndices(ArrayRef<PyNode> indices) const {
  return none_of(indices, [&](PyNode index) { return index.is("Slice") || isSliceCall(index) || mayBeTile(index); });
}

LogicalResult Tiles::refuseIndices(PyNode node, const Operand &tile, size_t count) {
  return error(node) << "expected at most " << tile.extents.size() << (tile.extents.size() == 1 ? " index" : " indices")
                     << " for the tile but got " << count;
}

/// The part of a tile at its first indices: an element, or a tile of the dimensions that are left.
FailureOr<Place> Tiles::placeInTile(PyNode node, const Operand &tile, Value base, ArrayRef<PyNode> indices) {
  SmallVector<int64_t> extents = tile.extents;
  if (auto vector = dyn_cast<VecType>(tile.type)) // `t[i, 2]`
    extents.push_back(vector.getLength());
  if (indices.size() > extents.size())
    return refuseIndices(node, tile, indices.size());
  Place place{base, {}, TileShape(tile).value()};
  for (auto [index, extent] : zip(indices, extents)) {
    if (std::optional<int64_t> literal = readConstantInteger(index, program);
        literal && (*literal < -extent || *literal >= extent))
      return error(index) << "expected an index from " << -extent << " to " << extent - 1
                          << " for a dimension of the tile but got " << *literal;
    OpFoldResult step = places.importIndex(index);
    if (!step)
      return failure();
    place.path.push_back(step);
    place.type = partType(place.type, getLiteral(step).value_or(ShapedType::kDynamic));
  }
  return place;
}

Operand Tiles::importTileSubscript(PyNode node, const Operand &tile) {
  PyNodes indices = indicesOf(node.child("slice"));
  bool arePlaces = areTileIndices(indices);
  if (tile.value && arePlaces && !TileShape(tile).isFlat()) {
    FailureOr<Place> place = placeInTile(node, tile, tile.value, indices);
    if (failed(place))
      return Operand();
    Value part = places.load(node, *place);
    if (indices.size() >= tile.extents.size())
      return part;
    Operand row = Operand::ofTile(part, tile.type, SmallVector<int64_t>(drop_begin(tile.extents, indices.size())));
    row.text = tile.text;
    return row;
  }
  if (tile.value) {
    TileCall call(*this, node, "tile_view");
    call.add(node.child("value"), "tile", tile.value);
    return importPick(call, tile, indices, /*wraps=*/true);
  }
  FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/true);
  if (failed(view) || view->extents.empty())
    return Operand();
  refuseTile(node);
  return *view;
}

Operand expandView(TileCall &call) {
  Operand tile = call.addTile("t", "tile");
  PyNode offset = call.given("offset"), shape = call.given("shape");
  if (!tile)
    return Operand();
  PyNodes indices = indicesOf(offset);
  if (shape && any_of(indices, isSliceCall)) {
    call.error(shape) << "expected no 'shape' beside a slice in 'offset'";
    return Operand();
  }
  bool arePlaces = call.tiles.areTileIndices(indices);
  bool isRow = !shape && arePlaces && indices.size() < tile.extents.size();
  if (tile.value && (isRow || (!arePlaces && none_of(indices, [](PyNode index) { return index.is("Slice"); }))) &&
      indices.size() <= tile.extents.size())
    return call.tiles.importPick(call, tile, indices, /*wraps=*/false);
  bool isBlock = tile.value && shape && arePlaces && indices.size() == tile.extents.size();
  if (!isBlock) {
    FailureOr<Operand> view = call.tiles.stepIntoTile(tile, indices, /*wraps=*/false);
    if (failed(view))
      return Operand();
    call.tiles.refuseTile(call.node);
    return shape ? Operand::ofTile(tile.type, call.extentsOf(shape)) : Operand::ofTile(tile.type, {});
  }
  SmallVector<int64_t> extents = call.extentsOf(shape);
  if (extents.size() != tile.extents.size() && !extents.empty()) {
    call.error(shape) << "expected " << tile.extents.size() << " extents, as the tile has, but got " << extents.size();
    return Operand();
  }
  for (auto [index, whole, extent] : zip(indices, tile.extents, extents))
    if (std::optional<int64_t> first = readConstantInteger(index, call.program);
        first && (*first < 0 || *first + extent > whole)) {
      call.error(index) << "expected an offset from 0 to " << whole - extent << " for a view of " << extent << " of "
                        << whole << " but got " << *first;
      return Operand();
    }
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(tile.extents.size());
  if (failed(offsets))
    return Operand();
  Operand view = call.make(nameShapes(tile, extents), tile.type, extents, [&](TileBody &body, ValueRange operands) {
    return gather(body, tile, operands[0], extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> from;
      for (auto [i, index] : enumerate(at))
        from.push_back(body.infix("+", {operands[1 + i], cast<Value>(index)}));
      return from;
    });
  });
  view.text = tile.text;
  view.isContiguous =
      tile.isContiguous && !extents.empty() && ArrayRef(extents).drop_front() == ArrayRef(tile.extents).drop_front();
  return view;
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

Operand expandAssign(TileCall &call) {
  Operand whole = call.addTile("dst", "whole"), part = call.addTile("src", "part");
  if (!whole || !part)
    return Operand();
  if (whole.type != part.type || whole.extents.size() != part.extents.size()) {
    call.error(call.node) << "expected tiles of one type and as many dimensions for 'wp.tile_assign' but got a "
                          << describeTile(whole) << " of the shape " << describeExtents(whole.extents) << " and a "
                          << describeTile(part) << " of the shape " << describeExtents(part.extents);
    return Operand();
  }
  PyNode offset = call.given("offset");
  PyNodes firsts = offset ? indicesOf(offset) : PyNodes(whole.extents.size());
  for (auto [first, most, extent] : zip(firsts, whole.extents, part.extents))
    if (std::optional<int64_t> literal = first ? readConstantInteger(first, call.program) : 0;
        literal && (*literal < 0 || *literal + extent > most)) {
      call.error(first ? first : call.node) << "expected a part that lies in the tile for 'wp.tile_assign' but got "
                                            << extent << " from " << *literal << " on in a dimension of " << most;
      return Operand();
    }
  FailureOr<SmallVector<unsigned>> offsets = call.addOffsets(whole.extents.size());
  if (failed(offsets))
    return Operand();
  return call.change(call.given("dst"), nameShapes(part, whole.extents), whole,
                     [&](TileBody &body, ValueRange operands) {
                       Value result = body.declare("result", operands[0]);
                       body.loopOver(part.extents, [&](TileBody::Path at) {
                         SmallVector<OpFoldResult> place;
                         for (auto [i, index] : enumerate(at))
                           place.push_back(body.infix("+", {operands[2 + i], cast<Value>(index)}));
                         body.setElement(whole, result, body.element(part, operands[1], at), place);
                       });
                       return body.get(result);
                     });
}

/// The tile that the target of an assignment is a part of; none for any other target.
Operand Tiles::tileOfTarget(PyNode target) const {
  PyNode root = target;
  while (root.is("Subscript"))
    root = root.child("value");
  Operand bound = root.is("Name") && root != target ? names.lookup(root.text("id")) : Operand();
  return bound.is(Operand::Tile) ? bound : Operand();
}

/// `t[i, j]` and `t[i][j]`.
static PyNodes targetIndices(PyNode target) {
  PyNodes indices = target.child("value").is("Subscript") ? targetIndices(target.child("value")) : PyNodes();
  llvm::append_range(indices, indicesOf(target.child("slice")));
  return indices;
}

/// The place of a part of a tile that is assigned to: in the variable that holds the tile.
FailureOr<Place> Tiles::targetInTile(PyNode target, const Operand &tile, ArrayRef<PyNode> indices) {
  if (!tile.value || !isa<VarType>(tile.value.getType())) {
    refuseTile(target);
    return failure();
  }
  tileAliases.change(tile.text, target);
  return placeInTile(target, tile, tile.value, indices);
}

/// Whether indices of a target pick a part of a tile's value, which a path says.
bool Tiles::isPathInTile(const Operand &tile, ArrayRef<PyNode> indices) const {
  return areTileIndices(indices) && !TileShape(tile).isFlat();
}

LogicalResult Tiles::assignToTile(PyNode target, const Operand &tile, const Operand &value, PyNode from) {
  PyNodes indices = targetIndices(target);
  if (!tile.value) {
    FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/true);
    if (succeeded(view) && !view->extents.empty() && succeeded(checkTileValue(*view, value, from)))
      refuseTile(target);
    return failure();
  }
  if (!isPathInTile(tile, indices))
    return assignToPick(target, tile, indices, value, from);
  FailureOr<Place> place = targetInTile(target, tile, indices);
  if (failed(place))
    return failure();
  Operand part = Operand::ofTile(
      tile.type,
      SmallVector<int64_t>(ArrayRef(tile.extents).drop_front(std::min(indices.size(), tile.extents.size()))));
  if (!part.extents.empty() && failed(checkTileValue(part, value, from)))
    return failure();
  Value given = value.is(Operand::Tile) && !part.extents.empty() ? value.value : toValue(from, value);
  if (!given || failed(expectType(from, place->type, given)))
    return failure();
  places.store(target, *place, given);
  return success();
}

/// Whether a value can be assigned to a part of a tile that is one itself.
LogicalResult Tiles::checkTileValue(const Operand &part, const Operand &value, PyNode from) {
  if (!value.is(Operand::Tile))
    return error(from) << "expected a tile of the shape " << describeExtents(part.extents) << " but got "
                       << (value.value ? typeName(value.value.getType()) : describe(from));
  if (!value.extents.empty() && !part.extents.empty() && value.extents != part.extents)
    return error(from) << "expected a tile of the shape " << describeExtents(part.extents)
                       << " but got one of the shape " << describeExtents(value.extents);
  if (value.type != part.type)
    return error(from) << "expected a " << describeTile(part) << " but got a " << describeTile(value);
  return success();
}

/// `t[1:3] = u`, as a call whose text is the assignment. If `op` is not empty, an element is changed by it.
LogicalResult Tiles::assignToPick(PyNode target, const Operand &tile, ArrayRef<PyNode> indices, const Operand &value,
                                  PyNode from, StringRef op) {
  PyNode root = target.child("value");
  if (!root.is("Name") || !isa<VarType>(tile.value.getType())) {
    refuseTile(target);
    return failure();
  }
  TileCall call(*this, target, "tile_assign");
  call.add(root, "tile", GetOp::create(builder, location(root), tile.value));
  FailureOr<TilePick> pick = pickOfTile(call, tile, indices, /*wraps=*/true);
  if (failed(pick))
    return failure();
  Operand part = Operand::ofTile(tile.type, pick->extents);
  Value given = value.value;
  if (!part.extents.empty() && failed(checkTileValue(part, value, from)))
    return failure();
  if (part.extents.empty()) {
    given = toValue(from, value);
    if (!given || failed(expectType(from, pick->isPart(tile) ? elementType(tile.type) : tile.type, given)))
      return failure();
  }
  call.assigned = (" " + op + "= {" + Twine(call.operands.size()) + "}").str();
  unsigned last = call.operands.size();
  call.add(PyNode(), "part", given);
  std::string detail = nameTile(tile.extents, tile.type) + "_" + pick->name + nameUpdate(op);
  return success(static_cast<bool>(call.change(root, detail, tile, [&](TileBody &body, ValueRange operands) {
    Value result = body.declare("result", operands[0]);
    body.loopOver(pick->extents, [&](TileBody::Path at) {
      SmallVector<OpFoldResult> path = pick->pathTo(body, tile, operands, at);
      Value element = part.extents.empty() ? operands[last] : body.element(part, operands[last], at);
      if (!op.empty())
        element = body.infix(op, {body.part(operands[0], path), element});
      body.set(result, element, path);
    });
    return body.get(result);
  })));
}

LogicalResult Tiles::augmentTile(PyNode node, const Operand &tile) {
  PyNode target = node.child("target"), from = node.child("value");
  PyNodes indices = targetIndices(target);
  if (indices.size() < tile.extents.size() || !areTileIndices(indices)) {
    if (failed(stepIntoTile(tile, indices, /*wraps=*/true)))
      return failure();
    return error(node) << "expected an augmented assignment to an element of a tile but got one to a view of it";
  }
  if (tile.value && !isPathInTile(tile, indices)) {
    StringRef symbol = expressions.symbolOf(node.text("op"));
    Operand value = importOperand(from);
    Type type = indices.size() > tile.extents.size() && isVec(tile.type) ? elementType(tile.type) : tile.type,
         types[] = {type, type};
    bool isTaken = any_of(lookupPython(Spelling::Infix, symbol), [&](const BuiltinInfo *info) {
      return info->accepts(ArrayRef(types)) && info->resultType(ArrayRef(types)) == type;
    });
    if (value && !isTaken)
      return error(node) << "expected an operator that takes two elements of the tile but got '" << symbol << "' for "
                         << typeName(type);
    return value ? assignToPick(target, tile, indices, value, from, symbol) : failure();
  }
  FailureOr<Place> place = targetInTile(target, tile, indices);
  Value value = failed(place) ? Value() : importExpression(from);
  return value ? assignments.augmentElement(node, *place, value) : failure();
}

} // namespace kgen::importer
