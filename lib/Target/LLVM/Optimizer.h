// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's passes over one module after another.

#ifndef KGEN_LIB_TARGET_LLVM_OPTIMIZER_H
#define KGEN_LIB_TARGET_LLVM_OPTIMIZER_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace kgen::codegen {

class Optimizer {
public:
  Optimizer(llvm::TargetMachine &machine, unsigned optLevel);
  void run(llvm::Module &module);

private:
  llvm::PassBuilder builder;
  unsigned optLevel;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::ModulePassManager shortList;
};

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_OPTIMIZER_H
