// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of an op on memory, which is asked of each op of a kernel again and again, and the parameter whose memory
// an array is.

#ifndef KGEN_IR_EFFECTS_H
#define KGEN_IR_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace kgen {

/// The strongest effect of an op; `Writes` stands for every effect except reading.
enum class Effect { None, Reads, Writes };

/// The effect of an op without regions. MLIR's own queries cost several times as much.
Effect effectOf(mlir::Operation *op);

/// The parameter that an array is, is a view of or is a field of, with the number of the field; -1 if it is no field.
std::pair<mlir::Value, int64_t> arrayOrigin(mlir::Value array);

/// Whether elements of an array, or of an array in a struct, may be written, by what uses it or in functions called.
bool mayBeWritten(mlir::Value array);

} // namespace kgen

#endif // KGEN_IR_EFFECTS_H
