// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divergent control flow as masks. A region is run where any lane takes it, with the mask of those that do; what lanes
// hand on is chosen lane by lane. A loop runs while any lane does.

#include "Lanes.h"

using namespace mlir;

namespace kgen::conversion {

class LaneControlFlow {
public:
  explicit LaneControlFlow(KernelLowering &k) : k(k), lanes(*k.getLanes()), b(k.builder) {}

  LogicalResult lowerIf(IfOp op);
  LogicalResult lowerLoop(LoopOpInterface op);

private:
  /// A condition in each lane that runs.
  Value restrict(Value condition) {
    return lanes.mask ? LLVM::AndOp::create(b, k.loc, lanes.mask, condition).getResult() : condition;
  }
  Value invert(Value mask) {
    Value ones = k.constant(mask.getType(), 1);
    return LLVM::XOrOp::create(b, k.loc, mask, ones);
  }
  Value any(Value mask) { return LLVM::vector_reduce_or::create(b, k.loc, b.getI1Type(), mask); }
  Value wide(Value value) { return k.splat(k.getScalar(value)); }
  Components wideComponents(ValueRange values) {
    Components components;
    for (Value value : values)
      for (Value component : k.get(value))
        components.push_back(k.splat(component));
    return components;
  }
  Components select(Value mask, ValueRange chosen, ValueRange otherwise) {
    Components selected;
    for (auto [a, c] : llvm::zip_equal(chosen, otherwise))
      selected.push_back(a == c ? a : LLVM::SelectOp::create(b, k.loc, mask, a, c).getResult());
    return selected;
  }
  void bind(ValueRange values, ValueRange components) {
    for (Value value : values) {
      unsigned count = numComponents(value.getType());
      k.set(value, components.take_front(count));
      components = components.drop_front(count);
    }
  }
  Block *blockOf(StringRef label, ValueRange like) {
    Block *block = k.newBlock(label);
    for (Value value : like)
      block->addArgument(value.getType(), k.loc);
    return block;
  }
  FailureOr<Components> lowerArm(Block *arm, Value mask, TypeRange results, StringRef label);

  KernelLowering &k;
  Lanes &lanes;
  OpBuilder &b;
};

/// Runs a region in the lanes of a mask; what it yields, or anything where no lane runs it.
FailureOr<Components> LaneControlFlow::lowerArm(Block *arm, Value mask, TypeRange results, StringRef label) {
  Components nothing;
  {
    auto wide = k.wideScope(true);
    for (Type type : results)
      llvm::append_range(nothing, k.zeros(type));
  }
  if (!arm)
    return nothing;
  Block *run = k.newBlock(label), *end = blockOf((label + ".end").str(), nothing);
  k.branchIf(any(mask), run, {}, end, nothing);
  k.enter(run);
  Value outer = std::exchange(lanes.mask, mask);
  auto onYield = [&](YieldOp yield) { k.branch(end, wideComponents(yield.getValues())); };
  LogicalResult lowered = k.lowerBlock(*arm, onYield);
  lanes.mask = outer;
  if (failed(lowered))
    return failure();
  k.enter(end);
  return Components(end->args_begin(), end->args_end());
}

LogicalResult LaneControlFlow::lowerIf(IfOp op) {
  Value condition = wide(op.getCondition());
  Value thenMask = restrict(condition), elseMask = restrict(invert(condition));
  FailureOr<Components> then = lowerArm(op.thenBlock(), thenMask, op.getResultTypes(), "if.then");
  if (failed(then))
    return failure();
  FailureOr<Components> otherwise = lowerArm(op.elseBlock(), elseMask, op.getResultTypes(), "if.else");
  if (failed(otherwise))
    return failure();
  bind(op.getResults(), select(condition, *then, *otherwise));
  return success();
}

LogicalResult LaneControlFlow::lowerLoop(LoopOpInterface op) {
  auto forOp = dyn_cast<ForOp>(op.getOperation());
  Value outer = lanes.mask;
  Components carried = wideComponents(op.getInits());
  Value active = outer ? outer : k.splat(k.constant(b.getI1Type(), 1));
  Value upper, step;
  bool countsWide = forOp && lanes.analysis.isVarying(forOp.getInductionVar());
  carried.push_back(active);
  if (forOp) {
    Value lower = k.getIndex(forOp.getLower());
    upper = k.splat(k.getIndex(forOp.getUpper()));
    step = k.getIndex(forOp.getStep());
    carried.push_back(countsWide ? k.splat(lower) : lower);
  }
  Block *head = blockOf("lanes.loop", carried);
  k.branch(head, carried);

  k.enter(head);
  ValueRange arguments = head->getArguments();
  ValueRange now = arguments.take_front(carried.size() - (forOp ? 2 : 1));
  lanes.mask = arguments[now.size()];
  bind(op.getCarries(), now);
  Block *body = k.newBlock("lanes.loop.body"), *exit = k.newBlock("lanes.loop.end");
  Value runs;
  auto enterBody = [&](Value condition) {
    runs = LLVM::AndOp::create(b, k.loc, lanes.mask, k.splat(condition));
    k.branchIf(any(runs), body, {}, exit, {});
  };
  Value counter = forOp ? arguments.back() : Value();
  if (forOp) {
    k.set(forOp.getInductionVar(), counter);
    enterBody(k.forCondition(forOp, k.splat(counter), upper, k.splat(step)));
  } else {
    bind(op.getCarries(op.getConditionRegion()->front()), now);
    auto onCondition = [&](YieldOp yield) { enterBody(k.getScalar(yield.getValues().front())); };
    if (failed(k.lowerBlock(op.getConditionRegion()->front(), onCondition)))
      return failure();
  }

  k.enter(body);
  lanes.mask = runs;
  auto onYield = [&](YieldOp yield) {
    Components next = select(runs, wideComponents(yield.getValues()), now);
    Value more = yield.getMore();
    next.push_back(more ? LLVM::AndOp::create(b, k.loc, runs, wide(more)).getResult() : runs);
    if (forOp) {
      Value by = countsWide ? k.splat(step) : step;
      next.push_back(LLVM::AddOp::create(b, k.loc, counter, by));
    }
    k.branch(head, next);
  };
  if (failed(k.lowerBlock(op.getBodyBlock(), onYield)))
    return failure();
  lanes.mask = outer;
  k.enter(exit);
  bind(op->getResults(), now);
  return success();
}

LogicalResult lowerDivergent(Operation *op, KernelLowering &k) {
  LaneControlFlow flow(k);
  if (auto ifOp = dyn_cast<IfOp>(op))
    return flow.lowerIf(ifOp);
  return flow.lowerLoop(cast<LoopOpInterface>(op));
}

} // namespace kgen::conversion
