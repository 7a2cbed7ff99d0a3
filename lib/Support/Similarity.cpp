// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sketches and their comparison. Hashes are fixed functions of the tokens, so that similarity is the same everywhere.

#include "kgen/Support/Similarity.h"
#include <algorithm>

using namespace kgen;

static constexpr size_t shingleLength = 5;

uint64_t kgen::hashToken(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `x`.
static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

static std::vector<uint32_t> shinglesOf(const std::vector<uint64_t> &tokens) {
  std::vector<uint32_t> shingles;
  size_t count = tokens.size() < shingleLength ? 1 : tokens.size() - shingleLength + 1;
  for (size_t i = 0; i < count; ++i) {
    uint64_t hash = 0;
    for (size_t k = i; k < std::min(i + shingleLength, tokens.size()); ++k)
      hash = mix(hash + tokens[k]);
    shingles.push_back(static_cast<uint32_t>(hash));
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

Sketch kgen::sketchTokens(const std::vector<uint64_t> &tokens) {
  Sketch sketch{shinglesOf(tokens), {}};
  for (unsigned band = 0; band < numBands; ++band) {
    uint64_t hash = 0;
    for (unsigned row = 0; row < rowsPerBand; ++row) {
      // The least of the shingles under one of many orders: equal in two sets with the probability of their Jaccard
      // index.
      uint64_t order = mix(band * rowsPerBand + row + 1), least = UINT64_MAX;
      for (uint32_t shingle : sketch.shingles)
        least = std::min(least, mix(shingle ^ order));
      hash = mix(hash + least);
    }
    sketch.bands[band] = static_cast<uint32_t>(hash);
  }
  return sketch;
}

double kgen::similarity(const Sketch &a, const Sketch &b) {
  size_t shared = 0;
  for (auto i = a.shingles.begin(), k = b.shingles.begin(); i != a.shingles.end() && k != b.shingles.end();) {
    shared += *i == *k;
    uint32_t left = *i, right = *k;
    i += left <= right;
    k += right <= left;
  }
  return static_cast<double>(shared) / static_cast<double>(a.shingles.size() + b.shingles.size() - shared);
}

bool DifferentTexts::insert(const Sketch &sketch) {
  for (unsigned band = 0; band < numBands; ++band)
    if (auto bucket = buckets[band].find(sketch.bands[band]); bucket != buckets[band].end())
      for (uint32_t other : bucket->second)
        if (similarity(sketch, sketches[other]) > limit)
          return false;
  for (unsigned band = 0; band < numBands; ++band)
    buckets[band][sketch.bands[band]].push_back(sketches.size());
  sketches.push_back(sketch);
  return true;
}
