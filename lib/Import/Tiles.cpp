// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles as one thread has them: each is a vector or matrix, each call of one of Warp's functions a call of a
// `kgen.func` that does the same for a block of one thread. The call keeps how its author wrote it, so that it goes out
// as it came. Tiles that kgen has no value for are followed by type, so that what Warp would refuse is refused for
// Warp's reason.

#include "Tiles.h"
#include "Names.h"
#include "PyTypes.h"
#include "TileExpansions.h"

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

/// A function of lib/Import that expands one of Warp's.
struct TileExpansion {
  StringRef name;
  Operand (*expand)(TileCall &call);
  StringRef op;
};

static const TileExpansion *lookupExpansion(StringRef name) {
  static constexpr TileExpansion table[] = {
#define KGEN_EXPANSION(NAME, FUNCTION, OP) {NAME, FUNCTION, OP},
#include "kgen/IR/KgenExpansions.inc"
#undef KGEN_EXPANSION
  };
  const TileExpansion *found = find_if(table, [&](const TileExpansion &each) { return each.name == name; });
  return found == std::end(table) ? nullptr : found;
}

Operand Tiles::importTileCall(PyNode node, StringRef name) {
  TileCall call(*this, node, name);
  const TileExpansion *expansion = lookupExpansion(name);
  if (!expansion) {
    error(node.child("func")) << "expected a builtin that kgen has but got 'wp." << name << "', " << call.warps.missing;
    return Operand();
  }
  call.op = expansion->op;
  if (failed(call.bind()))
    return Operand();
  Operand result = expansion->expand(call);
  if (!result && !context.errors && !tileUse && !names.hasPoisoned()) // a type, a shape or a function that is none
    error(node) << "expected arguments that 'wp." << name << "' takes";
  return result;
}

/// The extents of the tile that an expression is, which is not evaluated; none where it is no tile.
SmallVector<int64_t> Tiles::extentsOfTile(PyNode node) {
  if (!mayBeTile(node))
    return {};
  Aside aside(builder);
  Operand operand = importOperand(node);
  return operand.is(Operand::Tile) ? operand.extents : SmallVector<int64_t>();
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

} // namespace kgen::importer
