// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The case of a sample as JSON: a case that `kgen-run --case` reads, and what came out of it.

#ifndef KGEN_LIB_SYNTHESIS_CASEJSON_H
#define KGEN_LIB_SYNTHESIS_CASEJSON_H

#include "kgen/Synthesis/Synthesize.h"
#include "llvm/Support/JSON.h"

namespace kgen::synthesis {

/// Writes an object: `kernel`, `dim`, `args`, `outputs`, `grads` if asked for, each with its bounds, and `tolerance`,
/// which says how these were derived.
void writeCase(const Outcome &outcome, bool gradients, llvm::json::OStream &json);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_CASEJSON_H
