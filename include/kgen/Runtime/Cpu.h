// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels as machine code in this process.

#ifndef KGEN_RUNTIME_CPU_H
#define KGEN_RUNTIME_CPU_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kgen {

/// A kernel, and its backward if there is one, as functions in memory. Must not outlive the runner that made it, nor
/// the kernel's IR.
class CompiledKernel {
public:
  CompiledKernel(CompiledKernel &&) noexcept;
  ~CompiledKernel();

  /// Runs the kernel on the case, then its backward: on the arrays as the forward left them, with the weights as the
  /// arrays' gradients, which are also the adjoint arguments, as Warp's tape does it. Nothing is checked: an index out
  /// of range is a crash or a wrong number, so interpret the case first unless it is known to be sound.
  CaseResult run(const Case &c) const;
  /// The same, of code that checks its indices: emits an error at the first one that is out of range.
  mlir::FailureOr<CaseResult> runChecked(const Case &c) const;

private:
  friend class CpuRunner;
  struct Impl;
  explicit CompiledKernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// How kernels are compiled for this process. Elementary functions give the same bits in each way.
struct CpuOptions {
  unsigned optLevel = 1;
  /// Threads that run at once as lanes of vectors; 0 for none.
  unsigned lanes = 0;
  /// The CPU that code is made for; empty for that of this machine, which must have all features that are named.
  std::string cpu = {};
  /// How many threads of this process run the threads of a launch, at the same time; see kgen/Runtime/Threads.h for
  /// elements that they update in common.
  unsigned threads = 1;
  /// Whether output of `print` goes to standard error; otherwise it is dropped.
  bool prints = true;
  /// Whether each index is checked; see CompiledKernel::runChecked.
  bool checksIndices = false;
};

/// Compiles kernels for this process, one after another. Owns a code generator and a JIT and keeps them; not for use by
/// two threads at once.
class CpuRunner {
public:
  /// An error if this machine has no JIT.
  static llvm::Expected<std::unique_ptr<CpuRunner>> create(const CpuOptions &options);
  ~CpuRunner();

  /// Compiles `forward` and, if not null, `backward`, both of `module`.
  mlir::FailureOr<CompiledKernel> compile(mlir::ModuleOp module, KernelOp forward, KernelOp backward);

private:
  struct Impl;
  explicit CpuRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Compiles and runs once: final values of arrays and, with a backward kernel (else null), gradients. Emits an error if
/// the case does not fit the kernel.
mlir::FailureOr<CaseResult> runOnCpu(mlir::ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                                     const CpuOptions &options);

} // namespace kgen

#endif // KGEN_RUNTIME_CPU_H
