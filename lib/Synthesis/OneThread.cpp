// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel is meant for one thread: a proof that two would store to the same element, or that all of them read
// an element that all of them update. The interpreter finds all others, as races in a launch.

#include "DataFlow.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Synthesis/Variants.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;

static bool isAlike(Value value);

static bool contains(Region &body, llvm::function_ref<bool(Operation *)> isIt) {
  return body.walk([&](Operation *op) { return isIt(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Whether all threads that come to a loop make the same trips, and each of them to its end.
static bool isWholeInAll(ForOp loop) {
  return !contains(loop.getBody(), llvm::IsaPred<BreakOp, ContinueOp>) &&
         llvm::all_of(cast<LoopOpInterface>(*loop).getBounds(), isAlike);
}

/// Whether a value is known to be the same in all threads; variables are not looked into.
static bool isAlike(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    ForOp loop = getForInductionVarOwner(value);
    return isa<KernelOp>(argument.getOwner()->getParentOp()) || (loop && isWholeInAll(loop));
  }
  Operation *op = value.getDefiningOp();
  return isa<LoadOp, ConstantOp, ShapeOp, ViewOp>(op) ||
                 (isMemoryEffectFree(op) && !isa<TidOp>(op) && op->getNumRegions() == 0)
             ? llvm::all_of(op->getOperands(), isAlike)
             : false;
}

/// Whether all threads come to a store, and store to the same element.
static bool isStoreOfAll(StoreOp store) {
  for (Operation *around = store->getParentOp(); !isa<KernelOp>(around); around = around->getParentOp())
    if (auto loop = dyn_cast<ForOp>(around); !loop || !isWholeInAll(loop))
      return false;
  return isAlike(store.getArray()) && llvm::all_of(cast<AccessOpInterface>(*store).getIndexValues(), isAlike);
}

bool kgen::isForOneThread(KernelOp kernel) {
  OwningOpRef<ModuleOp> alone = cloneAlone(kernel);
  KernelOp copy = *alone->getOps<KernelOp>().begin();
  lowerTiles(*alone, /*inPlace=*/false);
  if (failed(inlineCalls(copy, *alone)))
    return false;
  Region &body = copy.getBody();
  if (!contains(body, llvm::IsaPred<TidOp>))
    return contains(body,
                    [](Operation *op) { return isa<StoreOp>(op) || (isa<AtomicOp>(op) && synthesis::isReadToo(op)); });
  bool returnsEarly =
      contains(body, [&](Operation *op) { return isa<ReturnOp>(op) && op->getParentOp() != copy.getOperation(); });
  return !returnsEarly &&
         contains(body, [](Operation *op) { return isa<StoreOp>(op) && isStoreOfAll(cast<StoreOp>(op)); });
}
