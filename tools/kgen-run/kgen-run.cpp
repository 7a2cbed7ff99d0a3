// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel on given arguments and prints what came out as one JSON object. Exit status: 0 all well, 1 the input is
// at fault, 2 the command line is.

#include "KgenRun.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Lanes.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kgen;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-run: runs a kernel on given arguments and prints what came out\n";
static constexpr const char *examples =
    "  kgen-run k.py --backward                        interprets k.py on its own CASE, with gradients\n"
    "  kgen-run k.mlir --case case.json --device cpu   runs compiled code on other arguments\n"
    "  kgen-run k.cu --case case.json --device ptx     runs what nvcc or clang makes of a CUDA file, in software\n"
    "  kgen-run k.py --case sample.json --check        runs the cases of a data set's row: pass, or what differs\n"
    "  kgen-run k.py --make-case -o case.json          a case to begin with: sizes and values on which k.py runs\n";

namespace {
/// The options. They exist from within `main` on, where LLVM's own have been put away: one of those is `threads` too.
struct Options {
  cl::OptionCategory category{"kgen-run"};
  cl::opt<std::string> inputFile{cl::Positional, cl::Required, cl::desc("FILE.{py,mlir,cu}"), cl::cat(category)};
  cl::opt<std::string> kernel{"kernel", cl::desc("The kernel to run (default: the case's, or the only one)"),
                              cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> caseFile{"case", cl::desc("The arguments, as JSON (default: the CASE in a Python file)"),
                                cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where to write (default: standard output)"), cl::value_desc("file"),
                              cl::init("-"), cl::cat(category)};
  cl::opt<Device> device{"device", cl::desc("Where to run it (default: interpreter)"), cl::init(Device::Interpreter),
                         cl::values(clEnumValN(Device::Interpreter, "interpreter", "the reference"),
                                    clEnumValN(Device::Cpu, "cpu", "compiled for this machine"),
                                    clEnumValN(Device::Ptx, "ptx", "PTX, run in software with a sanitizer's checks"),
                                    clEnumValN(Device::Cuda, "cuda", "an NVIDIA GPU")),
                         cl::cat(category)};
  cl::opt<bool> backward{"backward", cl::desc("Compute gradients too"), cl::cat(category)};
  cl::opt<unsigned> optLevel{"O", cl::Prefix, cl::desc("Optimisation of compiled code, -O0 to -O3 (default: 2)"),
                             cl::init(2), cl::cat(category)};
  cl::opt<unsigned> threads{"threads",
                            cl::desc("With --device cpu: threads of this machine that run the launch's (default: 1)"),
                            cl::init(1), cl::cat(category)};
  cl::opt<unsigned> slots{"slots", cl::desc("States of a loop that its gradient may keep (default: kgen's choice)"),
                          cl::init(0), cl::cat(category)};
  cl::opt<bool> checkRaces{"check-races", cl::desc("Make a race between threads an error"), cl::cat(category)};
  cl::opt<bool> makeCase{"make-case",
                         cl::desc("Do not run: print a case for the kernel, with sizes and values that it runs on"),
                         cl::cat(category)};
  cl::opt<bool> check{"check", cl::desc("With --case SAMPLE, a row of a data set: run all of its cases and compare"),
                      cl::cat(category)};
  cl::opt<bool> countOps{"count-ops", cl::desc("Say how often each op was executed (interpreter)"), cl::cat(category)};
  cl::opt<bool> unchecked{"unchecked",
                          cl::desc("Do not interpret before a compiled run; with --device ptx, check bounds only"),
                          cl::cat(category)};
  cl::opt<bool> checkBounds{
      "check-bounds", cl::desc("With --device cpu: check each index in compiled code, and do not interpret before it"),
      cl::cat(category)};
  cl::opt<std::string> chip{"chip", cl::desc("GPU that --device ptx makes PTX for (default: sm_80)"), cl::init("sm_80"),
                            cl::value_desc("sm_NN"), cl::cat(category)};
  cl::opt<uint64_t> schedule{"schedule",
                             cl::desc("With --device ptx: threads of a block take turns at random (default: in order)"),
                             cl::value_desc("seed"), cl::cat(category)};
  cl::opt<std::string> stageTimes{"stage-times", cl::desc("For benchmarks: write CPU seconds by stage to this file"),
                                  cl::Hidden, cl::value_desc("file"), cl::cat(category)};

  cl::opt<Lanes> lanes{"lanes",
                       cl::desc("With --device cpu: threads that run at once, as lanes of vectors (default: auto)"),
                       cl::init(Lanes::Auto), lanesValues(), cl::cat(category)};
  cl::opt<std::string> cpu{"mcpu", cl::desc("With --device cpu: the CPU that code is made for (default: this one)"),
                           cl::value_desc("name"), cl::cat(category)};

  /// What is wrong with the options taken together, or nothing.
  std::string findMisuse() const;
  Request request() const {
    Request made{inputFile, kernel, caseFile, device, backward, optLevel, threads, slots, checkRaces, unchecked, chip};
    if (schedule.getNumOccurrences())
      made.schedule = schedule;
    made.countOps = countOps;
    made.checkBounds = checkBounds;
    made.lanes = lanesOf(lanes);
    made.cpu = cpu == "native" ? "" : cpu.getValue();
    return made;
  }
};
} // namespace

std::string Options::findMisuse() const {
  if (optLevel > 3)
    return "expected -O0 to -O3 but got -O" + std::to_string(optLevel);
  if (slots > maxSlots)
    return "expected --slots of at most " + std::to_string(maxSlots) + " but got " + std::to_string(slots);
  if (threads == 0 || threads > 256)
    return "expected --threads of 1 to 256 but got " + std::to_string(threads);
  if (threads > 1 && device != Device::Cpu)
    return "expected --device cpu with --threads";
  if (checkBounds && device != Device::Cpu)
    return "expected --device cpu with --check-bounds";
  if (checkBounds && unchecked)
    return "expected --check-bounds or --unchecked, but got both";
  if (countOps && device != Device::Interpreter)
    return "expected --device interpreter with --count-ops, since compiled code does not count";
  if (isCudaFile(inputFile) && device != Device::Ptx)
    return "expected --device ptx for a CUDA file";
  if (check && caseFile.empty())
    return "expected --case SAMPLE with --check, a file with one row of a data set";
  if (check && (makeCase || countOps))
    return "expected --check without --make-case and --count-ops";
  if (makeCase && !caseFile.empty())
    return "expected --make-case or --case, but got both";
  if (!isPython(inputFile) && caseFile.empty() && !makeCase)
    return "expected --case FILE, since only a Python file can hold its own CASE; --make-case prints one";
  return "";
}

/// False where the file cannot be written, which has been said.
static bool writeStageTimes(const StageTimes &times, llvm::StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attributeObject("seconds", [&] {
      for (size_t i = 0; i < numStages; ++i)
        json.attribute(getName(static_cast<Stage>(i)), times.seconds[i]);
    });
  });
  return writeOutput(path, text);
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-run");
  cl::ResetCommandLineParser();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  listValues(options.device, options.lanes);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  if (std::string misuse = options.findMisuse(); !misuse.empty())
    return usageError(misuse);
  Request request = options.request();

  if (options.check) {
    mlir::FailureOr<size_t> cases = checkRow(request);
    return succeeded(cases) && writeOutput(options.output, "pass: " + std::to_string(*cases) + " cases\n") ? 0 : 1;
  }
  if (isCudaFile(options.inputFile)) {
    mlir::FailureOr<Case> c = loadCase(request);
    if (failed(c))
      return 1;
    mlir::FailureOr<CaseResult> result = runCudaFile(request, *c);
    return succeeded(result) && writeOutput(options.output, formatResult(*result)) ? 0 : 1;
  }

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  context.printOpOnDiagnostic(false); // the line of the source is enough
  llvm::SourceMgr sourceMgr;
  mlir::SourceMgrDiagnosticHandler diagnostics(sourceMgr, &context);
  if (options.makeCase) {
#ifdef KGEN_HAVE_Synthesis
    mlir::FailureOr<std::string> text = makeCase(request, sourceMgr, &context);
#else
    mlir::FailureOr<std::string> text = mlir::failure();
    inputError("this kgen-run was built without what finds a case");
#endif
    return succeeded(text) && writeOutput(options.output, *text) ? 0 : 1;
  }
  mlir::FailureOr<Loaded> loaded = load(request, sourceMgr, &context);
  if (failed(loaded))
    return 1;
  StageTimes times;
  collectStageTimes(&times);
  mlir::FailureOr<Answer> answer = run(request, *loaded);
  collectStageTimes(nullptr);
  if (failed(answer) || (!options.stageTimes.empty() && !writeStageTimes(times, options.stageTimes)))
    return 1;
  return writeOutput(options.output, answer->format()) ? 0 : 1;
}
