// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The similarity of two texts. Sets of five tokens in a row are compared by their Jaccard index; MinHash (A. Broder,
// "On the resemblance and containment of documents", 1997) with bands finds the pairs that are worth comparing.

#ifndef KGEN_SUPPORT_SIMILARITY_H
#define KGEN_SUPPORT_SIMILARITY_H

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kgen {

/// 20 bands of 6: a pair of similarity 0.8 is found with probability 0.998, one of 0.4 costs a comparison in 8 %.
inline constexpr unsigned numBands = 20, rowsPerBand = 6;

/// The sketch of a text: its set of shingles, sorted, and one number for each band.
struct Sketch {
  std::vector<uint32_t> shingles;
  std::array<uint32_t, numBands> bands;
};

/// A token as a number: FNV-1a (G. Fowler, L. Noll and K.-P. Vo), 64 bits.
uint64_t hashToken(std::string_view text);

/// Sketches a text of hashed tokens. A fixed function of them, the same everywhere.
Sketch sketchTokens(const std::vector<uint64_t> &tokens);

/// The Jaccard index of two sets of shingles.
double similarity(const Sketch &a, const Sketch &b);

/// Texts of which none is near another.
class DifferentTexts {
public:
  /// `limit`: above this similarity two are near.
  explicit DifferentTexts(double limit) : limit(limit) {}

  /// Adds a text, and returns true, unless it is near one of the set.
  bool insert(const Sketch &sketch);
  size_t size() const { return sketches.size(); }

private:
  double limit;
  std::vector<Sketch> sketches;
  /// For each band, the texts that have each number. Looked up, never iterated.
  std::array<std::unordered_map<uint32_t, std::vector<uint32_t>>, numBands> buckets;
};

} // namespace kgen

#endif // KGEN_SUPPORT_SIMILARITY_H
