// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of one of Warp's functions of tiles while it is imported. The function's record binds the arguments; the
// function's expansion checks them, collects the operands and says how the body of the `kgen.func` is written.

#ifndef KGEN_LIB_IMPORT_TILECALL_H
#define KGEN_LIB_IMPORT_TILECALL_H

#include "Part.h"
#include "TilePick.h"
#include "kgen/IR/WarpFunctions.h"

namespace kgen::importer {

/// `tile of vec3`, or the type of a value.
std::string describeTile(const Operand &operand);
/// `8x4`, and with the elements' type if that is not float32: parts of a function's name.
std::string nameExtents(llvm::ArrayRef<int64_t> extents);
std::string nameTile(llvm::ArrayRef<int64_t> extents, mlir::Type element);

class TileCall : public Part {
public:
  using TileWriter = llvm::function_ref<mlir::Value(TileBody &, mlir::ValueRange)>;
  using TilesWriter = llvm::function_ref<llvm::SmallVector<mlir::Value>(TileBody &, mlir::ValueRange)>;

  /// A call of one of Warp's functions, or what an author writes in its place: a subscript or an operator.
  TileCall(const Part &part, PyNode node, llvm::StringRef function);

  using Part::builder;
  using Part::calls;
  using Part::constructors;
  using Part::context;
  using Part::createLiteral;
  using Part::createZero;
  using Part::error;
  using Part::expectType;
  using Part::importExpression;
  using Part::importOperand;
  using Part::literalOf;
  using Part::location;
  using Part::module;
  using Part::program;
  using Part::refuseType;
  using Part::tiles;
  using Part::toValue;
  using Part::userCalls;

  //===--- Arguments ---===//

  /// Binds the arguments of the call to the parameters of the function. Reports one that the call has too much, one
  /// that it lacks, and an integer in place of a tuple. `numIndices` is how many arguments are indices; without it, as
  /// many as the other parameters leave.
  mlir::LogicalResult bind(std::optional<unsigned> numIndices = std::nullopt);
  /// The argument for a parameter; nothing if the call has none.
  PyNode given(llvm::StringRef parameter) const;
  /// Whether the function changes tiles in place.
  bool changesTiles() const;
  /// The arguments for a list of indices or of values.
  PyNodes givenList() const;

  /// A tile; none if the argument is something else, or wrong.
  Operand tile(llvm::StringRef parameter);
  /// The value of a flag or a word, a constant; failure if Warp does not take the argument.
  mlir::FailureOr<bool> flag(llvm::StringRef parameter) const;
  mlir::FailureOr<llvm::StringRef> word(llvm::StringRef parameter) const;
  /// Reports a `storage` that Warp does not take.
  mlir::LogicalResult checkStorage() const;
  /// The extents that `shape` gives; none if there are none, which is reported, or if they are not followed.
  llvm::SmallVector<int64_t> shape();
  llvm::SmallVector<int64_t> extentsOf(PyNode shape);
  /// The nodes of a shape's extents; none if a tile cannot have as many, which is reported.
  PyNodes nodesOfExtents(PyNode shape) const;
  /// The `axis` of a reduction of a tile: nothing if none is given; failure if it is no dimension of the tile.
  mlir::FailureOr<std::optional<int64_t>> axisOf(const Operand &tile) const;
  /// The `dtype`, float if there is none; null if it is no type that a tile can have.
  mlir::Type dtype();

  //===--- Operands ---===//

  /// Adds an operand: where it stands in the text, and what the function calls it.
  mlir::Value add(PyNode place, llvm::StringRef name, mlir::Value value);
  /// The tile that is the argument for a parameter, as an operand.
  Operand addTile(llvm::StringRef parameter, llvm::StringRef name);
  mlir::FailureOr<mlir::Value> addArray();
  /// The first place of a tile in an array or in another tile: an operand for each dimension; zeros if the call gives
  /// none. Their numbers.
  mlir::FailureOr<llvm::SmallVector<unsigned>> addOffsets(unsigned rank);
  /// Indices of an element, one for each dimension and at most `extra` into the element: literals are checked.
  mlir::LogicalResult addIndices(const Operand &tile, unsigned extra);

  //===--- Results ---===//

  /// The tile that a collective op makes, as this thread's value; one without a value, and noted, if kgen has none.
  Operand makeTile(mlir::Type element, llvm::ArrayRef<int64_t> extents,
                   llvm::function_ref<mlir::Value(TileType)> create);
  /// The names of module constants that are extents, "" for others; null if no extent is one.
  mlir::ArrayAttr shapeNames(PyNode shape) const;

  /// Calls the function for these operands, which `write` writes if the module has none yet. `detail` is what its name
  /// says besides. A tile, or nothing if there is no element type.
  Operand make(llvm::StringRef detail, mlir::Type element, llvm::ArrayRef<int64_t> extents, TileWriter write);
  /// The same for a value.
  mlir::Value makeValue(llvm::StringRef detail, mlir::Type type, TileWriter write);
  /// The same for a function that changes tiles at their places, which are names: they get what the function gives.
  Operand change(llvm::ArrayRef<std::pair<PyNode, Operand>> changed, llvm::StringRef detail, TilesWriter write);
  Operand change(PyNode place, llvm::StringRef detail, const Operand &tile, TileWriter write);

  PyNode node;
  const WarpFunction &warps;
  /// `tile_load`.
  llvm::StringRef name;
  /// The operation that the record names, which tells functions with one expansion apart.
  llvm::StringRef op;
  llvm::SmallVector<mlir::Value> operands;
  /// Of each operand, its place in the text and its name in the function.
  llvm::SmallVector<std::pair<PyNode, std::string>> places;
  /// The text of a function among the arguments; an operator, if the call is one.
  llvm::SmallVector<std::pair<PyNode, std::string>> texts;
  /// The text behind a subscript that is assigned to: ` = {2}`.
  std::string assigned;
  /// An operator, which tells its function from others of that name and type.
  std::string variant;

private:
  /// A parameter at its place among the arguments; of a list, one of its parts.
  struct Slot {
    llvm::StringRef name;
    const WarpParameter *parameter;
    PyNode given;
  };
  llvm::SmallVector<Slot> slotsOf(llvm::ArrayRef<WarpParameter> parameters, std::optional<unsigned> numIndices) const;
  const Slot *slot(llvm::StringRef parameter) const;
  /// The first keyword that none of the parameters has that the positions leave; nothing if all have one.
  PyNode unknownKeyword(llvm::ArrayRef<Slot> slots) const;
  mlir::LogicalResult checkArguments() const;
  mlir::LogicalResult checkTuples() const;

  std::optional<int64_t> localInteger(PyNode node) const;
  std::optional<int64_t> extentOf(PyNode node) const;
  /// Null, and noted, if kgen has no value for an operand or result.
  CallOp createCall(llvm::StringRef detail, mlir::TypeRange results, TilesWriter write);

  //===--- The text ---===//

  using Constants = llvm::SmallVectorImpl<mlir::Attribute>;
  /// How the author wrote the call, with a place in braces for each operand, constant and function.
  mlir::ArrayAttr spell() const;
  void spellAll(llvm::ArrayRef<PyNode> nodes, Constants &constants, std::string &text) const;
  void spell(PyNode argument, Constants &constants, std::string &text) const;
  void spellConstant(PyNode argument, Constants &constants, std::string &text) const;

  llvm::SmallVector<Slot> slots;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILECALL_H
