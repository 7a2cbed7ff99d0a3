// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations that must not trap, whatever their operands (S-5 to S-8 of the semantics).

#ifndef KGEN_LIB_CONVERSION_SCALARLOWERINGS_H
#define KGEN_LIB_CONVERSION_SCALARLOWERINGS_H

#include "KernelLowering.h"

namespace kgen::conversion {

/// `a / b` toward zero; 0 where `b` is 0.
mlir::Value divideIntegers(KernelLowering &k, mlir::Type type, mlir::Value a, mlir::Value b);
/// `a / b` toward minus infinity; 0 where `b` is 0.
mlir::Value floorDivideIntegers(KernelLowering &k, mlir::Type type, mlir::Value a, mlir::Value b);
/// `a - (a / b) * b`; `a` where `b` is 0.
mlir::Value remainderOfIntegers(KernelLowering &k, mlir::Type type, mlir::Value a, mlir::Value b);
/// Shifts by the amount's low five bits, six for 64-bit types.
mlir::Value shiftLeft(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value shiftRight(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_SCALARLOWERINGS_H
