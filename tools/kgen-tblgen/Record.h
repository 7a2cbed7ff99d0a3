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
  /// In the record, and Warp's.
  std::string name, keyword;
  /// The C++ predicate that its type satisfies, and what to call that set of types.
  std::string predicate, summary;
  /// Its type in kgen.cuh, or "".
  std::string cppType;
};

struct Builtin {
  const llvm::Record *def;
  /// `sin`, and the class `SinOp`.
  std::string mnemonic, className;
  std::vector<Operand> operands;
  bool differentiable;

  llvm::StringRef string(llvm::StringRef field) const { return def->getValueAsString(field); }
  /// What it means: `doc`, or the summary.
  llvm::StringRef doc() const { return string("doc").empty() ? string("summary") : string("doc"); }
  /// The record of its lowering if that is of a class (`Libm`), or null.
  const llvm::Record *lowering(llvm::StringRef className) const;
  /// One dag for each operand, or none.
  std::vector<const llvm::DagInit *> adjoints() const;
  const llvm::DagInit *expansion() const;
  /// The mnemonic of the builtin that one of whole vectors applies to their components, by `ByComponent` or `Fold`; ""
  /// for any other.
  llvm::StringRef scalarBuiltin() const;
  bool isExpandable() const { return expansion() || !scalarBuiltin().empty(); }
  /// `min` where C++ calls `kgen::min`; "" for an operator.
  llvm::StringRef cppFunction() const;
  /// The index of the operand called `name`, or nullopt.
  std::optional<unsigned> operandIndex(llvm::StringRef name) const;
};

/// A TYPE of BuiltinBase.td that does not follow from the operands: in MLIR's C++, its scalar as an enumerator of
/// ResultScalar, and in kgen.cuh. Null for any other.
struct OwnScalar {
  llvm::StringRef type, builder, enumerator, cpp;
};
const OwnScalar *lookupOwnScalar(llvm::StringRef type);

/// The operand that a TYPE names first (`elementType(t1)`: 1), or nullopt.
std::optional<unsigned> operandOfType(llvm::StringRef type);

/// A TYPE as C++ over the types t0, t1, ... and a builder `b`.
std::string typeCode(llvm::StringRef type);

/// All builtins in the order of their definition, by mnemonic too.
struct Builtins {
  std::vector<Builtin> all;
  llvm::StringMap<const Builtin *> byMnemonic;
};

/// Reads and checks all records; prints a located error for each contradiction, and returns nullopt if there was one.
std::optional<Builtins> readBuiltins(const llvm::RecordKeeper &records);

} // namespace kgen::tblgen

#endif // KGEN_TOOLS_TBLGEN_RECORD_H
