// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deciding values: a backward has to compute them bit for bit as the kernel did.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DECIDING_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DECIDING_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::transforms {

/// The values of a backward that decide something that is no float, as they do in the kernel: a comparison, an index.
/// Tests of adjoints (whether one is zero) are not the kernel's, and may turn on their last bit.
llvm::DenseSet<mlir::Value> findDeciding(KernelOp backward);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DECIDING_H
