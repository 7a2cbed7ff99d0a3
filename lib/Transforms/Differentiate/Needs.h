// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rule zero of reverse mode: every primal value that an adjoint reads is in scope, recomputed, reloaded from memory
// that is proven unchanged, or recorded. A value that is none of these is named here, with its line and the reason;
// nothing is ever guessed.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H

#include "Memory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace kgen::transforms {

/// The values of the primal that the backward needs. Two kinds of sets: values read while a region is reversed, and,
/// for each if or loop that the backward runs again (a replay), the values inside of it that this takes.
class Needs {
public:
  Needs(KernelOp kernel, const Activity &activity) : kernel(kernel), activity(activity), writes(kernel) {}

  /// A value that is obtained in no way, or only by recording it.
  struct Missing {
    mlir::Operation *reader;
    mlir::Value value;
    std::string why;
    /// The access that reads what has to be recorded; null where recording does not help.
    mlir::Operation *recorded = nullptr;
    /// The loop whose trips the value decides inside of it: their number is all that has to be recorded.
    mlir::Operation *loop = nullptr;
  };

  /// Fills the sets, as if nothing were missing.
  void compute();
  llvm::ArrayRef<Missing> getMissing() const { return missing; }
  /// Emits one located error for each value that is missing.
  void report();
  /// Loops whose state at the start of a trip is obtained by running the trips before it again, outermost first.
  llvm::ArrayRef<mlir::Operation *> rerunLoops() const { return rerun.getArrayRef(); }
  bool isRerun(mlir::Operation *loop) const { return rerun.contains(loop); }

  /// True where reversing the region of `value` reads it.
  bool inReverse(mlir::Value value) const { return needed(nullptr, value); }
  /// True where running `root` again computes `value`, which is nested in it.
  bool inReplay(mlir::Operation *root, mlir::Value value) const { return needed(root, value); }
  /// True for a loop whose trips are counted by running it again.
  bool countsTrips(mlir::Operation *loop) const { return counted.contains(loop); }
  /// True for an if or loop that is run again before its region is reversed.
  bool isReplayed(mlir::Operation *op) const;
  /// The store that left the value where nothing overwrites it, if it is read from there; else null.
  StoreOp reloadedFrom(mlir::Value value) const { return reloads.lookup(value); }

private:
  using Set = llvm::DenseSet<mlir::Value>;
  bool needed(mlir::Operation *root, mlir::Value value) const;

  void visitActive(mlir::Operation &op);
  void visitSlope(SlopeOpInterface op);
  void visitAccess(AccessOpInterface op);
  void visitTileAccess(TileAccessOpInterface op);
  void visitLoop(LoopOpInterface op);

  /// Puts `value` into the set of `root`, or of the reversal where it lies outside of `root`; `reader` is blamed.
  void need(mlir::Operation *root, mlir::Value value, mlir::Operation *reader);
  void follow(mlir::Operation *root, mlir::Value value, mlir::Operation *reader);
  void followArgument(mlir::Operation *root, mlir::BlockArgument argument, mlir::Operation *reader);
  void followResult(mlir::Operation *root, mlir::OpResult result, mlir::Operation *reader);
  void followAccess(mlir::Operation *root, AccessOpInterface access, mlir::Operation *reader);
  void followTileAccess(mlir::Operation *root, TileAccessOpInterface access, mlir::Operation *reader);
  /// Adds the values that say how often a loop runs, when it is run again as a part of `root` (or is `root`).
  void needControl(mlir::Operation *root, LoopOpInterface loop, mlir::Operation *reader);
  void needCarry(mlir::Operation *root, LoopOpInterface loop, unsigned i, mlir::Operation *reader);
  void miss(Missing what);
  void missAccess(mlir::Operation *access, mlir::Value read, mlir::Operation *reader, llvm::StringRef why);
  /// Whether the values that this is computed from are all there.
  bool isWithinReach(mlir::Value value) const;
  void addSources(mlir::Value value, llvm::SmallVectorImpl<mlir::Value> &sources) const;
  StoreOp findReload(mlir::OpResult value) const;

  KernelOp kernel;
  const Activity &activity;
  Writes writes;
  llvm::DenseMap<mlir::Operation *, Set> sets;
  llvm::DenseSet<mlir::Operation *> counted;
  llvm::SetVector<mlir::Operation *> rerun;
  struct Item {
    mlir::Operation *root;
    mlir::Value value;
    mlir::Operation *reader, *controlled;
  };
  llvm::SmallVector<Item> worklist;
  /// The loop whose number of trips is what the values are needed for, if that is so.
  mlir::Operation *controlled = nullptr;
  llvm::DenseMap<mlir::Value, StoreOp> reloads;
  llvm::SmallVector<Missing> missing;
};

/// Whether a subtraction gives the distance of a range's bounds, in the direction of its literal step.
enum class Distance {
  /// It never wraps around; that of an empty range is below zero.
  Exact,
  /// It may wrap around if the range is empty.
  WrapsIfEmpty,
  Unknown,
};
Distance getDistance(ForOp range);

/// True where the number of trips has no formula: an exit condition, a `while`, a step that is no literal, or one of
/// more than 1 between bounds whose distance may wrap around.
bool needsCount(LoopOpInterface loop);

/// The record of a value; null where it has none.
RecordOp getRecord(mlir::Value value);

/// The record of how many trips a loop has made; null where it has none. Its slot is reserved before the loop.
RecordOp getRecordedTrips(LoopOpInterface loop);

/// Whether the carried value `i` counts all trips of the loop from zero.
bool isTripCount(LoopOpInterface loop, unsigned i);

/// The number that each trip after which a loop goes on adds to a carried integer, or takes from it.
struct Increment {
  mlir::Value value;
  bool isSubtracted;
};

/// The increment of the carried integer `i`, where it is the same in all trips: then the integer is its initial value
/// and the trip's number times this. Nullopt where that is not so.
std::optional<Increment> findIncrement(LoopOpInterface loop, unsigned i);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_NEEDS_H
