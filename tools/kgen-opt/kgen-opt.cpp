// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver of all passes: MlirOptMain with our dialect, and with the names of the text.

#include "RestoreNames.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#ifdef KGEN_HAVE_Transforms
#include "kgen/Transforms/Passes.h"
#endif
#ifdef KGEN_HAVE_Conversion
#include "kgen/Conversion/Passes.h"
#endif
#ifdef KGEN_HAVE_Synthesis
#include "kgen/Synthesis/Passes.h"
#endif
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static void registerPasses() {
  registerCanonicalizerPass();
  registerCSEPass();
  registerSymbolDCEPass();
  registerStripDebugInfoPass();
  registerLocationSnapshotPass();
#ifdef KGEN_HAVE_Transforms
  kgen::registerTransformsPasses();
#endif
#ifdef KGEN_HAVE_Conversion
  kgen::registerConversionPasses();
#endif
#ifdef KGEN_HAVE_Synthesis
  kgen::registerSynthesisPasses();
#endif
}

static int fail(const Twine &message) {
  llvm::errs() << "kgen-opt: error: " << message << "\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registry.insert<kgen::KgenDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerPasses();

  SmallVector<char *> arguments(argv, argv + argc);
  std::string withNames = "--mlir-use-nameloc-as-prefix";
  if (llvm::none_of(arguments, [&](StringRef a) { return a.starts_with(withNames); }))
    arguments.push_back(withNames.data());
  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      arguments.size(), arguments.data(), "kgen-opt: passes over kernels in the kgen dialect\n", registry);

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &message);
  if (!input)
    return fail(message);
  std::unique_ptr<llvm::ToolOutputFile> output = openOutputFile(outputFile, &message);
  if (!output)
    return fail(message);

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input->getMemBufferRef(), /*RequiresNullTerminator=*/false), SMLoc());
  if (failed(kgen::checkNesting(sourceMgr)))
    return 1;
  config.setPassPipelineSetupFn([inner = config, text = input->getBuffer().str()](PassManager &pm) {
    if (failed(inner.setupPassPipeline(pm)))
      return failure();
    OpPassManager rest = pm;
    pm.clear();
    pm.addPass(kgen::createRestoreNamesPass(text, inner.inputSplitMarker().str(), std::move(rest)));
    return success();
  });
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return 1;
  output->keep();
  return 0;
}
