// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering one body for several threads at once: what differs between them becomes vectors, with a lane for each
// thread; the rest stays scalar. The lanes that go another way are masked off.

#ifndef KGEN_LIB_CONVERSION_LANES_H
#define KGEN_LIB_CONVERSION_LANES_H

#include "KernelLowering.h"
#include "LaneAnalysis.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace kgen::conversion {

/// An update that waits for the end of the body, in memory of the lanes' own until then.
struct LateUpdate {
  AccessOpInterface op;
  ForOp loop;                               // whose trips have one each, one after the other in memory; null for none
  mlir::Value mask;                         // the lanes that make it
  mlir::Value wraps;                        // whether one of them counts its index from the end
  mlir::Value base;                         // where the elements follow one another, or are one: that of the first lane
  mlir::Value elements;                     // pointers to them; in a loop, where they are not one
  mlir::SmallVector<mlir::Value, 4> values; // for each number
};

/// Bytes that a core's cache holds in any case.
constexpr int64_t cacheBytes = 2 << 20;

/// The most columns of rows that are kept as vectors, and the fewest: so many are turned at a time.
constexpr int64_t mostColumns = 64, leastColumns = 4;

/// The state of a body that is lowered for all lanes.
struct Lanes {
  const LaneAnalysis &analysis;
  unsigned count;
  /// Whether threads run in descending order.
  bool descends;
  /// The last coordinate in the first lane; in a flat form, the number of its thread.
  mlir::Value first = {};
  /// The lanes that run the code being lowered; null for all of them. At least one does.
  mlir::Value mask = {};
  /// The arrays and gradients whose elements must follow one another without a gap along the last dimension.
  llvm::SetVector<mlir::Value> contiguous = {};
  /// The first block of the body.
  mlir::Block *start = {};
  /// If a call runs some threads of a launch: the least number of threads between the lanes and those of another call,
  /// and the extents of the launch; of 64 bits.
  mlir::Value margin = {};
  mlir::SmallVector<mlir::Value, 4> launch = {};
  llvm::MapVector<mlir::Value, mlir::SmallVector<LateUpdate>> late = {};
  /// The arrays and gradients of which the lanes' rows are kept as vectors, one for each column, while the body runs;
  /// and where.
  llvm::SetVector<mlir::Value> inRows = {};
  llvm::DenseMap<mlir::Value, mlir::Value> rows{};

  /// The vector of a scalar that differs between lanes.
  mlir::VectorType vectorOf(mlir::Type scalar) const { return mlir::VectorType::get({int64_t(count)}, scalar); }
  /// The lane of the i-th thread to run.
  unsigned inOrder(unsigned i) const { return descends ? count - 1 - i : i; }
};

// LaneControlFlow.cpp
/// Lowers an `if` or loop on which lanes may go different ways.
mlir::LogicalResult lowerDivergent(mlir::Operation *op, KernelLowering &k);

// LateUpdates.cpp
/// Keeps an update for the end of the body.
void keepForLater(AccessOpInterface op, KernelLowering &k, mlir::ValueRange components);
/// The trips of a loop that keeps updates: the same in all threads of a launch, and known before them.
mlir::Value countOfTrips(KernelLowering &k, mlir::OpFoldResult count);
/// Makes the updates that were kept.
void makeLateUpdates(KernelLowering &k);

// LaneRows.cpp
/// The arrays and gradients for which that pays.
llvm::SetVector<mlir::Value> arraysInRows(const LaneAnalysis &analysis);
/// Loads the rows of an array or gradient, if they are kept.
void loadRows(mlir::Value array, KernelLowering &k);
/// Stores the rows that may have changed.
void storeRows(KernelLowering &k);

// LaneMemory.cpp
/// The op's form for all lanes, where that differs from applying its scalar form to vectors.
LoweringTable::Lowering laneLowering(mlir::Operation *op);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LANES_H
