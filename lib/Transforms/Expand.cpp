// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-expand: builtins that a record defines by others are replaced by their definition, until none is left.

#include "Differentiate/Activity.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

void kgen::expandBuiltins(KernelOp kernel) {
  expandBuiltins(kernel, [](Operation *) { return true; });
  makeNamesUnique(kernel);
}

/// Whether a builtin that gives a float has no rule for its adjoint: most kernels have none, and need not know what is
/// active.
static bool lacksRules(KernelOp kernel) {
  return kernel.getBody()
      .walk([](BuiltinOpInterface op) {
        bool needsNone = op.getBuiltinInfo().hasAdjointRules || !isFloatArith(op->getResult(0).getType());
        return needsNone ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

void kgen::expandForAdjoints(KernelOp kernel, bool ofParameters) {
  bool changed = true;
  while (changed && lacksRules(kernel)) { // what a definition contains may need the same
    changed = false;
    Activity activity(kernel, ofParameters);
    expandBuiltins(kernel, [&](Operation *op) {
      bool wanted = activity.isActive(op) && !cast<BuiltinOpInterface>(op).getBuiltinInfo().hasAdjointRules;
      changed |= wanted;
      return wanted;
    });
  }
}
