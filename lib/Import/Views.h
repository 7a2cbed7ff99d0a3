// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of arrays and arrays of a thread's own: what they are made of, their extents, and the elements that indices
// denote (S-77, S-78).

#ifndef KGEN_LIB_IMPORT_VIEWS_H
#define KGEN_LIB_IMPORT_VIEWS_H

#include "ArrayView.h"
#include "Part.h"

namespace kgen::importer {

class Views : Part {
public:
  using Part::Part;

  /// The place of a whole view.
  static Place placeOf(ArrayViewPtr view);
  /// `wp.zeros(shape=(2, 3), dtype=float)`.
  Operand importThreadArray(PyNode node);
  /// `a[1:n, i]` of an array, a view or a part of either.
  mlir::FailureOr<Place> slice(PyNode node, const Place &whole);
  /// Goes from a view to what its first indices denote: another view, or an element.
  mlir::LogicalResult stepInto(PyNode node, Place &place, llvm::ArrayRef<mlir::OpFoldResult> indices);
  /// The extents of a view, one value or literal for each dimension.
  std::vector<Operand> extentsOf(PyNode node, const ArrayView &view);
  /// A view in the words of a message.
  static std::string describe(const ArrayView &view);

private:
  mlir::FailureOr<int64_t> readExtents(PyNode shape, llvm::SmallVectorImpl<int64_t> &extents);
  mlir::FailureOr<SliceBounds> readBounds(PyNode slice);
  /// A bound as a position: those below zero count from the end, and none lies outside.
  mlir::OpFoldResult positionOf(PyNode node, mlir::OpFoldResult bound, int64_t step, bool isLower,
                                llvm::function_ref<mlir::OpFoldResult()> length);
  /// The extent of a dimension after its first `count` slices.
  mlir::OpFoldResult extentOf(PyNode node, const ArrayView &view, unsigned dimension, size_t count);
  /// The index into the dimension that is viewed of an index into the view.
  mlir::OpFoldResult resolveIndex(PyNode node, const ArrayView &view, unsigned dimension, mlir::OpFoldResult index);
  /// Makes the place of an element out of an index for each dimension.
  mlir::LogicalResult finish(PyNode node, const ArrayView &view, Place &place);

  //===--- Arithmetic of int32, with literals folded ---===//

  mlir::OpFoldResult literal(int64_t number) { return builder.getI64IntegerAttr(number); }
  mlir::Value valueOf(PyNode node, mlir::OpFoldResult number);
  mlir::OpFoldResult add(PyNode node, mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult subtract(PyNode node, mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult scale(PyNode node, mlir::OpFoldResult a, int64_t factor);
  mlir::OpFoldResult divide(PyNode node, mlir::OpFoldResult a, int64_t divisor);
  mlir::OpFoldResult least(PyNode node, mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult greatest(PyNode node, mlir::OpFoldResult a, mlir::OpFoldResult b);
  /// `number`, or where it is below zero `fromEnd()`.
  mlir::OpFoldResult wrap(PyNode node, mlir::OpFoldResult number, llvm::function_ref<mlir::OpFoldResult()> fromEnd);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_VIEWS_H
