// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The things that a gradient needs besides its kernel: the backward in the module, the kernel with a tape that it may
// belong to, and a tape of the right size.

#ifndef KGEN_INTERPRETER_TAPEDCASE_H
#define KGEN_INTERPRETER_TAPEDCASE_H

#include "kgen/Interpreter/Interpreter.h"

namespace kgen {

/// The backward of a kernel, and the kernel with a tape if the backward belongs to that one; null if there is none.
struct BackwardOf {
  KernelOp backward, taped;
};
BackwardOf findBackward(KernelOp kernel);

/// The slots that the thread that needs most of them has used, as the tape's first row says.
int64_t usedSlots(const Case &c, const Numbers &tape);

/// The case of a kernel, with a tape for the same kernel with one as its last argument. Its size is found by a run that
/// counts; emits an error if that run has a fault.
mlir::FailureOr<Case> withTape(KernelOp taped, const Case &c);

} // namespace kgen

#endif // KGEN_INTERPRETER_TAPEDCASE_H
