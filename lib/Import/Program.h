// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closed program of a Python file, as warp-ast hands it over: kernels, and what each name in them stands for. Knows
// no scopes and no imports, and builds no IR.

#ifndef KGEN_LIB_IMPORT_PROGRAM_H
#define KGEN_LIB_IMPORT_PROGRAM_H

#include "PyNode.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <vector>

namespace kgen {

class Program {
public:
  /// A kernel and the name that its author would call it by: `name`, `outer.inner`, `name:LINE`.
  struct Kernel {
    llvm::StringRef name;
    unsigned line, function;
  };

  /// `tree` is what `warp-ast --program` writes; it has to outlive the program.
  Program(llvm::StringRef file, const llvm::json::Object &tree, mlir::MLIRContext *context);

  llvm::ArrayRef<Kernel> allKernels() const { return kernels; }
  /// The kernel of this name or `name:LINE`, or the only one there is; reports what is in the way and returns null.
  const Kernel *selectKernel(llvm::StringRef name) const;
  /// The definition of a function; reports why it could not be read and returns nothing.
  PyNode definition(unsigned function) const;
  /// The file that a function stands in.
  mlir::StringAttr fileOf(unsigned function) const;

  /// `wp.types.vector` of a name or chain of attributes, however the author calls the module, and `float` of one of
  /// Python's own; "" for anything else.
  static std::string dotted(PyNode node);
  /// What a name stands for that is a constant: a Constant, or the expression of a type or of several numbers. Nothing
  /// for any other name.
  PyNode constant(PyNode name) const;
  /// Why a name that is not the kernel's own means nothing where it stands: `the user function 'f'`.
  static std::string describeGlobal(PyNode name);
  static bool isStruct(PyNode name) { return name.child("ref").text("kind") == "struct"; }
  static bool isFunction(PyNode name) { return name.child("ref").text("kind") == "functions"; }

  mlir::MLIRContext *getContext() const { return context; }

private:
  mlir::StringAttr fileAt(PyNode entry) const;

  mlir::MLIRContext *context;
  std::vector<mlir::StringAttr> files;
  std::vector<Kernel> kernels;
  PyNodes functions, expressions;
};

} // namespace kgen

#endif // KGEN_LIB_IMPORT_PROGRAM_H
