// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels as PTX on an NVIDIA GPU, launched as Warp launches them.

#ifndef KGEN_RUNTIME_CUDA_H
#define KGEN_RUNTIME_CUDA_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"

namespace kgen {

/// Makes PTX of `forward` and, if not null, `backward`, both of `module`, for the machine's first GPU and runs it:
/// the backward on the arrays as the forward left them, with the weights as their gradients. Emits an error if the case
/// does not fit, or there is no driver or GPU.
mlir::FailureOr<CaseResult> runOnCuda(mlir::ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                                      unsigned optLevel = 1);

} // namespace kgen

#endif // KGEN_RUNTIME_CUDA_H
