// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A builtin's record as kgen-tblgen sees it, checked: what an emitter reads here does not contradict itself.

#ifndef KGEN_TOOLS_TBLGEN_RECORD_H
#define KGEN_TOOLS_TBLGEN_RECORD_H

#include "llvm/ADT/StringMap.h"
#include "llvm/TableGen/Record.h"
#include <optional>
#include <string>
#include <vector>

namespace kgen::tblgen {

struct Operand {
  std::string name;
  /// The C++ predicate that its type satisfies, and what to call that set of types.
  std::string predicate, summary;
};

struct Builtin {
  const llvm::Record *def;
  /// `sin`, and the class `SinOp`.
  std::string mnemonic, className;
  std::vector<Operand> operands;
  bool differentiable, handLowered;

  llvm::StringRef string(llvm::StringRef field) const { return def->getValueAsString(field); }
  /// One dag for each operand, or none.
  std::vector<const llvm::DagInit *> adjoints() const { return dags("adjoints"); }
  const llvm::DagInit *expansion() const;
  /// The index of the operand called `name`, or nullopt.
  std::optional<unsigned> operandIndex(llvm::StringRef name) const;
  /// True where upstream ops are named.
  bool hasUpstream() const;

private:
  std::vector<const llvm::DagInit *> dags(llvm::StringRef field) const;
};

/// All builtins in the order of their definition, by mnemonic too.
struct Builtins {
  std::vector<Builtin> all;
  llvm::StringMap<const Builtin *> byMnemonic;
};

/// Reads and checks all records; prints a located error for each contradiction, and returns nullopt if there was one.
std::optional<Builtins> readBuiltins(const llvm::RecordKeeper &records);

} // namespace kgen::tblgen

#endif // KGEN_TOOLS_TBLGEN_RECORD_H
