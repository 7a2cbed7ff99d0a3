// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that are nearly the same, as kgen/Support/Similarity.h compares texts.

#ifndef KGEN_LIB_STATS_NEARDUPLICATES_H
#define KGEN_LIB_STATS_NEARDUPLICATES_H

#include "PythonText.h"
#include "kgen/Stats/Statistics.h"
#include "kgen/Support/Similarity.h"

namespace kgen::stats {

/// Above this similarity two bodies are near duplicates.
inline constexpr double nearSimilarity = 0.8;

/// Sketches a body. Names of the author's and literals are all alike; keywords, builtins, operators and attributes
/// count, and so do ends of lines.
Sketch sketchBody(const PyKernel &kernel);

/// For each sketch that is near an earlier one: the two, and how near. By number in `sketches`.
std::vector<NearDuplicate> findNearDuplicates(const std::vector<Sketch> &sketches);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_NEARDUPLICATES_H
