// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What accesses to an element and to a tile have in common.

#ifndef KGEN_LIB_INTERPRETER_ARRAYACCESS_H
#define KGEN_LIB_INTERPRETER_ARRAYACCESS_H

#include "Program.h"

namespace kgen::interpreter {

/// Faults for a value to be stored that is not finite, if the options ask for finite ones.
Exit checkStored(Machine &machine, mlir::Operation *op, const std::byte *value, llvm::ArrayRef<NumberRun> numbers);

/// Adds numbers to those of an element.
void addToElement(Machine &machine, std::byte *element, const std::byte *addends, NumberRun numbers);

/// The same to an element of a gradient; faults for a sum that is not finite, if the options ask for finite ones.
Exit addToGradient(Machine &machine, mlir::Operation *op, std::byte *element, const std::byte *addends,
                   NumberRun numbers);

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_ARRAYACCESS_H
