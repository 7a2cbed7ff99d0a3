// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `x[i] = x[i] + y` takes the adjoint of an element and gives it back.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_KEPTGRADIENTS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_KEPTGRADIENTS_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// Reads an element of a gradient that is taken and then added to the same place, where nothing looks at that gradient
/// between. Equal indices have to be one value.
void readWhatIsGivenBack(KernelOp backward);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_KEPTGRADIENTS_H
