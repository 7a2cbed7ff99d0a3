// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles: calls of Warp's functions of tiles, operators on tiles, names and parts of tiles. TileBody writes the bodies
// of the functions.

#ifndef KGEN_LIB_IMPORT_TILES_H
#define KGEN_LIB_IMPORT_TILES_H

#include "Part.h"
#include "TileAliases.h"
#include "TileBody.h"

namespace kgen::importer {

struct Choice;

/// `tile of vec3`, or the type of a value.
std::string describeTile(const Operand &operand);
/// `8x4`, and with the elements' type where that is not float32: parts of a function's name.
std::string nameExtents(llvm::ArrayRef<int64_t> extents);
std::string nameTile(llvm::ArrayRef<int64_t> extents, mlir::Type element);
/// `tile_load` of a call of `wp.tile_load`.
llvm::StringRef tileFunction(PyNode call);

class Tiles : Part {
public:
  using Part::Part;

  /// A call of one of Warp's functions of tiles while it is imported: the operands that the function gets.
  struct TileCall {
    TileCall(PyNode node, llvm::StringRef name) : node(node), name(name) {}
    PyNode node;
    /// `tile_load`.
    llvm::StringRef name;
    llvm::SmallVector<mlir::Value> operands;
    /// The place of each in the text, and its name in the function.
    llvm::SmallVector<std::pair<PyNode, std::string>> places;
    /// The texts of functions among the arguments; an operator, if the call is one.
    llvm::SmallVector<std::pair<PyNode, std::string>> texts;
    /// Behind a subscript that is assigned to: ` = {2}`.
    std::string assigned;
    /// Tells its function from others of that name and type: an operator.
    std::string variant;

    mlir::Value add(PyNode place, llvm::StringRef parameter, mlir::Value value);
  };

  /// Says which call is a statement of its own.
  void noteStatement(PyNode call) { statementCall = call; }
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
  /// A call of one of Warp's functions of tiles.
  Operand importTileCall(PyNode node, llvm::StringRef callee);
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

private:
  using TileWriter = llvm::function_ref<mlir::Value(TileBody &, mlir::ValueRange)>;
  using TilesWriter = llvm::function_ref<llvm::SmallVector<mlir::Value>(TileBody &, mlir::ValueRange)>;
  /// An operator of Warp's or of the author's on elements.
  struct ElementOperator {
    const BuiltinInfo *builtin = nullptr;
    FuncOp function;
    mlir::Type type;
    /// Its text: `wp.max`, or `{@relu}`.
    std::string text;
    explicit operator bool() const { return static_cast<bool>(type); }
    mlir::Value apply(TileBody &body, mlir::ValueRange operands) const;
  };

