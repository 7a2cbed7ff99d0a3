// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws statements: the idioms that kernels are made of. Each keeps the kernel free of races, its indices in range, and
// its loops linear in what they carry, so that the kernel can be differentiated without stored state.

#ifndef KGEN_LIB_SYNTHESIS_STATEMENTS_H
#define KGEN_LIB_SYNTHESIS_STATEMENTS_H

#include "Expressions.h"

namespace kgen::synthesis {

class Statements {
public:
  Statements(Author &author, Expressions &expressions) : author(author), expressions(expressions), rng(author.rng) {}

  /// The thread's coordinates, `rank` of them.
  void threads(unsigned rank) { author.threads(rank); }
  /// `if i >= n: return`, or another early return.
  void guard();
  /// Threads that compute nothing leave: `if x[i] < 0.5: return`.
  void leaveIf();

  /// `name = expression`.
  Binding &local(mlir::Type type, unsigned depth);
  /// `name = j`, an index computed or looked up.
  Binding &index();
  /// A bool with a name.
  Binding &flag();
  /// A vector, made and then changed in one component.
  Binding &patchedVector(mlir::Type type);
  /// A variable that branches of an `if` assign.
  Binding &branched(mlir::Type type, unsigned branches, bool nested);
  /// A sum over a loop, or over loops in one another.
  Binding &accumulated(mlir::Type type, unsigned loops, bool exits);
  /// A value that a `while` lets fall until it is small.
  Binding &decayed();
  /// An int that a `while` counts down, with a sum over it.
  Binding &countedDown();

  /// An array with an element for each thread is written.
  void output(mlir::Type type, unsigned depth);
  /// Two branches write it.
  void branchedOutput(mlir::Type type);
  /// An array's own element is changed in place.
  void update(mlir::Type type);
  /// Threads add to, or compare with, what they share.
  void atomic(mlir::Type type);

private:
  /// Of `branches` arms each assigns; where `partial`, there is a way past them all.
  void assignBranches(const Binding &variable, unsigned branches, bool nested, bool partial, Range &range);
  void loop(Binding &sum, unsigned loops, bool exits, double &trips);
  void addTo(Binding &sum, const Binding *index);
  RangedValue absorb(RangedValue value);
  RangedValue asReal(RangedValue value);
  RangedValue forOutput(mlir::Type type, unsigned depth);
  llvm::ArrayRef<Word> localWords(mlir::Type type) const;
  llvm::ArrayRef<Word> outputWords(mlir::Type type) const;

  Author &author;
  Expressions &expressions;
  Rng &rng;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_STATEMENTS_H
