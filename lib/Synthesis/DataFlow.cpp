// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness of variables, and where values come from.

#include "DataFlow.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace kgen;

namespace {

/// Walks blocks backwards with the set of variables that may still be read.
class Liveness {
public:
  using Set = llvm::SmallPtrSet<Value, 8>; // asked for members, never walked in order for output

  Operation *run(KernelOp kernel) {
    Set live;
    block(kernel.getBody().front(), live);
    return dead;
  }

private:
  static void merge(Set &into, const Set &from) { into.insert(from.begin(), from.end()); }

  void block(Block &block, Set &live) {
    for (Operation &op : llvm::reverse(block))
      visit(&op, live);
  }

  void kill(Operation *op, Value variable, Set &live, bool whole) {
    if (!live.contains(variable) && !dead && !settling)
      dead = op;
    if (whole)
      live.erase(variable);
  }

  void visit(Operation *op, Set &live) {
    if (auto get = dyn_cast<GetOp>(op))
      live.insert(get.getVar());
    else if (auto set = dyn_cast<SetOp>(op))
      kill(op, set.getVar(), live, set.getMixedIndices().empty());
    else if (auto var = dyn_cast<VarOp>(op); var && var.getInit())
      kill(op, var.getVar(), live, /*whole=*/true);
    else if (isa<BreakOp>(op))
      live = loops.back().after;
    else if (isa<ContinueOp>(op))
      live = loops.back().next;
    else if (isa<ReturnOp, UnreachableOp>(op))
      live.clear();
    else if (auto branch = dyn_cast<IfOp>(op))
      visitIf(branch, live);
    else if (isa<ForOp, WhileOp>(op))
      visitLoop(op, live);
  }

  void visitIf(IfOp op, Set &live) {
    Set other = live;
    block(*op.thenBlock(), live);
    if (Block *elseBlock = op.elseBlock())
      block(*elseBlock, other);
    merge(live, other);
  }

  /// What is live before a trip is found by going round until it no longer grows; only then are deaths believed.
  void visitLoop(Operation *op, Set &live) {
    loops.push_back({live, live});
    bool wasSettling = std::exchange(settling, true);
    Set before = live;
    for (bool grows = true; grows;) {
      before = trip(op, live, before);
      grows = before.size() != loops.back().next.size();
      loops.back().next = before;
    }
    settling = wasSettling;
    live = trip(op, live, before);
    loops.pop_back();
  }

  /// What is live at the start of a trip, where `next` is at the start of the next one.
  Set trip(Operation *op, const Set &after, const Set &next) {
    Set live = next;
    block(op->getRegions().back().front(), live);
    merge(live, after);
    if (auto loop = dyn_cast<WhileOp>(op))
      block(loop.getCondition().front(), live);
    merge(live, next);
    return live;
  }

  struct Loop {
    Set after, next;
  };
  SmallVector<Loop> loops;
  Operation *dead = nullptr;
  bool settling = false;
};

/// Follows a value back to what a launch gives: an element of an array or an argument.
class Origins {
public:
  bool comesFromInput(Value value) {
    if (!seen.insert(value).second)
      return false;
    Operation *op = value.getDefiningOp();
    if (!op) // a parameter by value, or a loop's variable
      return isa<KernelOp>(value.getParentBlock()->getParentOp());
    if (isa<LoadOp>(op))
      return true;
    if (isa<TidOp, ShapeOp>(op))
      return false;
    if (llvm::any_of(op->getOperands(), [&](Value operand) { return comesFromInput(operand); }))
      return true;
    if (auto get = dyn_cast<GetOp>(op))
      for (Operation *user : get.getVar().getUsers())
        if (auto set = dyn_cast<SetOp>(user); set && comesFromInput(set.getValue()))
          return true;
    for (Region &region : op->getRegions())
      if (auto yield = dyn_cast<YieldOp>(region.front().back()))
        if (llvm::any_of(yield.getValues(), [&](Value result) { return comesFromInput(result); }))
          return true;
    return false;
  }

private:
  llvm::SmallPtrSet<Value, 16> seen;
};

} // namespace

Operation *kgen::findDeadAssignment(KernelOp kernel) { return Liveness().run(kernel); }

Operation *kgen::findConstantOutput(KernelOp kernel) {
  Operation *found = nullptr;
  kernel.getBody().walk([&](Operation *op) {
    Value written = isa<StoreOp>(op)    ? cast<StoreOp>(op).getValue()
                    : isa<AtomicOp>(op) ? cast<AtomicOp>(op).getValue()
                                        : Value();
    if (!found && written && !Origins().comesFromInput(written))
      found = op;
  });
  return found;
}
