// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sketches and their comparison. Hashes are fixed functions of the text, so that a data set has the same near
// duplicates everywhere.

#include "NearDuplicates.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::StringRef;

static constexpr unsigned shingleLength = 5;

/// Names that mean the same in every kernel.
static constexpr llvm::StringLiteral knownNames[] = {
    "and",  "or",     "not",   "if",  "elif", "else",  "in",  "is",  "while", "for",   "return", "break", "continue",
    "pass", "assert", "range", "len", "min",  "max",   "abs", "int", "float", "bool",  "print",  "round", "wp"};

/// FNV-1a (G. Fowler, L. Noll and K.-P. Vo), 64 bits.
static uint64_t hashText(StringRef text, uint64_t hash = 0xcbf29ce484222325) {
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

/// What a token counts as.
static StringRef plain(const PyKernel &kernel, const PyLine &line, size_t at) {
  const PyToken &token = line.tokens[at];
  if (token.kind == PyToken::Number || token.kind == PyToken::String)
    return "0";
  if (token.kind == PyToken::Operator)
    return token.text;
  bool isAttribute = at > 0 && line.tokens[at - 1].is(".");
  if (isAttribute || llvm::is_contained(knownNames, token.text))
    return token.text;
  if (token.is("True") || token.is("False") || kernel.constants.contains(token.text))
    return "0";
  return "n";
}

static std::vector<uint32_t> shinglesOf(const PyKernel &kernel) {
  std::vector<uint64_t> tokens;
  for (const PyLine &line : kernel.body) {
    for (size_t i = 0; i < line.tokens.size(); ++i)
      tokens.push_back(hashText(plain(kernel, line, i)));
    tokens.push_back(hashText("\n"));
  }
  std::vector<uint32_t> shingles;
  size_t count = tokens.size() < shingleLength ? 1 : tokens.size() - shingleLength + 1;
  for (size_t i = 0; i < count; ++i) {
    uint64_t hash = 0;
    for (size_t k = i; k < std::min<size_t>(i + shingleLength, tokens.size()); ++k)
      hash = mix(hash + tokens[k]);
    shingles.push_back(static_cast<uint32_t>(hash));
  }
  llvm::sort(shingles);
  shingles.erase(llvm::unique(shingles), shingles.end());
  return shingles;
}

Sketch kgen::stats::sketchBody(const PyKernel &kernel) {
  Sketch sketch{shinglesOf(kernel), {}};
  for (unsigned band = 0; band < numBands; ++band) {
    uint64_t hash = 0;
    for (unsigned row = 0; row < rowsPerBand; ++row) {
      // The least of the shingles under one of many orders: equal in two sets as often as their Jaccard index says.
      uint64_t order = mix(band * rowsPerBand + row + 1), least = UINT64_MAX;
      for (uint32_t shingle : sketch.shingles)
        least = std::min(least, mix(shingle ^ order));
      hash = mix(hash + least);
    }
    sketch.bands[band] = static_cast<uint32_t>(hash);
  }
  return sketch;
}

double kgen::stats::similarity(const Sketch &a, const Sketch &b) {
  size_t shared = 0;
  for (auto i = a.shingles.begin(), k = b.shingles.begin(); i != a.shingles.end() && k != b.shingles.end();) {
    shared += *i == *k;
    uint32_t left = *i, right = *k;
    i += left <= right;
    k += right <= left;
  }
  return static_cast<double>(shared) / static_cast<double>(a.shingles.size() + b.shingles.size() - shared);
}

std::vector<NearDuplicate> kgen::stats::findNearDuplicates(const std::vector<Sketch> &sketches) {
  std::map<uint64_t, NearDuplicate> found;
  for (unsigned band = 0; band < numBands; ++band) {
    std::vector<std::pair<uint32_t, uint64_t>> keys;
    for (uint64_t i = 0; i < sketches.size(); ++i)
      keys.push_back({sketches[i].bands[band], i});
    llvm::sort(keys);
    for (auto begin = keys.begin(); begin != keys.end();) {
      auto end = std::find_if(begin, keys.end(), [&](const auto &key) { return key.first != begin->first; });
      for (auto later = begin; later != end; ++later)
        for (auto earlier = begin; earlier != later && !found.count(later->second); ++earlier) {
          double near = similarity(sketches[later->second], sketches[earlier->second]);
          if (near > nearSimilarity)
            found[later->second] = {later->second, earlier->second, near};
        }
      begin = end;
    }
  }
  std::vector<NearDuplicate> result;
  for (const auto &[sample, duplicate] : found)
    result.push_back(duplicate);
  return result;
}
