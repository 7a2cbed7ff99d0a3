// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size of the library of knowledge.

#ifndef KGEN_SYNTHESIS_STRUCTURES_H
#define KGEN_SYNTHESIS_STRUCTURES_H

#include "kgen/Synthesis/Manifest.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace kgen {

/// How many structures an idiom has.
struct StructureCount {
  uint64_t structures = 0;
  /// Whether that number was counted, and not estimated.
  bool isExact = false;
};

/// How many structures an idiom of the library has; nullopt if the library has no such idiom.
std::optional<StructureCount> countStructures(llvm::StringRef idiom);

/// How many of a hundred structures of the set of a plan are expected to be in a set of another seed, with the same
/// options, too. The plan's kernels are generated.
double expectedOverlap(const DataSetPlan &plan);

} // namespace kgen

#endif // KGEN_SYNTHESIS_STRUCTURES_H
