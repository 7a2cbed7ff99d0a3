// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured control flow and the ops that end blocks; include/kgen/IR/ControlFlowOps.td.

#include "Compiler.h"

namespace kgen::interpreter {

using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace {

class IfStep : public Step {
public:
  using Step::Step;
  Exit run(Machine &machine) const override {
    bool holds = machine.flag(condition);
    machine.cover(holds ? firstArm : firstArm + 1);
    return holds ? thenSteps.run(machine) : elseSteps.run(machine);
  }

  unsigned firstArm;
  Slot condition;
  Sequence thenSteps, elseSteps;
};

/// What the two loops have in common.
class LoopStep : public Step {
public:
  using Step::Step;

  /// Initial values of the carries; the carries' slots are the results' too.
  Moves inits;
  /// Says after a trip whether to go on; without it, always.
  std::optional<Slot> more;
  Sequence body;
  unsigned firstArm;

protected:
  /// Runs the body once: Next to go on, Break at the regular or an early end, or what leaves the loop.
  Exit runTrip(Machine &machine) const {
    machine.cover(firstArm);
    Exit exit = body.run(machine);
    if (exit == Exit::Next)
      return more && !machine.flag(*more) ? Exit::Break : Exit::Next;
    return exit == Exit::Continue ? Exit::Next : exit;
  }

  /// Goes on with what follows the loop.
  Exit leave(Machine &machine) const {
    machine.cover(firstArm + 1);
    return Exit::Next;
  }
};

class ForStep : public LoopStep {
public:
  using LoopStep::LoopStep;
  Exit run(Machine &machine) const override {
    int64_t i = lower.get(machine), end = upper.get(machine), by = step.get(machine);
    inits.run(machine);
    if (by == 0)
      return leave(machine);
    for (uint64_t trips = 0; by > 0 ? i < end : i > end; ++trips) {
      if (machine.countTrip(op, trips) != Exit::Next)
        return Exit::Fault;
      *machine.at<int32_t>(inductionVar) = static_cast<int32_t>(i);
      Exit exit = runTrip(machine);
      if (exit != Exit::Next)
        return exit == Exit::Break ? leave(machine) : exit;
      i += by;
      if (i != static_cast<int32_t>(i))
        return machine.fault(op,
                             "expected the loop variable to stay within int32 but its next value is " + llvm::Twine(i));
    }
    return leave(machine);
  }

  IndexOperand lower, upper, step;
  Slot inductionVar;
};

class WhileStep : public LoopStep {
public:
  using LoopStep::LoopStep;
  Exit run(Machine &machine) const override {
    inits.run(machine);
    for (uint64_t trips = 0;; ++trips) {
      if (Exit exit = condition.run(machine); exit != Exit::Next)
        return exit;
      if (!machine.flag(holds))
        return leave(machine);
      if (machine.countTrip(op, trips) != Exit::Next)
        return Exit::Fault;
      if (Exit exit = runTrip(machine); exit != Exit::Next)
        return exit == Exit::Break ? leave(machine) : exit;
    }
  }

  Sequence condition;
  Slot holds;
};

class ExitStep : public Step {
public:
  ExitStep(mlir::Operation *op, Exit exit) : Step(op), exit(exit) {}
  Exit run(Machine &) const override { return exit; }

private:
  Exit exit;
};

class UnreachableStep : public Step {
public:
  using Step::Step;
  Exit run(Machine &machine) const override {
    return machine.fault(op, "expected this place never to be reached but it was");
  }
};

} // namespace

LogicalResult Compiler::compile(IfOp op) {
  auto step = std::make_unique<IfStep>(op);
  step->condition = slotOf(op.getCondition());
  step->firstArm = allocateArms(op);
  YieldTarget &target = yieldTargets.emplace_back();
  for (mlir::Value result : op.getResults())
    target.values.push_back(slotOf(result));
  if (failed(compileBlock(*op.thenBlock(), step->thenSteps)))
    return failure();
  if (mlir::Block *elseBlock = op.elseBlock())
    if (failed(compileBlock(*elseBlock, step->elseSteps)))
      return failure();
  yieldTargets.pop_back();
  current->append(std::move(step));
  return success();
}

LogicalResult Compiler::compile(ForOp op) {
  auto step = std::make_unique<ForStep>(op);
  step->firstArm = allocateArms(op);
  IndexList bounds = indexOperands({op.getLower(), op.getUpper(), op.getStep()});
  step->lower = bounds[0];
  step->upper = bounds[1];
  step->step = bounds[2];
  step->inductionVar = slotOf(op.getInductionVar());
  YieldTarget target;
  for (mlir::Value result : op.getResults())
    target.values.push_back(slotOf(result));
  step->inits = movesTo(op.getInits(), target.values);
  for (auto [carry, slot] : llvm::zip_equal(op.getCarries(), target.values))
    alias(carry, slot);
  if (auto yield = mlir::dyn_cast<YieldOp>(op.getBody().front().back()); yield && yield.getMore())
    step->more = target.more = allocateFlag();
  yieldTargets.push_back(target);
  if (failed(compileBlock(op.getBody().front(), step->body)))
    return failure();
  yieldTargets.pop_back();
  current->append(std::move(step));
  return success();
}

LogicalResult Compiler::compile(WhileOp op) {
  auto step = std::make_unique<WhileStep>(op);
  step->firstArm = allocateArms(op);
  YieldTarget target;
  for (mlir::Value result : op.getResults())
    target.values.push_back(slotOf(result));
  step->inits = movesTo(op.getInits(), target.values);
  mlir::Block &condition = op.getCondition().front(), &body = op.getBody().front();
  for (mlir::Block *block : {&condition, &body})
    for (auto [carry, slot] : llvm::zip_equal(block->getArguments(), target.values))
      alias(carry, slot);
  step->holds = allocateFlag();
  YieldTarget test{{step->holds}, std::nullopt};
  test.values.append(target.values);
  yieldTargets.push_back(test);
  if (failed(compileBlock(condition, step->condition)))
    return failure();
  yieldTargets.pop_back();
  if (auto yield = mlir::dyn_cast<YieldOp>(body.back()); yield && yield.getMore())
    step->more = target.more = allocateFlag();
  yieldTargets.push_back(target);
  if (failed(compileBlock(body, step->body)))
    return failure();
  yieldTargets.pop_back();
  current->append(std::move(step));
  return success();
}

LogicalResult Compiler::compile(YieldOp op) {
  const YieldTarget &target = yieldTargets.back();
  llvm::SmallVector<mlir::Value> values(op.getValues());
  llvm::SmallVector<Slot, 4> targets(target.values);
  if (target.more) {
    values.push_back(op.getMore());
    targets.push_back(*target.more);
  }
  Moves moves = movesTo(values, targets);
  if (!moves.list.empty())
    append<MoveStep>(op, std::move(moves));
  return success();
}

LogicalResult Compiler::compile(BreakOp op) {
  append<ExitStep>(op, Exit::Break);
  return success();
}

LogicalResult Compiler::compile(ContinueOp op) {
  append<ExitStep>(op, Exit::Continue);
  return success();
}

LogicalResult Compiler::compile(ReturnOp op) {
  if (!op.getValues().empty()) // of a function; what its call takes lies at the bottom
    append<MoveStep>(op, movesTo(op.getValues(), yieldTargets.front().values));
  append<ExitStep>(op, Exit::Return);
  return success();
}

LogicalResult Compiler::compile(UnreachableOp op) {
  append<UnreachableStep>(op);
  return success();
}

} // namespace kgen::interpreter
