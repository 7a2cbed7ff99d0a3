// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the backward may read from memory: it runs when all threads have finished the forward.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H

#include "Activity.h"
#include <optional>

namespace kgen {

/// A write that may change, after the load, the element that it read; null where it is proven unchanged. Arrays that
/// are different arguments do not overlap.
mlir::Operation *findOverwrite(LoadOp load);

/// Why the winner of an atomic min or max cannot be told from the final element; nullopt where it can.
std::optional<llvm::StringRef> whyNoWinner(AtomicOp atomic, const Activity &activity);

} // namespace kgen

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H
