// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with a tape: the primal that also records what its backward can have in no other way. It is ordinary IR, and
// is differentiated as any kernel: a recorded value is recalled where it would be recomputed.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TAPE_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TAPE_H

#include "../Structure.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::transforms {

/// The recorded values: results of ops, and how many trips loops make. Ops are named by the numbers that `numberOps`
/// gave them, which copies keep.
struct Recording {
  llvm::DenseSet<int64_t> values, trips;
};

/// Numbers the ops of a kernel, by a discardable attribute; `dropNumbers` removes it.
void numberOps(KernelOp kernel);
void dropNumbers(KernelOp kernel);
/// The number of an op.
int64_t getNumber(mlir::Operation *op);

/// A copy of `primal`, in value form, that records: `NAME_tape`, with the tape as its last parameter. A thread's
/// cursor, the number of slots used so far, is a literal in straight-line code and carried by loops that record; both
/// arms of an `if` take as many slots where that is known.
mlir::OwningOpRef<KernelOp> addTape(KernelOp primal, const Recording &recording);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TAPE_H
