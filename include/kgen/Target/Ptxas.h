// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's assembler as a judge of PTX, where a CUDA toolkit is installed.

#ifndef KGEN_TARGET_PTXAS_H
#define KGEN_TARGET_PTXAS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>
#include <vector>

namespace kgen {

/// The path of ptxas: `$KGEN_PTXAS`, or that of `$CUDA_HOME`, of PATH, or of the usual place; "" if there is none.
std::string findPtxas();

/// Has ptxas parse and check many texts, each a module of its own, in one process and without making machine code
/// (`-arch=compute_90`; about 1 ms a text). One answer a text: "", or what is wrong (`line 12: Unknown modifier`).
/// `kernels` are the names that the entry points begin with: modules with one name do not meet. An error where ptxas
/// could not be run, or crashes; it is `std::errc::timed_out` where it did not end in time.
llvm::Expected<std::vector<std::string>> checkWithPtxas(llvm::StringRef ptxas, llvm::ArrayRef<llvm::StringRef> texts,
                                                        llvm::ArrayRef<llvm::StringRef> kernels,
                                                        std::chrono::seconds time = std::chrono::seconds(60));

/// Whether a ptxas works: an error where it does not check a text without a kernel.
llvm::Error tryPtxas(llvm::StringRef ptxas);

} // namespace kgen

#endif // KGEN_TARGET_PTXAS_H
