// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes the meaning of a kernel, and keeps it a kernel: it verifies, prints as Python and is imported again as it is.
// The caller has to try whether it still runs without a fault on its inputs.

#ifndef KGEN_SYNTHESIS_RANDOMIZE_H
#define KGEN_SYNTHESIS_RANDOMIZE_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Rng.h"

namespace kgen {

/// Changes a kernel in source form, and `functions` that it calls, in `count` places, or in as many as they have:
/// operators, constants, builtins of the same type, trips and nests of loops, conditions, statements more or fewer,
/// numbers widened to vectors, parameters made arrays. Docstrings, which describe the unchanged kernel, are removed.
/// The changes follow from the kernel and the numbers. Returns the number of changes.
unsigned randomize(KernelOp kernel, llvm::ArrayRef<FuncOp> functions, Rng &rng, unsigned count);

/// Changes one literal float of the kernel, or of `functions` that it calls, so that `isWanted` holds. Tries at most
/// `tries` numbers, and leaves the kernel as it was if none of them is wanted. Returns whether one is.
bool changeOneNumber(KernelOp kernel, llvm::ArrayRef<FuncOp> functions, Rng &rng, unsigned tries,
                     llvm::function_ref<bool()> isWanted);

} // namespace kgen

#endif // KGEN_SYNTHESIS_RANDOMIZE_H
