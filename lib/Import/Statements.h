// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements that are no assignments, and the blocks that they stand in. A statement that fails does not end the import
// of the rest, so that all reasons are reported at once.

#ifndef KGEN_LIB_IMPORT_STATEMENTS_H
#define KGEN_LIB_IMPORT_STATEMENTS_H

#include "Part.h"
#include <optional>

namespace kgen::importer {

class Statements : Part {
public:
  using Part::Part;

  /// The types that the function returns; nothing before the first `return`.
  const std::optional<llvm::SmallVector<mlir::Type>> &getResultTypes() const { return resultTypes; }
  /// The same, and those of the parameters that are references behind them.
  llvm::SmallVector<mlir::Type> allResultTypes();
  /// Says what the function returns before any `return` does.
  void setResultTypes(llvm::SmallVector<mlir::Type> types) { resultTypes = std::move(types); }
  /// Whether a loop around here is one to Warp too, which unrolls some.
  bool isInRolledLoop() const { return rolledDepth; }
  /// Ends a function behind the last statement of the text.
  mlir::LogicalResult endFunction(mlir::Block *body);
  /// Imports statements to where the builder is.
  mlir::LogicalResult importStatements(llvm::ArrayRef<PyNode> statements);

private:
  mlir::LogicalResult importBody(llvm::ArrayRef<PyNode> statements, mlir::Block *block);
  mlir::LogicalResult importStatement(PyNode node);
  mlir::LogicalResult importExpressionStatement(PyNode node);
  mlir::LogicalResult importPrint(PyNode call);
  mlir::LogicalResult importPrintf(PyNode call);
  /// `wp.expect_eq(a, b)` and similar calls.
  mlir::LogicalResult importExpectation(PyNode call, llvm::StringRef callee);
  mlir::LogicalResult importAssert(PyNode node);
  mlir::LogicalResult importExit(PyNode node);
  mlir::LogicalResult importReturn(PyNode node);
  /// `-> float` has to be what is returned; other annotations of results are not read.
  mlir::LogicalResult checkAnnotation(PyNode node, llvm::ArrayRef<mlir::Type> types);
  mlir::LogicalResult importIf(PyNode node);
  mlir::LogicalResult importFor(PyNode node);
  mlir::LogicalResult importWhile(PyNode node);
  mlir::LogicalResult importLoopBody(PyNode node, mlir::Block *block, bool isRolled);
  mlir::LogicalResult importBounds(PyNode node, Path &bounds);
  mlir::LogicalResult refuseElse(PyNode loop);

  std::optional<llvm::SmallVector<mlir::Type>> resultTypes;
  PyNode firstReturn;
  unsigned loopDepth = 0;
  /// How many of these are loops to Warp too.
  unsigned rolledDepth = 0;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_STATEMENTS_H
