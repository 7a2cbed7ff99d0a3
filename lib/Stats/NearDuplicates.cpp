// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies as tokens, and the search for those that are near an earlier one.

#include "NearDuplicates.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::StringRef;

/// Names that mean the same in every kernel.
static constexpr llvm::StringLiteral knownNames[] = {
    "and",  "or",     "not",   "if",  "elif", "else", "in",  "is",  "while", "for",  "return", "break", "continue",
    "pass", "assert", "range", "len", "min",  "max",  "abs", "int", "float", "bool", "print",  "round", "wp"};

/// The number that a token counts as.
static StringRef plain(const PyKernel &kernel, const PyLine &line, size_t at) {
  const PyToken &token = line.tokens[at];
  if (token.kind == PyToken::Number || token.kind == PyToken::String)
    return "0";
  if (token.kind == PyToken::Operator)
    return token.text;
  bool isAttribute = at > 1 && line.tokens[at - 1].is(".");
  bool isKnown = isAttribute ? line.tokens[at - 2].is("wp") || token.is("shape") // a struct's field is a name
                             : llvm::is_contained(knownNames, token.text);
  if (isKnown)
    return token.text;
  if (token.is("True") || token.is("False") || kernel.constants.contains(token.text))
    return "0";
  return "n";
}

Sketch kgen::stats::sketchBody(const PyKernel &kernel) {
  std::vector<uint64_t> tokens;
  for (const PyLine &line : kernel.body) {
    for (size_t i = 0; i < line.tokens.size(); ++i)
      tokens.push_back(hashToken(plain(kernel, line, i)));
    tokens.push_back(hashToken("\n"));
  }
  return sketchTokens(tokens);
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
