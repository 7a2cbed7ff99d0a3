// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comments, paragraphs and docstrings, which become attributes of the ops of their statements.

#ifndef KGEN_LIB_IMPORT_COMMENTS_H
#define KGEN_LIB_IMPORT_COMMENTS_H

#include "Part.h"

namespace kgen::importer {

class Comments : Part {
public:
  using Part::Part;

  /// Attaches the comments beside a statement, whose ops follow `before` in the block (null: are all of it).
  void attachComments(PyNode statement, mlir::Block *block, mlir::Operation *before);
  /// Attaches the comments after the last statement of a block that has its terminator.
  void attachTrail(llvm::ArrayRef<PyNode> statements, mlir::Block *block);
  /// Attaches the comments above a function and beside its parameters.
  void attachHeadComments(mlir::FunctionOpInterface op, llvm::ArrayRef<PyNode> parameters);

private:
  void addComments(mlir::Operation *op, llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> lines);

  /// Comments of statements that made no op.
  llvm::SmallVector<llvm::StringRef> waiting;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_COMMENTS_H
