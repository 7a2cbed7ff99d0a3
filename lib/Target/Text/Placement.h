// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each op of a kernel is printed: as a statement of its own, or inside the expression of a later statement. And
// from that, where each value is still needed. Knows nothing of languages but two rules.

#ifndef KGEN_LIB_TARGET_TEXT_PLACEMENT_H
#define KGEN_LIB_TARGET_TEXT_PLACEMENT_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <memory>

namespace kgen::text {

/// The guarantees of a language about evaluation.
struct EvaluationRules {
  /// Operands are evaluated from left to right, so an atomic may stand inside an expression.
  bool leftToRight;
  /// The bounds of a loop are evaluated once.
  bool boundsOnce;
  /// There are constructors of vectors, as in `wp.spatial_vector(w, v)`.
  bool takesVectors;
  /// Several variables change at once, as in `a, b = b, a + b`.
  bool assignsTogether;
};

/// A stretch of the program, from one position to another, both included.
using Segment = std::pair<unsigned, unsigned>;

class Placement {
public:
  Placement(mlir::FunctionOpInterface function, EvaluationRules rules);

  /// True where the op is printed inside the expression of a later statement.
  bool isInline(mlir::Operation *op) const { return roots.contains(op); }
  /// True for expressions that are short enough to be written again at each use: literals, extents, components of named
  /// vectors.
  static bool isLeaf(mlir::Operation *op);
  /// True where an op can be printed as an expression; of `if`, Python's conditional expression, `and` and `or`.
  bool isExpression(mlir::Operation *op) const;
  /// The op in whose expression an op stands; null for a statement.
  mlir::Operation *readerOf(mlir::Operation *op) const;
  /// The statement that an op is printed in: itself where it is one.
  mlir::Operation *statementOf(mlir::Operation *op) const;

  /// Positions of an op: operands are read at `2 * begin`, results are there from `2 * end + 1` on.
  unsigned begin(mlir::Operation *op) const { return positions.lookup(op).first; }
  unsigned end(mlir::Operation *op) const { return positions.lookup(op).second; }

  /// The statements in which a value is read.
  llvm::SmallVector<mlir::Operation *> readers(mlir::Value value) const;
  /// The segments in which a value is needed that these ops read.
  llvm::SmallVector<Segment> live(mlir::Value value, llvm::ArrayRef<mlir::Operation *> readers) const;

  /// The vectors that the author gave a constructor, `wp.spatial_vector(w, v)`, in place of their components; none if
  /// it took none, or the language has no such constructor.
  llvm::SmallVector<mlir::Value> vectorsOf(ConstructOp construct) const;
  /// The constructor of vectors that takes a component of one.
  ConstructOp takerOf(ExtractOp extract) const;

  /// The assignments that are one statement with this one, `a, b = b, a + b`, where it is the first of them.
  llvm::SmallVector<SetOp> joinedTo(SetOp first) const;
  /// True for all of those but the first.
  bool isJoined(SetOp set) const {
    mlir::Operation *first = firsts.lookup(set);
    return first && first != set;
  }

private:
  ConstructOp takerOfWhole(mlir::Value vector) const;
  unsigned number(mlir::Operation *op, unsigned next);
  void decide(mlir::Operation *op);
  void setRoot(mlir::Operation *op, mlir::Operation *root);
  bool isSteadyBound(mlir::Operation *op, mlir::Operation *user, ForOp loop) const;
  bool mayMove(mlir::Operation *op, mlir::Operation *user) const;
  bool isReplacedBetween(ExtractOp op, mlir::Operation *behind) const;
  void linkAccesses(mlir::Block &block);
  void joinAssignments(llvm::ArrayRef<SetOp> run);
  void addReads(mlir::Value value, SetOp before, llvm::SmallVectorImpl<mlir::Value> &variables) const;
  /// The memory that an op reads, and the memory that it writes.
  using ReadAndWritten = std::array<TouchedMemory, 2>;
  const ReadAndWritten &touched(mlir::Operation *op) const;
  const TouchedMemory &touched(mlir::Operation *op, bool writes) const { return touched(op)[writes]; }
  bool touchesAny(mlir::Operation *op) const;
  bool touchesMemory(FuncOp callee, bool writes) const;
  bool isWritten(mlir::Value memory, mlir::Operation *after, mlir::Operation *before) const;
  bool isUndisturbed(mlir::Operation *op, mlir::Operation *user, mlir::Operation *root) const;
  bool isEvaluatedBefore(mlir::Operation *op, mlir::Operation *user, mlir::Operation *at) const;
  bool isInBound(mlir::Value value, ForOp loop) const;
  void addSegments(mlir::Value value, mlir::Operation *reader, unsigned until,
                   llvm::SmallVectorImpl<Segment> &segments) const;

  EvaluationRules rules;
  bool isComputed;
  /// The op in whose expression an op, and all that it is read by, stands; the arms of an `if` are left out.
  mlir::Operation *topOf(mlir::Operation *op) const {
    mlir::Operation *top = tops.lookup(op);
    return top ? top : op;
  }

  /// The memory that an op reads and writes, null for none, and the next op of its block that does either.
  mutable llvm::DenseMap<mlir::Operation *, std::unique_ptr<ReadAndWritten>> memory;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> nextAccess;
  /// The first segments of the ops of a block that write some memory, in order; under a null value, those that may
  /// write everything.
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Value>, llvm::SmallVector<unsigned, 2>> writers;
  /// Of functions: whether they read or write arrays.
  mutable llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, bool> effects;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> positions;
  /// For ops that are printed inside an expression: the op that uses them, or null for leaves.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> roots;
  /// For those of them that are no leaves: the last of the ops that read them in turn.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> tops;
  /// Of the assignments that are one statement: the first.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> firsts;
};

/// True for a kernel that was made of another: its backward, or it with a tape. Its text is ours, not an author's.
bool isDerived(mlir::FunctionOpInterface function);

/// True for an insert that is read as one of the components of a vector made in place: `vec3(0.0, x, 0.0)`.
bool isComposed(InsertOp insert);

/// True for a store of `a[i]` with one component replaced: `a[i][c] = x`.
bool isComponentStore(StoreOp store);

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_PLACEMENT_H
