// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches PTX on the machine in software by Warp's conventions: bounds, arguments and adjoints as direct parameters.

#include "kgen/Runtime/Ptx.h"
#include "LaunchArguments.h"
#include "kgen/Ptx/Ptx.h"
#include "kgen/Target/LLVM.h"

using namespace mlir;
using namespace kgen::runtime;

namespace kgen {

/// Threads of a block: as many as Warp starts, or all of a small launch.
static constexpr uint64_t threadsPerBlock = 256;

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

  llvm::Error launch(StringRef text, bool isBackward);
  CaseResult result(bool hasBackward) const;

private:
  KernelOp kernel;
  const Case &c;
  const PtxRunOptions &options;
  LaunchArguments arguments;
  std::vector<std::byte> bounds;
  ptx::Memory memory;
};
} // namespace

llvm::Error Launcher::launch(StringRef text, bool isBackward) {
  ptx::Diagnostic diagnostic;
  std::unique_ptr<ptx::Module> module = ptx::Module::parse({text.data(), text.size()}, diagnostic);
  std::string path = kernel.getSymName().str() + ".ptx";
  if (!module)
    return textError(path + ":" + Twine(diagnostic.line) + ": error: " + diagnostic.message);
  SmallVector<std::span<const std::byte>> parameters{bounds};
  for (ArrayRef<std::byte> bytes : arguments.parameters())
    parameters.push_back({bytes.data(), bytes.size()});
  if (isBackward)
    for (ArrayRef<std::byte> bytes : arguments.adjointParameters())
      parameters.push_back({bytes.data(), bytes.size()});
  ptx::MachineOptions machineOptions;
  machineOptions.checked = options.checked;
  machineOptions.print = options.print;
  uint64_t size = std::max<uint64_t>(c.numThreads(), 1), block = std::min(size, threadsPerBlock);
  ptx::Launch launch;
  launch.block.x = block;
  launch.grid.x = std::min<uint64_t>((size + block - 1) / block, INT32_MAX);
  launch.descending = isBackward;
  launch.schedule = options.schedule;
  std::string entry = (kernel.getSymName() + "_cuda_kernel_" + (isBackward ? "backward" : "forward")).str();
  ptx::Machine machine(*module, memory, std::move(machineOptions));
  if (std::optional<ptx::Finding> finding = machine.launch(entry, {parameters.data(), parameters.size()}, launch))
    return textError(finding->format(path));
  return llvm::Error::success();
}

CaseResult Launcher::result(bool hasBackward) const {
  CaseResult result;
  for (const CaseArg *arg : outputArgs(c))
    result.outputs.push_back({arg->name, arg->type.scalar, arguments.values(arg - c.args.data())});
  if (hasBackward)
    for (const CaseArg *arg : gradientArgs(c))
      result.grads.push_back({arg->name, arg->type.scalar, arguments.gradient(arg - c.args.data())});
  return result;
}

llvm::Expected<CaseResult> runPtx(KernelOp kernel, const PtxTexts &texts, const Case &c, const PtxRunOptions &options) {
  Launcher launcher(kernel, c, options);
  if (llvm::Error error = launcher.launch(texts.forward, /*isBackward=*/false))
    return error;
  CaseResult outputs = launcher.result(/*hasBackward=*/false);
  if (texts.backward.empty())
    return outputs;
  if (llvm::Error error = launcher.launch(texts.backward, /*isBackward=*/true))
    return error;
  CaseResult result = launcher.result(/*hasBackward=*/true);
  result.outputs = std::move(outputs.outputs);
  return result;
}

FailureOr<CaseResult> runAsPtx(ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                               const PtxRunOptions &options) {
  if (failed(verifyCase(forward, c)))
    return failure();
  CodeGenOptions codeGen;
  codeGen.target = Target::NVPTX;
  codeGen.chip = options.chip;
  codeGen.optLevel = options.optLevel;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(codeGen);
  if (!generator)
    return forward.emitError("cannot be made PTX of: ") << llvm::toString(generator.takeError());
  FailureOr<EntryTexts> texts = (*generator)->printEntries(module, /*assembly=*/true, backward != nullptr);
  if (failed(texts))
    return failure();
  llvm::Expected<CaseResult> result = runPtx(forward, {texts->forward, texts->backward}, c, options);
  if (!result)
    return forward.emitError("goes wrong as PTX: ") << llvm::toString(result.takeError());
  return std::move(*result);
}

} // namespace kgen
