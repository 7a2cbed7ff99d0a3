// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's target machines for what the options name.

#ifndef KGEN_LIB_TARGET_LLVM_TARGETMACHINES_H
#define KGEN_LIB_TARGET_LLVM_TARGETMACHINES_H

#include "kgen/Target/LLVM.h"
#include "llvm/Target/TargetMachine.h"

namespace kgen::codegen {

/// An error for a chip or triple that LLVM does not know.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeGenOptions &options);

/// Whether code for the machine may use vectors of 512 bits.
bool hasAvx512(const llvm::TargetMachine &machine);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_TARGETMACHINES_H
