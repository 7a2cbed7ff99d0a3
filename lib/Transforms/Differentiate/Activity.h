// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity: which values of a kernel in value form lie on a way from a float that is read to a float that is written.

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
  using Flows = llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 0>;
  /// Facts about an op that are asked for again and again.
  struct Facts {
    mlir::Operation *op;
    /// The values that an access to an array of floats reads and writes; null for others.
    mlir::Value read, written;
    bool writes = false;
    /// Whether a slope leads from operands to the result; whether the author has written what does.
    bool hasSlope = false, isCustom = false;
    /// From what the op or its regions hand on to the results and block arguments that it becomes; a carried value as a
    /// whole is useful, since its adjoint passes through every trip.
    Flows flows, wholes;
  };
  void collect(mlir::Block &block);
  static Facts factsOf(mlir::Operation &op);
  bool markVaried(const Facts &facts);
  bool markUseful(const Facts &facts);
  bool vary(mlir::Value value);
  bool use(mlir::Value value);

  /// In program order.
  std::vector<Facts> ops;
  llvm::DenseSet<mlir::Value> varied, useful;
  llvm::DenseSet<mlir::Operation *> activeOps;
};

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_ACTIVITY_H
