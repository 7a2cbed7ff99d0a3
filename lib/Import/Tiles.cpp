// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles, which kgen does not have: their types and extents are followed, so that what Warp would refuse is refused for
// Warp's reason. A kernel whose tiles are well used is refused as one that has tiles. Builds no IR.

#include "FunctionImporter.h"
#include "PyTypes.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Extents beyond this are not followed: they are never walked through.
static constexpr int64_t maxExtent = 1 << 16;

/// `tile of vec3`.
static std::string describeTile(const Operand &operand) {
  if (operand.is(Operand::Tile))
    return "tile of " + typeName(operand.type);
  return typeName(operand.value.getType());
}

static std::string describeExtents(ArrayRef<int64_t> extents) {
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(extents, os << "(");
  return text + (extents.size() == 1 ? ",)" : ")");
}

Operand FunctionImporter::refuseTile(PyNode node) {
  if (!tileUse)
    tileUse = node;
  return Operand();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Operand FunctionImporter::importTileCall(PyNode node, StringRef callee) {
  using Import = Operand (FunctionImporter::*)(PyNode);
  Import import = llvm::StringSwitch<Import>(callee)
                      .Case("wp.tile_load", &FunctionImporter::importTileLoad)
                      .Cases({"wp.tile_zeros", "wp.tile_ones", "wp.tile_empty"}, &FunctionImporter::importTileFill)
                      .Case("wp.tile_arange", &FunctionImporter::importTileRange)
                      .Case("wp.tile_broadcast", &FunctionImporter::importTileBroadcast)
                      .Case("wp.tile_reshape", &FunctionImporter::importTileReshape)
                      .Case("wp.tile_view", &FunctionImporter::importTileView)
                      .Case("wp.tile_matmul", &FunctionImporter::importTileProduct)
                      .Cases({"wp.tile_min", "wp.tile_max", "wp.tile_argmin", "wp.tile_argmax"},
                             &FunctionImporter::importTileExtremum)
                      .Case("wp.tile_reduce", &FunctionImporter::importTileReduction)
                      .Case("wp.tile_store", &FunctionImporter::importTileStore)
                      .Default(nullptr);
  if (!import) {
    refuseCall(node, callee);
    return Operand();
  }
  refuseTile(node);
  return (this->*import)(node);
}

/// A tile among the arguments of a call; none where it is something else, or wrong.
Operand FunctionImporter::tileArgument(PyNode call, StringRef keyword, unsigned position) {
  PyNode given = argument(call, keyword, position);
  Operand operand = given ? importOperand(given) : Operand();
  return operand.is(Operand::Tile) ? operand : Operand();
}

/// The extents that literals and constants give; none where they are not known.
SmallVector<int64_t> FunctionImporter::readTileExtents(PyNode shape) {
  SmallVector<int64_t> extents;
  for (PyNode node : shape.is("Tuple") ? shape.list("elts") : PyNodes{shape}) {
    std::optional<int64_t> extent = node ? readConstantInteger(node, program) : std::nullopt;
    if (!extent || *extent < 1 || *extent > maxExtent)
      return {};
    extents.push_back(*extent);
  }
  return extents;
}

LogicalResult FunctionImporter::checkTileStorage(PyNode node) {
  PyNode storage = argument(node, "storage");
  if (!hasConstantParameters() || storage.text("value") != "shared")
    return success();
  return error(storage) << "expected no tile in shared memory in a kernel with entry_point_abi='external_constant_params'";
}

Operand FunctionImporter::importTileLoad(PyNode node) {
  PyNode array = argument(node, "a", 0);
  Value value = array ? importExpression(array) : Value();
  if (!value || !isArray(value.getType()) || failed(checkTileStorage(node)))
    return Operand();
  return Operand::ofTile(elementType(value.getType()), readTileExtents(argument(node, "shape", 1)));
}

/// The dtype of a call, float where it has none; null where it is no type.
Type FunctionImporter::readTileType(PyNode node, std::optional<unsigned> position) {
  PyNode dtype = argument(node, "dtype", position);
  return dtype ? readType(dtype) : builder.getF32Type();
}

Operand FunctionImporter::importTileFill(PyNode node) {
  Type type = readTileType(node, 1);
  if (!type || failed(checkTileStorage(node)))
    return Operand();
  if (isStruct(type) && Program::dotted(node.child("func")) == "wp.tile_ones") {
    error(node) << "expected numbers for 'wp.tile_ones' but got the struct " << typeName(type) << ", which has no one";
    return Operand();
  }
  return Operand::ofTile(type, readTileExtents(argument(node, "shape", 0)));
}

Operand FunctionImporter::importTileBroadcast(PyNode node) {
  Operand tile = tileArgument(node, "a", 0);
  PyNode shape = argument(node, "shape", 1);
  if (size_t rank = shape.list("elts").size(); shape.is("Tuple") && (rank < 1 || rank > 4)) {
    error(shape) << "expected 1 to 4 extents for 'wp.tile_broadcast' but got " << rank;
    return Operand();
  }
  return tile ? Operand::ofTile(tile.type, readTileExtents(shape)) : Operand();
}

Operand FunctionImporter::importTileReshape(PyNode node) {
  Operand tile = tileArgument(node, "a", 0);
  if (!tile)
    return Operand();
  if (!tile.isContiguous) {
    error(node) << "expected a contiguous tile for 'wp.tile_reshape' but got a view with steps";
    return Operand();
  }
  return Operand::ofTile(tile.type, readTileExtents(argument(node, "shape", 1)));
}

Operand FunctionImporter::importTileStore(PyNode node) {
  (void)importTileOperand(argument(node, "t", 1));
  return Operand::ofTuple({});
}

/// An argument that only has to be right in itself.
Operand FunctionImporter::importTileOperand(PyNode node) { return node ? importOperand(node) : Operand(); }

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// A bound or step as a number of the tile's type.
std::optional<double> FunctionImporter::readTileBound(PyNode node, Type type) {
  std::optional<Literal> literal = literalOf(node);
  if (!literal) {
    error(node) << "expected a literal or a constant for 'wp.tile_arange' but got " << describe(node);
    return std::nullopt;
  }
  bool isReal = literal->kind == Literal::Float;
  if (!isReal && !literal->integer.isSignedIntN(65)) {
    error(node) << "expected an integer of at most 64 bits for 'wp.tile_arange' but got " << describe(node);
    return std::nullopt;
  }
  if (isReal && isInt(type) && literal->real != std::trunc(literal->real)) {
    error(node) << "expected a number of type " << typeName(type) << " for 'wp.tile_arange' but " << describe(node)
                << " has a fractional part";
    return std::nullopt;
  }
  TypedAttr value = convertLiteral(*literal, type, /*wrap=*/false);
  auto real = dyn_cast_if_present<FloatAttr>(value);
  if (!value || (real && real.getValue().isInfinity())) {
    error(node) << "expected a number that " << typeName(type) << " holds for 'wp.tile_arange' but got " << describe(node);
    return std::nullopt;
  }
  return real ? real.getValueAsDouble() : cast<IntegerAttr>(value).getValue().roundToDouble(/*isSigned=*/true);
}

Operand FunctionImporter::importTileRange(PyNode node) {
  PyNodes given = node.list("args");
  if (given.size() > 3) {
    error(node) << "expected at most 3 positional arguments for 'wp.tile_arange' but got " << given.size();
    return Operand();
  }
  Type type = readTileType(node, std::nullopt);
  if (!type)
    return Operand();
  if (!isNumber(type)) {
    error(argument(node, "dtype")) << "expected a numeric scalar dtype for 'wp.tile_arange' but got " << typeName(type);
    return Operand();
  }
  double range[] = {0.0, 0.0, 1.0};
  for (auto [i, bound] : enumerate(given)) {
    std::optional<double> number = readTileBound(bound, type);
    if (!number)
      return Operand();
    range[given.size() == 1 ? 1 : i] = *number;
  }
  if (range[2] == 0.0) {
    error(given.back()) << "expected a step other than 0 for 'wp.tile_arange'";
    return Operand();
  }
  double count = std::ceil((range[1] - range[0]) / range[2]);
  if (!(std::abs(count) < 0x1p63)) {
    error(node) << "expected a range for 'wp.tile_arange' whose elements can be counted";
    return Operand();
  }
  bool isFollowed = count >= 1.0 && count <= double(maxExtent);
  return Operand::ofTile(type, isFollowed ? SmallVector<int64_t>{int64_t(count)} : SmallVector<int64_t>());
}

//===----------------------------------------------------------------------===//
// Operators, products and reductions
//===----------------------------------------------------------------------===//

Operand FunctionImporter::applyTileBinary(PyNode node, const Operand &lhs, const Operand &rhs) {
  auto partOf = [](const Operand &operand) { return operand.is(Operand::Tile) ? operand.type : operand.value.getType(); };
  bool isProduct = node.text("op") == "Mult" || node.text("op") == "Div";
  if (isProduct && !isScalar(partOf(lhs)) && !isScalar(partOf(rhs))) {
    error(node) << "expected a scalar, or a tile of scalars, on one side of '" << (node.text("op") == "Mult" ? "*" : "/")
                << "' but got " << describeTile(lhs) << " and " << describeTile(rhs);
    return Operand();
  }
  const Operand &tile = lhs.is(Operand::Tile) ? lhs : rhs;
  const Operand &other = lhs.is(Operand::Tile) ? rhs : lhs;
  return Operand::ofTile(isScalar(tile.type) ? partOf(other) : tile.type, tile.extents);
}

/// Reports what is wrong with the `precision` of a product.
LogicalResult FunctionImporter::checkTilePrecision(PyNode node, Type type) {
  PyNode precision = argument(node, "precision");
  if (!precision)
    return success();
  bool isText = precision.is("Constant") && precision.text("kind") == "str";
  if (!isText || (precision.text("value") != "default" && precision.text("value") != "tf32"))
    return error(precision) << "expected a literal 'default' or 'tf32' as precision but got "
                            << (isText ? "'" + precision.text("value").str() + "'" : describe(precision));
  if (precision.text("value") == "tf32" && !type.isF32())
    return error(precision) << "expected tiles of float32 for precision='tf32' but got tiles of " << typeName(type);
  return success();
}

Operand FunctionImporter::importTileProduct(PyNode node) {
  Operand a = tileArgument(node, "a", 0), b = tileArgument(node, "b", 1);
  PyNode given = argument(node, "out", 2);
  Operand out = given ? tileArgument(node, "out", 2) : a;
  if (!a || !b || !out)
    return Operand();
  for (const Operand *tile : {&a, &b, &out})
    if (!isScalar(tile->type)) {
      error(node) << "expected tiles of real scalars for 'wp.tile_matmul' but got a " << describeTile(*tile);
      return Operand();
    }
  if (failed(checkTilePrecision(node, a.type)))
    return Operand();
  if (out.type.isBF16()) {
    error(node) << "expected an 'out' tile of float16, float32 or float64 for 'wp.tile_matmul' but got bfloat16";
    return Operand();
  }
  if ((a.type.isBF16() || b.type.isBF16()) && hasBackward()) {
    error(node) << "expected 'a' and 'b' of float16, float32 or float64 for 'wp.tile_matmul' where the kernel has a backward "
                   "but got bfloat16";
    return Operand();
  }
  if (given)
    return Operand::ofTuple({});
  bool isKnown = a.extents.size() == 2 && b.extents.size() == 2;
  return Operand::ofTile(a.type, isKnown ? SmallVector<int64_t>{a.extents[0], b.extents[1]} : SmallVector<int64_t>());
}

Operand FunctionImporter::importTileExtremum(PyNode node) {
  Operand tile = tileArgument(node, "a", 0);
  if (!tile)
    return Operand();
  std::string callee = Program::dotted(node.child("func"));
  if (!isScalar(tile.type)) {
    error(node) << "expected a tile of scalars for '" << callee << "' but got a " << describeTile(tile);
    return Operand();
  }
  bool isPlace = StringRef(callee).contains("arg");
  return Operand::ofTile(isPlace ? builder.getIntegerType(32, /*isSigned=*/true) : tile.type, {1});
}

/// The type that an operator gives for two elements: null where it takes none, or has been reported.
Type FunctionImporter::reducedType(PyNode node, const Operand &op, Type element) {
  if (op.is(Operand::Builtin)) {
    for (const BuiltinInfo *info : lookupPython(Spelling::Call, op.text))
      if (info->numOperands == 2 && info->accepts(TypeRange{element, element}))
        return info->resultType(TypeRange{element, element});
    return nullptr;
  }
  unsigned function = op.functions.front();
  if (program.definition(function).child("args").list("args").size() != 2 || program.roleOf(function) == "func_native")
    return nullptr;
  Block aside;
  Value parts[] = {aside.addArgument(element, location(node)), aside.addArgument(element, location(node))};
  std::vector<Operand> arguments = {parts[0], parts[1]};
  FuncOp reducer = module.instantiate(function, arguments, node, file);
  return reducer && reducer.getNumResults() == 1 ? reducer.getResultTypes().front() : Type();
}

Operand FunctionImporter::importTileReduction(PyNode node) {
  PyNode opNode = argument(node, "op", 0);
  Operand op = importTileOperand(opNode), tile = tileArgument(node, "a", 1);
  bool isOperator = op.is(Operand::Builtin) || (op.is(Operand::Functions) && op.functions.size() == 1);
  if (!tile || !isOperator)
    return Operand();
  Type type = reducedType(node, op, tile.type);
  if (!type && op.is(Operand::Builtin))
    error(opNode) << "expected an operator with an overload for " << typeName(tile.type) << " but got " << describe(opNode);
  else if (type && type != tile.type)
    error(opNode) << "expected an operator that gives " << typeName(tile.type) << ", as the tile has, but "
                  << describe(opNode) << " gives " << typeName(type);
  return type == tile.type ? Operand::ofTile(type, {1}) : Operand();
}

//===----------------------------------------------------------------------===//
// Views
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
  if (index.is("Call") && Program::dotted(index.child("func")) == "slice") {
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

static PyNodes indicesOf(PyNode slice) { return slice.is("Tuple") ? slice.list("elts") : PyNodes{slice}; }

static bool isFullSlice(PyNode index) {
  return index.is("Slice") && !index.child("lower") && !index.child("upper") && !index.child("step");
}

Operand FunctionImporter::importTileSubscript(PyNode node, const Operand &tile) {
  PyNodes indices = indicesOf(node.child("slice"));
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
  return view->extents.empty() ? Operand() : *view;
}

Operand FunctionImporter::importTileView(PyNode node) {
  Operand tile = tileArgument(node, "t", 0);
  PyNode offset = argument(node, "offset", 1), shape = argument(node, "shape", 2);
  if (!tile || !offset)
    return Operand();
  PyNodes indices = indicesOf(offset);
  auto isSliceCall = [](PyNode index) { return index.is("Call") && Program::dotted(index.child("func")) == "slice"; };
  if (shape && any_of(indices, isSliceCall)) {
    error(shape) << "expected no 'shape' beside a slice in 'offset'";
    return Operand();
  }
  FailureOr<Operand> view = stepIntoTile(tile, indices, /*wraps=*/false);
  if (failed(view))
    return Operand();
  return shape ? Operand::ofTile(tile.type, readTileExtents(shape)) : Operand::ofTile(tile.type, {});
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

/// The tile that the target of an assignment is a part of; none for any other target.
Operand FunctionImporter::tileOfTarget(PyNode target) const {
  PyNode root = target.is("Subscript") ? target.child("value") : PyNode();
  Operand bound = root.is("Name") ? bindings.lookup(root.text("id")) : Operand();
  return bound.is(Operand::Tile) ? bound : Operand();
}

LogicalResult FunctionImporter::assignToTile(PyNode target, const Operand &tile, const Operand &value, PyNode from) {
  FailureOr<Operand> view = stepIntoTile(tile, indicesOf(target.child("slice")), /*wraps=*/true);
  if (failed(view) || view->extents.empty())
    return failure();
  if (!value.is(Operand::Tile))
    return error(from) << "expected a tile of the shape " << describeExtents(view->extents) << " but got "
                       << (value.value ? typeName(value.value.getType()) : describe(from));
  if (!value.extents.empty() && value.extents != view->extents)
    return error(from) << "expected a tile of the shape " << describeExtents(view->extents) << " but got one of the shape "
                       << describeExtents(value.extents);
  return failure();
}

LogicalResult FunctionImporter::augmentTile(PyNode node, const Operand &tile) {
  FailureOr<Operand> view = stepIntoTile(tile, indicesOf(node.child("target").child("slice")), /*wraps=*/true);
  if (succeeded(view) && !view->extents.empty())
    return error(node) << "expected an augmented assignment to an element of a tile but got one to a view of it";
  return failure();
}

} // namespace kgen::importer
