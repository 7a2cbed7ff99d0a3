// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conservative answers about memory: what is not proven is not so.

#include "Memory.h"

using namespace mlir;
using namespace kgen;

/// Plain and atomic writes to an array, in the order of the kernel.
static SmallVector<Operation *> writesTo(Value array) {
  SmallVector<Operation *> writes;
  for (Operation *user : array.getUsers())
    if (isa<StoreOp, AtomicOp>(user))
      writes.push_back(user);
  return writes;
}

Operation *kgen::findOverwrite(LoadOp load) {
  SmallVector<Operation *> writes = writesTo(load.getArray());
  return writes.empty() ? nullptr : writes.front();
}

std::optional<StringRef> kgen::whyNoWinner(AtomicOp atomic) {
  if (isAggregate(atomic.getType()))
    return StringRef("whose components may have different winners");
  for (Operation *write : writesTo(atomic.getArray())) {
    auto other = dyn_cast<AtomicOp>(write);
    if (!other || other.getKind() != atomic.getKind())
      return StringRef("whose final elements other writes may have changed");
  }
  return std::nullopt;
}
