// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deciding values: forward from gradients to all that is an adjoint, then back from what makes something else of floats.

#include "Deciding.h"
#include "../Structure.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

namespace {

class Deciding {
public:
  explicit Deciding(KernelOp backward);

  llvm::DenseSet<Value> find();

private:
  void addAdjoint(Value value);
  void addDeciding(Value value);

  KernelOp backward;
  /// Between ifs and loops and their regions: what a value goes on as, and what it may come from.
  llvm::DenseMap<Value, SmallVector<Value, 2>> after, before;
  llvm::DenseSet<Value> adjoints, deciding;
  SmallVector<Value> left;
};

} // namespace

Deciding::Deciding(KernelOp backward) : backward(backward) {
  backward.getBody().walk([&](Operation *op) {
    if (auto structure = asStructure(op))
      for (auto &[operand, inputs] : flowsOf(structure))
        for (Value input : inputs) {
          after[operand->get()].push_back(input);
          before[input].push_back(operand->get());
        }
  });
}

void Deciding::addAdjoint(Value value) {
  if (adjoints.insert(value).second)
    left.push_back(value);
}

void Deciding::addDeciding(Value value) {
  if (deciding.insert(value).second)
    left.push_back(value);
}

llvm::DenseSet<Value> Deciding::find() {
  Block::BlockArgListType parameters = backward.getBody().getArguments();
  if (backward.getAdjointOf())
    for (BlockArgument adjoint : parameters.drop_front(parameters.size() / 2))
      addAdjoint(adjoint);
  while (!left.empty()) {
    Value value = left.pop_back_val();
    for (Value next : after.lookup(value))
      addAdjoint(next);
    for (Operation *user : value.getUsers())
      if (!user->getNumRegions())
        for (Value result : user->getResults())
          addAdjoint(result);
  }
  auto isFloat = [](Value value) { return isFloatArith(value.getType()); };
  backward.getBody().walk([&](Operation *op) {
    if (op->getNumRegions() || op->getNumResults() == 0 || llvm::any_of(op->getResults(), isFloat) ||
        llvm::any_of(op->getOperands(), [&](Value operand) { return adjoints.contains(operand); }))
      return;
    for (Value operand : op->getOperands())
      if (isFloat(operand))
        addDeciding(operand);
  });
  while (!left.empty()) {
    Value value = left.pop_back_val();
    for (Value earlier : before.lookup(value))
      addDeciding(earlier);
    if (Operation *op = value.getDefiningOp(); op && !op->getNumRegions())
      for (Value operand : op->getOperands())
        addDeciding(operand);
  }
  return std::move(deciding);
}

llvm::DenseSet<Value> kgen::transforms::findDeciding(KernelOp backward) { return Deciding(backward).find(); }
