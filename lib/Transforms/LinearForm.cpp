// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes sums, differences and multiples apart; anything else is a term.

#include "LinearForm.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

bool LinearForm::hasTermsOf(const LinearForm &other) const {
  return terms.size() == other.terms.size() &&
         llvm::all_of(terms, [&](const auto &term) { return llvm::is_contained(other.terms, term); });
}

/// Adds the operands of a linear op instead of its result; false where it is not one.
bool LinearForm::addOperation(Operation *op, uint32_t factor) {
  if (!isa_and_present<AddOp, SubOp, MulOp, NegOp, CopyOp>(op))
    return false;
  Value first = op->getOperand(0), second = op->getOperands().back();
  if (isa<MulOp>(op)) {
    if (getConstant(first))
      std::swap(first, second);
    std::optional<int64_t> literal = getConstant(second);
    if (literal)
      add(first, factor * static_cast<uint32_t>(*literal));
    return literal.has_value();
  }
  add(first, isa<NegOp>(op) ? 0u - factor : factor);
  if (isa<AddOp, SubOp>(op))
    add(second, isa<SubOp>(op) ? 0u - factor : factor);
  return true;
}

void LinearForm::add(OpFoldResult operand, uint32_t factor) {
  if (std::optional<int64_t> literal = getConstant(operand)) {
    constant += factor * static_cast<uint32_t>(*literal);
    return;
  }
  auto value = cast<Value>(operand);
  if (addOperation(value.getDefiningOp(), factor))
    return;
  auto *term = llvm::find_if(terms, [&](const auto &known) { return known.first == value; });
  if (term == terms.end())
    term = &terms.emplace_back(value, 0);
  term->second += factor;
  if (term->second == 0)
    terms.erase(term);
}
