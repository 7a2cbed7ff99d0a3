// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a value is: in an array, in a variable or in another value.

#ifndef KGEN_LIB_IMPORT_PLACE_H
#define KGEN_LIB_IMPORT_PLACE_H

#include "ArrayView.h"

namespace kgen::importer {

using Path = llvm::SmallVector<mlir::OpFoldResult>;

struct Place {
  mlir::Value base;
  /// The indices of an array, then a path into the element.
  Path path;
  /// The type of the place's value; that of a view if there are fewer indices than dimensions.
  mlir::Type type;
  /// Set where a slice or an array of the thread's own is there, or a part of one that is no element. The path is
  /// empty.
  ArrayViewPtr view = nullptr;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PLACE_H
