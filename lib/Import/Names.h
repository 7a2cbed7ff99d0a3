// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names in scope: what each stands for, which are variables and where these are declared, which hold a plain
// literal, and which have no meaning since what would have given them one was refused.

#ifndef KGEN_LIB_IMPORT_NAMES_H
#define KGEN_LIB_IMPORT_NAMES_H

#include "Part.h"
#include "Variables.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::importer {

class Names : Part {
public:
  Names(Parts &parts, PyNode function) : Part(parts), variables(function, program) {}

  /// The operand that a local name stands for, the variable itself if it is one; none if it stands for nothing yet.
  Operand lookup(llvm::StringRef name) const { return bindings.lookup(name); }
  void bind(llvm::StringRef name, Operand operand) { bindings[name] = std::move(operand); }
  bool isBound(llvm::StringRef name) const { return bindings.contains(name); }
  bool isLocal(llvm::StringRef name) const { return variables.isLocal(name); }
  /// Whether a name that gets a value of this type is a variable.
  bool isVariable(llvm::StringRef name, mlir::Type type) const { return variables.isVariable(name, type); }
  /// Notes where the variables are declared that have to be before a statement, at the end of `block`.
  void openDeclarations(PyNode statement, mlir::Block *block);
  void poison(llvm::StringRef name) { poisoned.insert(name); }
  bool isPoisoned(llvm::StringRef name) const { return poisoned.contains(name); }
  bool hasPoisoned() const { return !poisoned.empty(); }
  /// The plain literal that a name holds; nothing where it holds none.
  PyNode literalIn(llvm::StringRef name) const { return literals.lookup(name); }
  /// Binds a parameter to its value, or to a variable that has it at first.
  void bindParameter(PyNode parameter, mlir::Value value);
  /// The operand that a name stands for here; reports a local name that has nothing yet.
  Operand readName(PyNode node);
  /// Gives a name a value: its only one, or that of a variable from here on.
  mlir::LogicalResult assignName(PyNode target, mlir::Value value, PyNode from);
  /// Notes that a statement failed: what reads the names that it assigns has no other reason to fail.
  void poison(PyNode statement);
  /// Reports a name that holds a plain literal and that a loop changes which Warp does not write out.
  mlir::LogicalResult checkLiteralsIn(PyNode loop);
  /// Whether Warp writes out the trips of a loop over a range with these bounds.
  bool isUnrolled(PyNode loop, llvm::ArrayRef<mlir::OpFoldResult> bounds) const;
  /// After statements that may not have run: what they assign to a name of `known` is no literal for what follows.
  void forgetLiterals(llvm::ArrayRef<PyNode> statements, const llvm::StringSet<> &known);
  /// All names that stand for something.
  llvm::StringSet<> knownNames() const;
  /// Whether a name is assigned before another one in the text, for the first time.
  bool isOlder(llvm::StringRef name, llvm::StringRef other) const;

private:
  /// The place at which variables without a value are declared, in order.
  struct DeclarationSite {
    mlir::Block *block;
    mlir::Operation *after;
  };

  /// Gives a value a name of the author's: its own, or a copy's where it is already something else's.
  mlir::Value nameValue(PyNode target, mlir::Value value, PyNode from);
  /// Makes the variable that a name or a parameter is, where the text first needs it.
  mlir::Value declareVariable(PyNode target, mlir::Value init);
  /// Calls `visit` with each name that statements assign to as a whole, in the order of the text, until it says stop.
  static bool visitAssigned(llvm::ArrayRef<PyNode> statements, llvm::function_ref<bool(PyNode)> visit);
  std::optional<int64_t> readBound(PyNode argument, mlir::OpFoldResult bound) const;
  /// Notes whether a name holds a plain literal from here on.
  void noteLiteral(llvm::StringRef name, PyNode value);

  Variables variables;
  /// Names to what they stand for; to the variable where the name is one.
  llvm::StringMap<Operand> bindings;
  /// Names whose assignment, or whose type as a parameter, has been refused.
  llvm::StringSet<> poisoned;
  llvm::StringMap<PyNode> literals;
  llvm::StringMap<unsigned> declarationSites;
  llvm::SmallVector<DeclarationSite> sites;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_NAMES_H
