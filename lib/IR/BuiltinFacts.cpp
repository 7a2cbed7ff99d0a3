// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table that kgen-tblgen wrote, by name.

#include "kgen/IR/BuiltinFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace kgen;
using llvm::StringRef;

static constexpr BuiltinFacts table[] = {
#define KGEN_BUILTIN(MNEMONIC, GROUP, IN_PYTHON, NOUN, ALIASES, DIMENSIONS, ...)                                       \
  {MNEMONIC, NOUN, ALIASES, DimensionRule::DIMENSIONS},
#include "kgen/IR/KgenBuiltinFacts.inc"
#undef KGEN_BUILTIN
};

const BuiltinFacts *kgen::lookupFacts(StringRef mnemonic) {
  static const llvm::StringMap<const BuiltinFacts *> byMnemonic = [] {
    llvm::StringMap<const BuiltinFacts *> map;
    for (const BuiltinFacts &facts : table)
      map[facts.mnemonic] = &facts;
    return map;
  }();
  return byMnemonic.lookup(mnemonic);
}

const BuiltinFacts *kgen::lookupAlias(StringRef name) {
  static const llvm::StringMap<const BuiltinFacts *> byAlias = [] {
    llvm::StringMap<const BuiltinFacts *> map;
    for (const BuiltinFacts &facts : table)
      for (StringRef alias : llvm::split(facts.aliases, ' '))
        if (!alias.empty())
          map[alias] = &facts;
    return map;
  }();
  return byAlias.lookup(name);
}
