// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deciding values: forward from gradients to all that is an adjoint, then back from what makes something else of
// floats.

#include "Deciding.h"
#include "../Structure.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

llvm::DenseSet<Value> kgen::transforms::findDeciding(KernelOp backward) {
  llvm::DenseSet<Value> adjoints, deciding;
  Block::BlockArgListType parameters = backward.getBody().getArguments();
  if (backward.getAdjointOf())
    adjoints.insert_range(parameters.drop_front(parameters.size() / 2));
  addDependents(backward.getBody(), adjoints);

  SmallVector<Value> left;
  auto add = [&](Value value) {
    if (deciding.insert(value).second)
      left.push_back(value);
  };
  auto isFloat = [](Value value) { return isFloatArith(value.getType()); };
  llvm::DenseMap<Value, SmallVector<Value, 2>> before; // of what ifs and loops hand on, what it may come from
  backward.getBody().walk([&](Operation *op) {
    if (auto structure = asStructure(op)) {
      for (auto &[operand, inputs] : flowsOf(structure))
        for (Value input : inputs)
          before[input].push_back(operand->get());
      return;
    }
    if (op->getNumResults() == 0 || llvm::any_of(op->getResults(), isFloat) ||
        llvm::any_of(op->getOperands(), [&](Value operand) { return adjoints.contains(operand); }))
      return;
    llvm::for_each(llvm::make_filter_range(op->getOperands(), isFloat), add);
  });
  while (!left.empty()) {
    Value value = left.pop_back_val();
    llvm::for_each(before.lookup(value), add);
    if (Operation *op = value.getDefiningOp(); op && !asStructure(op))
      llvm::for_each(op->getOperands(), add);
  }
  return deciding;
}
