// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the types of kernels are in registers, in memory and in Warp's structs. The sign of integers goes away here and
// nowhere earlier.

#ifndef KGEN_LIB_CONVERSION_LOWEREDTYPES_H
#define KGEN_LIB_CONVERSION_LOWEREDTYPES_H

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Types.h"

namespace kgen::conversion {

/// A scalar in a register: integers lose their sign.
mlir::Type registerType(mlir::Type scalar);
/// A scalar in memory: a bool takes a byte.
mlir::Type memoryType(mlir::Type scalar);
/// The types of a value in registers: those of its scalars, and a pointer to each array in it.
llvm::SmallVector<mlir::Type, 4> registerTypes(mlir::Type type);
/// True for a value of so many scalars that registers would not hold them: it lives in memory, and loops work on it.
bool isInMemory(mlir::Type type);
/// A scalar type, or a vector of it with as many lanes as the value has.
mlir::Type likeValue(mlir::Type scalar, mlir::Value value);
/// The width of a scalar, or of a lane.
unsigned scalarBits(mlir::Value value);
/// A value in Warp's argument struct, or in another.
mlir::Type parameterType(mlir::Type type);
/// True for parameters that a CUDA kernel takes as memory (`byval`): all but scalars.
bool isMemoryParameter(mlir::Type type);

/// Warp's `array_t`.
mlir::Type arrayStruct(mlir::MLIRContext *context);
enum ArrayField { arrayData, arrayGrad, arrayShape, arrayStrides, arrayRank, arrayFlags };

/// Warp's `launch_bounds_t<rank>`.
mlir::Type launchBoundsStruct(mlir::MLIRContext *context, unsigned rank);
enum LaunchBoundsField { boundsShape, boundsSize, boundsCoordMult };

/// Warp's `wp_args_K`: the parameters in order, as a C struct.
mlir::Type argumentStruct(mlir::MLIRContext *context, mlir::TypeRange parameters);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LOWEREDTYPES_H
