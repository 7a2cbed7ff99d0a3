// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translations that kgen-translate offers, and what the command line says of them.

#ifndef KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H
#define KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace kgen {

enum class Translation { WarpToKgen, KgenToWarp, KgenToCuda, KgenToCpp, KgenToLLVMIR, KgenToPtx, KgenToObject };

/// The command line.
struct Request {
  Translation translation;
  std::string input;
  std::string kernel;
  /// Every kernel of a Python file that can be imported, and where to write what became of each; "" for warnings.
  bool all = false;
  std::string report;
  bool backward = true;
  bool selfContained = false;
  bool contract = false;
  std::string chip;
  std::string libdevice;
  unsigned optLevel = 1;
  /// CPU code: threads that run at once as lanes of vectors, 0 for none, and the CPU, "" for any and "native" for this.
  unsigned lanes = 0;
  std::string cpu = {};
};

/// Reads the input: Python where the translation or the file's name says so, else a module.
mlir::OwningOpRef<mlir::ModuleOp> load(const Request &request, llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context);

/// Leaves in the module the kernel that the command line names, and adds backwards where they are asked for. Where a
/// kernel cannot be differentiated it stays alone, with a warning that says why.
mlir::LogicalResult prepare(const Request &request, mlir::ModuleOp module);

/// Writes the translated module.
mlir::LogicalResult translate(const Request &request, mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace kgen

#endif // KGEN_TOOLS_KGENTRANSLATE_TRANSLATIONS_H
