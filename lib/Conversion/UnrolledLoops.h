// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops through the components of values in registers, which have no index: their trips are written out.

#ifndef KGEN_LIB_CONVERSION_UNROLLEDLOOPS_H
#define KGEN_LIB_CONVERSION_UNROLLEDLOOPS_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::conversion {

/// The counters of the loops around, in the trip at hand.
using Counters = llvm::DenseMap<mlir::Value, int64_t>;

/// A literal, or a counter that is known.
std::optional<int64_t> literalIn(const Counters &counters, mlir::OpFoldResult operand);

/// The counter of a loop in each trip; nullopt if it is known at run time only, or there are too many trips.
std::optional<mlir::SmallVector<int64_t>> tripsOf(ForOp loop, const Counters &counters);

/// The loops of one body that choose components by their counters and whose trips, one after the other, are not much
/// longer than the loop with its chains of selections.
class UnrolledLoops {
public:
  /// Of no body.
  UnrolledLoops() = default;
  explicit UnrolledLoops(mlir::Region &body);

  bool contains(ForOp loop) const { return loops.contains(loop); }
  /// Whether an operand is a literal, or will be one when it is lowered.
  bool isLiteral(mlir::OpFoldResult operand) const;

private:
  void add(mlir::Block &block);

  llvm::DenseSet<mlir::Operation *> loops;
};

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_UNROLLEDLOOPS_H
