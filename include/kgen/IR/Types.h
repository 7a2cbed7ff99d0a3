// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the dialect, and questions about types: which of the sets that ops accept a type belongs to.

#ifndef KGEN_IR_TYPES_H
#define KGEN_IR_TYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "kgen/IR/KgenTypes.h.inc"

namespace kgen {

/// Scalars that a value has at most: 64 x 64. More is an array's business, not a thread's.
inline constexpr unsigned maxComponents = 4096;

/// `i1`.
bool isBool(mlir::Type type);
/// `si8` to `si64`, `ui8` to `ui64`; never signless, never `index`.
bool isInt(mlir::Type type);
/// `f16`, `bf16`, `f32`, `f64`.
bool isFloat(mlir::Type type);
bool isNumber(mlir::Type type);
/// A number or a bool.
bool isScalar(mlir::Type type);
bool isSI32(mlir::Type type);

bool isVec(mlir::Type type);
bool isFloatVec(mlir::Type type);
bool isFloatVec3(mlir::Type type);
bool isMat(mlir::Type type);
bool isFloatMat(mlir::Type type);
/// A square matrix of floats, 2x2 to 4x4: what determinants and inverses are defined for.
bool isSquareFloatMat(mlir::Type type);
/// A vector or a matrix.
bool isAggregate(mlir::Type type);
/// A number, or a vector or matrix of numbers.
bool isArith(mlir::Type type);
/// A float, or a vector or matrix of floats: what carries an adjoint.
bool isFloatArith(mlir::Type type);
/// What a variable can hold and an array can store: a scalar, a vector or a matrix.
bool isValue(mlir::Type type);
bool isArray(mlir::Type type);

/// What a vector, matrix, array or gradient is made of (an array of vectors: the vector); a scalar's own type.
mlir::Type elementType(mlir::Type type);
/// The number of scalars in a value: 1, a vector's length, a matrix's rows times columns.
unsigned numComponents(mlir::Type type);

/// Types of products and transposes; null where the operands do not fit, or would make more than `maxComponents`.
mlir::Type matMulType(mlir::Type a, mlir::Type b);
mlir::Type matVecType(mlir::Type matrix, mlir::Type vector);
mlir::Type vecMatType(mlir::Type vector, mlir::Type matrix);
mlir::Type outerType(mlir::Type a, mlir::Type b);
mlir::Type transposedType(mlir::Type matrix);

} // namespace kgen

#endif // KGEN_IR_TYPES_H
