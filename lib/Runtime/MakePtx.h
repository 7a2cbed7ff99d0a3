// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts that runs of PTX share, on every device.

#ifndef KGEN_LIB_RUNTIME_MAKEPTX_H
#define KGEN_LIB_RUNTIME_MAKEPTX_H

#include "kgen/Target/LLVM.h"

namespace kgen::runtime {

/// PTX of `forward` and, if not null, `backward`, both of `module`. Emits an error if there is none.
mlir::FailureOr<EntryTexts> makePtx(mlir::ModuleOp module, KernelOp forward, KernelOp backward, llvm::StringRef chip,
                                    unsigned optLevel);

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_MAKEPTX_H
