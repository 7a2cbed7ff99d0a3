// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that threads of one launch hand to each other through plain loads and stores.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_RACES_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_RACES_H

#include "Activity.h"

namespace kgen::transforms {

/// Warns of each load with an adjoint of an element that a neighbouring thread is proven to store: the value that is
/// read, and so the gradient, depends on which of them comes first. A kernel may be meant for the order of a CPU, so it
/// is not refused.
void warnOfRaces(KernelOp primal, const Activity &activity);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_RACES_H
