// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp Python in, kgen source form out. Code that kgen does not take is refused at its Python line and column.

#ifndef KGEN_IMPORT_IMPORT_H
#define KGEN_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kgen {

class TreeValue;

struct ImportOptions {
  /// The scalar type, such as `float32`, that a generic kernel gets where the program does not say its types; without
  /// one, such a kernel is refused.
  llvm::StringRef assumeAny;
};

/// Imports one kernel of a Python file (`-`: of standard input); an empty `kernel` stands for the only one there is.
/// Emits a located diagnostic for each reason and returns null where that cannot be done. Needs python3 (`KGEN_PYTHON`,
/// or on PATH).
mlir::OwningOpRef<mlir::ModuleOp> importWarp(llvm::StringRef pyPath, llvm::StringRef kernel, mlir::MLIRContext *context,
                                             const ImportOptions &options = {});

/// The result of importing one kernel of a file.
struct KernelImport {
  /// Why it is not taken, at a place in `file`; all reasons, in the order of the text.
  struct Reason {
    std::string file;
    unsigned line, column;
    std::string message;
  };
  /// As its author would call it: `name`, `outer.inner`, `name:LINE`.
  std::string name;
  unsigned line;
  bool imported;
  std::vector<Reason> reasons;
};

/// Imports every kernel of a Python file that can be imported, into one module; `kernels` has the result of each, in
/// the order of the text. Kernels of one name become `name`, `name_0`, ... Emits a diagnostic and returns null if the
/// file itself cannot be read.
mlir::OwningOpRef<mlir::ModuleOp> importAllWarp(llvm::StringRef pyPath, std::vector<KernelImport> &kernels,
                                                mlir::MLIRContext *context, const ImportOptions &options = {});

/// Imports one kernel of a tree that a `PythonReader` read; `name` is what the text is called in diagnostics. Else as
/// `importWarp`. Several threads may do so at once, each in its context.
mlir::OwningOpRef<mlir::ModuleOp> importWarpTree(llvm::StringRef tree, llvm::StringRef name, llvm::StringRef kernel,
                                                 mlir::MLIRContext *context);

/// Imports every kernel of such a tree that can be imported, as `importAllWarp`.
mlir::OwningOpRef<mlir::ModuleOp> importAllWarpTree(llvm::StringRef tree, llvm::StringRef name,
                                                    std::vector<KernelImport> &kernels, mlir::MLIRContext *context,
                                                    const ImportOptions &options = {});

/// One kernel of a tree that was made here and has no text.
mlir::OwningOpRef<mlir::ModuleOp> importWarpTree(const TreeValue &tree, llvm::StringRef name, llvm::StringRef kernel,
                                                 mlir::MLIRContext *context);

/// The literal dictionary `CASE` of a Python file as JSON text; nullopt, and what is wrong in `error`
/// (`file.py:3:8: error: ...`), if there is none.
std::optional<std::string> readCaseLiteral(llvm::StringRef pyPath, std::string *error = nullptr);

/// Reads the trees of Python texts, for `importWarpTree`, one after another through one child process; several threads
/// may ask. A child that ends or does not answer is started again.
class PythonReader {
public:
  /// Null, and the reason in `error`, if there is no Python that reads.
  static std::unique_ptr<PythonReader> create(std::string &error);
  ~PythonReader();

  /// The tree, or what is wrong with the text; nullopt where that could not be found out here.
  std::optional<std::string> read(llvm::StringRef text);
  /// The same of a file, whose name has no line break.
  std::optional<std::string> readFile(llvm::StringRef path);

private:
  struct Impl;
  explicit PythonReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace kgen

#endif // KGEN_IMPORT_IMPORT_H
