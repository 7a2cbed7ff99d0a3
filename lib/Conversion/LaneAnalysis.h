// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the same in the threads that run at once as lanes of vectors, what differs, and whether a kernel may run so:
// the bits must be those of one thread after another.

#ifndef KGEN_LIB_CONVERSION_LANEANALYSIS_H
#define KGEN_LIB_CONVERSION_LANEANALYSIS_H

#include "../Transforms/Apart.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <optional>
#include <string>

namespace kgen::conversion {

/// How many trips of a loop can keep updates until the thread ends: they are kept on the stack.
inline constexpr int64_t mostKeptTrips = 64;

/// The loops that an op stands in, the innermost first.
llvm::SmallVector<LoopOpInterface> loopsAround(mlir::Operation *op);

/// Of a loop over the numbers from 0 to n - 1, or down again: n; null for another loop.
mlir::OpFoldResult countOf(ForOp loop);

/// A condition on the launch under which no two lanes, or trips of a loop, hit one element of an array.
struct ApartNeed {
  mlir::Value array;
  transforms::Apart apart;
  /// From where the loop counts, and up or down to where, that not included; null for lanes.
  mlir::OpFoldResult first, end;
};

/// Of a kernel in value form. Lanes are threads whose last coordinates follow one another and whose others are equal.
/// In a flat form they are threads that follow one another in the launch, and all coordinates differ.
class LaneAnalysis {
public:
  /// `thread` is the number of the thread in a flat form.
  explicit LaneAnalysis(KernelOp kernel, mlir::Value thread = {});

  /// Whether a value, or what a variable holds, may differ between lanes.
  bool isVarying(mlir::Value value) const { return varying.contains(value); }
  /// Whether lanes may go different ways at an `if`, or make different numbers of trips of a loop.
  bool isDivergent(mlir::Operation *op) const { return divergent.contains(op); }
  /// Whether an op is one for all lanes: its result varies, or it has an effect in each of them.
  bool isWide(mlir::Operation *op) const;
  /// By how much an si32 value grows from lane to lane: 0 for one that is the same in all. Nullopt where it is no such
  /// value.
  std::optional<int64_t> getStep(mlir::OpFoldResult index) const;
  /// Whether all lanes access one element.
  bool isUniform(AccessOpInterface op) const;
  /// Whether lanes access elements that follow one another, unless an index counts from the end.
  bool followOneAnother(AccessOpInterface op) const;
  /// Whether what is added to an array or gradient goes to another element in each lane.
  bool areElementsOwn(mlir::Value array) const { return ownElements.contains(array); }

  /// Whether what is added to an array or gradient, at several places, waits for the end of the thread: then lanes add
  /// in their order, each at all places.
  bool areUpdatesLate(mlir::Value array) const { return lateUpdates.contains(array); }
  /// The loop around a late update, which is kept of each trip; null where it stands in none.
  ForOp getKeptLoop(mlir::Operation *update) const { return keptLoops.lookup(update); }
  /// Parameters, and extents of parameters, that must be at most `mostKeptTrips`.
  mlir::ArrayRef<mlir::Value> getLimited() const { return limited.getArrayRef(); }

  /// The conditions that keep elements apart in some launches only.
  mlir::ArrayRef<ApartNeed> getApartNeeds() const { return apartNeeds; }

  /// Why the kernel does not run as lanes, at the place that says so; nullopt where it may.
  struct Reason {
    mlir::Location loc;
    std::string message;
  };
  const std::optional<Reason> &getReason() const { return reason; }
  /// Whether lanes are not expected to pay, though the bits would be the same; nullopt where they may.
  const std::optional<Reason> &getCost() const { return cost; }
  /// Whether elements in rows of the lanes' own are most of the work: lanes gain only where a cache holds them.
  bool needsCache() const { return inCache; }
  /// Whether elements that other lanes may hit, too, are updated where they lie apart.
  bool updatesApart() const { return apart; }
  /// The widest number that differs between lanes, in bits.
  unsigned getWidth() const { return width; }
  /// The arrays and gradients that are accessed, and whether they are written.
  const llvm::MapVector<mlir::Value, bool> &getArrays() const { return arrays; }

private:
  using Accesses = llvm::SmallVector<AccessOpInterface>;
  bool findLane(mlir::Value thread);
  void findVarying();
  bool markRegions(mlir::Operation *op, bool isDiverging);
  bool markOp(mlir::Operation *op, bool isDiverging);
  bool mark(mlir::Value value) { return varying.insert(value).second; }
  bool anyVaries(mlir::ValueRange values) const {
    return llvm::any_of(values, [&](mlir::Value value) { return isVarying(value); });
  }
  void refuse(mlir::Operation *op, const llvm::Twine &message);
  void checkOps();
  void checkOp(mlir::Operation *op);
  void checkType(mlir::Operation *op, mlir::Type type);
  void checkMemory();
  void checkArray(mlir::Value array, const Accesses &accesses);
  bool hasOwnElements(const Accesses &accesses);
  bool hitsOnce(AccessOpInterface access);
  bool isKnownBefore(mlir::OpFoldResult operand) const;
  bool isCounted(mlir::Value array, LoopOpInterface loop, const transforms::Apart &apart,
                 llvm::SmallVectorImpl<ApartNeed> &needs) const;
  bool canWait(const Accesses &accesses);
  bool isEvenlySpaced(AccessOpInterface access) const;
  bool partsByTrip(LoopOpInterface loop) const;
  void estimateCost();

  KernelOp kernel;
  mlir::Value lane; // the last coordinate, or the number of the thread
  llvm::DenseSet<mlir::Value> varying;
  llvm::DenseSet<mlir::Operation *> divergent;
  llvm::DenseSet<mlir::Value> ownElements, lateUpdates;
  llvm::DenseMap<mlir::Operation *, ForOp> keptLoops;
  uint64_t bytesKept = 0;
  llvm::SetVector<mlir::Value> limited;
  llvm::SmallVector<ApartNeed> apartNeeds;
  llvm::MapVector<mlir::Value, bool> arrays;
  std::optional<Reason> reason, cost;
  unsigned width = 32;
  bool inCache = false, apart = false;
};

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LANEANALYSIS_H
