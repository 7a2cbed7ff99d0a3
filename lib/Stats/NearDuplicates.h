// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that say nearly the same. Sets of five tokens in a row are compared by their Jaccard index; MinHash (A. Broder,
// "On the resemblance and containment of documents", 1997) with bands finds the pairs that are worth comparing.

#ifndef KGEN_LIB_STATS_NEARDUPLICATES_H
#define KGEN_LIB_STATS_NEARDUPLICATES_H

#include "PythonText.h"
#include "kgen/Stats/Statistics.h"
#include <array>

namespace kgen::stats {

/// 20 bands of 6: a pair of similarity 0.8 is found with probability 0.998, one of 0.4 costs a comparison in 8 %.
inline constexpr unsigned numBands = 20, rowsPerBand = 6;
/// Above this similarity two bodies are near duplicates.
inline constexpr double nearSimilarity = 0.8;

/// What is kept of a body: its set of shingles, sorted, and one number for each band.
struct Sketch {
  std::vector<uint32_t> shingles;
  std::array<uint32_t, numBands> bands;
};

/// Sketches a body. Names of the author's and literals are all alike; keywords, builtins, operators and attributes
/// count, and so do ends of lines.
Sketch sketchBody(const PyKernel &kernel);

/// The Jaccard index of two sets of shingles.
double similarity(const Sketch &a, const Sketch &b);

/// For each sketch that is near an earlier one: the two, and how near. By number in `sketches`.
std::vector<NearDuplicate> findNearDuplicates(const std::vector<Sketch> &sketches);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_NEARDUPLICATES_H
