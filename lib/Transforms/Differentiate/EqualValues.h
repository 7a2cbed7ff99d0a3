// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoint rules compute anew what the primal part has already, and what other rules compute: such values become one.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_EQUALVALUES_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_EQUALVALUES_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// Replaces each op whose equal has been run before it, with nothing written since where it reads, by that one, which
/// keeps its location and with it its name. An op without uses is left as it is.
void mergeEqualValues(KernelOp kernel);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_EQUALVALUES_H
