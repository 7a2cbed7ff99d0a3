// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of one block, in order: the ops between them are looked at one by one, with all that is in them.

#include "KeptGradients.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

/// Whether an op, or one in it, looks at the gradient.
static bool touches(Operation &op, Value gradient) {
  return op
      .walk([&](Operation *nested) {
        bool isUser = llvm::is_contained(nested->getOperands(), gradient);
        return isUser ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The op that takes what `add` gives back unchanged, if nothing has touched the gradient since.
static GradientTakeOp findTaken(GradientAddOp add) {
  auto take = add.getValue().getDefiningOp<GradientTakeOp>();
  if (!take || take->getBlock() != add->getBlock() || take.getArray() != add.getArray() ||
      take.getMixedIndices() != add.getMixedIndices())
    return {};
  for (Operation *op = take->getNextNode(); op != add; op = op->getNextNode())
    if (touches(*op, take.getArray()))
      return {};
  return take;
}

void kgen::transforms::readWhatIsGivenBack(KernelOp backward) {
  SmallVector<std::pair<GradientTakeOp, GradientAddOp>> pairs;
  backward.walk([&](GradientAddOp add) {
    if (GradientTakeOp take = findTaken(add))
      pairs.push_back({take, add});
  });
  for (auto [take, add] : pairs) {
    OpBuilder builder(take);
    add.erase();
    Value read = GradientReadOp::create(builder, take.getLoc(), take.getArray(), take.getMixedIndices());
    take.replaceAllUsesWith(read);
    take.erase();
  }
}
