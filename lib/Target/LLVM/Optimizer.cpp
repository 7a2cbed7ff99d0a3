// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short pipeline that keeps names and loops, and LLVM's own from -O2 on. The order of passes is fixed: bytes follow.

#include "Optimizer.h"
#include "WideProducts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace kgen::codegen {

/// Cleans up after the conversion in a tenth of the time of -O2, and keeps the author's names and loops. No unrolling,
/// no vectors: the code still reads as the kernel does. instcombine, gvn and dse cost as much again as all of these,
/// and take 2 % of the instructions away: the conversion writes little that they find.
static constexpr llvm::StringLiteral shortPipeline = "always-inline,globaldce,function(sroa,early-cse<memssa>,"
                                                     "simplifycfg,loop-mssa(licm),adce)";

Optimizer::Optimizer(llvm::TargetMachine &machine, unsigned optLevel) : builder(&machine), optLevel(optLevel) {
  // A call of sinf stays one: folding it would write the host's last bits into the code.
  llvm::TargetLibraryInfoImpl noLibrary(machine.getTargetTriple());
  noLibrary.disableAllFunctions();
  functions.registerPass([noLibrary] { return llvm::TargetLibraryAnalysis(noLibrary); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::SmallVector<llvm::StringRef, 2> pipeline;
  if (machine.getTargetTriple().isNVPTX())
    pipeline.push_back("nvvm-reflect"); // libdevice asks it for the chip
  if (optLevel == 1)
    pipeline.push_back(shortPipeline);
  if (!pipeline.empty())
    llvm::cantFail(builder.parsePassPipeline(shortList, llvm::join(pipeline, ",")));
}

void Optimizer::run(llvm::Module &module) {
  shortList.run(module, modules);
  if (optLevel == 1 && module.getTargetTriple().isNVPTX())
    llvm::for_each(module, keepExtensionsBesideProducts);
  if (optLevel >= 2) {
    // LLVM's own pipeline is good for one run.
    auto level = optLevel == 2 ? llvm::OptimizationLevel::O2 : llvm::OptimizationLevel::O3;
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
  }
  modules.clear();
  callGraph.clear();
  functions.clear();
  loops.clear();
}

} // namespace kgen::codegen
