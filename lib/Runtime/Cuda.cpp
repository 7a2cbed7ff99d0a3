// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> PTX -> the CUDA driver.

#include "kgen/Runtime/Cuda.h"
#include "LaunchArguments.h"
#include "kgen/Conversion/Chip.h"
#include "kgen/Runtime/CudaDriver.h"
#include "kgen/Target/LLVM.h"

using namespace mlir;
using namespace kgen::runtime;

namespace kgen {

namespace {
/// A kernel's arguments in the GPU's memory, which its launches share.
class Session {
public:
  Session(KernelOp kernel, const Case &c)
      : kernel(kernel), c(c), arguments(kernel, c), bounds(launchBounds(c.dim, launchRank(kernel))) {
    arguments.relocate([&](const std::string &, llvm::MutableArrayRef<std::byte> bytes) {
      memory.push_back({bytes, cuda::Buffer({bytes.data(), bytes.size()})});
      return memory.back().onDevice.get();
    });
  }

  /// Runs one of the two entry points and brings the arrays back.
  void launch(StringRef ptx, bool isBackward) {
    SmallVector<std::span<const std::byte>> parameters{bounds};
    for (ArrayRef<std::byte> bytes : arguments.parameters())
      parameters.push_back({bytes.data(), bytes.size()});
    if (isBackward)
      for (ArrayRef<std::byte> bytes : arguments.adjointParameters())
        parameters.push_back({bytes.data(), bytes.size()});
    cuda::Program program(ptx.str());
    std::string entry = (kernel.getSymName() + "_cuda_kernel_" + (isBackward ? "backward" : "forward")).str();
    program.launch(entry, cuda::Grid(c.numThreads()), parameters);
    for (Memory &own : memory)
      llvm::copy(own.onDevice.read(), own.host.begin());
  }

  const LaunchArguments &get() const { return arguments; }

private:
  struct Memory {
    llvm::MutableArrayRef<std::byte> host;
    cuda::Buffer onDevice;
  };
  KernelOp kernel;
  const Case &c;
  std::vector<Memory> memory;
  LaunchArguments arguments;
  std::vector<std::byte> bounds;
};
} // namespace

static FailureOr<CaseResult> launchAll(KernelOp forward, const EntryTexts &texts, bool hasBackward, const Case &c) {
  CaseResult result;
  Session session(forward, c);
  session.launch(texts.forward, /*isBackward=*/false);
  for (const CaseArg *arg : outputArgs(c))
    result.outputs.push_back({arg->name, arg->type.scalar, session.get().values(arg - c.args.data())});
  if (!hasBackward)
    return result;
  session.launch(texts.backward, /*isBackward=*/true);
  for (const CaseArg *arg : gradientArgs(c))
    result.grads.push_back({arg->name, arg->type.scalar, session.get().gradient(arg - c.args.data())});
  return result;
}

FailureOr<CaseResult> runOnCuda(ModuleOp module, KernelOp forward, KernelOp backward, const Case &c, unsigned optLevel) {
  if (failed(verifyCase(forward, c)))
    return failure();
  try {
    CodeGenOptions options;
    options.target = Target::NVPTX;
    if (std::string chip = cuda::openDevice().chip; checkChip(chip).empty()) // else PTX for an older one runs, too
      options.chip = chip;
    options.optLevel = optLevel;
    llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
    if (!generator)
      return forward.emitError("cannot be made PTX of: ") << llvm::toString(generator.takeError());
    FailureOr<EntryTexts> texts = (*generator)->printEntries(module, /*assembly=*/true, backward != nullptr);
    if (failed(texts))
      return failure();
    return launchAll(forward, *texts, backward != nullptr, c);
  } catch (const cuda::DriverError &error) {
    return forward.emitError("cannot be run on a GPU: ") << error.what();
  }
}

} // namespace kgen
