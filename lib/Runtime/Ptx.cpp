// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches PTX on the machine in software by Warp's conventions: bounds, arguments and adjoints as direct parameters.

#include "kgen/Runtime/Ptx.h"
#include "LaunchArguments.h"
#include "MakePtx.h"
#include "kgen/Ptx/Ptx.h"
#include "kgen/Support/StageTimes.h"

using namespace mlir;
using namespace kgen::runtime;

namespace kgen {

static llvm::Error textError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
/// A kernel's arguments in memory that launches share.
class Launcher {
public:
  Launcher(KernelOp kernel, const Case &c, const PtxRunOptions &options)
      : kernel(kernel), c(c), options(options), arguments(kernel, c), bounds(launchBounds(c.dim, launchRank(kernel))) {
    arguments.relocate([&](const std::string &name, llvm::MutableArrayRef<std::byte> bytes) {
      return memory.allocate(name, {bytes.data(), bytes.size()});
    });
  }

  llvm::Error launch(const ptx::Module &module, bool isBackward);
  const LaunchArguments &get() const { return arguments; }

private:
  KernelOp kernel;
  const Case &c;
  const PtxRunOptions &options;
  LaunchArguments arguments;
  std::vector<std::byte> bounds;
  ptx::Memory memory;
};
} // namespace

/// The name of a kernel's text in messages.
static std::string pathOf(KernelOp kernel) { return kernel.getSymName().str() + ".ptx"; }

PtxProgram::PtxProgram() = default;
PtxProgram::PtxProgram(PtxProgram &&) noexcept = default;
PtxProgram &PtxProgram::operator=(PtxProgram &&) noexcept = default;
PtxProgram::~PtxProgram() = default;

llvm::Expected<PtxProgram> PtxProgram::read(KernelOp kernel, const PtxTexts &texts) {
  StageScope stage(Stage::ReadPtx);
  PtxProgram program;
  for (auto [text, module] : {std::pair(texts.forward, &program.forward), {texts.backward, &program.backward}}) {
    if (text.empty() && module == &program.backward)
      continue;
    ptx::Diagnostic diagnostic;
    *module = ptx::Module::parse({text.data(), text.size()}, diagnostic);
    if (!*module)
      return textError(pathOf(kernel) + ":" + Twine(diagnostic.line) + ": error: " + diagnostic.message);
  }
  return program;
}

llvm::Error Launcher::launch(const ptx::Module &module, bool isBackward) {
  SmallVector<std::span<const std::byte>> parameters = arguments.parameters(bounds, isBackward);
  ptx::MachineOptions machineOptions;
  machineOptions.checked = options.checked;
  machineOptions.globalRaces = options.checkRaces;
  machineOptions.print = options.print;
  ptx::Launch launch = ptx::Launch::over(c.numThreads(), options.blockDim);
  launch.descending = isBackward;
  launch.schedule = options.schedule;
  std::string entry = entryPointName(kernel.getSymName(), Target::NVPTX, isBackward);
  StageScope stage(Stage::RunPtx);
  ptx::Machine machine(module, memory, std::move(machineOptions));
  if (std::optional<ptx::Finding> finding = machine.launch(entry, {parameters.data(), parameters.size()}, launch))
    return textError(finding->format(pathOf(kernel)));
  return llvm::Error::success();
}

llvm::Expected<CaseResult> runPtx(KernelOp kernel, const PtxProgram &program, const Case &c,
                                  const PtxRunOptions &options) {
  Launcher launcher(kernel, c, options);
  if (llvm::Error error = launcher.launch(program.getForward(), /*isBackward=*/false))
    return error;
  CaseResult result;
  result.outputs = launcher.get().outputs();
  if (!program.getBackward())
    return result;
  if (llvm::Error error = launcher.launch(*program.getBackward(), /*isBackward=*/true))
    return error;
  result.grads = launcher.get().gradients();
  return result;
}

llvm::Expected<CaseResult> runPtx(KernelOp kernel, const PtxTexts &texts, const Case &c, const PtxRunOptions &options) {
  llvm::Expected<PtxProgram> program = PtxProgram::read(kernel, texts);
  if (!program)
    return program.takeError();
  return runPtx(kernel, *program, c, options);
}

FailureOr<CaseResult> runAsPtx(ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                               const PtxRunOptions &options) {
  if (failed(verifyCase(forward, c)))
    return failure();
  FailureOr<EntryTexts> texts = makePtx(module, forward, backward, options.chip, options.optLevel);
  if (failed(texts))
    return failure();
  llvm::Expected<CaseResult> result = runPtx(forward, {texts->forward, texts->backward}, c, options);
  if (!result)
    return forward.emitError("goes wrong as PTX: ") << llvm::toString(result.takeError());
  return std::move(*result);
}

} // namespace kgen
