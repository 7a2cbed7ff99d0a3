// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver of all passes: MlirOptMain with our dialect.

#include "Batches.h"
#include "Options.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/CommandLine.h"
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
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Process.h"

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

/// Fails if brackets nest too deep; in the whole of the file, which may hold several modules.
static LogicalResult checkNesting(const llvm::MemoryBuffer &input) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(input.getMemBufferRef(), /*RequiresNullTerminator=*/false), SMLoc());
  return kgen::checkNesting(sourceMgr);
}

/// What to do with a file that a kernel is in, and that is no MLIR; "" for others.
static std::string adviceFor(StringRef file) {
  if (file.ends_with(".py"))
    return "kgen-translate --warp-to-kgen prints what it reads";
  if (file.ends_with(".ipynb"))
    return "in a notebook, kgen_mlir.compile(kernel).mlir is the text that it reads";
  return "";
}

int main(int argc, char **argv) {
  kgen::InitTool init(argc, argv, "kgen-opt");
  DialectRegistry registry;
  registry.insert<kgen::KgenDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerPasses();
  kgen::OptOptions options(registry);
  if (!options.parse(argc, argv))
    return 2;

  if (std::string advice = adviceFor(options.inputFile); !advice.empty())
    return kgen::inputError("expected a file of MLIR but got '" + options.inputFile + "'; " + advice);
  if (argc == 1 && llvm::sys::Process::StandardInIsUserInput())
    return kgen::nothingAsked("expected FILE.mlir, or MLIR on standard input");
  std::unique_ptr<llvm::MemoryBuffer> input = kgen::readInput(options.inputFile);
  if (!input || failed(checkNesting(*input)))
    return 1;
  // All of the text or none of it.
  const MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string text;
  llvm::raw_string_ostream output(text);
  bool isGood = true;
  for (std::unique_ptr<llvm::MemoryBuffer> &batch : kgen::batchesOf(std::move(input), config.inputSplitMarker())) {
    if (!text.empty())
      output << config.outputSplitMarker() << "\n"; // what stands between two parts
    isGood &= succeeded(MlirOptMain(output, std::move(batch), registry, config));
  }
  if (!isGood)
    return 1;
  return kgen::writeOutput(options.outputFile, text) ? 0 : 1;
}
