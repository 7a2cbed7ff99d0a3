// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel is what its category promises.

#ifndef KGEN_LIB_SYNTHESIS_SUITS_H
#define KGEN_LIB_SYNTHESIS_SUITS_H

#include "kgen/IR/Kgen.h"
#include "kgen/Synthesis/Categories.h"

namespace kgen::synthesis {

/// True where the kernel does what kernels of its category are about.
bool suits(KernelOp kernel, Category category);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_SUITS_H
