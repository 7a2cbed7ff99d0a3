// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which updates need no atomic though threads of a launch run at the same time: those of elements that are a thread's
// own. Proves it by the indices alone; what it does not prove is shared.

#include "../Transforms/LinearForm.h"
#include "KernelLowering.h"

using namespace mlir;
using kgen::transforms::LinearForm;

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

/// Whether index `d` is a coordinate times a factor, with a remainder that keeps threads apart. None counts from the
/// end, where another thread's may be.
static bool tellsApart(ArrayRef<AccessOpInterface> accesses, unsigned d, unsigned coordinate) {
  LinearForm first(AccessOpInterface(accesses.front()).getElementIndices()[d]);
  if (first.terms.size() != 1)
    return false;
  auto [value, factor] = first.terms.front();
  auto result = dyn_cast<OpResult>(value);
  if (!result || !isa<TidOp>(result.getOwner()) || result.getResultNumber() != coordinate)
    return false;
  int64_t step = int32_t(factor);
  return llvm::all_of(accesses, [&](AccessOpInterface access) {
    LinearForm form(access.getElementIndices()[d]);
    int64_t rest = int32_t(form.constant);
    return form.hasTermsOf(first) && rest >= 0 && rest < step;
  });
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
  if (accesses.empty())
    return false;
  unsigned numIndices = accesses.front().getRank();
  return llvm::all_of(llvm::seq(rank), [&, &all = accesses](unsigned coordinate) {
    return llvm::any_of(llvm::seq(numIndices), [&](unsigned d) { return tellsApart(all, d, coordinate); });
  });
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

bool readsSharedUpdate(KernelOp kernel) {
  WalkResult found = kernel.walk([](AtomicOp op) {
    bool isRead = !op.getOld().use_empty() && !areOwnToThreads(op.getArray());
    return isRead ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

bool KernelLowering::isShared(Value array) const {
  if (!isConcurrent() || areOwnToThreads(array))
    return onGPU();
  if (metNeeds.empty())
    return true;
  std::optional<PartNeed> need = partNeedOf(array);
  return !need || !llvm::is_contained(metNeeds, *need);
}

} // namespace kgen::conversion
