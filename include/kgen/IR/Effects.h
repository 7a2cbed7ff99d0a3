// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an op does to memory at all, asked of each op of a kernel again and again, and whose memory an array is.

#ifndef KGEN_IR_EFFECTS_H
#define KGEN_IR_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace kgen {

/// The most that an op may do; `Writes` stands for all that is no reading.
enum class Effect { None, Reads, Writes };

/// That of an op without regions. MLIR's own questions cost several times as much.
Effect effectOf(mlir::Operation *op);

/// The parameter that an array is, is a view of or is a field of, with the number of the field; -1 where it is none.
std::pair<mlir::Value, int64_t> arrayOrigin(mlir::Value array);

/// Whether elements of an array, or of an array in a struct, may be written, by what uses it or in functions called.
bool mayBeWritten(mlir::Value array);

} // namespace kgen

#endif // KGEN_IR_EFFECTS_H
