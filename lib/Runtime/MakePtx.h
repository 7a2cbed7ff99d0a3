// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs of PTX share, wherever they take place.

#ifndef KGEN_LIB_RUNTIME_MAKEPTX_H
#define KGEN_LIB_RUNTIME_MAKEPTX_H

#include "kgen/Target/LLVM.h"

namespace kgen::runtime {

/// PTX of `forward` and, where not null, `backward`, both of `module`. Emits an error where there is none.
mlir::FailureOr<EntryTexts> makePtx(mlir::ModuleOp module, KernelOp forward, KernelOp backward, llvm::StringRef chip,
                                    unsigned optLevel);

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_MAKEPTX_H
