// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FlatForm.h"

using namespace mlir;

namespace kgen::conversion {

/// Whether the element of an access stands at the thread's coordinates.
static bool isAtThread(AccessOpInterface access, TidOp tid) {
  if (access.getRank() != tid.getNumResults() || access->getOperand(0) != access.getArray())
    return false;
  SmallVector<OpFoldResult> indices = access.getElementIndices();
  return llvm::all_of(llvm::zip_equal(indices, tid.getResults()), [](auto pair) {
    auto [index, coordinate] = pair;
    return dyn_cast<Value>(index) == coordinate;
  });
}

/// Whether all lanes access elements that follow one another, or one element.
static bool hasNoGathers(KernelOp kernel, const LaneAnalysis &analysis) {
  WalkResult walk = kernel.walk([&](AccessOpInterface access) {
    bool isPlain = analysis.isUniform(access) || analysis.followOneAnother(access);
    return isPlain ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// Numbers the elements at the thread's coordinates anew; returns the op that gives these, null if there is nothing to
/// number.
static TidOp number(FlatForm &form, KernelOp laneForm) {
  OpBuilder b(laneForm);
  b.setInsertionPointAfter(laneForm);
  form.kernel = cast<KernelOp>(b.clone(*laneForm));
  auto tids = form.kernel->getBody().front().getOps<TidOp>();
  TidOp tid = tids.empty() ? TidOp() : *tids.begin();
  if (!tid || tid.getNumResults() < 2)
    return nullptr;
  b.setInsertionPointAfter(tid);
  Type si32 = tid.getResult(0).getType();
  Value zero = ConstantOp::create(b, tid.getLoc(), si32, b.getIntegerAttr(si32, 0), StringAttr());
  form.thread = TidOp::create(b, tid.getLoc(), TypeRange(si32)).getResult(0);
  llvm::SmallSetVector<Value, 8> arrays;
  form.kernel->walk([&](AccessOpInterface access) {
    if (!isAtThread(access, tid))
      return;
    for (unsigned d = 0, last = access.getRank() - 1; d <= last; ++d)
      access->setOperand(1 + d, d == last ? form.thread : zero);
    arrays.insert(access.getArray());
  });
  form.arrays = arrays.takeVector();
  return tid;
}

std::optional<FlatForm> FlatForm::ofThreads(KernelOp laneForm) {
  FlatForm form;
  TidOp tid = number(form, laneForm);
  if (!tid || !tid->use_empty() || form.arrays.empty())
    return std::nullopt;
  return form;
}

std::optional<FlatForm> FlatForm::ofLanes(KernelOp laneForm) {
  FlatForm form;
  TidOp tid = number(form, laneForm);
  if (!tid)
    return std::nullopt;
  form.analysis.emplace(*form.kernel, form.thread);
  if (form.analysis->getReason() || form.analysis->getCost() || form.analysis->needsCache())
    return std::nullopt;
  form.suitsLongRows = tid->use_empty() && hasNoGathers(*form.kernel, *form.analysis);
  return form;
}

} // namespace kgen::conversion
