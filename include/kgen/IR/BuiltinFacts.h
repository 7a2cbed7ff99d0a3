// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about a builtin beside its computation: its other names, the noun for its values, and its effect on
// physical dimensions. The tables behind it are written by kgen-tblgen from the records.

#ifndef KGEN_IR_BUILTINFACTS_H
#define KGEN_IR_BUILTINFACTS_H

#include "llvm/ADT/StringRef.h"

namespace kgen {

/// The effect of a builtin on physical dimensions.
enum class DimensionRule {
  Unknown,
  Same,    // of all operands, and of the result
  Blend,   // of the first two operands and of the result; the last one has none
  Choice,  // of all operands but the first, and of the result
  Product, // of the first two
  Ratio,   // of the first two
  Square,
  Root,
  Power, // by the second operand
  Plain, // none, neither of the operand nor of the result
  Unit,  // none of the result
};

struct BuiltinFacts {
  /// The op's name without the dialect, `sin`.
  llvm::StringRef mnemonic;
  /// The noun for its values: `product`.
  llvm::StringRef noun;
  /// Its other names in Python, with a space between them: `wp.add` of `+`, Python's own `abs`.
  llvm::StringRef aliases;
  DimensionRule dimensions;
};

/// The facts of an op's mnemonic, or null.
const BuiltinFacts *lookupFacts(llvm::StringRef mnemonic);

/// The builtin that has this name beside its spelling, or null.
const BuiltinFacts *lookupAlias(llvm::StringRef name);

} // namespace kgen

#endif // KGEN_IR_BUILTINFACTS_H
