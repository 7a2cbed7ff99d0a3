// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Paths into arrays and values: each step a si32 value, a literal, or a field, which is written by name and kept by
// number. Shared by the ops that have them.

#ifndef KGEN_LIB_IR_PATHS_H
#define KGEN_LIB_IR_PATHS_H

#include "kgen/IR/Kgen.h"

namespace kgen::ir {

/// Adds the operands of dynamic steps, and the attribute that holds the literals.
void addIndices(mlir::OpBuilder &builder, mlir::OperationState &state, llvm::ArrayRef<mlir::OpFoldResult> indices,
                mlir::StringAttr attributeName);

/// A path as it is written. Only the type that follows later tells which numbers its fields have.
struct WrittenPath {
  struct Step {
    llvm::SMLoc loc;
    int64_t literal;
    llvm::StringRef field;
  };
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> values;
  llvm::SmallVector<Step> steps;
};

/// `[%i, 0, center]`; with `optional`, or nothing. Literals fit si32.
mlir::ParseResult parsePath(mlir::OpAsmParser &parser, WrittenPath &path, bool optional = false);

/// Adds the values of a path into a value or array of type `type`, and the attribute that holds its literals and the
/// numbers of its fields.
mlir::ParseResult resolvePath(mlir::OpAsmParser &parser, mlir::OperationState &state, const WrittenPath &path,
                              mlir::Type type, mlir::StringAttr attributeName);

/// Prints a path into a value or array of type `type`.
void printPath(mlir::OpAsmPrinter &printer, mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path);

/// The literals of a path, `ShapedType::kDynamic` for a step that is a value.
llvm::SmallVector<int64_t> literalSteps(llvm::ArrayRef<mlir::OpFoldResult> path);

/// The type at the end of a path, indices out of range included, or `type` if it leads nowhere; the verifier reports
/// both.
mlir::Type typeAtOrSelf(mlir::Type type, llvm::ArrayRef<int64_t> path);

/// The type at the end of a path into a value; an error at `op` if a step leads nowhere.
mlir::FailureOr<mlir::Type> verifyPath(mlir::Operation *op, mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path);

/// The same for a path that has one step at least.
mlir::FailureOr<mlir::Type> verifyPart(mlir::Operation *op, mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path);

/// Checks that there is a value for each step that is no literal.
mlir::LogicalResult verifySteps(mlir::Operation *op, llvm::ArrayRef<int64_t> literals, mlir::ValueRange values);

} // namespace kgen::ir

#endif // KGEN_LIB_IR_PATHS_H
