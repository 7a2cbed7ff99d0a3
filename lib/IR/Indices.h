// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of components and elements: each a si32 value or a literal. Shared by the ops that have them.

#ifndef KGEN_LIB_IR_INDICES_H
#define KGEN_LIB_IR_INDICES_H

#include "kgen/IR/Kgen.h"

namespace kgen {

/// Adds the operands of dynamic indices, and the attribute that holds the literals.
void addIndices(mlir::OpBuilder &builder, mlir::OperationState &state, llvm::ArrayRef<mlir::OpFoldResult> indices,
                mlir::StringAttr attributeName);

/// `[%i, 0]`; with `optional`, or nothing. Literals fit si32.
mlir::ParseResult parseIndices(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &values,
                               mlir::DenseI64ArrayAttr &literals, bool optional = false);
void printIndices(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::OpFoldResult> indices);

/// The same, as the printing half of `custom<Indices>` in an assembly format.
void printIndices(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ValueRange values,
                         mlir::DenseI64ArrayAttr literals);

/// The type of an aggregate's component at `rank` indices, or the aggregate's own where there is none.
mlir::Type componentTypeOrSelf(mlir::Type aggregate, size_t rank);

/// The type of the component at `indices`; an error at `op` for too many indices or a literal out of range.
mlir::FailureOr<mlir::Type> componentType(mlir::Operation *op, mlir::Type aggregate,
                                          llvm::ArrayRef<mlir::OpFoldResult> indices);

} // namespace kgen

#endif // KGEN_LIB_IR_INDICES_H
