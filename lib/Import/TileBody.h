// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the body of one of Warp's functions of tiles for a block of one thread, in source form. A tile is a vector or a
// matrix there, and what Warp shares among the threads of a block is a loop over its elements.

#ifndef KGEN_LIB_IMPORT_TILEBODY_H
#define KGEN_LIB_IMPORT_TILEBODY_H

#include "kgen/IR/Builtins.h"
#include "kgen/IR/Kgen.h"

namespace kgen::importer {

/// The type of a tile as a value: a vector of numbers, or a matrix of them, where a tile of vectors has one in each row.
/// Null where there is none: of other elements, in three dimensions, or beyond what a value can hold.
mlir::Type tileValueType(mlir::Type element, llvm::ArrayRef<int64_t> extents);

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
  /// What Python writes as an operator, and as a call; the operands are such as it takes.
  mlir::Value infix(llvm::StringRef op, mlir::Value lhs, mlir::Value rhs);
  mlir::Value call(llvm::StringRef name, mlir::ValueRange operands);
  mlir::Value call(FuncOp function, mlir::ValueRange operands);
  mlir::Value negate(mlir::Value value);
  mlir::Value compare(CmpPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  /// A number, or each number of a vector, in another type.
  mlir::Value cast(mlir::Value value, mlir::Type type);
  mlir::Value part(mlir::Value whole, Path path);
  /// A tile with one element.
  mlir::Value single(mlir::Type tile, mlir::Value element);

  //===--- Statements ---===//
  mlir::Value declare(llvm::StringRef name, mlir::Value init);
  mlir::Value get(mlir::Value variable) { return GetOp::create(b, location, variable); }
  void set(mlir::Value variable, mlir::Value value, Path path = {}) {
    SetOp::create(b, location, variable, value, path);
  }
  void loop(llvm::StringRef name, mlir::OpFoldResult lower, mlir::OpFoldResult upper,
            llvm::function_ref<void(mlir::Value)> body);
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  /// One loop for each extent, over `i`, `j` and so on.
  void loopOver(llvm::ArrayRef<int64_t> extents, llvm::function_ref<void(Path)> body);
  /// Those elements of a tile that lie in an array, where the tile's first one is at `offsets`: `body` gets the indices
  /// of each in the tile and in the array. Without `isChecked`, all of them.
  void loopInside(mlir::Value array, llvm::ArrayRef<int64_t> extents, mlir::ValueRange offsets, bool isChecked,
                  llvm::function_ref<void(Path, Path)> body);

  mlir::OpBuilder b;
  mlir::Location location;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILEBODY_H
