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

/// The largest number of scalars, or of parts of any kind, in a value: 64 x 64. Larger data belongs in arrays.
inline constexpr unsigned maxComponents = 4096;

/// The largest number of elements of a tile.
inline constexpr int64_t maxTileElements = 16384;

/// `i1`.
bool isBool(mlir::Type type);
/// `si8` to `si64`, `ui8` to `ui64`; never signless, never `index`.
bool isInt(mlir::Type type);
/// An integer of 8 or 16 bits: no GPU updates one atomically, nor does Warp.
bool isSmallInt(mlir::Type type);
/// `f16`, `bf16`, `f32`, `f64`.
bool isFloat(mlir::Type type);
bool isNumber(mlir::Type type);
/// A number or a bool.
bool isScalar(mlir::Type type);
bool isSI32(mlir::Type type);
bool isUI32(mlir::Type type);
bool isF32(mlir::Type type);

bool isVec(mlir::Type type);
bool isFloatVec(mlir::Type type);
bool isFloatVec3(mlir::Type type);
bool isFloatVec6(mlir::Type type);
bool isMat(mlir::Type type);
bool isFloatMat(mlir::Type type);
/// A square matrix of floats, 2x2 to 4x4, for which determinants and inverses are defined.
bool isSquareFloatMat(mlir::Type type);
/// A square matrix of any size.
bool isSquareMat(mlir::Type type);
bool isFloatMat33(mlir::Type type);
bool isFloatMat44(mlir::Type type);
/// A 3x3 or 4x4 matrix of floats, from which a rotation can be read.
bool isRotationMat(mlir::Type type);
/// A square matrix, a quaternion or a transform.
bool hasIdentity(mlir::Type type);
/// A vector or a matrix.
bool isAggregate(mlir::Type type);
bool isFloatAggregate(mlir::Type type);
bool isQuat(mlir::Type type);
bool isTransform(mlir::Type type);
bool isStruct(mlir::Type type);
/// A type with parts: a vector, matrix, quaternion, transform or struct.
bool isComposite(mlir::Type type);
/// A number, or a vector, matrix, quaternion or transform of numbers.
bool isArith(mlir::Type type);
/// A float, or a vector, matrix, quaternion or transform of floats, which carries an adjoint.
bool isFloatArith(mlir::Type type);
/// A type that an array can store: a scalar, vector, matrix, quaternion, transform or struct.
bool isValue(mlir::Type type);
bool isArray(mlir::Type type);
/// True for the type of a tape: words of 64 bits in one dimension.
bool isTape(mlir::Type type);
bool isTile(mlir::Type type);
/// What carries an adjoint: a value of floats, or a tile of such values.
bool carriesAdjoint(mlir::Type type);
/// A type that a name can stand for.
bool isValueOrArray(mlir::Type type);
/// A variable that holds the state of random numbers.
bool isStateVar(mlir::Type type);

/// The element type of a vector, matrix, quaternion, transform, array or gradient (for an array of vectors: the
/// vector); the type itself for a scalar or struct.
mlir::Type elementType(mlir::Type type);
/// The number of leaves of a value: 1, a vector's length, a matrix's rows times columns; of a struct, those of its
/// fields.
unsigned numComponents(mlir::Type type);

/// The parts that a value is constructed from: the components of a vector, matrix (by rows) or quaternion, the fields
/// of a transform or struct.
llvm::SmallVector<mlir::Type> constituentTypes(mlir::Type type);

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Whether a tile has more dimensions than a value: its elements then stand one behind another, row by row, those of
/// the last dimension side by side.
bool isFlatTile(mlir::Type element, llvm::ArrayRef<int64_t> shape);

/// The value that a tile is in a block of one thread: a vector of numbers, or a matrix of them, if a tile of vectors
/// has one in each row. Null if there is none: of other elements, or too large for a value.
mlir::Type tileValueType(mlir::Type element, llvm::ArrayRef<int64_t> shape);

/// The number of elements of a tile.
int64_t countElements(llvm::ArrayRef<int64_t> shape);

//===----------------------------------------------------------------------===//
// Paths into values
//===----------------------------------------------------------------------===//

/// Whether a step into the type is a field: in a struct or transform.
bool hasFields(mlir::Type type);
/// The number of parts that one step can lead to: fields, components, rows of a matrix; 0 for a scalar or array.
unsigned numParts(mlir::Type type);
/// The name of a field by its number.
llvm::StringRef fieldName(mlir::Type type, unsigned field);
/// The number of a field by its name.
std::optional<unsigned> findField(mlir::Type type, llvm::StringRef name);
/// The type of the part that one step leads to, null if there is none. `step` numbers the part, from the end if it is
/// negative; `ShapedType::kDynamic` is an index that is a value, which fields do not have.
mlir::Type partType(mlir::Type type, int64_t step);
/// The type at the end of a path; null if it leads nowhere.
mlir::Type typeAt(mlir::Type type, llvm::ArrayRef<int64_t> path);

/// Types of products and transposes; null if the operands do not fit, or would make more than `maxComponents`.
mlir::Type matMulType(mlir::Type a, mlir::Type b);
mlir::Type matVecType(mlir::Type matrix, mlir::Type vector);
mlir::Type vecMatType(mlir::Type vector, mlir::Type matrix);
mlir::Type outerType(mlir::Type a, mlir::Type b);
mlir::Type transposedType(mlir::Type matrix);
/// The vector of a square matrix's diagonal.
mlir::Type diagonalType(mlir::Type matrix);
/// Matrices of `n` vectors of one type.
mlir::Type rowsType(unsigned n, mlir::Type vector);
mlir::Type colsType(unsigned n, mlir::Type vector);

/// Types over the scalars of another.
mlir::Type vec3Of(mlir::Type type);
mlir::Type vec4Of(mlir::Type type);
mlir::Type vec6Of(mlir::Type type);
mlir::Type mat33Of(mlir::Type type);
mlir::Type mat44Of(mlir::Type type);
mlir::Type mat66Of(mlir::Type type);
mlir::Type quatOf(mlir::Type type);
mlir::Type transformOf(mlir::Type type);

} // namespace kgen

#endif // KGEN_IR_TYPES_H
