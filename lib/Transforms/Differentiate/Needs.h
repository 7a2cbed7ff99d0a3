// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule zero of reverse mode: every primal value that an adjoint reads is in scope, recomputed, or reloaded from memory
// that is proven unchanged. What is neither is refused here, with the value and the line; nothing is ever guessed.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H

#include "Activity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace kgen {

/// What the backward has to have of the primal. Two kinds of sets: values read while a region is reversed, and, for each
/// if or loop that the backward runs again (a replay), the values inside of it that this takes.
class Needs {
public:
  Needs(KernelOp kernel, const Activity &activity) : kernel(kernel), activity(activity) {}

  /// Fills the sets; fails with one located error where a value can be had in no way.
  mlir::LogicalResult compute();

  /// True where reversing the region of `value` reads it.
  bool inReverse(mlir::Value value) const { return needed(nullptr, value); }
  /// True where running `root` again computes `value`, which is nested in it.
  bool inReplay(mlir::Operation *root, mlir::Value value) const { return needed(root, value); }
  /// True for a loop whose trips are counted by running it again.
  bool countsTrips(mlir::Operation *loop) const { return counted.contains(loop); }
  /// True for an if or loop that is run again before its region is reversed.
  bool isReplayed(mlir::Operation *op) const;

private:
  using Set = llvm::DenseSet<mlir::Value>;
  bool needed(mlir::Operation *root, mlir::Value value) const;

  void visitActive(mlir::Operation &op);
  void visitBuiltin(mlir::Operation &op);
  void visitAccess(mlir::Operation &op);
  void visitLoop(mlir::Operation &op);

  /// Puts `value` into the set of `root`, or of the reversal where it lies outside of `root`; `reader` is blamed.
  void need(mlir::Operation *root, mlir::Value value, mlir::Operation *reader);
  void follow(mlir::Operation *root, mlir::Value value, mlir::Operation *reader);
  void followArgument(mlir::Operation *root, mlir::BlockArgument argument, mlir::Operation *reader);
  void followResult(mlir::Operation *root, mlir::OpResult result, mlir::Operation *reader);
  void followLoad(mlir::Operation *root, LoadOp load, mlir::Operation *reader);
  /// What it takes to know how often a loop runs, when it is run again as a part of `root` (or is `root`).
  void needControl(mlir::Operation *root, mlir::Operation *loop, mlir::Operation *reader);
  void needCarry(mlir::Operation *root, mlir::Operation *loop, unsigned i, mlir::Operation *reader);
  void refuse(mlir::Operation *reader, mlir::Value value, const llvm::Twine &why);

  KernelOp kernel;
  const Activity &activity;
  llvm::DenseMap<mlir::Operation *, Set> sets;
  llvm::DenseSet<mlir::Operation *> counted;
  llvm::SmallVector<std::tuple<mlir::Operation *, mlir::Value, mlir::Operation *>> worklist;
  bool refused = false;
};

/// True where the number of trips has no formula: an exit condition, a `while`, or a step that is no literal.
bool needsCount(mlir::Operation *loop);

/// The body of a loop, and its carried values' arguments in it.
mlir::Region &bodyOf(mlir::Operation *loop);
mlir::ValueRange initsOf(mlir::Operation *loop);
mlir::Value carryArgument(mlir::Operation *loop, unsigned i);

} // namespace kgen

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H
