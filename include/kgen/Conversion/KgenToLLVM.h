// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From kgen kernels to the LLVM dialect, with the entry points and layouts of Warp 1.19.

#ifndef KGEN_CONVERSION_KGENTOLLVM_H
#define KGEN_CONVERSION_KGENTOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kgen {

class KernelOp;

/// The targets of machine code.
enum class Target { CPU, NVPTX };

/// A check of an index in compiled code: where it is, and the words of describeIndexFault.
struct IndexCheck {
  mlir::Location loc;
  std::string where, name;
};

/// How kernels are lowered.
struct ConversionOptions {
  Target target = Target::CPU;
  /// The `target_cpu` of the entry points, if given.
  std::string chip;
  /// Whether operations carry the flag that lets `a * b + c` become one fma.
  bool contract = false;
  /// Threads that run at once on a CPU, as the lanes of vectors: 0 for none, `autoLanes` for as many as are worth it;
  /// see dialect-docs/rationale/lanes.md.
  unsigned lanes = 0;
  /// Whether elementary functions are SLEEF's deterministic ones with fused multiply-add, which give the same bits
  /// scalar and as vectors, rather than those of C's library. Lanes have them in any case.
  bool sleef = false;
  /// Bits of the vectors that elementary functions take: 256 or 512, as the CPU has them.
  unsigned vectorBits = 256;
  /// Whether a CPU's entry points take the threads to run as two more parameters, the first and the one behind the
  /// last, and may be called at the same time for threads of one launch: elements that they may update in common are
  /// updated atomically. Threads with equal coordinates have to be in one call. A kernel whose launcher can avoid
  /// atomics has a second entry point for that; see kgen/Support/PartNeeds.h.
  bool concurrent = false;
  /// Whether values keep the author's names, which take a sixth of the conversion's time; assembly has none.
  bool names = true;
  /// If given, indices are checked on a CPU, and the checks are added here. One that is out of range is told by a
  /// call of `kgen_index_fault(i64 number of the check, i64 index, i64 extent)`, after which the entry point returns.
  std::vector<IndexCheck> *indexChecks = nullptr;
};

/// Turns each kernel of `module` into an entry point in the LLVM dialect, in its place. Refuses an op that it cannot
/// lower with one located error; the module is then half-converted.
mlir::LogicalResult convertToLLVM(mlir::ModuleOp module, const ConversionOptions &options);

/// The symbol of a kernel's entry point: `saxpy_cpu_forward`, `saxpy_cuda_kernel_backward`.
std::string entryPointName(KernelOp kernel, Target target);
/// The same, by the forward kernel's name.
std::string entryPointName(llvm::StringRef kernel, Target target, bool isBackward);

/// The number of thread coordinates that a kernel asks for, at least 1: the rank of its launch bounds. A backward
/// kernel has that of its forward.
unsigned launchRank(KernelOp kernel);

} // namespace kgen

#endif // KGEN_CONVERSION_KGENTOLLVM_H
