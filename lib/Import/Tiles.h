// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles: calls of Warp's functions of tiles, which TileExpansions.h expands, operators on tiles, names and parts of
// tiles.

#ifndef KGEN_LIB_IMPORT_TILES_H
#define KGEN_LIB_IMPORT_TILES_H

#include "Part.h"
#include "TileAliases.h"
#include "TilePick.h"

namespace kgen::importer {

class TileCall;

class Tiles : Part {
public:
  using Part::Part;

  /// Says which call is a statement of its own: nobody asks for its result.
  void noteStatement(PyNode call) { statementCall = call; }
  bool isStatement(PyNode call) const { return call == statementCall; }
  /// Whether a tile has been refused, of which the reason is reported in the end.
  bool isRefused() const { return static_cast<bool>(tileUse); }
  /// Notes that a statement changes the tile of a name.
  void noteChange(llvm::StringRef name, PyNode node) { tileAliases.change(name, node); }
  /// The name of the parameter that the tile of a name is, or a part of it; "" where it is none.
  llvm::StringRef parameterOf(llvm::StringRef name) const {
    return tileAliases.findParameter(tileParameters, name).text("arg");
  }
  /// Sets the tiles that the function returns, none for other results.
  void noteResults(std::vector<Operand> results) { resultTiles = std::move(results); }
  const std::vector<Operand> &getResults() const { return resultTiles; }
  /// A call of one of Warp's functions of tiles: `tile_load`.
  Operand importTileCall(PyNode node, llvm::StringRef name);
  /// Nothing; the kernel will be refused for its tiles if there is no better reason. `tile` is the one that kgen has no
  /// value for, if that is known.
  Operand refuseTile(PyNode node, const Operand &tile = Operand());
  /// Reports the first tile that kgen has no value for.
  void reportRefusedTile();
  /// The extents of the tile that an expression is, which is not evaluated; none where it is no tile.
  llvm::SmallVector<int64_t> extentsOfTile(PyNode node);
  /// Reports a name that has a tile and gets something else, or the other way round.
  mlir::LogicalResult refuseTileName(llvm::StringRef name, const Operand &bound, const Operand &given, PyNode from);
  /// Gives a name a tile.
  mlir::LogicalResult assignTile(PyNode target, const Operand &tile, PyNode from);
  /// Makes a parameter that has its value a tile, as the argument is one.
  void bindTile(PyNode parameter, const Operand &argument);
  /// Whether what another return gives are tiles too, of the same shapes.
  mlir::LogicalResult checkTileResults(PyNode node, llvm::ArrayRef<Operand> tiles);
  /// Reports a tile that changes while another name stands for it: kgen's tiles are values.
  mlir::LogicalResult checkTileNames();
  /// An operator of which an operand is a tile.
  Operand applyTileBinary(PyNode node, const Operand &lhs, const Operand &rhs);
  Operand negateTile(PyNode node, const Operand &tile);
  /// A part of a tile.
  Operand importTileSubscript(PyNode node, const Operand &tile);
  /// Whether an expression may give a tile.
  bool mayBeTile(PyNode node) const;
  /// The tile that an assignment goes into; none where it goes elsewhere.
  Operand tileOfTarget(PyNode target) const;
  mlir::LogicalResult assignToTile(PyNode target, const Operand &tile, const Operand &value, PyNode from);
  mlir::LogicalResult augmentTile(PyNode node, const Operand &tile);

  //===--- Indices ---===//

  /// Whether indices are integers, each of which picks one place.
  bool areTileIndices(llvm::ArrayRef<PyNode> indices) const;
  /// Reports an index that is no place of a dimension.
  mlir::LogicalResult checkTileIndex(PyNode index, int64_t literal, int64_t extent, bool wraps);
  /// The tile that indices pick of another, without elements of its own; one element if no dimension is left.
  mlir::FailureOr<Operand> stepIntoTile(const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  /// The part that indices pick of the tile that is the first operand of a call: a tile, or an element.
  Operand importPick(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);

private:
  mlir::FailureOr<std::optional<int64_t>> readTileIndex(PyNode index, int64_t extent, bool wraps, Operand &view);
  mlir::FailureOr<TilePick> pickOfTile(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  mlir::FailureOr<TileStep> importTileIndex(TileCall &call, PyNode index, int64_t extent, bool wraps);
  mlir::LogicalResult refuseIndices(PyNode node, const Operand &tile, size_t count);
  mlir::FailureOr<Place> placeInTile(PyNode node, const Operand &tile, mlir::Value base,
                                     llvm::ArrayRef<PyNode> indices);
  mlir::FailureOr<Place> targetInTile(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices);
  bool isPathInTile(const Operand &tile, llvm::ArrayRef<PyNode> indices) const;
  mlir::LogicalResult checkTileValue(const Operand &part, const Operand &value, PyNode from);
  mlir::LogicalResult assignToPick(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices,
                                   const Operand &value, PyNode from, llvm::StringRef op = "");
  mlir::LogicalResult checkTileIndex(PyNode index, const Operand &operand);

  /// The first call that makes a tile that kgen has no value for.
  PyNode tileUse;
  Operand refusedTile;
  /// Which tiles stand for others or for parts of them, and which change.
  TileAliases tileAliases;
  /// Parameters that are tiles; the results that are (the others: none), with the names of those that they stand for.
  PyNodes tileParameters;
  std::vector<Operand> resultTiles;
  PyNode statementCall;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILES_H
