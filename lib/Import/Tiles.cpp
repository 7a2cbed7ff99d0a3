// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles as one thread has them: each is a vector or matrix, each call of one of Warp's functions a call of a
// `kgen.func` that does the same for a block of one thread. The call keeps how its author wrote it, so that it goes out
// as it came. Tiles that kgen has no value for are followed by type, so that what Warp would refuse is refused for
// Warp's reason.

#include "Tiles.h"
#include "Calls.h"
#include "Constructors.h"
#include "Expressions.h"
#include "Names.h"
#include "PyTypes.h"
#include "Signature.h"
#include "kgen/IR/CallSpelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

std::string describeTile(const Operand &operand) {
  if (operand.is(Operand::Tile))
    return "tile of " + typeName(operand.type);
  return typeName(operand.value.getType());
}

std::string describeExtents(ArrayRef<int64_t> extents) {
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(extents, os << "(");
  return text + (extents.size() == 1 ? ",)" : ")");
}

std::string nameExtents(ArrayRef<int64_t> extents) {
  std::string text;
  raw_string_ostream os(text);
  interleave(extents, os, "x");
  return text;
}

std::string nameTile(ArrayRef<int64_t> extents, Type element) {
  return nameExtents(extents) + (element.isF32() ? "" : "_" + typeName(element));
}

StringRef tileFunction(PyNode call) { return call.child("func").text("attr"); }

/// Extents beyond this are not followed: they are never walked through.
static constexpr int64_t maxExtent = 1 << 16;

Operand Tiles::refuseTile(PyNode node, const Operand &tile) {
  if (!tileUse) {
    tileUse = node;
    refusedTile = tile;
  }
  return Operand();
}

void Tiles::reportRefusedTile() {
  InFlightDiagnostic report = error(tileUse)
                              << "expected a tile that a thread can hold (numbers or vectors, at most " << maxComponents
                              << " numbers, extents that are known) but got "
                              << (tileUse.is("Call") ? describe(tileUse.child("func")) : "a part of a part of one");
  if (!refusedTile)
    return;
  report << ", a " << describeTile(refusedTile);
  if (refusedTile.extents.empty())
    report << " whose shape is not known";
  else
    report << " of the shape " << describeExtents(refusedTile.extents);
}

