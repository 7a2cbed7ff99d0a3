// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness of variables, and where values come from.

#include "DataFlow.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Effects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

namespace {

/// Walks blocks backwards with the set of variables that may still be read.
class Liveness {
public:
  using Set = llvm::SmallPtrSet<Value, 8>; // asked for members, never walked in order for output

  Operation *run(FunctionOpInterface function) {
    Set live;
    block(function.getFunctionBody().front(), live);
    return dead;
  }

private:
  static void merge(Set &into, const Set &from) { into.insert(from.begin(), from.end()); }

  void block(Block &block, Set &live) {
    for (Operation &op : llvm::reverse(block))
      visit(&op, live);
  }

  /// Whether a variable is one of those that a call changes in place: an author who sorts keys may not need their
  /// places.
  static bool changesSeveral(SetOp set) {
    auto call = set.getValue().getDefiningOp<CallOp>();
    return call && call->hasAttr(inPlaceAttrName) && call.getNumResults() > 1;
  }

  void kill(Operation *op, Value variable, Set &live, bool whole, bool mayDie = false) {
    if (!live.contains(variable) && !mayDie && !dead && !settling)
      dead = op;
    if (whole)
      live.erase(variable);
  }

  void visit(Operation *op, Set &live) {
    if (auto get = dyn_cast<GetOp>(op))
      live.insert(get.getVar());
    else if (auto draw = dyn_cast<DrawOp>(op)) // reads the state, and leaves another that nobody has to read
      live.insert(draw.getState());
    else if (auto set = dyn_cast<SetOp>(op))
      kill(op, set.getVar(), live, set.getMixedIndices().empty(), changesSeveral(set));
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

  /// The set that is live before a trip is found by going round until it no longer grows; only then are deaths
  /// believed.
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

  /// The set that is live at the start of a trip, if `next` is at the start of the next one.
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
    if (isa<LoadOp, TileLoadOp>(op))
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

/// Whether an op leaves more than its results: in arrays, on the screen, or by a call of a function that does.
/// Functions in `asked` have been looked at.
static bool leavesMore(Operation *op, llvm::SmallPtrSetImpl<Operation *> &asked) {
  auto call = dyn_cast<CallOp>(op);
  if (!call)
    return isa<StoreOp, AtomicOp, AtomicCasOp, TileStoreOp, TileAddOp, PrintOp, PrintfOp, AssertOp, ExpectOp>(op);
  FuncOp function = call.getFunction();
  if (!function || !asked.insert(function).second)
    return !function;
  return function
      .walk(
          [&](Operation *inner) { return leavesMore(inner, asked) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Marks what an output depends on, and what decides which way the kernel goes; the rest is useless.
class Usefulness {
public:
  explicit Usefulness(FunctionOpInterface function) {
    function.getFunctionBody().walk([&](Operation *op) {
      llvm::SmallPtrSet<Operation *, 4> asked;
      if (isa<ReturnOp, UnreachableOp, TidOp>(op) || leavesMore(op, asked))
        mark(op);
    });
    while (!worklist.empty())
      follow(worklist.pop_back_val());
  }

  bool contains(Operation *op) const { return useful.contains(op); }

private:
  void mark(Operation *op) {
    if (op && !isa<FunctionOpInterface>(op) && useful.insert(op).second)
      worklist.push_back(op);
  }

  void mark(Value value) {
    if (Operation *op = value.getDefiningOp())
      mark(op);
    else
      mark(value.getParentBlock()->getParentOp());
  }

  void follow(Operation *op) {
    mark(op->getParentOp());
    for (Value operand : op->getOperands())
      mark(operand);
    if (auto get = dyn_cast<GetOp>(op))
      for (Operation *user : get.getVar().getUsers())
        if (isa<SetOp>(user))
          mark(user);
    if (isa<ForOp, WhileOp>(op))
      op->walk([&](Operation *inner) {
        if (isa<BreakOp, ContinueOp>(inner))
          mark(inner);
      });
    for (Region &region : op->getRegions())
      if (!region.empty())
        if (auto yield = dyn_cast<YieldOp>(region.front().back()))
          mark(yield);
  }

  llvm::SmallPtrSet<Operation *, 32> useful; // asked for members only
  SmallVector<Operation *> worklist;
};

} // namespace

void kgen::synthesis::eraseUseless(FunctionOpInterface function) {
  Usefulness useful(function);
  SmallVector<Operation *> useless;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (useful.contains(op))
      return WalkResult::advance();
    useless.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *op : llvm::reverse(useless)) {
    op->dropAllUses();
    op->erase();
  }
  function.getFunctionBody().walk([](IfOp branch) {
    if (Block *block = branch.elseBlock();
        block && block->getOperations().size() == 1 && isa<YieldOp>(block->back()) && branch.getNumResults() == 0)
      branch.getElseRegion().getBlocks().clear();
  });
}

Operation *kgen::synthesis::findDeadAssignment(FunctionOpInterface function) { return Liveness().run(function); }

/// Whether an input decides if an operation is reached.
static bool isDecidedByInput(Operation *op) {
  for (auto branch = op->getParentOfType<IfOp>(); branch; branch = branch->getParentOfType<IfOp>())
    if (Origins().comesFromInput(branch.getCondition()))
      return true;
  return false;
}

Operation *kgen::synthesis::findConstantOutput(KernelOp kernel) {
  llvm::MapVector<std::pair<Value, int64_t>, Operation *> constant; // the first write, or null where one has an input
  kernel.getBody().walk([&](Operation *op) {
    auto visit = [&](Value array, Value written) {
      Operation *&first = constant.try_emplace(arrayOrigin(array), op).first->second;
      bool isLabel = isa<IntegerType>(getElementTypeOrSelf(written.getType()));
      if (first && (Origins().comesFromInput(written) || (isLabel && isDecidedByInput(op))))
        first = nullptr;
    };
    if (auto store = dyn_cast<StoreOp>(op))
      visit(store.getArray(), store.getValue());
    else if (auto atomic = dyn_cast<AtomicOp>(op))
      visit(atomic.getArray(), atomic.getValue());
  });
  for (auto [array, write] : constant)
    if (write)
      return write;
  return nullptr;
}

bool kgen::synthesis::isReadToo(Operation *atomic) {
  Value array = cast<AccessOpInterface>(atomic).getArray();
  return !atomic->use_empty() || llvm::any_of(array.getUsers(), llvm::IsaPred<LoadOp, TileLoadOp, ViewOp, CallOp>);
}
