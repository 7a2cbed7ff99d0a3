// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel that somebody else wrote might be launched: extents, roles and values of its arguments are guessed from
// its ops. A guess may be wrong: it is for the interpreter to find that out.

#ifndef KGEN_LIB_SYNTHESIS_GUESSLAUNCH_H
#define KGEN_LIB_SYNTHESIS_GUESSLAUNCH_H

#include "kgen/Support/Rng.h"
#include "kgen/Synthesis/Generator.h"

namespace kgen::synthesis {

/// Guesses after which there are none that differ in more than values.
constexpr unsigned numLaunchGuesses = 16;

/// Guess number `guess` at the sizes and parameters of `made.kernel`, all of which a case can say (`isOfCase`); later
/// ones are more generous with memory. `inlined` is the kernel, or a copy of it without calls: how functions access
/// arrays tells of those, too.
void guessLaunch(GeneratedKernel &made, KernelOp inlined, Rng &rng, unsigned guess);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_GUESSLAUNCH_H