Operand Tiles::importTileCall(PyNode node, StringRef callee) {
  using Import = Operand (Tiles::*)(PyNode);
  Import import =
      llvm::StringSwitch<Import>(callee)
          .Case("wp.tile_load", &Tiles::importTileLoad)
          .Cases({"wp.tile_store", "wp.tile_atomic_add"}, &Tiles::importTileStore)
          .Cases({"wp.tile_zeros", "wp.tile_ones", "wp.tile_empty"}, &Tiles::importTileFill)
          .Case("wp.tile_full", &Tiles::importTileFull)
          .Case("wp.tile_arange", &Tiles::importTileRange)
          .Case("wp.tile_broadcast", &Tiles::importTileBroadcast)
          .Case("wp.tile_reshape", &Tiles::importTileReshape)
          .Case("wp.tile_transpose", &Tiles::importTileTranspose)
          .Case("wp.tile_view", &Tiles::importTileView)
          .Case("wp.tile_assign", &Tiles::importTileAssign)
          .Case("wp.tile_squeeze", &Tiles::importTileSqueeze)
          .Case("wp.tile_extract", &Tiles::importTileElement)
          .Cases({"wp.tile_scatter_add", "wp.tile_scatter_masked", "wp.tile_add_inplace", "wp.tile_sub_inplace"},
                 &Tiles::importTileScatter)
          .Cases({"wp.tile_bit_and_inplace", "wp.tile_bit_or_inplace", "wp.tile_bit_xor_inplace"},
                 &Tiles::importTileScatter)
          .Case("wp.tile_load_indexed", &Tiles::importTileLoadIndexed)
          .Cases({"wp.tile_store_indexed", "wp.tile_atomic_add_indexed"}, &Tiles::importTileStoreIndexed)
          .Case("wp.tile_sort", &Tiles::importTileSort)
          .Case("wp.tile", &Tiles::importTileOfValue)
          .Case("wp.untile", &Tiles::importUntile)
          .Case("wp.tile_from_thread", &Tiles::importTileFromThread)
          .Cases({"wp.tile_cholesky", "wp.tile_cholesky_inplace"}, &Tiles::importTileCholesky)
          .Cases({"wp.tile_cholesky_solve", "wp.tile_cholesky_solve_inplace"}, &Tiles::importTileSolve)
          .Cases({"wp.tile_lower_solve", "wp.tile_lower_solve_inplace"}, &Tiles::importTileSolve)
          .Cases({"wp.tile_upper_solve", "wp.tile_upper_solve_inplace"}, &Tiles::importTileSolve)
          .Case("wp.tile_diag_add", &Tiles::importTileDiagonal)
          .Case("wp.tile_dot", &Tiles::importTileDot)
          .Case("wp.tile_axpy", &Tiles::importTileUpdate)
          .Cases({"wp.tile_fft", "wp.tile_ifft"}, &Tiles::importTileFourier)
          .Case("wp.tile_astype", &Tiles::importTileConversion)
          .Case("wp.tile_matmul", &Tiles::importTileProduct)
          .Case("wp.tile_map", &Tiles::importTileMap)
          .Cases({"wp.tile_min", "wp.tile_max", "wp.tile_argmin", "wp.tile_argmax"}, &Tiles::importTileExtremum)
          .Case("wp.tile_sum", &Tiles::importTileSum)
          .Case("wp.tile_reduce", &Tiles::importTileReduction)
          .Cases({"wp.tile_scan_inclusive", "wp.tile_scan_exclusive", "wp.tile_scan_min_inclusive",
                  "wp.tile_scan_max_inclusive"},
                 &Tiles::importTileScan)
          .Default(nullptr);
  if (!import) {
    calls.refuseCall(node, callee);
    return Operand();
  }
  if (failed(checkTileArguments(node, callee)))
    return Operand();
  Operand result = (this->*import)(node);
  if (!result && !context.errors && !tileUse && !names.hasPoisoned()) // a type, a shape or a function that is none
    error(node) << "expected arguments that '" << callee << "' takes";
  return result;
}

/// The parameters of one of Warp's functions, in order, those that may be left out with `?`; "" where they are not so
/// simple.
static StringRef parametersOf(StringRef callee) {
  return llvm::StringSwitch<StringRef>(callee)
      .Cases({"wp.tile_zeros", "wp.tile_ones", "wp.tile_empty"}, "shape dtype? storage?")
      .Case("wp.tile_full", "shape value dtype? storage?")
      .Case("wp.tile_from_thread", "shape value thread_idx storage?")
      .Case("wp.tile_load", "a shape offset? storage? bounds_check? aligned?")
      .Case("wp.tile_load_indexed", "a indices shape offset? axis? storage?")
      .Cases({"wp.tile_store", "wp.tile_atomic_add"}, "a t offset? bounds_check? aligned?")
      .Cases({"wp.tile_store_indexed", "wp.tile_atomic_add_indexed"}, "a indices t offset? axis?")
      .Case("wp.tile_view", "t offset shape?")
      .Case("wp.tile_squeeze", "t axis?")
      .Case("wp.tile_reshape", "t shape")
      .Case("wp.tile_astype", "t dtype")
      .Case("wp.tile_broadcast", "a shape")
      .Case("wp.tile_assign", "dst src offset?")
      .Case("wp.tile", "x preserve_type?")
      .Cases({"wp.untile", "wp.tile_transpose", "wp.tile_min", "wp.tile_max", "wp.tile_argmin", "wp.tile_argmax"}, "a")
      .Cases({"wp.tile_scan_inclusive", "wp.tile_scan_exclusive", "wp.tile_scan_min_inclusive",
              "wp.tile_scan_max_inclusive"},
             "a")
      .Case("wp.tile_sum", "a axis?")
      .Case("wp.tile_reduce", "op a axis?")
      .Case("wp.tile_dot", "a b")
      .Case("wp.tile_axpy", "alpha src dest")
      .Case("wp.tile_sort", "keys values")
      .Case("wp.tile_diag_add", "a d")
      .Cases({"wp.tile_fft", "wp.tile_ifft"}, "inout")
      .Cases({"wp.tile_cholesky", "wp.tile_cholesky_inplace"}, "A fill_mode?")
      .Cases({"wp.tile_cholesky_solve", "wp.tile_cholesky_solve_inplace"}, "L y fill_mode?")
      .Cases({"wp.tile_lower_solve", "wp.tile_lower_solve_inplace"}, "L y")
      .Cases({"wp.tile_upper_solve", "wp.tile_upper_solve_inplace"}, "U z")
      .Default("");
}

