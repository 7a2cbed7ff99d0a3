// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breaks adjoint rules where a backward has them written out. Knows no rule.

#include "Mutants.h"

using namespace kgen;
using namespace mlir;

llvm::StringRef kgen::getName(Mutation mutation) {
  static constexpr llvm::StringLiteral names[numMutations] = {"sign", "factor", "missing term", "missing factor"};
  return names[static_cast<unsigned>(mutation)];
}

/// An op, and the operand that its result is replaced by.
using Place = std::pair<Operation *, unsigned>;

static void addPlaces(Operation *op, Mutation mutation, SmallVectorImpl<Place> &places) {
  if (mutation == Mutation::Sign || mutation == Mutation::Factor) {
    if (auto add = dyn_cast<GradientAddOp>(op))
      places.push_back({op, add.getValueMutable().getOperandNumber()});
    return;
  }
  bool isSum = isa<AddOp, SubOp>(op), isProduct = isa<MulOp, DivOp>(op);
  if (mutation == Mutation::MissingTerm ? !isSum : !isProduct)
    return;
  for (unsigned operand : {0u, 1u})
    if (op->getOperand(operand).getType() == op->getResult(0).getType() && isFloatArith(op->getResult(0).getType()))
      places.push_back({op, operand});
}

bool kgen::mutate(KernelOp backward, Mutation mutation, unsigned number) {
  SmallVector<Place> places;
  backward.walk([&](Operation *op) { addPlaces(op, mutation, places); });
  if (number >= places.size())
    return false;
  auto [op, operand] = places[number];
  Value value = op->getOperand(operand);
  OpBuilder b(op);
  if (mutation == Mutation::Sign)
    op->setOperand(operand, NegOp::create(b, op->getLoc(), value));
  else if (mutation == Mutation::Factor)
    op->setOperand(operand, AddOp::create(b, op->getLoc(), value, value));
  else
    op->getResult(0).replaceAllUsesWith(value);
  return true;
}
