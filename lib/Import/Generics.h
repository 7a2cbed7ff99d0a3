// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Annotations that leave types open (`Any`, `wp.array(dtype=Any)`), and what fits them. Reports nothing.

#ifndef KGEN_LIB_IMPORT_GENERICS_H
#define KGEN_LIB_IMPORT_GENERICS_H

#include "Operand.h"
#include "Program.h"
#include "mlir/IR/Types.h"

namespace kgen::importer {

/// `wp.tile[...]` or `wp.tile(...)`, of whatever.
bool isTileAnnotation(PyNode node);
/// The `T` of an annotation `wp.ref[T]`; a null node for any other.
PyNode referredType(PyNode annotation);
/// The arguments of a call that references are made of, in the order of the parameters that take them.
PyNodes referredArguments(PyNode call, llvm::ArrayRef<PyNode> parameters);
/// Whether an annotation leaves a type open.
bool isGeneric(PyNode annotation, const Program &program);
/// Whether any parameter of a definition does.
bool isGenericSignature(PyNode definition, const Program &program);

/// How well an argument fits an annotation.
enum class Fit { No, Generic, Exact };
Fit fitAnnotation(PyNode annotation, const Operand &argument, const Program &program);

/// The types of the parameters where each that is open becomes `whole`, and what is open in one `part`; nullopt where
/// that makes no type.
std::optional<llvm::SmallVector<mlir::Type>> filledTypes(PyNode definition, mlir::Type whole, mlir::Type part,
                                                         const Program &program);

/// The types of the parameters by one `wp.overload` of the kernel: a list of types, or a dictionary of them by name.
std::optional<llvm::SmallVector<mlir::Type>> overloadTypes(PyNode definition, PyNode overload, const Program &program);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_GENERICS_H
