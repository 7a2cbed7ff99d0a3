// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes what a block of one thread does with a tile, in source form. A tile is a vector or a matrix there, and what
// Warp shares among the threads of a block is a loop over its elements.

#ifndef KGEN_TRANSFORMS_TILEBODY_H
#define KGEN_TRANSFORMS_TILEBODY_H

#include "kgen/IR/Builtins.h"
#include "kgen/IR/Kgen.h"

namespace kgen {

/// The shape of a tile: elements of one type, so many in each dimension.
struct TileShape {
  mlir::Type element;
  llvm::ArrayRef<int64_t> extents;

  TileShape(mlir::Type element, llvm::ArrayRef<int64_t> extents) : element(element), extents(extents) {}
  TileShape(TileType type) : element(type.getElementType()), extents(type.getShape()) {}
  mlir::Type value() const { return tileValueType(element, extents); }
  bool isFlat() const { return isFlatTile(element, extents); }
};

/// A dimension whose indices in an array are those of a tile; none where `axis` is negative.
struct PickedAxis {
  int64_t axis = -1;
  mlir::Value indices = nullptr;
  /// How many there are.
  int64_t count = 0;
};

class TileBody {
public:
  using Path = llvm::ArrayRef<mlir::OpFoldResult>;

  /// Writes at the end of `block`.
  TileBody(mlir::Block *block, mlir::Location location) : b(location.getContext()), location(location) {
    b.setInsertionPointToEnd(block);
  }
  /// Writes before `op`.
  explicit TileBody(mlir::Operation *op) : b(op), location(op->getLoc()) {}

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

} // namespace kgen

#endif // KGEN_TRANSFORMS_TILEBODY_H
