// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-lower-early-exits: what an exit skips moves into the other branch of the `if` around it, or under a flag where
// the exit lies deeper. Makes variables (the flags) and no values, so it comes before variables are promoted.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

//===----------------------------------------------------------------------===//
// Questions about exits
//===----------------------------------------------------------------------===//

/// The loop that an exit leaves, or goes on with; null for a return.
static Operation *exitedLoop(Operation *exit) {
  if (!isa<BreakOp, ContinueOp>(exit))
    return nullptr;
  Operation *parent = exit->getParentOp();
  while (!isa<LoopOpInterface>(parent))
    parent = parent->getParentOp();
  return parent;
}

/// Whether an exit nested in `op`, or `op` itself, leaves the block that `op` is in.
static bool mayLeave(Operation *op) {
  return op
      ->walk([&](Operation *nested) {
        bool leaves = isEarlyExit(nested) && (!exitedLoop(nested) || !op->isAncestor(exitedLoop(nested)));
        return leaves ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether a `continue` nested in `op` skips what follows `op`.
static bool mayContinue(Operation *op) {
  return op
      ->walk([&](ContinueOp nested) {
        return op->isAncestor(exitedLoop(nested)) ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static bool hasEarlyExit(Operation *op) {
  return op
      ->walk([](Operation *nested) { return isEarlyExit(nested) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Whether each way through a block ends in an exit.
static bool alwaysLeaves(Block *block) {
  if (!block)
    return false;
  return llvm::any_of(*block, [](Operation &op) {
    auto branch = dyn_cast<IfOp>(op);
    return isEarlyExit(&op) || (branch && alwaysLeaves(branch.thenBlock()) && alwaysLeaves(branch.elseBlock()));
  });
}

/// Whether something is left to run after `op`; the end of the kernel and a plain yield are nothing.
static bool hasRest(Operation *op) {
  Operation *next = op->getNextNode();
  return !isa<YieldOp>(next) && !(isa<ReturnOp>(next) && !isEarlyExit(next));
}

/// Whether an exit ends the trips of `loop` before its bounds or condition do.
static bool isStopped(Operation *loop) {
  return loop
      ->walk([&](Operation *op) {
        bool stops = isa<ReturnOp>(op) || (isa<BreakOp>(op) && exitedLoop(op) == loop);
        return stops ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Refuses the ops that the lowering does not take. Errors are at the op that would have to be written differently.
static LogicalResult checkOp(Operation *op) {
  auto loop = dyn_cast<LoopOpInterface>(op);
  if (failed(checkStructure(op)))
    return failure();
  if (loop && op->getNumResults() && hasEarlyExit(op))
    return op->emitError("expected a loop with early exits to use variables but got carried values");
  Region *condition = loop ? loop.getConditionRegion() : nullptr;
  if (condition)
    for (Operation &nested : condition->front())
      if (hasEarlyExit(&nested))
        return nested.emitError("expected a condition region without early exits");
  return success();
}

//===----------------------------------------------------------------------===//
// The lowering
//===----------------------------------------------------------------------===//

namespace {

/// A loop around the place that is lowered, or the kernel.
struct Frame {
  Operation *op;
  /// The flag that a break or return clears: the exit condition of a loop, which guards read. Null if there is none to
  /// clear: no guard of the kernel reads one here.
  Value running;
  /// The flag that a `continue` clears, too; null where no guard looks at one here.
  Value active;
};

class ExitLowering {
public:
  explicit ExitLowering(FunctionOpInterface function) : function(function), builder(function.getContext()) {}

  void run() {
    frames.push_back({function, Value(), Value()});
    Block &body = function.getFunctionBody().front();
    if (Operation *end = body.getTerminator(); isa<UnreachableOp>(end)) {
      builder.setInsertionPoint(end);
      ReturnOp::create(builder, end->getLoc());
      end->erase();
    }
    lowerBlock(body);
  }

private:
  void lowerBlock(Block &block);
  void lowerEnd(Block &block);
  void lowerLoop(LoopOpInterface loop);
  void lowerIf(IfOp branch);
  void lowerExit(Operation *exit);
  IfOp demoteResults(IfOp branch);
  void moveRest(Operation *op, Block &target);
  void eraseRest(Operation *op);
  Value prepareGuard(Operation *op);
  void guardRest(Operation *op, Value flag);
  void tidyBranch(IfOp branch);
  Value makeFlag(StringRef name, Location loc);
  void clear(Value flag, Location loc);
  Block &elseBlock(IfOp branch);

  FunctionOpInterface function;
  OpBuilder builder;
  SmallVector<Frame> frames;
};

} // namespace

/// A flag that is set from here on.
Value ExitLowering::makeFlag(StringRef name, Location loc) {
  Value yes = ConstantOp::create(builder, loc, builder.getBoolAttr(true), StringAttr());
  return VarOp::create(builder, nameLoc(name, loc), yes);
}

void ExitLowering::clear(Value flag, Location loc) {
  if (!flag)
    return;
  Value no = ConstantOp::create(builder, loc, builder.getBoolAttr(false), StringAttr());
  SetOp::create(builder, loc, flag, no);
}

/// The first op that may leave the block takes what follows it along.
void ExitLowering::lowerBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!op.getNumRegions() || !hasEarlyExit(&op))
      continue;
    bool leaves = mayLeave(&op);
    if (auto loop = dyn_cast<LoopOpInterface>(op))
      lowerLoop(loop);
    else
      lowerIf(cast<IfOp>(op));
    if (leaves)
      break;
  }
  lowerEnd(block);
}

void ExitLowering::lowerEnd(Block &block) {
  Operation *end = block.getTerminator();
  if (!isEarlyExit(end))
    return;
  builder.setInsertionPoint(end);
  lowerExit(end);
  YieldOp::create(builder, end->getLoc());
  end->erase();
}

/// Clears the flags that say that what follows is still to be run. `unreachable` skips nothing.
void ExitLowering::lowerExit(Operation *exit) {
  Location loc = exit->getLoc();
  if (isa<ReturnOp>(exit)) {
    for (Frame &frame : frames) {
      clear(frame.running, loc);
      clear(frame.active, loc);
    }
  } else if (isa<BreakOp>(exit)) {
    clear(frames.back().running, loc);
    clear(frames.back().active, loc);
  } else if (isa<ContinueOp>(exit)) {
    clear(frames.back().active, loc);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// `yield while %more` as `if not more: break`, so that the flag below is the only exit condition.
static void breakUnless(OpBuilder &builder, YieldOp end) {
  Value more = end.getMore();
  if (!more)
    return;
  builder.setInsertionPoint(end);
  Value stop = NotOp::create(builder, end.getLoc(), more);
  auto branch = IfOp::create(builder, end.getLoc(), TypeRange(), stop);
  builder.setInsertionPointToEnd(branch.thenBlock());
  BreakOp::create(builder, end.getLoc());
  end.getMoreMutable().clear();
}

void ExitLowering::lowerLoop(LoopOpInterface loop) {
  Frame outer = frames.back();
  Value guard = mayLeave(loop) && hasRest(loop) ? prepareGuard(loop) : Value();

  Block &body = loop.getBodyBlock();
  if (auto end = dyn_cast<YieldOp>(body.getTerminator()))
    breakUnless(builder, end);
  Value more;
  if (isStopped(loop)) {
    builder.setInsertionPointToStart(&body);
    more = makeFlag("more", loop->getLoc());
  }
  frames.push_back({loop, more, Value()});
  lowerBlock(body);
  frames.pop_back();
  if (more) {
    auto end = cast<YieldOp>(body.getTerminator());
    builder.setInsertionPoint(end);
    Value goOn = GetOp::create(builder, loop->getLoc(), more);
    end.getMoreMutable().assign(goOn);
  }

  frames.back() = outer;
  if (guard)
    guardRest(loop, guard);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Results of an `if` that can be left become variables: the ops behind it may move into one of its regions.
IfOp ExitLowering::demoteResults(IfOp branch) {
  if (!branch.getNumResults())
    return branch;
  SmallVector<Value> vars;
  builder.setInsertionPoint(branch);
  for (Value result : branch.getResults()) {
    auto type = VarType::get(builder.getContext(), result.getType());
    vars.push_back(VarOp::create(builder, nameLoc(getName(result), branch.getLoc()), type, Value()));
  }
  auto plain = IfOp::create(builder, unnamedLoc(branch.getLoc()), TypeRange(), branch.getCondition());
  for (auto [from, to] : llvm::zip(branch->getRegions(), plain->getRegions())) {
    to.takeBody(from);
    auto end = dyn_cast<YieldOp>(to.front().getTerminator());
    if (!end)
      continue;
    builder.setInsertionPoint(end);
    for (auto [var, value] : llvm::zip(vars, end.getValues()))
      SetOp::create(builder, end.getLoc(), var, value);
    end.getValuesMutable().clear();
  }
  builder.setInsertionPointAfter(plain);
  for (auto [result, var] : llvm::zip(branch.getResults(), vars)) {
    Value value = GetOp::create(builder, branch.getLoc(), var);
    result.replaceAllUsesWith(value);
  }
  branch.erase();
  return plain;
}

Block &ExitLowering::elseBlock(IfOp branch) {
  if (!branch.elseBlock()) {
    builder.createBlock(&branch.getElseRegion());
    YieldOp::create(builder, branch.getLoc());
  }
  return *branch.elseBlock();
}

/// Moves what follows `op` to the end of `target`, the exit at its end included.
void ExitLowering::moveRest(Operation *op, Block &target) {
  Block *block = op->getBlock();
  Operation *end = block->getTerminator(), *targetEnd = target.getTerminator();
  while (op->getNextNode() != end)
    op->getNextNode()->moveBefore(targetEnd);
  if (!isEarlyExit(end))
    return;
  end->moveBefore(targetEnd);
  targetEnd->erase();
  builder.setInsertionPointToEnd(block);
  YieldOp::create(builder, end->getLoc());
}

/// Erases what follows `op` and is never reached.
void ExitLowering::eraseRest(Operation *op) {
  Operation *end = op->getBlock()->getTerminator();
  while (end->getPrevNode() != op)
    end->getPrevNode()->erase();
  if (!isEarlyExit(end))
    return;
  builder.setInsertionPoint(end);
  YieldOp::create(builder, end->getLoc());
  end->erase();
}

/// The flag that tells whether what follows `op` is run; exits in `op` clear it from now on.
Value ExitLowering::prepareGuard(Operation *op) {
  Frame &frame = frames.back();
  builder.setInsertionPoint(op);
  if (mayContinue(op)) {
    if (!frame.active)
      frame.active = makeFlag("active", op->getLoc());
    return frame.active;
  }
  if (!frame.running)
    frame.running = makeFlag("running", op->getLoc());
  return frame.running;
}

void ExitLowering::guardRest(Operation *op, Value flag) {
  builder.setInsertionPointAfter(op);
  Value goOn = GetOp::create(builder, op->getLoc(), flag);
  auto rest = IfOp::create(builder, unnamedLoc(op->getLoc()), TypeRange(), goOn);
  builder.setInsertionPointToEnd(rest.thenBlock());
  YieldOp::create(builder, op->getLoc());
  moveRest(rest, *rest.thenBlock());
  lowerBlock(*rest.thenBlock());
}

void ExitLowering::lowerIf(IfOp branch) {
  branch = demoteResults(branch);
  Frame outer = frames.back();
  Value guard;
  bool thenLeaves = alwaysLeaves(branch.thenBlock()), elseLeaves = alwaysLeaves(branch.elseBlock());
  if (thenLeaves && elseLeaves)
    eraseRest(branch);
  else if (thenLeaves)
    moveRest(branch, elseBlock(branch));
  else if (elseLeaves)
    moveRest(branch, *branch.thenBlock());
  else if (mayLeave(branch) && hasRest(branch))
    guard = prepareGuard(branch);

  lowerBlock(*branch.thenBlock());
  if (Block *other = branch.elseBlock())
    lowerBlock(*other);
  frames.back() = outer;
  if (guard)
    guardRest(branch, guard);
  tidyBranch(branch);
}

/// Drops regions in which nothing is left to do.
void ExitLowering::tidyBranch(IfOp branch) {
  auto isEmpty = [](Block *block) { return !block || block->front().hasTrait<OpTrait::IsTerminator>(); };
  if (isEmpty(branch.elseBlock())) {
    if (isEmpty(branch.thenBlock()))
      return branch.erase();
    return branch.getElseRegion().getBlocks().clear();
  }
  if (!isEmpty(branch.thenBlock()))
    return;
  builder.setInsertionPoint(branch);
  Value inverse = NotOp::create(builder, branch.getLoc(), branch.getCondition());
  branch.getConditionMutable().assign(inverse);
  branch.getThenRegion().takeBody(branch.getElseRegion());
}

//===----------------------------------------------------------------------===//
// Results of functions
//===----------------------------------------------------------------------===//

/// Lets what a function returns, from any place, be in variables; returns those. The returns hand out nothing then.
static SmallVector<Value> demoteReturns(FunctionOpInterface function) {
  SmallVector<Value> vars;
  SmallVector<ReturnOp> returns;
  function.getFunctionBody().walk([&](ReturnOp op) { returns.push_back(op); });
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  for (Type type : function.getResultTypes())
    vars.push_back(VarOp::create(builder, nameLoc("result", unnamedLoc(function.getLoc())),
                                 VarType::get(function.getContext(), type), Value()));
  for (ReturnOp op : returns) {
    builder.setInsertionPoint(op);
    for (auto [var, value] : llvm::zip_equal(vars, op.getValues()))
      SetOp::create(builder, op.getLoc(), var, value);
    op.getValuesMutable().clear();
  }
  return vars;
}

/// Hands out what the variables are in the end.
static void returnVariables(FunctionOpInterface function, ArrayRef<Value> vars) {
  auto end = cast<ReturnOp>(function.getFunctionBody().front().getTerminator());
  OpBuilder builder(end);
  for (Value var : vars) {
    Value value = GetOp::create(builder, unnamedLoc(end.getLoc()), var);
    end.getValuesMutable().append(value);
  }
}

LogicalResult kgen::lowerEarlyExits(FunctionOpInterface function) {
  WalkResult checked = function.getFunctionBody().walk(
      [](Operation *op) { return failed(checkOp(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
  if (checked.wasInterrupted())
    return failure();
  if (!hasEarlyExit(function))
    return success();
  SmallVector<Value> results = demoteReturns(function);
  ExitLowering(function).run();
  returnVariables(function, results);
  makeNamesUnique(function);
  return success();
}
