// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much the library of knowledge can give.

#ifndef KGEN_SYNTHESIS_STRUCTURES_H
#define KGEN_SYNTHESIS_STRUCTURES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace kgen {

/// How many structures an idiom of the library has, counted where it has few and estimated where it has many; nothing
/// where the library has no such idiom.
std::optional<uint64_t> countStructures(llvm::StringRef idiom);

} // namespace kgen

#endif // KGEN_SYNTHESIS_STRUCTURES_H
