// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which updates need no atomic though threads of a launch run at the same time: those of elements that are a thread's
// own. An element that is not proven to be is shared.

#include "../Transforms/LinearForm.h"
#include "KernelLowering.h"

using namespace mlir;
using namespace kgen::transforms;

namespace kgen::conversion {

/// The accesses to an array or gradient; nullopt where it goes elsewhere, too.
static std::optional<SmallVector<AccessOpInterface>> accessesOf(Value array) {
  SmallVector<AccessOpInterface> accesses;
  for (Operation *user : array.getUsers()) {
    auto access = dyn_cast<AccessOpInterface>(user);
    if (access && access.getArray() == array)
      accesses.push_back(access);
    else if (!isa<GradientOp, ShapeOp>(user))
      return std::nullopt;
  }
  return accesses;
}

BlockArgument asParameter(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<KernelOp>(argument.getOwner()->getParentOp()) ? argument : nullptr;
}

/// The parameter behind an array or gradient, where nothing else leads to its elements; else null.
static BlockArgument onlyWayTo(Value array) {
  auto gradient = array.getDefiningOp<GradientOp>();
  BlockArgument parameter = asParameter(gradient ? gradient.getArray() : array);
  if (!parameter)
    return nullptr;
  if (gradient && llvm::count_if(parameter.getUsers(), [](Operation *user) { return isa<GradientOp>(user); }) > 1)
    return nullptr;
  return parameter;
}

SmallVector<AccessOpInterface> allAccesses(Value array) {
  std::optional<SmallVector<AccessOpInterface>> accesses = accessesOf(array);
  return onlyWayTo(array) && accesses ? std::move(*accesses) : SmallVector<AccessOpInterface>();
}

/// The same, and the rank of the launch.
static std::pair<SmallVector<AccessOpInterface>, unsigned> allAccessesAndRank(Value array) {
  SmallVector<AccessOpInterface> accesses = allAccesses(array);
  unsigned rank = accesses.empty() ? 0 : launchRank(accesses.front()->getParentOfType<KernelOp>());
  return {std::move(accesses), rank};
}

bool areOwnToThreads(Value array) {
  auto [accesses, rank] = allAccessesAndRank(array);
  return !accesses.empty() && areThreadsApart(accesses, rank);
}

std::optional<SmallVector<Apart, 3>> apartThreads(Value array) {
  auto [accesses, rank] = allAccessesAndRank(array);
  return accesses.empty() ? std::nullopt : findApartThreads(accesses, rank);
}

std::optional<SmallVector<int64_t, 4>> reachOfThreads(Value array) {
  auto [accesses, rank] = allAccessesAndRank(array);
  if (accesses.empty())
    return std::nullopt;
  SmallVector<int64_t, 4> reach;
  for (unsigned d = 0, n = accesses.front().getRank(); d < n; ++d) {
    int64_t least = INT32_MAX, most = INT32_MIN;
    for (AccessOpInterface access : accesses) {
      LinearForm form(access.getElementIndices()[d]);
      auto tid = form.terms.size() == 1 ? form.terms.front().first.getDefiningOp<TidOp>() : TidOp();
      if (n != rank || !tid || form.terms.front() != std::pair<Value, uint32_t>(tid->getResult(d), 1))
        return std::nullopt;
      least = std::min<int64_t>(least, int32_t(form.constant)), most = std::max<int64_t>(most, int32_t(form.constant));
    }
    reach.push_back(most - least);
  }
  return reach;
}

/// Whether threads that run at the same time may update one element, where the launcher has seen to some needs.
static bool mayMeet(Value array, ArrayRef<PartNeed> met) {
  if (areOwnToThreads(array))
    return false;
  SmallVector<PartNeed> needs = partNeedsOf(array);
  return needs.empty() || !llvm::all_of(needs, [&](const PartNeed &need) { return llvm::is_contained(met, need); });
}

bool readsSharedUpdate(KernelOp kernel, ArrayRef<PartNeed> met) {
  WalkResult found = kernel.walk([&](AtomicOp op) {
    bool isRead = !op.getOld().use_empty() && mayMeet(op.getArray(), met);
    return isRead ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

bool KernelLowering::isShared(Value array) const { return isConcurrent() ? mayMeet(array, metNeeds) : onGPU(); }

} // namespace kgen::conversion
