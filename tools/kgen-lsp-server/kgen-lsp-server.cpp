// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language server of MLIR with our dialect: diagnostics, definitions and hovers in an editor.

#include "kgen/IR/Kgen.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  kgen::InitTool init(argc, argv, "kgen-lsp-server");
  mlir::DialectRegistry registry;
  registry.insert<kgen::KgenDialect, mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