  mlir::LogicalResult checkTileArguments(PyNode node, llvm::StringRef callee);
  mlir::LogicalResult checkTileTuples(PyNode node);
  /// Nothing; the kernel will be refused for its tiles, if there is no better reason. `tile` is the one that kgen has
  /// no value for, if that is known.
  Operand refuseTile(PyNode node, const Operand &tile = Operand());
  /// Calls the function for these operands, which `write` writes where the module has none yet. `detail` is what its
  /// name says besides. Null, and noted, where kgen has no value for an operand or result.
  CallOp createTileCall(TileCall &call, llvm::StringRef detail, mlir::TypeRange results, TilesWriter write);
  /// The same for a tile, or nothing if there is no result.
  Operand callTiles(TileCall &call, llvm::StringRef detail, mlir::Type element, llvm::ArrayRef<int64_t> extents,
                    TileWriter write);
  /// The same for a value.
  mlir::Value callForValue(TileCall &call, llvm::StringRef detail, mlir::Type type, TileWriter write);
  /// The same for a function that changes tiles at their places, which are names: they get what the function gives.
  Operand changeTiles(TileCall &call, llvm::ArrayRef<std::pair<PyNode, Operand>> tiles, llvm::StringRef detail,
                      TilesWriter write);
  Operand changeTile(TileCall &call, PyNode place, llvm::StringRef detail, const Operand &tile, TileWriter write);
  /// How the author wrote the call, with a place in braces for each operand, constant and function.
  mlir::ArrayAttr spellTileCall(const TileCall &call);
  void spellArguments(const TileCall &call, llvm::ArrayRef<PyNode> nodes,
                      llvm::SmallVectorImpl<mlir::Attribute> &constants, std::string &text);
  void spellArgument(const TileCall &call, PyNode node, llvm::SmallVectorImpl<mlir::Attribute> &constants,
                     std::string &text);
  Operand tileArgument(PyNode call, llvm::StringRef keyword, unsigned position);
  /// The same as an operand of the call.
  Operand addTile(TileCall &call, llvm::StringRef keyword, unsigned position, llvm::StringRef parameter);
  mlir::FailureOr<mlir::Value> addArray(TileCall &call);
  /// The first indices of a tile in an array or in another tile: an operand for each dimension; zeros where they are
  /// not given.
  mlir::FailureOr<llvm::SmallVector<unsigned>> addOffsets(TileCall &call, unsigned position, unsigned rank);
  PyNodes nodesOfExtents(PyNode shape);
  std::optional<int64_t> readLocalInteger(PyNode node);
  std::optional<int64_t> readTileExtent(PyNode node);
  llvm::SmallVector<int64_t> readTileExtents(PyNode shape);
  mlir::LogicalResult checkTileStorage(PyNode node);
  mlir::FailureOr<bool> readTileFlag(PyNode node, llvm::StringRef keyword, bool otherwise) const;
  Operand importTileLoad(PyNode node);
  Operand importTileStore(PyNode node);
  mlir::LogicalResult checkStored(PyNode call, PyNode place, mlir::Type array, const Operand &tile);
  mlir::Value storeTile(TileBody &body, const TileCall &call, mlir::Value array, TileShape shape, mlir::Value tile,
                        mlir::ValueRange offsets, bool isChecked, PickedAxis picked = {});
  /// Whether nobody asks for the result of a call.
  bool isStatement(PyNode call) const { return call == statementCall; }
  Operand importTileFill(PyNode node);
  Operand importTileFull(PyNode node);
  Operand importTileRange(PyNode node);
  Operand importTileProduct(PyNode node);
  Operand importTileMap(PyNode node);
  Operand importTileExtremum(PyNode node);
  Operand importTileSum(PyNode node);
  Operand importTileReduction(PyNode node);
  Operand importTileScan(PyNode node);
  Operand importTileOperand(PyNode node);
  Operand fillTile(TileCall &call, mlir::Type type);
  mlir::Type readTileType(PyNode node, std::optional<unsigned> position);
  mlir::TypedAttr readTileBound(PyNode node, mlir::Type type);
  mlir::LogicalResult checkTilePrecision(PyNode node, mlir::Type type);
  ElementOperator elementOperator(PyNode node, const Operand &op, llvm::ArrayRef<mlir::Type> elements);
  ElementOperator userOperator(PyNode node, llvm::ArrayRef<unsigned> functions, llvm::ArrayRef<mlir::Type> elements);
  Operand reduceTile(TileCall &call, llvm::StringRef detail, const Operand &tile, std::optional<int64_t> axis,
                     const ElementOperator &op);
  Operand importTileOfValue(PyNode node);
  Operand importUntile(PyNode node);
  Operand importTileFromThread(PyNode node);
  mlir::LogicalResult addIndices(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, unsigned extra);
  Operand importTileElement(PyNode node);
  Operand importTileScatter(PyNode node);
  mlir::FailureOr<PickedAxis> addPicked(TileCall &call, unsigned rank, unsigned axisPosition, unsigned &operand);
  mlir::LogicalResult checkPicked(PyNode node, const PickedAxis &picked, llvm::ArrayRef<int64_t> extents,
                                  unsigned rank);
  Operand importTileLoadIndexed(PyNode node);
  Operand importTileStoreIndexed(PyNode node);
  Operand importTileSort(PyNode node);
  mlir::FailureOr<bool> readFillMode(PyNode node, unsigned position);
  mlir::LogicalResult expectSquare(PyNode node, const Operand &tile);
  mlir::LogicalResult expectAlike(PyNode node, const Operand &a, const Operand &b);
  Operand importTileCholesky(PyNode node);
  Operand importTileSolve(PyNode node);
  Operand importTileDiagonal(PyNode node);
  Operand importTileDot(PyNode node);
  Operand importTileUpdate(PyNode node);
  Operand importTileFourier(PyNode node);
  Operand importTileBroadcast(PyNode node);
  Operand importTileReshape(PyNode node);
  llvm::SmallVector<int64_t> readReshape(PyNode shape, int64_t count);
  Operand importTileTranspose(PyNode node);
  Operand importTileSqueeze(PyNode node);
  Operand importTileView(PyNode node);
  Operand importTileAssign(PyNode node);
  Operand importTileConversion(PyNode node);
  mlir::FailureOr<std::optional<int64_t>> readTileIndex(PyNode index, int64_t extent, bool wraps, Operand &view);
  mlir::FailureOr<Operand> stepIntoTile(const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  mlir::FailureOr<TilePick> pickOfTile(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  Operand importPick(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  mlir::FailureOr<TileStep> importTileIndex(TileCall &call, PyNode index, int64_t extent, bool wraps);
  mlir::LogicalResult refuseIndices(PyNode node, const Operand &tile, size_t count);
  bool areTileIndices(llvm::ArrayRef<PyNode> indices) const;
  mlir::FailureOr<Place> placeInTile(PyNode node, const Operand &tile, mlir::Value base,
                                     llvm::ArrayRef<PyNode> indices);
  mlir::FailureOr<Place> targetInTile(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices);
  bool isPathInTile(const Operand &tile, llvm::ArrayRef<PyNode> indices) const;
  mlir::LogicalResult checkTileValue(const Operand &part, const Operand &value, PyNode from);
  mlir::LogicalResult assignToPick(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices,
                                   const Operand &value, PyNode from, llvm::StringRef op = "");
  mlir::LogicalResult checkTileIndex(PyNode index, int64_t literal, int64_t extent, bool wraps);
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
