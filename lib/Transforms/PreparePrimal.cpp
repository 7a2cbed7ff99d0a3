// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-prepare-primal: what a kernel goes through before it is reversed, in the order of the passes that its
// description names. Differentiation runs this on a copy.

#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;

LogicalResult kgen::preparePrimal(KernelOp kernel, ModuleOp module) {
  if (failed(inlineCalls(kernel, module, /*keepAdjoints=*/true)) || failed(splitStructs(kernel)))
    return failure();
  composeViews(kernel);
  if (failed(lowerEarlyExits(kernel)) || failed(promoteVariables(kernel)))
    return failure();
  normaliseWhileLoops(kernel);
  sinkSelectArms(kernel);
  forwardLoads(kernel);
  expandForAdjoints(kernel);
  return success();
}
