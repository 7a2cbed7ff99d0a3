// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> PTX -> the CUDA driver.

#include "kgen/Runtime/Cuda.h"
#include "LaunchArguments.h"
#include "MakePtx.h"
#include "kgen/Conversion/Chip.h"
#include "kgen/Runtime/CudaDriver.h"

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
    cuda::Program program(ptx.str());
    program.launch(entryPointName(kernel.getSymName(), Target::NVPTX, isBackward), cuda::Grid(c.numThreads()),
                   arguments.parameters(bounds, isBackward));
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
  result.outputs = session.get().outputs();
  if (!hasBackward)
    return result;
  session.launch(texts.backward, /*isBackward=*/true);
  result.grads = session.get().gradients();
  return result;
}

FailureOr<CaseResult> runOnCuda(ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                                unsigned optLevel) {
  if (failed(verifyCase(forward, c)))
    return failure();
  try {
    std::string chip = cuda::openDevice().chip;
    if (!checkChip(chip).empty())
      chip = CodeGenOptions().chip; // PTX for an older one runs, too
    FailureOr<EntryTexts> texts = makePtx(module, forward, backward, chip, optLevel);
    if (failed(texts))
      return failure();
    return launchAll(forward, *texts, backward != nullptr, c);
  } catch (const cuda::DriverError &error) {
    return forward.emitError("cannot be run on a GPU: ") << error.what();
  }
}

} // namespace kgen
