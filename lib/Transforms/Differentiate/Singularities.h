// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where zero may meet infinity: which values, and which factors of adjoints, may be infinite or NaN though all that is
// read from memory is finite. Rounding and the overflow of sums and products of finite numbers are not looked at.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H

#include "Activity.h"
#include "mlir/IR/IRMapping.h"

namespace kgen::transforms {

class Singularities {
public:
  Singularities(KernelOp kernel, const Activity &activity);

  /// True where `op` may multiply its adjoint by a factor that is infinite or NaN. Found by building its adjoint, from
  /// the op's own rule, and looking at what that is made of.
  bool hasInfiniteSlope(SlopeOpInterface op) const;

  /// `op` and the ops before it, the last first, to whose results adjoints come from `op` and each other only: what a test of
  /// the adjoint of `op` against zero may skip together with it. `nests` says whether that may be an op which needs a test of its own.
  llvm::SmallVector<mlir::Operation *> findChain(SlopeOpInterface op, bool nests) const;

  /// True where the adjoint of the operand may be zero even if that of its op is not.
  bool mayMakeZero(mlir::OpOperand &operand) const;

private:
  using Values = llvm::DenseSet<mlir::Value>;
  bool addNonFinite(mlir::Operation *op);
  bool isExclusive(mlir::Operation *op, const llvm::DenseSet<mlir::Operation *> &users) const;

  const Activity &activity;
  /// Values that may not be finite, and arrays with such elements.
  Values nonFinite;
  /// Arrays that the kernel writes to: the order of adjoints of accesses to them counts.
  Values written;
};

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H
