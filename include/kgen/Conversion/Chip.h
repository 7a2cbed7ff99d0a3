// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPUs that kgen can make code for.

#ifndef KGEN_CONVERSION_CHIP_H
#define KGEN_CONVERSION_CHIP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kgen {

/// The number in `sm_90` or `sm_90a`, or 0 if `chip` is no architecture.
unsigned architectureOf(llvm::StringRef chip);

/// The fault in the name of an architecture, or "". LLVM has to know the architecture, and it needs atomics that name
/// their scope (sm_60).
std::string checkChip(llvm::StringRef chip);

} // namespace kgen

#endif // KGEN_CONVERSION_CHIP_H
