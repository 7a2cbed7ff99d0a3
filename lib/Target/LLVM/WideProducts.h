// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of extended numbers, as the code generator for NVIDIA's GPUs likes them.

#ifndef KGEN_LIB_TARGET_LLVM_WIDEPRODUCTS_H
#define KGEN_LIB_TARGET_LLVM_WIDEPRODUCTS_H

#include "llvm/IR/Function.h"

namespace kgen::codegen {

/// Puts the extensions to 64 bits whose product is taken into the product's block. Instructions are selected block by
/// block: only there do the two extensions and the product become one `mul.wide`, in place of a product of 64 bits,
/// which is four machine instructions.
void keepExtensionsBesideProducts(llvm::Function &function);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_WIDEPRODUCTS_H