/// The argument of a call for a parameter, by position or by name; nothing if it gives none.
static PyNode tileParameter(PyNode node, StringRef name) {
  SmallVector<StringRef> parameters;
  llvm::SplitString(parametersOf(Program::dotted(node.child("func"))), parameters);
  for (auto [i, parameter] : enumerate(parameters))
    if (parameter.trim('?') == name)
      return argument(node, name, i);
  return PyNode();
}

/// Whether Warp takes an integer for a tuple with one.
static bool takesInteger(StringRef function) {
  return is_contained({"tile_load", "tile_store", "tile_atomic_add", "tile_zeros", "tile_ones", "tile_empty",
                       "tile_full", "tile_from_thread"},
                      function);
}

/// Reports a shape or offset that is an integer where Warp takes a tuple.
LogicalResult Tiles::checkTileTuples(PyNode node) {
  PyNode shape = tileParameter(node, "shape"), offset = tileParameter(node, "offset");
  auto refuse = [&](PyNode place, StringRef name, StringRef why) {
    return error(place) << "expected a tuple as '" << name << "' of " << describe(node.child("func")) << why
                        << "; write '("
                        << (place.is("Name") ? place.text("id").str()
                                             : std::to_string(*readConstantInteger(place, program)))
                        << ",)'";
  };
  auto isInteger = [&](PyNode given) { return given && readConstantInteger(given, program).has_value(); };
  bool isPair = shape && offset && takesInteger(tileFunction(node));
  for (auto [given, other, name] : {std::tuple(shape, offset, "shape"), std::tuple(offset, shape, "offset")}) {
    if (isInteger(given) && !takesInteger(tileFunction(node)))
      return refuse(given, name, "");
    if (isPair && isInteger(given) && other.is("Tuple"))
      return refuse(given, name, ", as the other is one");
  }
  return success();
}

