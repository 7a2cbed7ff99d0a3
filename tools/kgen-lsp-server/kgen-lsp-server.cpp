// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language server of MLIR with our dialect: diagnostics, definitions and hovers in an editor.

#include "kgen/IR/Kgen.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"

static constexpr const char *notes =
    "\nEXAMPLES:\n\n"
    "  kgen-lsp-server                what an editor starts for files of kgen: it speaks on the standard streams\n"
    "  kgen-lsp-server --log=error    the same, and no more than errors on standard error (default: info)\n\n"
    "In VS Code, MLIR's extension takes its path as the setting mlir.server_path.\n";

int main(int argc, char **argv) {
  kgen::InitTool init(argc, argv, "kgen-lsp-server");
  llvm::cl::OptionCategory none("kgen-lsp-server");
  llvm::cl::HideUnrelatedOptions(none); // LLVM's own options: the server's are registered afterwards
  llvm::cl::extrahelp help(notes);
  mlir::DialectRegistry registry;
  registry.insert<kgen::KgenDialect, mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
