// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an op does to memory at all, asked of each op of a kernel again and again.

#ifndef KGEN_IR_EFFECTS_H
#define KGEN_IR_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace kgen {

/// The most that an op may do; `Writes` stands for all that is no reading.
enum class Effect { None, Reads, Writes };

/// That of an op without regions. MLIR's own questions cost several times as much.
Effect effectOf(mlir::Operation *op);

} // namespace kgen

#endif // KGEN_IR_EFFECTS_H
