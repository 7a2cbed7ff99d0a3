// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the top level of a Python module says: its kernels, its constants, what `wp` is called. Builds no IR.

#ifndef KGEN_LIB_IMPORT_MODULE_H
#define KGEN_LIB_IMPORT_MODULE_H

#include "PyNode.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kgen {

/// A Python module, as far as its kernels need it.
class PyModule {
public:
  PyModule(llvm::StringRef file, const llvm::json::Object &tree, mlir::MLIRContext *context);

  /// The kernel of this name, or the only one there is; reports what is in the way and returns nothing.
  PyNode selectKernel(llvm::StringRef name) const;

  /// `wp.types.vector` of a name or chain of attributes, however the author calls the module; "" for anything else.
  std::string dotted(PyNode node) const;
  /// What a module constant stands for: a Constant, or a call of a constructor. Nothing for any other name.
  PyNode constant(llvm::StringRef name) const;
  /// Why a name that the kernel uses means nothing there: `the user function 'f'`.
  std::string describeGlobal(llvm::StringRef name) const;
  bool isStruct(llvm::StringRef name) const { return structs.contains(name); }
  bool isFunction(llvm::StringRef name) const { return functions.contains(name); }

  mlir::Location location(PyNode node) const;
  mlir::MLIRContext *getContext() const { return context; }

private:
  void scanFunction(PyNode node);
  void scanImport(PyNode node);

  std::string file;
  mlir::MLIRContext *context;
  llvm::StringSet<> warpNames;
  llvm::StringMap<std::string> otherImports;
  llvm::StringSet<> functions, structs, assigned;
  llvm::StringMap<PyNode> constants;
  llvm::MapVector<llvm::StringRef, PyNode> kernels;
};

} // namespace kgen

#endif // KGEN_LIB_IMPORT_MODULE_H
