// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conservative answers about memory: the answer is no unless yes is proven.

#include "Memory.h"
#include "Dependence.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

Writes::Writes(KernelOp kernel) : rank(countCoordinates(kernel)) {
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions() && isa<RegionBranchOpInterface>(op)) // what it writes, the ops inside of it do
      return;
    TouchedMemory written = writtenBy(op);
    if (written.everything)
      unknown.push_back(op);
    for (Value array : written.values)
      writes[array].push_back(op);
  });
}

ArrayRef<Operation *> Writes::to(Value array) const {
  if (!unknown.empty())
    return unknown;
  auto found = writes.find(array);
  return found == writes.end() ? ArrayRef<Operation *>() : found->second;
}

Operation *Writes::findOverwrite(AccessOpInterface load) const {
  for (Operation *write : to(load.getArray())) {
    auto access = dyn_cast<AccessOpInterface>(write);
    if (!access || access.getArray() != load.getArray() || !isUnchangedBy(load, access, rank))
      return write;
  }
  return nullptr;
}

std::optional<StringRef> Writes::whyNoWinner(AccessOpInterface atomic, const Activity &activity) const {
  if (isComposite(atomic.getValueWritten().getType()))
    return StringRef("whose components may have different winners");
  for (Operation *user : atomic.getArray().getUsers())
    if (llvm::any_of(user->getResults(), [&](Value read) { return activity.isActive(read); }))
      return StringRef("whose elements are read before they are final");
  for (Operation *write : to(atomic.getArray())) {
    auto other = dyn_cast<AccessOpInterface>(write);
    if (!other || other.getUpdate() != atomic.getUpdate())
      return StringRef("whose final elements other writes may have changed");
  }
  return std::nullopt;
}
