// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule that dialect-docs/sample.md states for readers, who may divide any data set by it.

#include "kgen/Synthesis/Split.h"
#include "kgen/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using llvm::StringRef;

static constexpr llvm::StringLiteral splitNames[] = {"all", "train", "validation", "test"};

/// The digits of a hash that decide: with these each split's share of the samples of both profiles is within a third of
/// a point of its share of the families, though some families are large.
static constexpr size_t firstDigit = 17, decidingDigits = 8;
/// Of a hundred: those in `train`, and those in `train` or `validation`.
static constexpr uint64_t trainShare = 90, notTestShare = 95;

StringRef kgen::getName(Split split) { return splitNames[static_cast<size_t>(split)]; }

std::optional<Split> kgen::parseSplit(StringRef name) {
  for (Split split : {Split::Train, Split::Validation, Split::Test})
    if (name == getName(split))
      return split;
  return std::nullopt;
}

std::string kgen::shortHash(StringRef text) { return sha256(text).substr(0, 32); }

Split kgen::splitOf(StringRef hash) {
  uint64_t number = 0;
  (void)hash.substr(firstDigit, decidingDigits).getAsInteger(16, number);
  number %= 100;
  return number < trainShare ? Split::Train : number < notTestShare ? Split::Validation : Split::Test;
}

bool kgen::belongsTo(Split split, StringRef family, StringRef structure) {
  return split == Split::All || (splitOf(family) == split && splitOf(structure) == split);
}
