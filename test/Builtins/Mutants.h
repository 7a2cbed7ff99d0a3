// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoint rules that are wrong, to see that a test of gradients finds out.

#ifndef KGEN_TEST_BUILTINS_MUTANTS_H
#define KGEN_TEST_BUILTINS_MUTANTS_H

#include "kgen/IR/Kgen.h"

namespace kgen {

/// How an adjoint is broken: its sign, by a factor, or by leaving out an operand of a sum, difference, product or
/// quotient that it is made of.
enum class Mutation { Sign, Factor, MissingTerm, MissingFactor };
inline constexpr unsigned numMutations = 4;

llvm::StringRef getName(Mutation mutation);

/// Breaks the backward of one builtin at the place of this number; false where there are not so many. What an operand's
/// adjoint adds to its gradient is a place for sign and factor, each op of its rule that has what can be left out one
/// for the others.
bool mutate(KernelOp backward, Mutation mutation, unsigned number);

} // namespace kgen

#endif // KGEN_TEST_BUILTINS_MUTANTS_H
