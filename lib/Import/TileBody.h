// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the body of one of Warp's functions of tiles for a block of one thread, in source form. A tile is a vector or
// a matrix there, and what Warp shares among the threads of a block is a loop over its elements.

#ifndef KGEN_LIB_IMPORT_TILEBODY_H
#define KGEN_LIB_IMPORT_TILEBODY_H

#include "Operand.h"
#include "kgen/IR/Builtins.h"
#include "kgen/IR/Kgen.h"

namespace kgen::importer {

/// Whether a tile has more dimensions than a value: its elements then stand one behind another, row by row, those of
/// the last dimension side by side.
bool isFlat(mlir::Type element, llvm::ArrayRef<int64_t> extents);

/// The type of a tile as a value: a vector of numbers, or a matrix of them, if a tile of vectors has one in each row.
/// Null if there is none: of other elements, or too large for a value.
mlir::Type tileValueType(mlir::Type element, llvm::ArrayRef<int64_t> extents);

int64_t countElements(llvm::ArrayRef<int64_t> extents);

/// The shape of a tile: elements of one type, so many in each dimension.
struct TileShape {
  mlir::Type element;
  llvm::ArrayRef<int64_t> extents;

  TileShape(mlir::Type element, llvm::ArrayRef<int64_t> extents) : element(element), extents(extents) {}
  TileShape(const Operand &tile) : element(tile.type), extents(tile.extents) {}
  mlir::Type value() const { return tileValueType(element, extents); }
  bool isFlat() const { return kgen::importer::isFlat(element, extents); }
};

/// A dimension whose indices in an array are those of a tile; none where `axis` is negative.
struct PickedAxis {
  int64_t axis = -1;
  mlir::Value indices = nullptr;
  /// How many there are.
  int64_t count = 0;
};

class TileBody;

/// The places that an index picks of one dimension of a tile: `count` from the first one on or, if an operand of the
/// function is the index, those in the tile of indices; one place if `count` is zero.
struct TileStep {
  int64_t first = 0, step = 1, count = 0;
  std::optional<unsigned> operand;
};

/// The part that indices pick: so many places in each dimension that is left, and its name within a function's.
struct TilePick {
  llvm::SmallVector<TileStep> steps;
  /// The tile's, with the length of its vectors where an index goes into one.
  llvm::SmallVector<int64_t> whole;
  llvm::SmallVector<int64_t> extents;
  std::string name;
  bool isContiguous = true, wraps = true;
  /// Whether a component of an element is picked.
  bool isPart(TileShape shape) const { return whole.size() > shape.extents.size(); }
  /// The place in the whole, and in its value, of an element at some place of the part.
  llvm::SmallVector<mlir::OpFoldResult> placeOf(TileBody &body, mlir::ValueRange operands,
                                                llvm::ArrayRef<mlir::OpFoldResult> at) const;
  llvm::SmallVector<mlir::OpFoldResult> pathTo(TileBody &body, TileShape shape, mlir::ValueRange operands,
                                               llvm::ArrayRef<mlir::OpFoldResult> at) const;
};

class TileBody {
public:
  using Path = llvm::ArrayRef<mlir::OpFoldResult>;

  /// Writes at the end of `block`.
  TileBody(mlir::Block *block, mlir::Location location) : b(location.getContext()), location(location) {
    b.setInsertionPointToEnd(block);
  }

  //===--- Values ---===//
  mlir::OpFoldResult literal(int64_t number) { return b.getI64IntegerAttr(number); }
  mlir::Value integer(int64_t number);
  mlir::Value valueOf(mlir::OpFoldResult index);
  /// A number of a scalar type, or that number in each component.
  mlir::Value number(mlir::Type type, double value) { return createNumber(b, location, type, value); }
  /// A value that Python writes as an operator, and as a call; the operands are such as it takes. They stand in braces,
  /// where they are made in order: the arguments of a call are made in the order that a compiler likes.
  mlir::Value infix(llvm::StringRef op, mlir::ValueRange operands);
  mlir::Value call(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value call(FuncOp function, mlir::ValueRange operands);
  mlir::Value negate(mlir::Value value);
  mlir::Value compare(CmpPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  /// A number, or each number of a vector, in another type.
  mlir::Value cast(mlir::Value value, mlir::Type type);
  mlir::Value part(mlir::Value whole, Path path);
  /// An element of a tile.
  mlir::Value element(TileShape shape, mlir::Value tile, Path at) { return part(tile, place(shape, at)); }
  /// The element of a tile that is the `position`th, row by row.
  mlir::Value elementAt(TileShape shape, mlir::Value tile, mlir::Value position) {
    return part(tile, placeAt(shape, position));
  }
  /// A tile with one element.
  mlir::Value single(mlir::Type tile, mlir::Value element);
  /// The path of an element in the value of a tile.
  llvm::SmallVector<mlir::OpFoldResult> place(TileShape shape, Path at);
  llvm::SmallVector<mlir::OpFoldResult> placeAt(TileShape shape, mlir::Value position);
  /// The place of an element row by row, and the indices of that place.
  mlir::Value positionOf(llvm::ArrayRef<int64_t> extents, Path at);
  llvm::SmallVector<mlir::OpFoldResult> indicesAt(llvm::ArrayRef<int64_t> extents, mlir::Value position);

  //===--- Statements ---===//
  mlir::Value declare(llvm::StringRef name, mlir::Value init);
  mlir::Value get(mlir::Value variable) { return GetOp::create(b, location, variable); }
  void set(mlir::Value variable, mlir::Value value, Path path = {}) {
    SetOp::create(b, location, variable, value, path);
  }
  void setElement(TileShape shape, mlir::Value variable, mlir::Value value, Path at) {
    set(variable, value, place(shape, at));
  }
  void loop(llvm::StringRef name, mlir::OpFoldResult lower, mlir::OpFoldResult upper,
            llvm::function_ref<void(mlir::Value)> body, int64_t step = 1);
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  /// One loop for each extent, over `i`, `j` and so on.
  void loopOver(llvm::ArrayRef<int64_t> extents, llvm::function_ref<void(Path)> body);
  /// Those elements of a tile that lie in an array, where the tile's first one is at `offsets`: `body` gets the indices
  /// of each in the tile and in the array. Without `isChecked`, all of them. Along the axis of `picked`, the indices in
  /// the array are those of a tile.
  void loopInside(mlir::Value array, llvm::ArrayRef<int64_t> extents, mlir::ValueRange offsets, bool isChecked,
                  llvm::function_ref<void(Path, Path)> body, PickedAxis picked = {});

  mlir::OpBuilder b;
  mlir::Location location;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILEBODY_H
