// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts the text of a long split file into batches of parts. MLIR looks up lines in the whole file for each part anew,
// so that a part would cost the more the more there are.

#ifndef KGEN_TOOLS_KGENOPT_BATCHES_H
#define KGEN_TOOLS_KGENOPT_BATCHES_H

#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace kgen {

/// The batches of `input`, in order; each has the lines that it has in `input`. Parts end at lines that are `marker`;
/// one batch if `marker` is empty, or the input is short.
std::vector<std::unique_ptr<llvm::MemoryBuffer>> batchesOf(std::unique_ptr<llvm::MemoryBuffer> input,
                                                           llvm::StringRef marker);

} // namespace kgen

#endif // KGEN_TOOLS_KGENOPT_BATCHES_H
