// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured control flow to blocks, in one recursive walk with a stack of the loops around: an early exit branches to
// where it leads. Code that no edge reaches is not emitted.

#include "Lanes.h"

using namespace mlir;

namespace kgen::conversion {

static const LoweringTable &loweringTable() {
  static const LoweringTable table;
  return table;
}

static Location withoutName(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getChildLoc();
  return loc;
}

/// The most that a GPU gives a thread, and a fraction of a CPU's stack.
static constexpr uint64_t maxStackBytes = 512 * 1024;

LogicalResult KernelLowering::lower(Region &body, Block *onReturn) {
  this->onReturn = onReturn;
  stackBytes = 0;
  if (!mode.lanes)
    unrolled = UnrolledLoops(body);
  if (failed(lowerBlock(body.front(), [](YieldOp) {})))
    return failure();
  if (stackBytes <= maxStackBytes)
    return success();
  return body.getParentOp()->emitError("expected large values of at most ")
         << maxStackBytes << " bytes together, as a thread's stack has them, but got " << stackBytes;
}

LogicalResult KernelLowering::lowerBlock(Block &block, YieldHandler onYield) {
  for (Operation &op : block) {
    loc = withoutName(op.getLoc());
    if (op.hasTrait<OpTrait::IsTerminator>())
      return success(lowerTerminator(op, onYield));
    auto ifOp = dyn_cast<IfOp>(op);
    if (ifOp && !isDivergent(op)) {
      bool reachesEnd = true;
      if (failed(lowerIf(ifOp, reachesEnd)))
        return failure();
      if (!reachesEnd)
        return success();
    } else if (failed(lowerOp(op))) {
      return failure();
    }
  }
  return success();
}

bool KernelLowering::isDivergent(Operation &op) { return mode.lanes && mode.lanes->analysis.isDivergent(&op); }

/// Applies the op's lowering to vectors where the op is one for all lanes.
LogicalResult KernelLowering::lowerInLanes(Operation &op) {
  if (isDivergent(op))
    return lowerDivergent(&op, *this);
  auto inLanes = wideScope(mode.lanes->analysis.isWide(&op));
  LoweringTable::Lowering lower = wide ? laneLowering(&op) : nullptr;
  if (!lower)
    lower = loweringTable().lookup(&op);
  return lower ? lower(&op, *this) : op.emitOpError("has no lowering to machine code");
}

LogicalResult KernelLowering::lowerOp(Operation &op) {
  if (checksIndices())
    checkIndices(op, *this);
  if (mode.lanes && (isDivergent(op) || !isa<ForOp, WhileOp>(op)))
    return lowerInLanes(op);
  if (auto forOp = dyn_cast<ForOp>(op))
    return lowerFor(forOp);
  if (auto whileOp = dyn_cast<WhileOp>(op))
    return lowerWhile(whileOp);
  if (LoweringTable::Lowering lower = loweringTable().lookup(&op))
    return lower(&op, *this);
  return op.emitOpError("has no lowering to machine code");
}

bool KernelLowering::lowerTerminator(Operation &op, YieldHandler onYield) {
  if (auto yield = dyn_cast<YieldOp>(op)) {
    onYield(yield);
    return true;
  }
  if (isa<ReturnOp>(op)) {
    if (mode.lanes) {
      makeLateUpdates(*this);
      storeRows(*this);
    }
    branch(onReturn);
    return true;
  }
  if (isa<UnreachableOp>(op)) {
    LLVM::UnreachableOp::create(builder, NameLoc::get(labels[builder.getBlock()], loc));
    return true;
  }
  if (!isa<BreakOp, ContinueOp>(op)) {
    op.emitOpError("has no lowering to machine code");
    return false;
  }
  Block *exit = isa<BreakOp>(op) ? loops.back().onBreak : loops.back().onContinue;
  if (exit->getNumArguments() != 0) {
    op.emitOpError("leaves a loop with carried values, which value form has no early exits from");
    return false;
  }
  branch(exit);
  return true;
}

LogicalResult KernelLowering::lowerIf(IfOp op, bool &reachesEnd) {
  Block *then = newBlock("if.then");
  Block *otherwise = op.elseBlock() ? newBlock("if.else") : nullptr;
  Block *end = newBlockFor("if.end", op.getResults());
  Buffers buffers = allocateLarge(op.getResultTypes());
  branchIf(getScalar(op.getCondition()), then, {}, otherwise ? otherwise : end, {});

  auto yieldToEnd = [&](YieldOp yield) { branch(end, passTo(buffers, yield.getValues())); };
  enter(then);
  if (failed(lowerBlock(*op.thenBlock(), yieldToEnd)))
    return failure();
  if (otherwise) {
    enter(otherwise);
    if (failed(lowerBlock(*op.elseBlock(), yieldToEnd)))
      return failure();
  }
  reachesEnd = !end->hasNoPredecessors();
  if (!reachesEnd) {
    end->erase();
    return success();
  }
  bindArguments(op.getResults(), resume(end), buffers);
  return success();
}

/// Lowers a loop's body, which goes on at `next` or leaves to `exit`.
LogicalResult KernelLowering::lowerLoopBody(Block &body, Block *next, Block *exit, ArrayRef<Value> buffers) {
  loops.push_back({exit, next});
  auto onYield = [&](YieldOp yield) {
    Components carried = passTo(buffers, yield.getValues());
    if (Value more = yield.getMore())
      branchIf(getScalar(more), next, carried, exit, carried);
    else
      branch(next, carried);
  };
  LogicalResult result = lowerBlock(body, onYield);
  loops.pop_back();
  return result;
}

Value KernelLowering::forCondition(ForOp op, Value induction, Value upper, Value step) {
  auto compare = [&](LLVM::ICmpPredicate predicate, Value a, Value b) -> Value {
    return LLVM::ICmpOp::create(builder, loc, predicate, a, b);
  };
  if (std::optional<int64_t> literal = getLiteral(op.getStep())) {
    if (*literal == 0)
      return constant(builder.getI1Type(), 0);
    return compare(*literal > 0 ? LLVM::ICmpPredicate::slt : LLVM::ICmpPredicate::sgt, induction, upper);
  }
  Value zero = constant(step.getType(), 0);
  Value ascends = compare(LLVM::ICmpPredicate::sgt, step, zero);
  Value descends = compare(LLVM::ICmpPredicate::slt, step, zero);
  Value below = compare(LLVM::ICmpPredicate::slt, induction, upper);
  Value above = compare(LLVM::ICmpPredicate::sgt, induction, upper);
  Value up = LLVM::AndOp::create(builder, loc, ascends, below);
  Value down = LLVM::AndOp::create(builder, loc, descends, above);
  return LLVM::OrOp::create(builder, loc, up, down);
}

/// One trip after the other; nothing leaves the loop.
LogicalResult KernelLowering::lowerTrips(ForOp op, ArrayRef<int64_t> trips) {
  auto getAll = [&](OperandRange operands) {
    return llvm::map_to_vector(operands, [&](Value operand) { return get(operand); });
  };
  auto bind = [&](ValueRange receivers, ArrayRef<Components> carried) {
    for (auto [receiver, components] : llvm::zip_equal(receivers, carried))
      set(receiver, components);
  };
  SmallVector<Components> carried = getAll(op.getInits());
  for (int64_t trip : trips) {
    counters[op.getInductionVar()] = trip;
    set(op.getInductionVar(), constant(builder.getI32Type(), trip));
    bind(op.getCarries(), carried);
    if (failed(lowerBlock(op.getBody().front(), [&](YieldOp yield) { carried = getAll(yield.getValues()); })))
      return failure();
  }
  counters.erase(op.getInductionVar());
  bind(op.getResults(), carried);
  return success();
}

LogicalResult KernelLowering::lowerFor(ForOp op) {
  if (unrolled.contains(op))
    return lowerTrips(op, *tripsOf(op, counters));
  Value lower = getIndex(op.getLower()), upper = getIndex(op.getUpper()), step = getIndex(op.getStep());
  Block *head = newBlockFor("for", op.getBody().getArguments());
  Block *body = newBlock("for.body");
  Block *next = newBlockFor("for.next", op.getResults());
  Block *exit = newBlockFor("for.end", op.getResults());
  Buffers buffers = allocateLarge(op.getResultTypes());
  Components inits = passTo(buffers, op.getInits());
  inits.insert(inits.begin(), lower);
  branch(head, inits);

  enter(head);
  Value induction = head->getArgument(0);
  set(op.getInductionVar(), induction);
  bindArguments(op.getCarries(), head->getArguments().drop_front(), buffers);
  Value condition = forCondition(op, induction, upper, step);
  branchIf(condition, body, {}, exit, head->getArguments().drop_front());

  enter(body);
  if (failed(lowerLoopBody(op.getBody().front(), next, exit, buffers)))
    return failure();
  loc = withoutName(op.getLoc());
  if (next->hasNoPredecessors()) {
    next->erase();
  } else {
    Components carried = resume(next);
    Value advanced = LLVM::AddOp::create(builder, loc, induction, step);
    carried.insert(carried.begin(), advanced);
    branch(head, carried);
  }
  enter(exit);
  bindArguments(op.getResults(), exit->getArguments(), buffers);
  return success();
}

LogicalResult KernelLowering::lowerWhile(WhileOp op) {
  Block *head = newBlockFor("while", op.getResults());
  Block *body = newBlock("while.body");
  Block *exit = newBlockFor("while.end", op.getResults());
  Buffers buffers = allocateLarge(op.getResultTypes());
  branch(head, passTo(buffers, op.getInits()));

  enter(head);
  bindArguments(op.getCondition().getArguments(), head->getArguments(), buffers);
  bindArguments(op.getBody().getArguments(), head->getArguments(), buffers);
  auto onCondition = [&](YieldOp yield) {
    branchIf(getScalar(yield.getValues().front()), body, {}, exit, head->getArguments());
  };
  if (failed(lowerBlock(op.getCondition().front(), onCondition)))
    return failure();
  enter(body);
  if (failed(lowerLoopBody(op.getBody().front(), head, exit, buffers)))
    return failure();
  enter(exit);
  bindArguments(op.getResults(), exit->getArguments(), buffers);
  return success();
}

} // namespace kgen::conversion
