// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is concluded from an integer, from what takes it.

#include "Wrapping.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace kgen::text {

//===----------------------------------------------------------------------===//
// Observers
//===----------------------------------------------------------------------===//

/// Whether a function reads what is stored to an array, by any of its views.
static bool isRead(Value array) {
  while (auto view = array.getDefiningOp<ViewOp>())
    array = view.getArray();
  SmallVector<Value> left = {array};
  while (!left.empty())
    for (Operation *user : left.pop_back_val().getUsers()) {
      if (auto view = dyn_cast<ViewOp>(user)) {
        left.push_back(view);
        continue;
      }
      auto access = dyn_cast<AccessOpInterface>(user);
      if (!access || (access.getValueRead() && !access.getValueRead().use_empty()))
        return !isa<ShapeOp>(user);
    }
  return false;
}

bool Wrapping::isObserved(Value value) {
  return unobserved.insert(value).second &&
         llvm::any_of(value.getUses(), [&](OpOperand &use) { return isObservedBy(use); });
}

bool Wrapping::isCarriedObserved(LoopOpInterface loop, unsigned number) {
  Region *condition = loop.getConditionRegion();
  return isObserved(loop->getResult(number)) || isObserved(loop.getCarries()[number]) ||
         (condition && isObserved(loop.getCarries(condition->front())[number]));
}

/// The low bits of a result follow from those of its operands alone, so those may be concluded from it that follow it.
bool Wrapping::isObservedBy(OpOperand &use) {
  Operation *user = use.getOwner();
  return TypeSwitch<Operation *, bool>(user)
      .Case<AddOp, SubOp, MulOp, NegOp, CopyOp>([&](Operation *) { return isObserved(user->getResult(0)); })
      .Case([&](CastOp cast) {
        auto to = dyn_cast<IntegerType>(cast.getType());
        bool keepsLowBits = to && to.getWidth() > 1 && to.getWidth() <= use.get().getType().getIntOrFloatBitWidth();
        return !keepsLowBits || isObserved(cast);
      })
      .Case(
          [&](AccessOpInterface access) { return access.getValueWritten() == use.get() && isRead(access.getArray()); })
      .Case<ViewOp, PrintOp, PrintfOp>([](Operation *) { return false; })
      .Case([&](SetOp set) {
        return !set.getMixedIndices().empty() || llvm::any_of(set.getVar().getUsers(), [&](Operation *other) {
          return isa<GetOp>(other) && isObserved(other->getResult(0));
        });
      })
      .Case([&](VarOp var) {
        return llvm::any_of(var.getVar().getUsers(),
                            [&](Operation *other) { return isa<GetOp>(other) && isObserved(other->getResult(0)); });
      })
      .Case([&](YieldOp yield) {
        Operation *parent = yield->getParentOp();
        if (auto loop = dyn_cast<LoopOpInterface>(parent)) {
          unsigned first = loop.getConditionRegion() == yield->getParentRegion(); // its first operand is the condition
          unsigned number = use.getOperandNumber() - first;
          return number >= loop.getInits().size() || isCarriedObserved(loop, number);
        }
        return isObserved(parent->getResult(use.getOperandNumber()));
      })
      .Case([&](LoopOpInterface loop) {
        unsigned first = user->getNumOperands() - loop.getInits().size();
        return use.getOperandNumber() < first || isCarriedObserved(loop, use.getOperandNumber() - first);
      })
      .Default([](Operation *) { return true; });
}

bool Wrapping::isNeeded(Operation *op) {
  if (op->getNumResults() != 1 || !isa<AddOp, SubOp, MulOp, NegOp>(op))
    return false;
  auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
  // Of less than 32 bits C++ computes in `int`, which has all results but those of 16-bit products.
  if (!type || (type.getWidth() < 32 ? type.getWidth() < 16 || !isa<MulOp>(op) : type.isUnsigned()))
    return false;
  Range limits = type.getWidth() < 32 ? Range{INT32_MIN, INT32_MAX} : IntegerRanges::ofType(type);
  auto compute = isa<AddOp>(op) ? sumOf : isa<MulOp>(op) ? productOf : differenceOf;
  Range a = isa<NegOp>(op) ? Range{0, 0} : ranges.of(op->getOperand(0)), b = ranges.of(op->getOperands().back());
  if (isa<NegOp>(op) && b.low == ranges.ofGiven(type).low)
    b = limits; // only the least value has no negation
  std::optional<Range> result = compute(a, b);
  if (result && contains(limits, *result))
    return false;
  unobserved.clear();
  return isObserved(op->getResult(0));
}

} // namespace kgen::text
