// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates kernels between Warp Python, the kgen dialect, C++, CUDA C++, LLVM IR and PTX. This file is the command
// line only.

#include "Translations.h"

#include "kgen/IR/Kgen.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace llvm;
using kgen::Translation;

static cl::OptionCategory category("kgen-translate");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("FILE.{mlir,py}"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::desc("where to write; standard output if not given"),
                                       cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::bits<Translation>
    translations(cl::desc("what to make:"),
                 cl::values(clEnumValN(Translation::WarpToKgen, "warp-to-kgen", "Warp Python to the kgen dialect"),
                            clEnumValN(Translation::KgenToWarp, "kgen-to-warp", "to Warp Python"),
                            clEnumValN(Translation::KgenToCuda, "kgen-to-cuda", "to CUDA C++"),
                            clEnumValN(Translation::KgenToCpp, "kgen-to-cpp", "to C++ for the CPU"),
                            clEnumValN(Translation::KgenToLLVMIR, "kgen-to-llvmir", "to LLVM IR for the CPU"),
                            clEnumValN(Translation::KgenToPtx, "kgen-to-ptx", "to PTX")),
                 cl::cat(category));
static cl::opt<std::string> kernel("kernel", cl::desc("the kernel to translate"), cl::value_desc("name"),
                                   cl::cat(category));
static cl::opt<bool> noBackward("no-backward", cl::desc("print the forward only"), cl::cat(category));
static cl::opt<bool> selfContained("self-contained", cl::desc("C++ and CUDA C++ that include no header of kgen's"),
                                   cl::cat(category));
static cl::opt<std::string> chip("chip", cl::desc("PTX: the GPU's architecture"), cl::init("sm_80"), cl::cat(category));
static cl::opt<std::string> libdevice("libdevice", cl::desc("PTX: bitcode of NVIDIA's elementary functions"),
                                      cl::value_desc("path"), cl::cat(category));
enum class Contract { Off, Fast };
static cl::opt<Contract> contract("fp-contract", cl::desc("PTX and LLVM IR: fuse multiply and add"),
                                  cl::values(clEnumValN(Contract::Off, "off", "never, the default"),
                                             clEnumValN(Contract::Fast, "fast", "where possible")),
                                  cl::init(Contract::Off), cl::cat(category));
static cl::opt<char> optLevel("O", cl::desc("PTX and LLVM IR: optimisation level, 0 to 3"), cl::Prefix, cl::init('1'),
                              cl::cat(category));

static int usage(const Twine &message) {
  errs() << "kgen-translate: error: " << message << "\n";
  return 2;
}

static int run(const kgen::Request &request) {
  mlir::MLIRContext context;
  context.printOpOnDiagnostic(false); // the line of the source is enough
  context.loadDialect<kgen::KgenDialect>();
  SourceMgr sourceMgr;
  mlir::SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = kgen::load(request, sourceMgr, &context);
  if (!module || failed(kgen::prepare(request, *module)))
    return 1;
  // All of the text or none of it.
  std::string text;
  raw_string_ostream stream(text);
  if (failed(kgen::translate(request, *module, stream)))
    return 1;
  std::string message;
  std::unique_ptr<ToolOutputFile> output = mlir::openOutputFile(outputFile, &message);
  if (!output) {
    errs() << "kgen-translate: error: " << message << "\n";
    return 1;
  }
  output->os() << text;
  output->keep();
  return 0;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv, "kgen-translate: a kernel from one form into another\n", &errs()))
    return 2;
  kgen::Request request;
  unsigned chosen = 0;
  for (unsigned i = 0; i <= static_cast<unsigned>(Translation::KgenToPtx); ++i)
    if (translations.isSet(static_cast<Translation>(i))) {
      request.translation = static_cast<Translation>(i);
      ++chosen;
    }
  if (chosen != 1)
    return usage("expected one of --warp-to-kgen, --kgen-to-warp, --kgen-to-cuda, --kgen-to-cpp, --kgen-to-llvmir, "
                 "--kgen-to-ptx, but got " +
                 Twine(chosen ? "several" : "none"));
  if (optLevel < '0' || optLevel > '3')
    return usage("expected an optimisation level from -O0 to -O3, but got -O" + Twine(optLevel.getValue()));
  request.input = inputFile;
  request.kernel = kernel;
  request.backward = !noBackward;
  request.selfContained = selfContained;
  request.contract = contract == Contract::Fast;
  request.chip = chip;
  request.libdevice = libdevice;
  request.optLevel = optLevel - '0';
  return run(request);
}
