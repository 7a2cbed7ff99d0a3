// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables of printed text: which values share one. Carried values of loops and results of branches become
// variables again, and a copy between two of them is spared where their lives do not overlap (out of SSA).

#ifndef KGEN_LIB_TARGET_TEXT_VARIABLES_H
#define KGEN_LIB_TARGET_TEXT_VARIABLES_H

#include "Placement.h"

#include "llvm/ADT/StringSet.h"
#include <memory>

namespace kgen::text {

/// A variable of the text.
struct Variable {
  /// The author's name for it, or ""; the printer chooses the final name.
  std::string name;
  mlir::Type type;
  /// The values that it holds; of a `kgen.var`, its handle.
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<Segment> live;
  /// Assigned more than once.
  bool isMutable = false;
  /// Read somewhere.
  bool isRead = false;
  /// The op in front of which it is declared with no value; null if its first assignment declares it.
  mlir::Operation *declaredBefore = nullptr;
  /// Every read follows an assignment on each way, as can be seen from the structure.
  bool isAssignedFirst = true;
  /// The op whose assignment declares it, where there is one.
  mlir::Operation *declaredBy = nullptr;
  /// Kernel parameters and loop variables: declared elsewhere.
  bool isGiven = false;

  /// Whether it is a `kgen.var`.
  bool isAuthored() const { return mlir::isa<VarType>(values.front().getType()); }
};

class Variables {
public:
  Variables(mlir::FunctionOpInterface function, const Placement &placement);

  /// The variable that holds a value, or null where the value is printed in place.
  Variable *of(mlir::Value value) const { return variableOf.lookup(value); }
  /// All of them, in the order of the program.
  llvm::ArrayRef<std::unique_ptr<Variable>> all() const { return variables; }
  /// Whether two variables of one name in the author's text may have one name here too: their lives are apart, and if
  /// `inBlocks`, blocks hold them that are apart.
  bool mayShareName(const Variable &a, const Variable &b, bool inBlocks) const;
  /// A name without the numbers that made it unique: `adj_x_1` of `adj_x_1_2`, where the author has an `x_1` and no
  /// `x`.
  llvm::StringRef baseOf(llvm::StringRef name) const;
  /// Those that are declared before an op.
  llvm::ArrayRef<Variable *> declaredBefore(mlir::Operation *op) const;

private:
  Variable *add(mlir::Value value);
  void addValues(mlir::FunctionOpInterface function);
  void addLoop(LoopOpInterface loop);
  void findNumberedNames(mlir::FunctionOpInterface function);
  void addTransits(Variable *variable, mlir::Operation *op);
  void share(mlir::FunctionOpInterface function);
  void joinNames();
  void tryMerge(Variable *variable, mlir::Value value);
  void absorb(Variable *into, Variable *from);
  void place(Variable *variable);
  void placeAuthored(Variable *variable, VarOp op);
  mlir::Block *homeOf(const Variable &variable) const;

  const Placement &placement;
  bool isComputed;
  std::vector<std::unique_ptr<Variable>> variables;
  /// The names whose number is the author's, where the kernel was computed.
  llvm::StringSet<> numberedNames;
  llvm::DenseMap<mlir::Value, Variable *> variableOf;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Variable *>> declarations;
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_VARIABLES_H
