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

std::optional<StringRef> kgen::whyNoWinner(AtomicOp atomic, const Activity &activity) {
  if (isAggregate(atomic.getType()))
    return StringRef("whose components may have different winners");
  for (Operation *user : atomic.getArray().getUsers())
    if (llvm::any_of(user->getResults(), [&](Value read) { return activity.isActive(read); }))
      return StringRef("whose elements are read before they are final");
  for (Operation *write : writesTo(atomic.getArray())) {
    auto other = dyn_cast<AtomicOp>(write);
    if (!other || other.getKind() != atomic.getKind())
      return StringRef("whose final elements other writes may have changed");
  }
  return std::nullopt;
}
