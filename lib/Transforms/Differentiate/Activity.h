// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity: which values of a kernel in value form lie on a way from what is read to what is written, in floats.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen {

/// A value is active where it is varied (it depends on a float element of an array) and useful (a float element that
/// is written depends on it). Only active values have adjoints.
class Activity {
public:
  explicit Activity(KernelOp kernel);

  bool isActive(mlir::Value value) const { return varied.contains(value) && useful.contains(value); }

  /// True where reversing the kernel has to do something for `op`: it has an active result, it writes to a float array
  /// or something nested in it does.
  bool isActive(mlir::Operation *op) const { return activeOps.contains(op); }

private:
  bool markVaried(mlir::Operation &op);
  bool markUseful(mlir::Operation &op);
  bool vary(mlir::Value value);
  bool use(mlir::Value value);
  bool markOps(mlir::Operation &op);

  llvm::DenseSet<mlir::Value> varied, useful;
  llvm::DenseSet<mlir::Operation *> activeOps;
};

/// The values that a region of an if or of a loop's body hands on.
YieldOp yieldOf(mlir::Region &region);

/// True for an access to an array of floats.
bool accessesFloats(mlir::Operation &op);

} // namespace kgen

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H
