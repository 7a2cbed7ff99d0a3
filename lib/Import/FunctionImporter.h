// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the source form of one kernel, or of one instance of a function, from its syntax tree. The parts in Parts.h
// import its statements. A statement that fails does not end the import of the rest, so that all reasons are
// reported at once: the names that it would have assigned are poisoned, and an expression that reads one of them fails
// without a word.

#ifndef KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H
#define KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H

#include "Parts.h"

namespace kgen::importer {

class FunctionImporter : Part {
public:
  explicit FunctionImporter(Parts &parts) : Part(parts) {}

  /// The kernel, verified, with `types` for its parameters where it is generic; null after an error.
  KernelOp importKernel(llvm::StringRef symbol, llvm::ArrayRef<mlir::Type> types);
  /// The function for these arguments, one for each parameter, verified; null after an error.
  FuncOp importFunction(llvm::StringRef symbol, llvm::ArrayRef<Operand> arguments);
  /// The author's adjoint of a function with `primalCount` parameters; `arguments` go on with its results' adjoints.
  FuncOp importAdjoint(llvm::StringRef symbol, llvm::ArrayRef<Operand> arguments, unsigned primalCount);

private:
  void openBody(mlir::FunctionOpInterface op, llvm::ArrayRef<PyNode> parameters,
                llvm::ArrayRef<mlir::Location> locations);
  mlir::LogicalResult importWhole(mlir::Operation *op, bool complete);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H
