// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roundings to floats of 16 bits, and back, that LLVM leaves to a library.

#ifndef KGEN_LIB_TARGET_LLVM_ROUNDINGS_H
#define KGEN_LIB_TARGET_LLVM_ROUNDINGS_H

#include "llvm/IR/Module.h"

namespace kgen::codegen {

/// Defines what code for a CPU calls where it rounds to bfloat16 and where it has no instruction to or from float16
/// (`__truncsfbf2`, `__truncdfbf2`, `__truncsfhf2`, `__truncdfhf2`, `__extendhfsf2` of a compiler's runtime library),
/// if the module has such numbers. Warp's loader has none of these, and many a host's library lacks the younger ones.
/// Each rounds once, to the nearest and ties to even.
void defineRoundings(llvm::Module &module);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_ROUNDINGS_H
