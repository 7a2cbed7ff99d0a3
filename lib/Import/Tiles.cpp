// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles as one thread has them: each is a vector or matrix, each call of one of Warp's functions a call of a `kgen.func`
// that does the same for a block of one thread. The call keeps how its author wrote it, so that it goes out as it came.
// Tiles that kgen has no value for are followed by type, so that what Warp would refuse is refused for Warp's reason.

#include "FunctionImporter.h"
#include "PyTypes.h"
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

/// Extents beyond this are not followed: they are never walked through.
static constexpr int64_t maxExtent = 1 << 16;

Operand FunctionImporter::refuseTile(PyNode node) {
  if (!tileUse)
    tileUse = node;
  return Operand();
}

Operand FunctionImporter::importTileCall(PyNode node, StringRef callee) {
  using Import = Operand (FunctionImporter::*)(PyNode);
  Import import =
      llvm::StringSwitch<Import>(callee)
          .Case("wp.tile_load", &FunctionImporter::importTileLoad)
          .Cases({"wp.tile_store", "wp.tile_atomic_add"}, &FunctionImporter::importTileStore)
          .Cases({"wp.tile_zeros", "wp.tile_ones", "wp.tile_empty"}, &FunctionImporter::importTileFill)
          .Case("wp.tile_full", &FunctionImporter::importTileFull)
          .Case("wp.tile_arange", &FunctionImporter::importTileRange)
          .Case("wp.tile_broadcast", &FunctionImporter::importTileBroadcast)
          .Case("wp.tile_reshape", &FunctionImporter::importTileReshape)
          .Case("wp.tile_transpose", &FunctionImporter::importTileTranspose)
          .Case("wp.tile_view", &FunctionImporter::importTileView)
          .Case("wp.tile_assign", &FunctionImporter::importTileAssign)
          .Case("wp.tile_astype", &FunctionImporter::importTileConversion)
          .Case("wp.tile_matmul", &FunctionImporter::importTileProduct)
          .Case("wp.tile_map", &FunctionImporter::importTileMap)
          .Cases({"wp.tile_min", "wp.tile_max", "wp.tile_argmin", "wp.tile_argmax"}, &FunctionImporter::importTileExtremum)
          .Case("wp.tile_sum", &FunctionImporter::importTileSum)
          .Case("wp.tile_reduce", &FunctionImporter::importTileReduction)
          .Cases({"wp.tile_scan_inclusive", "wp.tile_scan_exclusive", "wp.tile_scan_min_inclusive", "wp.tile_scan_max_inclusive"},
                 &FunctionImporter::importTileScan)
          .Default(nullptr);
  if (!import) {
    refuseCall(node, callee);
    return Operand();
  }
  return (this->*import)(node);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value FunctionImporter::TileCall::add(PyNode place, StringRef parameter, Value value) {
  operands.push_back(value);
  places.push_back({place, parameter.str()});
  return value;
}

/// A tile among the arguments of a call; none where it is something else, or wrong.
Operand FunctionImporter::tileArgument(PyNode call, StringRef keyword, unsigned position) {
  PyNode given = argument(call, keyword, position);
  Operand operand = given ? importOperand(given) : Operand();
  if (!operand || operand.is(Operand::Tile))
    return operand;
  error(given) << "expected a tile for " << describe(call.child("func")) << " but got "
               << (operand.is(Operand::Value) ? typeName(operand.value.getType()) : describe(given));
  return Operand();
}

Operand FunctionImporter::addTile(TileCall &call, StringRef keyword, unsigned position, StringRef parameter) {
  Operand tile = tileArgument(call.node, keyword, position);
  if (tile)
    call.add(argument(call.node, keyword, position), parameter, tile.value);
  return tile;
}

FailureOr<Value> FunctionImporter::addArray(TileCall &call) {
  PyNode given = argument(call.node, "a", 0);
  Value array = given ? importExpression(given) : Value();
  if (!array)
    return given ? failure() : error(call.node) << "expected an array for 'wp." << call.name << "'";
  if (!isArray(array.getType()))
    return error(given) << "expected an array for 'wp." << call.name << "' but got " << typeName(array.getType());
  return call.add(given, "a", array);
}

FailureOr<SmallVector<unsigned>> FunctionImporter::addOffsets(TileCall &call, unsigned position, unsigned rank) {
  static constexpr StringRef names[] = {"row", "col"};
  PyNode given = argument(call.node, "offset", position);
  PyNodes offsets = given.is("Tuple") ? given.list("elts") : given ? PyNodes{given} : PyNodes{};
  if (given && offsets.size() != rank)
    return error(given) << "expected " << rank << (rank == 1 ? " offset" : " offsets, one for each dimension,") << " but got "
                        << offsets.size();
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

/// The extents that literals and constants give; none where they are not known.
SmallVector<int64_t> FunctionImporter::readTileExtents(PyNode shape) {
  SmallVector<int64_t> extents;
  for (PyNode node : shape.is("Tuple") ? shape.list("elts") : PyNodes{shape}) {
    std::optional<int64_t> extent = node ? readStaticInteger(node) : std::nullopt;
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

bool FunctionImporter::readTileFlag(PyNode node, StringRef keyword, bool otherwise) const {
  PyNode given = argument(node, keyword);
  std::optional<Literal> literal = given ? literalOf(given) : std::nullopt;
  return literal ? !literal->integer.isZero() : otherwise;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Operand FunctionImporter::callTiles(TileCall &call, StringRef detail, Type element, ArrayRef<int64_t> extents, TileWriter write) {
  Operand tile = element ? Operand::ofTile(element, SmallVector<int64_t>(extents)) : Operand::ofTuple({});
  Type type = element ? tileValueType(element, extents) : Type();
  bool isComplete = all_of(call.operands, [](Value operand) { return operand; });
  if (!isComplete || (element && !type)) {
    refuseTile(call.node);
    return tile;
  }
  SmallVector<StringRef> names = map_to_vector(call.places, [](const auto &place) { return StringRef(place.second); });
  FuncOp function = module.warpsFunction(call.name, detail, TypeRange(ValueRange(call.operands)), names,
                                         type ? TypeRange(type) : TypeRange(), location(call.node), [&](Block *body) {
                                           TileBody writer(body, location(call.node));
                                           Value result = write(writer, body->getArguments());
                                           ReturnOp::create(writer.b, writer.location, result ? ValueRange(result) : ValueRange());
                                         });
  auto op = CallOp::create(builder, location(call.node), function, call.operands);
  op->setAttr(spellingAttrName, spellTileCall(call));
  if (element)
    tile.value = op.getResult(0);
  return tile;
}

Operand FunctionImporter::changeTile(TileCall &call, PyNode place, StringRef detail, const Operand &tile, TileWriter write) {
  Operand bound = place.is("Name") ? bindings.lookup(place.text("id")) : Operand();
  bool isVariable = bound.is(Operand::Tile) && bound.value && isa<VarType>(bound.value.getType());
  if (tile.value && !isVariable) {
    error(place) << "expected the name of a tile to change but got " << describe(place);
    return Operand();
  }
  Operand changed = callTiles(call, detail, tile.type, tile.extents, write);
  if (!changed.value)
    return Operand::ofTuple({});
  changed.value.getDefiningOp()->setAttr(inPlaceAttrName, builder.getUnitAttr());
  SetOp::create(builder, location(call.node), bound.value, changed.value);
  changedTiles.try_emplace(place.text("id"), call.node);
  return Operand::ofTuple({});
}

LogicalResult FunctionImporter::assignTile(PyNode target, const Operand &tile, PyNode from) {
  StringRef name = target.text("id");
  Operand bound = bindings.lookup(name);
  if (!tile.value) {
    bindings[name] = tile;
    return success();
  }
  bool isVariable = bound.value && isa<VarType>(bound.value.getType());
  if (isVariable && (!bound.is(Operand::Tile) || bound.type != tile.type || bound.extents != tile.extents)) {
    InFlightDiagnostic diagnostic = error(from);
    auto describeWhole = [](const Operand &operand) {
      return operand.is(Operand::Tile) ? describeTile(operand) + " of the shape " + describeExtents(operand.extents)
                                       : typeName(cast<VarType>(operand.value.getType()).getElementType());
    };
    diagnostic << "expected " << describeWhole(bound) << ", the type of '" << name << "', but got " << describeWhole(tile);
    diagnostic.attachNote(bound.value.getLoc()) << "it has that type from here";
    return diagnostic;
  }
  if (failed(assignName(target, tile.value, from)))
    return failure();
  bound = tile;
  bound.value = bindings[name].value;
  bound.text = name.str();
  bindings[name] = bound;
  if (!tile.text.empty())
    tileLinks.push_back({{name.str(), tile.text}, from});
  return success();
}

LogicalResult FunctionImporter::checkTileNames() {
  for (auto &[names, node] : tileLinks)
    for (const std::string *name : {&names.first, &names.second})
      if (auto changed = changedTiles.find(*name); changed != changedTiles.end()) {
        InFlightDiagnostic diagnostic = error(node);
        diagnostic << "expected a tile that does not change, since '" << names.first << "' stands for '" << names.second
                   << "' or a part of it, and kgen's tiles are values";
        diagnostic.attachNote(location(changed->second)) << "'" << *name << "' changes here";
        return diagnostic;
      }
  return success();
}

//===----------------------------------------------------------------------===//
// How calls are written
//===----------------------------------------------------------------------===//

/// Writes an argument of a call: operands, constants and functions of the author's as places, the rest as it stands.
void FunctionImporter::spellArgument(const TileCall &call, PyNode node, SmallVectorImpl<Attribute> &constants, std::string &text) {
  for (auto [i, place] : enumerate(call.places))
    if (place.first && place.first == node) {
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
    for (auto [i, element] : enumerate(elements)) {
      text += i ? ", " : "";
      spellArgument(call, element, constants, text);
    }
    text += elements.size() == 1 ? ",)" : ")";
    return;
  }
  if (Type type = readValueType(node, program); type && !program.constant(node)) {
    std::string dotted = Program::dotted(node);
    text += dotted.empty() ? castName(type) : dotted;
    return;
  }
  if (node.is("Constant") && node.text("kind") == "str") {
    text += "\"" + node.text("value").str() + "\"";
    return;
  }
  std::optional<Literal> literal = literalOf(node);
  std::optional<int64_t> integer = literal ? std::nullopt : readStaticInteger(node);
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
  constants.push_back(literal->symbol.empty() ? Attribute(value) : builder.getArrayAttr({value, builder.getStringAttr(literal->symbol)}));
}

ArrayAttr FunctionImporter::spellTileCall(const TileCall &call) {
  PyNode function = call.node.child("func");
  if (!function) // an operator
    return builder.getStrArrayAttr({call.texts.front().second});
  std::string text = Program::dotted(function) + "(";
  SmallVector<Attribute> constants;
  StringRef separator = "";
  for (PyNode given : call.node.list("args")) {
    text += separator;
    spellArgument(call, given, constants, text);
    separator = ", ";
  }
  for (PyNode keyword : call.node.list("keywords")) {
    text += (separator + keyword.text("arg") + "=").str();
    spellArgument(call, keyword.child("value"), constants, text);
    separator = ", ";
  }
  constants.insert(constants.begin(), builder.getStringAttr(text + ")"));
  return builder.getArrayAttr(constants);
}

} // namespace kgen::importer
