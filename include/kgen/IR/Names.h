// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The author's names. They travel as NameLoc, over the Python location or UnknownLoc, and through text as SSA names; a
// name is unique within its kernel, so that text and names determine each other.

#ifndef KGEN_IR_NAMES_H
#define KGEN_IR_NAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Value.h"
#include "llvm/Support/SourceMgr.h"

namespace kgen {

/// The name of a value, or "" for one that the author did not name.
llvm::StringRef getName(mlir::Value value);

/// Gives a value a name, over the location that it has.
void setName(mlir::Value value, llvm::StringRef name);

/// A location without the names over it.
mlir::Location unnamedLoc(mlir::Location loc);

/// `loc` with a name; for a value that does not share its location with others.
mlir::Location nameLoc(llvm::StringRef name, mlir::Location loc);

/// Makes the names within a kernel unique by appending `_0`, `_1`, ... as the printer of MLIR would, in program
/// order. Each pass that names values calls it at its end.
void makeNamesUnique(mlir::Operation *kernel);

/// Tells the printer of MLIR the names of the results of an op that has several: the body of `getAsmResultNames`.
void nameResults(mlir::Operation *op, mlir::OpAsmSetValueNameFn setNameFn);

/// Parses a module from the main buffer of `sourceMgr`, with the SSA names of the text as the names of its values.
/// Reports what is wrong with the text, too deep nesting included, as located errors, and returns null.
mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context);

/// Fails, with a located error, if brackets nest deeper than MLIR's parser can follow.
mlir::LogicalResult checkNesting(llvm::SourceMgr &sourceMgr);

/// Prints a module with the names of its values as SSA names.
void printModule(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace kgen

#endif // KGEN_IR_NAMES_H
