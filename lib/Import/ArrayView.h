// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that exist only while a function is imported: slices of arrays, and arrays that a thread makes for itself.
// Their elements are elements of an array, or parts of a variable; an access to one is an access to these.

#ifndef KGEN_LIB_IMPORT_ARRAYVIEW_H
#define KGEN_LIB_IMPORT_ARRAYVIEW_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace kgen::importer {

/// `lower:upper:step` of a dimension that has `length` indices. Bounds are those of the author; null where left out.
struct SliceBounds {
  mlir::OpFoldResult lower, upper;
  int64_t step = 1;
};

/// A dimension of the viewed array: at one index, or as a whole, or the part that slices pick, one after another.
struct ViewDim {
  /// Set where the dimension has one index and is none of the view.
  mlir::OpFoldResult index;
  /// The index of the first element that each slice picks, and the slice.
  struct Slice {
    SliceBounds bounds;
    mlir::OpFoldResult first;
  };
  llvm::SmallVector<Slice, 1> slices;
};

/// A view of an array, or of a variable that holds the numbers of an array of the thread's own.
struct ArrayView {
  mlir::Value base;
  /// Of an array of the thread's own, its shape; empty for a view of an array in memory.
  llvm::SmallVector<int64_t> shape;
  mlir::Type element;
  /// One for each dimension of the viewed array.
  llvm::SmallVector<ViewDim, 2> dims;

  bool isOwn() const { return !shape.empty(); }
  unsigned rank() const {
    return llvm::count_if(dims, [](const ViewDim &dim) { return !dim.index; });
  }
};

using ArrayViewPtr = std::shared_ptr<const ArrayView>;

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_ARRAYVIEW_H
