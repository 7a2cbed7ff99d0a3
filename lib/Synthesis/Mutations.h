// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The changes that `randomize` makes, one function each: picks a place in a kernel, or in a function that it calls, and
// changes it, or returns false if there is none. Each keeps the conventions of source form: ops in the order in which
// Python evaluates, a name for a value that is read twice.

#ifndef KGEN_LIB_SYNTHESIS_MUTATIONS_H
#define KGEN_LIB_SYNTHESIS_MUTATIONS_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Rng.h"

namespace kgen::synthesis::mutations {

// MutateValues.cpp

/// Another builtin on the same operands, at home where the old one was.
bool changeBuiltin(mlir::FunctionOpInterface function, Rng &rng);
/// Another number for a literal, or for a module constant wherever the module reads it.
bool changeConstant(mlir::FunctionOpInterface function, Rng &rng);
/// A comparison of floats the other way, or `and` for `or`.
bool changeCondition(mlir::FunctionOpInterface function, Rng &rng);
/// More or fewer trips between literal bounds; never more where an array is indexed along the loop.
bool changeTrips(mlir::FunctionOpInterface function, Rng &rng);

// MutateStatements.cpp

/// The value that a statement assigns or returns goes through one more operation, with a number or a name at hand.
bool extendExpression(mlir::FunctionOpInterface function, Rng &rng);
/// The value that a statement assigns gets a name of its own first, and is read twice.
bool insertStatement(mlir::FunctionOpInterface function, Rng &rng);
/// The value that a statement assigns is changed in a branch before.
bool insertBranch(mlir::FunctionOpInterface function, Rng &rng);
/// The value that a statement assigns is summed up in a loop before.
bool insertLoop(mlir::FunctionOpInterface function, Rng &rng);
/// An assignment, an update or a branch less, and what only it needed.
bool removeStatement(mlir::FunctionOpInterface function, Rng &rng);

// MutateTypes.cpp

/// An array of numbers, and what is computed from it, becomes one of vectors.
bool widen(KernelOp kernel, Rng &rng);
/// A parameter by value becomes an array with an element for each thread.
bool makeArray(KernelOp kernel, Rng &rng);

} // namespace kgen::synthesis::mutations

namespace kgen::synthesis {

/// A name from a list of words that no value of the function has.
std::string unusedName(mlir::FunctionOpInterface function, Rng &rng, mlir::Type type);

/// A number of two decimals other than zero.
double shortNumber(Rng &rng, double low, double high);

/// The first op of a statement: of the expressions that `op` reads, in its block, and of a loop or an if the variables
/// that are declared for it.
mlir::Operation *statementStart(mlir::Operation *op);

/// The ops of `function` that `fits` takes, in program order.
template <typename Op>
llvm::SmallVector<Op> placesOf(mlir::FunctionOpInterface function, llvm::function_ref<bool(Op)> fits) {
  llvm::SmallVector<Op> places;
  function.getFunctionBody().walk<mlir::WalkOrder::PreOrder>([&](Op op) {
    if (fits(op))
      places.push_back(op);
  });
  return places;
}

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_MUTATIONS_H
