// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule as text.

#ifndef KGEN_TOOLS_TBLGEN_FORMULA_H
#define KGEN_TOOLS_TBLGEN_FORMULA_H

#include "Record.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kgen::tblgen {

/// A dag written as a formula.
class Formula {
public:
  /// People read Python's operators and the record's names; C++ is that of kgen.cuh.
  enum class Language { People, Cpp };
  enum Precedence { Choice, Comparison, Sum, Product, Unary, Power, Primary };
  /// A part that is used more than once, under a name; its type in C++ is `auto` where it does not follow.
  struct Part {
    std::string type, name, text;
  };

  Formula(const Builtins &builtins, const Builtin &builtin, const llvm::DagInit *dag, Language language);

  /// The type in kgen.cuh of a TYPE over operands whose types `ofOperand` gives; "" where it does not follow.
  static std::string cppTypeOf(llvm::StringRef type, llvm::function_ref<std::string(unsigned)> ofOperand);

  /// In the order of their definition.
  std::vector<Part> parts;
  std::string value;

private:
  struct Text {
    std::string text;
    Precedence precedence;
  };

  void count(const llvm::DagInit *dag);
  std::string write(const llvm::DagInit *dag, Precedence context);
  std::string argument(const llvm::DagInit *dag, unsigned i, Precedence context);
  std::string arguments(const llvm::DagInit *dag);
  Text expression(const llvm::DagInit *dag);
  Text convert(const llvm::DagInit *dag);
  Text callBuiltin(const llvm::DagInit *dag, const Builtin &callee);
  std::string literal(const llvm::DagInit *dag);
  llvm::StringRef resultTypeOf(const llvm::DagInit *dag);
  std::string cppType(const llvm::DagInit *dag);
  std::string cppTypeOfArgument(const llvm::DagInit *dag, unsigned i);

  const Builtins &builtins;
  const Builtin &builtin;
  Language language;
  llvm::StringMap<unsigned> uses;
  llvm::StringMap<std::string> names;
};

} // namespace kgen::tblgen

#endif // KGEN_TOOLS_TBLGEN_FORMULA_H
