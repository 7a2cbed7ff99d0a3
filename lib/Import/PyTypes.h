// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp's names for types, in both directions. Reports nothing: the callers know the message.

#ifndef KGEN_LIB_IMPORT_PYTYPES_H
#define KGEN_LIB_IMPORT_PYTYPES_H

#include "Program.h"
#include "mlir/IR/Types.h"

namespace kgen::importer {

/// The scalar type that Warp calls `name` (`float`, `wp.uint8`); null for any other name.
mlir::Type scalarByName(llvm::StringRef name, mlir::MLIRContext *context);

/// The type of values that an expression names: `float`, `wp.vec3d`, `wp.types.matrix(shape=(2, 3), dtype=float)`, a
/// struct, or a module constant that is one of these. Null where it names none.
mlir::Type readValueType(PyNode node, const Program &program);

/// The type of a parameter: what `readValueType` takes, or an array in one of Warp's spellings.
mlir::Type readParameterType(PyNode node, const Program &program);

/// The rank of the array type that an expression names; 0 where it names none.
int64_t arrayRank(PyNode node, const Program &program);
/// The expression of its elements' type; nothing where it has none.
PyNode arrayElement(PyNode node);

/// Warp's name of a type, for messages: `float32`, `vec3`, `array2d of int32`.
std::string typeName(mlir::Type type);
/// The name by which an author makes a scalar of this type: `float`, `wp.float64`.
std::string castName(mlir::Type type);
/// An author's name of a type that Warp has a name for: `float`, `wp.vec3d`, a struct's; "" for others.
std::string writtenName(mlir::Type type);

/// The integer that a literal is, or nullopt.
std::optional<int64_t> readInteger(PyNode node);
/// The integer that a literal is or a constant of the module stands for, or nullopt.
std::optional<int64_t> readConstantInteger(PyNode node, const Program &program);
/// The argument of a call by keyword, or by position where `position` is given; nothing where it is absent.
PyNode argument(PyNode call, llvm::StringRef keyword, std::optional<unsigned> position = std::nullopt);

/// Whether a value can have these extents: at least 1 each, and not too many components together.
bool areExtents(llvm::ArrayRef<int64_t> extents);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PYTYPES_H
