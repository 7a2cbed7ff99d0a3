// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which Python names become SSA values and which variables, and where a variable is declared (design decision 1). Looks
// at the syntax tree only and builds no IR.

#ifndef KGEN_LIB_IMPORT_VARIABLES_H
#define KGEN_LIB_IMPORT_VARIABLES_H

#include "Program.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <deque>

namespace kgen::importer {

/// The local names of a kernel.
class Variables {
public:
  Variables(PyNode kernel, const Program &program);

  /// True for a parameter and for a name that is assigned somewhere.
  bool isLocal(llvm::StringRef name) const { return locals.contains(name); }
  /// True for a name that has to be a `kgen.var`; false for one that is an SSA value. `type` is that of its values: a
  /// store by way of an array that a name holds does not change the name.
  bool isVariable(llvm::StringRef name, mlir::Type type) const;
  /// The variables to be declared, undefined, before a statement: their first assignment does not reach all uses.
  llvm::ArrayRef<llvm::StringRef> declaredBefore(PyNode statement) const;

private:
  /// A list of statements, or the condition of a `while`.
  struct Block {
    Block *parent = nullptr;
    /// The statement of the parent that this is a part of.
    int position = 0;
    bool isLoop = false;
    PyNodes statements;
  };
  enum class Access { Read, Assign, LoopTarget, Mutate };
  struct Occurrence {
    Access access;
    Block *block;
    int position;
  };
  struct Local {
    /// Whether it is one of its assignments' sake; and the targets of stores to parts of it.
    bool isReassigned = false;
    PyNodes mutations;
    llvm::SmallVector<Occurrence> occurrences;
  };

  void scanBlock(Block *block);
  void scanStatement(PyNode statement, Block *block, int position);
  void scanFor(PyNode statement, Block *block, int position);
  void scanTarget(PyNode target, Access access, Block *block, int position);
  void scanReads(PyNode node, Block *block, int position);
  /// Notes what a call changes of its arguments.
  void scanCall(PyNode call);
  void note(llvm::StringRef name, Access access, Block *block, int position);
  Block *makeBlock(Block *parent, int position, PyNodes statements, bool isLoop);

  static int positionIn(const Block *block, const Occurrence &occurrence);
  static bool reaches(const Occurrence &from, const Occurrence &to);
  static bool isSingleAssignment(const Local &local);
  static bool areSeparateLoops(const Local &local);
  void placeDeclaration(llvm::StringRef name, const Local &local);

  const Program &program;
  std::deque<Block> blocks;
  llvm::MapVector<llvm::StringRef, Local> locals;
  llvm::DenseMap<const void *, llvm::SmallVector<llvm::StringRef>> declarations;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_VARIABLES_H
