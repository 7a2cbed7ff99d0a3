// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep: the adjoints of a kernel in value form, in reverse order, into an empty backward kernel.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REVERSE_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REVERSE_H

#include "Checkpoints.h"
#include "Singularities.h"
#include "kgen/Transforms/Transforms.h"

namespace kgen::transforms {

class Reverse {
public:
  /// `backward` has the parameters and an empty block.
  Reverse(KernelOp primal, KernelOp backward, const Activity &activity, const Needs &needs,
          const GradientOptions &options);

  void run();

private:
  void createGradients();
  void createGradient(mlir::Value array);
  void reverseWithTape(mlir::Value tape);
  void spoil(mlir::Value array, unsigned dimensions, llvm::SmallVectorImpl<mlir::OpFoldResult> &indices);

  /// First what adjoints in the block read, in the order of the primal; then the adjoints, in reverse.
  void reverseBlock(mlir::Block &block);
  void emitPrimal(mlir::Operation &op);
  void reverseOp(mlir::Operation &op);

  void reverseSlope(SlopeOpInterface op);
  /// The adjoints of `op` and of the chain that depends on it alone, in an `if` that tests whether that of `op` is
  /// zero: a value that has no part in the result gets nothing, however steep (S-105).
  void reverseUnlessZero(SlopeOpInterface op, mlir::Value g);
  void reverseChain(llvm::ArrayRef<mlir::Operation *> chain);
  mlir::Value isNotZero(mlir::Value g);
  void reverseCustom(CustomAdjointOp op);
  void reverseLoad(AccessOpInterface op);
  void reverseStore(AccessOpInterface op);
  void reverseAtomic(AccessOpInterface op);
  void reverseTileAccess(TileAccessOpInterface op);
  mlir::Value adjointOfWinner(AccessOpInterface op);
  mlir::Value takeIf(mlir::Value won, mlir::Value gradient, llvm::ArrayRef<mlir::OpFoldResult> at, mlir::Type type);
  void reverseIf(IfOp op);
  void reverseLoop(LoopOpInterface op);
  void reverseBody(LoopOpInterface op, ForOp sweep, llvm::ArrayRef<unsigned> carries, llvm::ArrayRef<mlir::Value> outer,
                   std::optional<Checkpoints> &checkpoints);
  unsigned countSlots(LoopOpInterface op);
  /// The number of trips less one, where the sweep begins.
  mlir::OpFoldResult lastTrip(LoopOpInterface op);
  void mapClosedForms(LoopOpInterface op, mlir::Value trip);

  /// Active values from outside of `op` that get adjoints inside of it, in the order of their use.
  llvm::SmallVector<mlir::Value> outerValues(mlir::Operation &op);

  void addAdjoint(mlir::Value value, mlir::Value g);
  /// Removes and returns the adjoint of `value`, null where it has none.
  mlir::Value takeAdjoint(mlir::Value value);
  mlir::Value adjointOrZero(mlir::Value value);
  mlir::Value zeroWhereZero(mlir::Value term, mlir::Value g);
  mlir::Value zeroWhereMasked(mlir::Value term, mlir::Value mask);
  mlir::Value named(mlir::Value adjoint, mlir::Value primal);
  mlir::Value lookup(mlir::Value value) { return values.lookupOrNull(value); }
  llvm::SmallVector<mlir::OpFoldResult> indices(llvm::ArrayRef<mlir::OpFoldResult> primal);

  KernelOp primal, backward;
  const Activity &activity;
  const Needs &needs;
  const GradientOptions &options;
  Singularities singularities;
  mlir::OpBuilder b;
  /// The location of the op that is being reversed.
  mlir::Location loc;
  /// Primal values in the backward; adjoints of primal values; gradients of array parameters; counted trips.
  mlir::IRMapping values;
  llvm::DenseMap<mlir::Value, mlir::Value> adjoints;
  llvm::DenseMap<mlir::Value, mlir::Value> gradients;
  llvm::SmallVector<mlir::Value> gradientArrays;
  llvm::DenseMap<mlir::Operation *, mlir::Value> trips;
  /// The results of tests of the adjoints of ops, and the ops that were reversed with a chain.
  llvm::DenseMap<mlir::Operation *, NonZero> known;
  llvm::DenseSet<mlir::Operation *> reversed;
  /// Tests of adjoints around the builder's place.
  unsigned nesting = 0;
};

/// The paths to the components of a value of floats; one that is empty to a scalar itself.
llvm::SmallVector<llvm::SmallVector<mlir::OpFoldResult>> componentPaths(mlir::Type type, mlir::OpBuilder &b);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REVERSE_H
