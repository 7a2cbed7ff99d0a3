// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What indices pick of a tile, for the bodies of Warp's functions of tiles.

#ifndef KGEN_LIB_IMPORT_TILEPICK_H
#define KGEN_LIB_IMPORT_TILEPICK_H

#include "Operand.h"

namespace kgen::importer {

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

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILEPICK_H
