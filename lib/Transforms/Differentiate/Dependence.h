// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether an element that was read is still what it was when the kernel is done.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DEPENDENCE_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DEPENDENCE_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// True where no run of `write` that comes after one of `load` hits the element that this read, whatever the launch: no
/// other thread can (`Apart.h`), and in the same thread their indices differ in a dimension, for each way in which the
/// one can come after the other: in a later trip of a loop around both, or further down in the same trip. Both are of
/// one kernel in value form, and of the same array. An affine dependence test (see M. Wolfe, High Performance Compilers
/// for Parallel Computing, chapter 7) by bounds of linear forms. `rank` is the number of coordinates that the kernel
/// asks for.
bool isUnchangedBy(AccessOpInterface load, AccessOpInterface write, unsigned rank);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_DEPENDENCE_H
