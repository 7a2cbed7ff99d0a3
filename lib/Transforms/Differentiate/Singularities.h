// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where zero may meet infinity: which values, and which factors of adjoints, may be infinite or NaN though all that is
// read from memory is finite. Products may overflow, too; that is looked at only where a selection, a branch or a later
// store makes the adjoint zero, since any kernel has products.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H

#include "Activity.h"
#include "mlir/IR/IRMapping.h"

namespace kgen::transforms {

/// The knowledge of an adjoint after the test of another that it comes from: none; that it is zero only if a factor of
/// a product is; that it is not zero.
enum class NonZero { unknown, butForProducts, sure };

class Singularities {
public:
  Singularities(KernelOp kernel, const Activity &activity);

  /// True where `op` may multiply its adjoint by a factor that is infinite or NaN. Found by building its adjoint, from
  /// the op's own rule, and looking at what that is made of.
  bool hasInfiniteSlope(SlopeOpInterface op) const { return hasInfiniteSlope(op, nonFinite); }

  /// `op` and the ops before it, the last first, to whose results adjoints come from `op` and each other only: what a
  /// test of the adjoint of `op` against zero may skip together with it. `nests` says whether that may be an op which
  /// needs a test of its own.
  llvm::SmallVector<mlir::Operation *> findChain(SlopeOpInterface op, bool nests) const;

  /// The knowledge of the adjoint of an operand, if `result` is known of that of its op.
  NonZero ofOperand(mlir::OpOperand &operand, NonZero result) const;

  /// Whether an adjoint of which `known` is known is to be tested before it meets the slope of `op`.
  bool needsTest(SlopeOpInterface op, NonZero known) const;

  /// Of a product, the factor that is a mask, if the adjoint of the product may be infinite: if that
  /// factor is zero, so is the product whatever the other is, and nothing goes there. Null if there is none.
  mlir::Value findMask(mlir::Operation *op) const;

private:
  using Values = llvm::DenseSet<mlir::Value>;
  /// Facts about an op that are asked for again and again: its accesses, and the values that it hands on.
  struct Facts {
    mlir::Operation *op;
    std::optional<MemoryAccess> access = {};
    llvm::SmallVector<std::pair<mlir::Value, mlir::Value>, 0> flows = {};
    /// Whether its result may be infinite though its operands are not; whether products may.
    bool isSingular = false, mayOverflow = false;
  };
  bool addNonFinite(const Facts &facts, Values &found, bool ofProducts) const;
  void findUnmasked(llvm::ArrayRef<mlir::Operation *> ops);
  void findSteep(llvm::ArrayRef<mlir::Operation *> ops);
  bool addSteep(mlir::Operation *op, const llvm::DenseSet<mlir::Operation *> &roots);
  bool isStoredAgain(AccessOpInterface store) const;
  uint64_t activeOperands(mlir::Operation *op) const;
  bool hasInfiniteSlope(SlopeOpInterface op, const Values &factors) const;
  bool findInfiniteSlope(SlopeOpInterface op, const Values &factors) const;
  bool isExclusive(mlir::Operation *op, const llvm::DenseSet<mlir::Operation *> &users) const;

  const Activity &activity;
  /// Values that may not be finite, and arrays with such elements.
  Values nonFinite;
  /// The same where products may overflow.
  Values overflowing;
  /// Accesses to each array, in program order.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<AccessOpInterface>> accesses;
  /// Values whose adjoints do not come only from selections, from branches and from stores to elements that are
  /// stored again.
  Values unmasked;
  /// Values whose adjoints may be infinite though they are finite, and arrays with such elements; looked for only where
  /// a product asks.
  Values steep;
  /// Arrays that the kernel writes to: the order of adjoints of accesses to them counts.
  Values written;
  /// The answers of `needsTest`.
  mutable llvm::DenseMap<mlir::Operation *, bool> infiniteSlopes;
  /// The same of ops whose operands are finite and no literals, by their names, types and operands with adjoints.
  mutable llvm::DenseMap<std::tuple<mlir::OperationName, mlir::Type, uint64_t>, bool> usualSlopes;
};

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_SINGULARITIES_H