/// Reports an argument that a call has too much, or one that it lacks.
LogicalResult Tiles::checkTileArguments(PyNode node, StringRef callee) {
  SmallVector<StringRef> parameters;
  llvm::SplitString(parametersOf(callee), parameters);
  if (parameters.empty())
    return success();
  size_t count = node.list("args").size();
  if (count > parameters.size())
    return error(node) << "expected at most " << parameters.size()
                       << (parameters.size() == 1 ? " argument" : " arguments") << " for '" << callee << "' but got "
                       << count;
  auto nameOf = [](StringRef parameter) { return parameter.trim('?'); };
  for (PyNode keyword : node.list("keywords")) {
    StringRef name = keyword.text("arg");
    if (none_of(drop_begin(parameters, count), [&](StringRef parameter) { return nameOf(parameter) == name; }))
      return error(keyword) << "expected a parameter of '" << callee << "' that has no value yet but got '" << name
                            << "'";
  }
  for (auto [i, parameter] : enumerate(parameters))
    if (!parameter.ends_with("?") && !argument(node, parameter, i))
      return error(node) << "expected an argument for the parameter '" << parameter << "' of '" << callee << "'";
  return checkTileTuples(node);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value Tiles::TileCall::add(PyNode place, StringRef parameter, Value value) {
  operands.push_back(value);
  places.push_back({place, parameter.str()});
  return value;
}

/// A tile among the arguments of a call; none where it is something else, or wrong.
Operand Tiles::tileArgument(PyNode call, StringRef keyword, unsigned position) {
  PyNode given = argument(call, keyword, position);
  Operand operand = given ? importOperand(given) : Operand();
  if (!operand || operand.is(Operand::Tile))
    return operand;
  error(given) << "expected a tile for " << describe(call.child("func")) << " but got "
               << (operand.is(Operand::Value) ? typeName(operand.value.getType()) : describe(given));
  return Operand();
}

Operand Tiles::addTile(TileCall &call, StringRef keyword, unsigned position, StringRef parameter) {
  Operand tile = tileArgument(call.node, keyword, position);
  if (tile)
    call.add(argument(call.node, keyword, position), parameter, tile.value);
  return tile;
}

FailureOr<Value> Tiles::addArray(TileCall &call) {
  PyNode given = argument(call.node, "a", 0);
  Value array = importExpression(given);
  if (!array)
    return failure();
  if (!isArray(array.getType()))
    return error(given) << "expected an array for 'wp." << call.name << "' but got " << typeName(array.getType());
  return call.add(given, "a", array);
}

FailureOr<SmallVector<unsigned>> Tiles::addOffsets(TileCall &call, unsigned position, unsigned rank) {
  static constexpr StringRef names[] = {"row", "col"};
  PyNode given = argument(call.node, "offset", position);
  PyNodes offsets = given.is("Tuple") ? given.list("elts") : given ? PyNodes{given} : PyNodes{};
  if (given && offsets.size() != rank)
    return error(given) << "expected " << rank << (rank == 1 ? " offset" : " offsets, one for each dimension,")
                        << " but got " << offsets.size();
  SmallVector<unsigned> numbers;
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  for (unsigned dimension = 0; dimension < rank; ++dimension) {
    PyNode offset = given ? offsets[dimension] : PyNode();
    Value value = offset ? importExpression(offset) : createZero(call.node, type);
    if (!value || (offset && failed(expectType(offset, type, value))))
      return failure();
    numbers.push_back(call.operands.size());
    call.add(offset, rank > 2 ? "" : rank == 2 ? names[dimension] : StringRef("start"), value);
  }
  return numbers;
}

/// The extents of the tile that an expression is, which is not evaluated; none where it is no tile.
SmallVector<int64_t> Tiles::extentsOfTile(PyNode node) {
  if (!mayBeTile(node))
    return {};
  Aside aside(builder);
  Operand operand = importOperand(node);
  return operand.is(Operand::Tile) ? operand.extents : SmallVector<int64_t>();
}

/// The extents that a shape lists; none where a tile cannot have as many, which is reported.
PyNodes Tiles::nodesOfExtents(PyNode shape) {
  PyNodes nodes = shape.is("Tuple") ? shape.list("elts") : PyNodes{shape};
  if (!nodes.empty() && nodes.size() <= 4)
    return nodes;
  error(shape) << "expected 1 to 4 extents for a tile but got " << nodes.size();
  return {};
}

/// The number that a literal or a constant is, one of the function's own too (`n = 4`).
std::optional<int64_t> Tiles::readLocalInteger(PyNode node) {
  std::optional<int64_t> number = constructors.readStaticInteger(node);
  return number || !node.is("Name") ? number : constructors.evaluateInteger(node);
}

/// The same where it can be an extent; nothing where it cannot, which is reported.
std::optional<int64_t> Tiles::readTileExtent(PyNode node) {
  unsigned before = context.errors;
  std::optional<int64_t> extent = readLocalInteger(node);
  if (extent && *extent < 1)
    error(node) << "expected an extent of at least 1 for a tile but got " << *extent;
  else if (!extent && context.errors == before)
    error(node) << "expected a literal or a constant as extent of a tile but got " << describe(node);
  return context.errors == before ? extent : std::nullopt;
}

/// The extents that literals and constants give; none if there are none, which is reported, or if they are not
/// followed.
SmallVector<int64_t> Tiles::readTileExtents(PyNode shape) {
  SmallVector<int64_t> extents;
  if (shape.is("Attribute") && shape.text("attr") == "shape" && mayBeTile(shape.child("value")))
    return extentsOfTile(shape.child("value"));
  for (PyNode node : nodesOfExtents(shape)) {
    std::optional<int64_t> extent = node ? readTileExtent(node) : std::nullopt;
    if (!extent || *extent > maxExtent)
      return {};
    extents.push_back(*extent);
  }
  return extents;
}

LogicalResult Tiles::checkTileStorage(PyNode node) {
  PyNode storage = tileParameter(node, "storage");
  StringRef text = storage.text("kind") == "str" ? storage.text("value") : StringRef();
  if (storage && text != "shared" && text != "register")
    return error(storage) << "expected 'shared' or 'register' as storage of a tile but got "
                          << (text.empty() ? describe(storage) : "'" + text.str() + "'");
  if (!signature.hasConstantParameters() || text != "shared")
    return success();
  return error(storage)
         << "expected no tile in shared memory in a kernel with entry_point_abi='external_constant_params'";
}

FailureOr<bool> Tiles::readTileFlag(PyNode node, StringRef keyword, bool otherwise) const {
  PyNode given = tileParameter(node, keyword);
  std::optional<Literal> literal = given ? literalOf(given) : std::nullopt;
  if (given && !literal)
    return error(given) << "expected True or False as '" << keyword << "' but got " << describe(given);
  return literal ? !literal->integer.isZero() : otherwise;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

CallOp Tiles::createTileCall(TileCall &call, StringRef detail, TypeRange results, TilesWriter write) {
  auto exists = [](auto each) { return static_cast<bool>(each); };
  if (!all_of(call.operands, exists) || !all_of(results, exists)) {
    refuseTile(call.node);
    return nullptr;
  }
  SmallVector<StringRef> names = map_to_vector(call.places, [](const auto &place) { return StringRef(place.second); });
  FuncOp function =
      module.warpsFunction(call.name, detail, TypeRange(ValueRange(call.operands)), names, results, location(call.node),
                           call.variant, [&](Block *body) {
                             TileBody writer(body, location(call.node));
                             ReturnOp::create(writer.b, writer.location, write(writer, body->getArguments()));
                           });
  auto op = CallOp::create(builder, location(call.node), function, call.operands);
  op->setAttr(spellingAttrName, spellTileCall(call));
  return op;
}

Operand Tiles::callTiles(TileCall &call, StringRef detail, Type element, ArrayRef<int64_t> extents, TileWriter write) {
  Operand tile = element ? Operand::ofTile(element, SmallVector<int64_t>(extents)) : Operand::ofTuple({});
  SmallVector<Type> results;
  if (element)
    results.push_back(tileValueType(element, extents));
  if (element && !results.back())
    refuseTile(call.node, tile);
  CallOp op = createTileCall(call, detail, results, [&](TileBody &body, ValueRange operands) {
    Value result = write(body, operands);
    return result ? SmallVector<Value>{result} : SmallVector<Value>{};
  });
  if (op && element)
    tile.value = op.getResult(0);
  return tile;
}

Value Tiles::callForValue(TileCall &call, StringRef detail, Type type, TileWriter write) {
  CallOp op = createTileCall(call, detail, type, [&](TileBody &body, ValueRange operands) {
    return SmallVector<Value>{write(body, operands)};
  });
  return op ? op.getResult(0) : Value();
}

Operand Tiles::changeTiles(TileCall &call, ArrayRef<std::pair<PyNode, Operand>> tiles, StringRef detail,
                           TilesWriter write) {
  SmallVector<Value> variables;
  SmallVector<Type> types;
  for (const auto &[place, tile] : tiles) {
    Operand bound = place.is("Name") ? names.lookup(place.text("id")) : Operand();
    bool isVariable = bound.is(Operand::Tile) && bound.value && isa<VarType>(bound.value.getType());
    if (tile.value && (!isVariable || is_contained(variables, bound.value))) {
      error(place) << "expected the name of a" << (isVariable ? "nother" : "") << " tile to change but got "
                   << describe(place);
      return Operand();
    }
    variables.push_back(bound.value);
    types.push_back(TileShape(tile).value());
  }
  CallOp op = createTileCall(call, detail, types, write);
  if (!op)
    return Operand::ofTuple({});
  op->setAttr(inPlaceAttrName, builder.getUnitAttr());
  for (auto [tile, variable, changed] : zip_equal(tiles, variables, op.getResults())) {
    SetOp::create(builder, location(call.node), variable, changed);
    tileAliases.change(tile.first.text("id"), call.node);
  }
  return Operand::ofTuple({});
}

Operand Tiles::changeTile(TileCall &call, PyNode place, StringRef detail, const Operand &tile, TileWriter write) {
  return changeTiles(call, {{place, tile}}, detail,
                     [&](TileBody &body, ValueRange operands) { return SmallVector<Value>{write(body, operands)}; });
}

/// Reports a name that has a tile and gets something else, or the other way round.
LogicalResult Tiles::refuseTileName(StringRef name, const Operand &bound, const Operand &given, PyNode from) {
  auto describeWhole = [](const Operand &operand) {
    if (operand.is(Operand::Tile))
      return describeTile(operand) + " of the shape " + describeExtents(operand.extents);
    auto variable = dyn_cast<VarType>(operand.value.getType());
    return typeName(variable ? variable.getElementType() : operand.value.getType());
  };
  InFlightDiagnostic diagnostic = error(from);
  diagnostic << "expected " << describeWhole(bound) << ", the type of '" << name << "', but got "
             << describeWhole(given);
  diagnostic.attachNote(bound.value.getLoc()) << "it has that type from here";
  return diagnostic;
}

LogicalResult Tiles::assignTile(PyNode target, const Operand &tile, PyNode from) {
  StringRef name = target.text("id");
  Operand bound = names.lookup(name);
  if (!tile.value) {
    names.bind(name, tile);
    return success();
  }
  bool isVariable = bound.value && isa<VarType>(bound.value.getType());
  if (isVariable && (!bound.is(Operand::Tile) || bound.type != tile.type || bound.extents != tile.extents))
    return refuseTileName(name, bound, tile, from);
  if (failed(names.assignName(target, tile.value, from)))
    return failure();
  bound = tile;
  bound.value = names.lookup(name).value;
  bound.text = name.str();
  names.bind(name, bound);
  if (!tile.text.empty())
    tileAliases.link(name, tile.text, from);
  return success();
}

/// Whether what another return gives are tiles too, of the same shapes; what they stand for may be anything, then.
LogicalResult Tiles::checkTileResults(PyNode node, ArrayRef<Operand> tiles) {
  for (auto [first, other] : zip_equal(resultTiles, tiles)) {
    if (first.kind != other.kind || first.extents != other.extents)
      return error(node) << "expected a tile of the shape " << describeExtents(first.extents)
                         << ", as from the other return of '" << function.text("name") << "', but got "
                         << describeExtents(other.extents);
    if (first.text.empty())
      first.text = other.text;
    if (!other.text.empty() && first.text != other.text)
      return error(node) << "expected a tile that '" << first.text << "' is, as from the other return of '"
                         << function.text("name") << "', but got '" << other.text << "'";
  }
  return success();
}

/// Makes a parameter that has its value a tile, as the argument is one.
void Tiles::bindTile(PyNode parameter, const Operand &argument) {
  StringRef name = parameter.text("arg");
  Operand bound = argument;
  bound.value = names.lookup(name).value;
  bound.text = name.str();
  names.bind(name, bound);
  tileParameters.push_back(parameter);
}

LogicalResult Tiles::checkTileNames() {
  std::optional<TileAliases::Conflict> conflict = tileAliases.find(tileParameters, function.list("body"));
  if (!conflict)
    return success();
  InFlightDiagnostic diagnostic = error(conflict->parameter ? conflict->parameter : conflict->link.value);
  if (conflict->parameter)
    diagnostic << "expected a tile that the function does not change, since it is the caller's too, and kgen's tiles "
                  "are values";
  else
    diagnostic << "expected a tile that does not change, since '" << conflict->link.name << "' stands for '"
               << conflict->link.of << "' or a part of it, and kgen's tiles are values";
  diagnostic.attachNote(location(conflict->change)) << "'" << conflict->changed << "' changes here";
  if (conflict->read)
    diagnostic.attachNote(location(conflict->read)) << "the other is read here";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// How calls are written
//===----------------------------------------------------------------------===//

/// Writes an argument of a call: operands, constants and functions of the author's as places, the rest as it stands.
void Tiles::spellArgument(const TileCall &call, PyNode node, SmallVectorImpl<Attribute> &constants, std::string &text) {
  if (!node)
    return;
  for (auto [i, place] : enumerate(call.places))
    if (place.first == node) {
      text += "{" + std::to_string(i) + "}";
      return;
    }
  for (const auto &[place, spelling] : call.texts)
    if (place == node) {
      text += spelling;
      return;
    }
  if (node.is("Tuple")) {
    PyNodes elements = node.list("elts");
    text += "(";
    spellArguments(call, elements, constants, text);
    text += elements.size() == 1 ? ",)" : ")";
    return;
  }
  if (node.is("Slice")) {
    spellArgument(call, node.child("lower"), constants, text);
    text += ":";
    spellArgument(call, node.child("upper"), constants, text);
    text += node.child("step") ? ":" : "";
    spellArgument(call, node.child("step"), constants, text);
    return;
  }
  if (node.is("Call") && Program::dotted(node.child("func")) == "slice") {
    text += "slice(";
    spellArguments(call, node.list("args"), constants, text);
    text += ")";
    return;
  }
  if (node.is("Attribute") && node.text("attr") == "shape" && mayBeTile(node.child("value"))) {
    text += describeExtents(extentsOfTile(node.child("value")));
    return;
  }
  if (node.is("Constant") && node.text("kind") == "none") {
    text += "None";
    return;
  }
  Type named = readValueType(node, program);
  if (Type type = named || program.constant(node) ? named : constructors.readType(node)) {
    // As the author writes it, where it is Warp's name; that of an argument, `a.dtype`, is printed as what it is here.
    std::string dotted = named ? Program::dotted(node) : "";
    text += StringRef(dotted).starts_with("wp.") ? dotted : writtenName(type);
    return;
  }
  if (node.is("Constant") && node.text("kind") == "str") {
    text += "\"" + node.text("value").str() + "\"";
    return;
  }
  std::optional<Literal> literal = literalOf(node);
  std::optional<int64_t> integer = literal ? std::nullopt : readLocalInteger(node);
  if (integer) {
    literal.emplace();
    literal->integer = APInt(128, *integer, /*isSigned=*/true);
  }
  if (!literal)
    return;
  if (literal->kind == Literal::Bool) {
    text += literal->integer.isZero() ? "False" : "True";
    return;
  }
  if (literal->kind == Literal::Int && !literal->type && literal->symbol.empty()) {
    text += toString(literal->integer, 10, /*Signed=*/true);
    return;
  }
  TypedAttr value = convertLiteral(*literal, literal->naturalType(program.getContext()), /*wrap=*/true);
  text += "{#" + std::to_string(constants.size()) + "}";
  constants.push_back(literal->symbol.empty() ? Attribute(value)
                                              : builder.getArrayAttr({value, builder.getStringAttr(literal->symbol)}));
}

void Tiles::spellArguments(const TileCall &call, ArrayRef<PyNode> nodes, SmallVectorImpl<Attribute> &constants,
                           std::string &text) {
  for (auto [i, node] : enumerate(nodes)) {
    text += i ? ", " : "";
    spellArgument(call, node, constants, text);
  }
}

ArrayAttr Tiles::spellTileCall(const TileCall &call) {
  PyNode function = call.node.child("func");
  std::string text;
  SmallVector<Attribute> constants;
  if (call.node.is("Subscript")) {
    PyNode slice = call.node.child("slice");
    spellArgument(call, call.node.child("value"), constants, text);
    text += "[";
    spellArguments(call, slice.is("Tuple") ? slice.list("elts") : PyNodes{slice}, constants, text);
    text += "]" + call.assigned;
  } else if (!function) { // an operator
    text = call.texts.front().second;
  } else {
    text = Program::dotted(function) + "(";
    spellArguments(call, call.node.list("args"), constants, text);
    for (PyNode keyword : call.node.list("keywords")) {
      text += (StringRef(text).ends_with("(") ? "" : ", ") + keyword.text("arg").str() + "=";
      spellArgument(call, keyword.child("value"), constants, text);
    }
    text += ")";
  }
  constants.insert(constants.begin(), builder.getStringAttr(text));
  return builder.getArrayAttr(constants);
}

} // namespace kgen::importer
