// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the kernel as they are lowered: their scalars, and the fields of arrays.

#ifndef KGEN_LIB_CONVERSION_LOWEREDVALUES_H
#define KGEN_LIB_CONVERSION_LOWEREDVALUES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace kgen::conversion {

/// A lowered value: its scalars, one for each leaf of its layout, so no aggregate is ever made that would have to be
/// taken apart again. An array in a struct is a pointer to its own struct, which nothing writes. A large value
/// (`isInMemory`) is one pointer instead, to memory that holds it and that nothing writes as long as the value can be
/// used.
using Components = mlir::SmallVector<mlir::Value, 4>;

/// The fields of an array or gradient that its accesses need. A parameter's are loaded before the thread loop, each
/// when it is first asked for; those of an array in a struct, or of a view, at the place where a thread makes it.
struct Buffer {
  mlir::Value pointer; // to the array's struct, or to a gradient's elements; null for a view
  mlir::Value data;
  std::array<mlir::Value, 4> shape, strides;
  mlir::Value own;        // gradients only: the elements of the array's own, as a pointer
  mlir::Value present;    // gradients only: whether there is any
  mlir::Value isExplicit; // gradients only: whether it is the adjoint argument's
  mlir::Value zeroable;   // gradients only: whether taking an element zeroes it
};

/// In a flat form, the number of the thread in the launch: a value of the kernel, and what it is lowered to.
struct FlatThread {
  mlir::Value thread, number;
};

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LOWEREDVALUES_H
