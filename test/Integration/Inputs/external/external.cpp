// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of somebody else on kgen's libraries: reads kernels, lowers their early exits, and prints them.
#include "kgen/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

int main(int, char **argv) {
  mlir::MLIRContext context;
  context.loadDialect<kgen::KgenDialect>();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager passes(&context);
  passes.addNestedPass<kgen::KernelOp>(kgen::createLowerEarlyExits());
  if (!module || failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
}
