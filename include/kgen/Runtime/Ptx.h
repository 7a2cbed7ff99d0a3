// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels as PTX, on the machine in software, launched as Warp launches them.

#ifndef KGEN_RUNTIME_PTX_H
#define KGEN_RUNTIME_PTX_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <optional>

namespace kgen {
namespace ptx {
class Module;
} // namespace ptx

struct PtxRunOptions {
  /// Options of the code.
  std::string chip = "sm_80";
  unsigned optLevel = 1;
  /// Options of the machine: its checks, and the order in which threads take turns.
  bool checked = true;
  /// Whether races in global memory are found; else threads may hand each other values in the order in which they run.
  bool checkRaces = false;
  std::optional<uint64_t> schedule;
  /// Threads of a block, 1 to 1024.
  unsigned blockDim = 256;
  std::function<void(std::string_view)> print;
};

/// PTX of a kernel and of its backward, each a text that stands alone; "" for no backward. They may be one text.
struct PtxTexts {
  llvm::StringRef forward, backward;
};

/// The PTX of a kernel, read once for any number of launches. The texts must outlive it.
class PtxProgram {
public:
  /// An error gives the place of the fault in a text.
  static llvm::Expected<PtxProgram> read(KernelOp kernel, const PtxTexts &texts);
  PtxProgram(PtxProgram &&) noexcept;
  PtxProgram &operator=(PtxProgram &&) noexcept;
  ~PtxProgram();

  const ptx::Module &getForward() const { return *forward; }
  /// Null if there is none.
  const ptx::Module *getBackward() const { return backward.get(); }

private:
  PtxProgram();
  std::unique_ptr<ptx::Module> forward, backward;
};

/// Runs the forward on the case, then the backward on the arrays as the forward left them, with the weights as the
/// gradients of the arrays; threads of the backward in descending order, as on the CPU. An error gives the place of the
/// fault in the text. `kernel` is the forward, whose types the case fits.
llvm::Expected<CaseResult> runPtx(KernelOp kernel, const PtxProgram &program, const Case &c,
                                  const PtxRunOptions &options = {});
/// The same for texts that are run once.
llvm::Expected<CaseResult> runPtx(KernelOp kernel, const PtxTexts &texts, const Case &c,
                                  const PtxRunOptions &options = {});

/// Makes PTX of `forward` and, if not null, `backward`, both of `module`, and runs it. Emits an error if the case
/// does not fit, or the run has a finding.
mlir::FailureOr<CaseResult> runAsPtx(mlir::ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                                     const PtxRunOptions &options = {});

} // namespace kgen

#endif // KGEN_RUNTIME_PTX_H
