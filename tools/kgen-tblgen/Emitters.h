// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each output of kgen-tblgen, and the emitter of rules that two of them share.

#ifndef KGEN_TOOLS_TBLGEN_EMITTERS_H
#define KGEN_TOOLS_TBLGEN_EMITTERS_H

#include "Record.h"
#include "llvm/Support/raw_ostream.h"

namespace kgen::tblgen {

/// C++: the methods of each builtin's op, and the table of all builtins. Included once, by lib/IR/Builtins.cpp.
void emitBuiltins(const Builtins &builtins, llvm::raw_ostream &os);

/// C++: `KGEN_LLVM_OP(op, float op, integer op)`, void where there is none, for each builtin that is an op of the LLVM
/// dialect; `KGEN_LIBM(op, stem, tenths of ulp)` for each that is a function of C's library.
void emitLowerings(const Builtins &builtins, llvm::raw_ostream &os);

/// C++: `KGEN_ELEMENTARY_n(name, function of float, function of double)` for each builtin of n operands that is a
/// function of C's library: what the interpreter takes.
void emitElementary(const Builtins &builtins, llvm::raw_ostream &os);

/// C++: `KGEN_BUILTIN(name, group, whether Python has it, noun, aliases, DimensionRule, range)` for each builtin; the
/// range is `std::nullopt` where the record has none.
void emitFacts(const Builtins &builtins, llvm::raw_ostream &os);

/// C++: the parts of kgen.cuh that follow from the records, each between a line `// BEGIN part` and a line `// END
/// part`.
void emitHeader(const Builtins &builtins, llvm::raw_ostream &os);

/// Markdown: the reference page of all builtins, by group.
void emitDocs(const Builtins &builtins, llvm::raw_ostream &os);

/// Emits statements that build the dag's value, equal parts once, and returns the C++ expression of it. Leaves are
/// `operands[i]`, `result` and `g`.
std::string emitRule(const Builtins &builtins, const Builtin &builtin, const llvm::DagInit *dag, llvm::raw_ostream &os);

/// The operands that a dag reads, by bit; bit 31 is the result. Types of operands are not reads.
uint32_t ruleReads(const Builtin &builtin, const llvm::DagInit *dag);

/// The dag as a person would write it: `g * cos(x)`.
std::string ruleText(const Builtins &builtins, const Builtin &builtin, const llvm::DagInit *dag);

/// True for a rule that is zero as a whole.
bool isZeroRule(const llvm::DagInit *dag);

} // namespace kgen::tblgen

#endif // KGEN_TOOLS_TBLGEN_EMITTERS_H
