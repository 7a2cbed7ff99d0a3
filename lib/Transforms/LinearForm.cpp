// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes sums, differences and multiples apart; anything else is a term.

#include "LinearForm.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

bool LinearForm::hasTermsOf(const LinearForm &other) const {
  return terms.size() == other.terms.size() &&
         llvm::all_of(terms, [&](const auto &term) { return llvm::is_contained(other.terms, term); });
}

static bool isLinear(Operation *op) { return isa_and_present<AddOp, SubOp, MulOp, NegOp, CopyOp>(op); }

/// Adds the operands of a linear op instead of its result; false where it is not one.
bool LinearForm::addOperation(Operation *op, uint32_t factor) {
  if (!isLinear(op) || opsLeft == 0)
    return false;
  --opsLeft;
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

/// The values that a value is computed from by linear ops, those that the rest cancels too.
static llvm::SetVector<Value> sourcesOf(Value value) {
  llvm::SetVector<Value> found;
  SmallVector<Value> left = {value};
  llvm::DenseSet<Value> seen;
  while (!left.empty()) {
    Value next = left.pop_back_val();
    if (!seen.insert(next).second || getConstant(next))
      continue;
    Operation *op = next.getDefiningOp();
    bool isProduct = isa_and_present<MulOp>(op) && !getConstant(op->getOperand(0)) && !getConstant(op->getOperand(1));
    if (isLinear(op) && !isProduct)
      left.append(op->operand_begin(), op->operand_end());
    else
      found.insert(next);
  }
  return found;
}

static Value createSum(OpBuilder &builder, Location loc, const LinearForm &form, Type type) {
  auto literal = [&](uint32_t number) -> Value {
    return ConstantOp::create(builder, loc, builder.getIntegerAttr(type, int32_t(number)), StringAttr());
  };
  Value sum = form.constant != 0 || form.isLiteral() ? literal(form.constant) : Value();
  for (auto [term, factor] : form.terms) {
    Value product = term;
    if (factor != 1) {
      Value number = literal(factor);
      product = MulOp::create(builder, loc, term, number);
    }
    sum = sum ? AddOp::create(builder, loc, sum, product).getResult() : product;
  }
  return sum;
}

void kgen::transforms::cancelTerms(KernelOp kernel) {
  kernel.walk([](Operation *op) {
    if (!isLinear(op) || !isSI32(op->getResult(0).getType()))
      return;
    LinearForm form(op->getResult(0));
    if (sourcesOf(op->getResult(0)).size() == form.terms.size())
      return;
    OpBuilder builder(op);
    Value sum = createSum(builder, op->getLoc(), form, op->getResult(0).getType());
    op->getResult(0).replaceAllUsesWith(sum);
    op->erase();
  });
}
