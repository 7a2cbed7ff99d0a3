// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity: which values of a kernel in value form lie on a way from what is read to what is written, in floats.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H

#include "../Structure.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::transforms {

/// A value is active where it is varied (it depends on a float element of an array) and useful (a float element that
/// is written depends on it). Only active values have adjoints.
class Activity {
public:
  /// `ofParameters` lets float parameters by value be varied, too: forward mode has tangents of them.
  explicit Activity(KernelOp kernel, bool ofParameters = false);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isActive(mlir::Value value) const { return varied.contains(value) && useful.contains(value); }

  /// True where reversing the kernel has to do something for `op`: it has an active result, it writes to a float array
  /// or something nested in it does.
  bool isActive(mlir::Operation *op) const { return activeOps.contains(op); }

private:
  void collectFlows(mlir::RegionBranchOpInterface op);
  bool markVaried(mlir::Operation &op);
  bool markUseful(mlir::Operation &op);
  bool vary(mlir::Value value);
  bool use(mlir::Value value);
  bool markOps(mlir::Operation &op);

  /// From what an op or its regions hand on to the results and block arguments that it becomes; a carried value as a
  /// whole is useful, since its adjoint passes through every trip.
  using Flows = llvm::SmallVector<std::pair<mlir::Value, mlir::Value>>;
  llvm::DenseMap<mlir::Operation *, Flows> flows, wholes;
  llvm::DenseSet<mlir::Value> varied, useful;
  llvm::DenseSet<mlir::Operation *> activeOps;
};

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H
