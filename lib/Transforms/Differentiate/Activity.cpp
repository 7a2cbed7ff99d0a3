// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity by two fixed points over the structure: forward for varied, backward for useful.

#include "Activity.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

Activity::Facts Activity::factsOf(Operation &op) {
  Facts facts;
  facts.op = &op;
  facts.isCustom = isa<CustomAdjointOp>(op);
  if (auto slope = dyn_cast<SlopeOpInterface>(op))
    facts.hasSlope = slope.hasSlope();
  else if (auto access = memoryAccessOf(&op);
           access && carriesAdjoint((access->read ? access->read : access->written).getType())) {
    facts.read = access->read;
    facts.written = access->written;
    facts.writes = writtenBy(&op).contains(access->array);
  }
  auto structure = asStructure(&op);
  if (!structure)
    return facts;
  for (auto &[operand, inputs] : flowsOf(structure))
    for (Value input : inputs)
      facts.flows.push_back({operand->get(), input});
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    for (auto [argument, result] : llvm::zip(loop.getCarries(), op.getResults()))
      facts.wholes.push_back({argument, result});
  return facts;
}

/// A loop hands on before and after what is nested in it: it is there twice.
void Activity::collect(Block &block) {
  for (Operation &op : block) {
    ops.push_back(factsOf(op));
    size_t self = ops.size() - 1;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        collect(nested);
    if (op.getNumRegions())
      ops.push_back(Facts(ops[self]));
  }
}

Activity::Activity(KernelOp kernel, bool ofParameters) {
  Block &body = kernel.getBody().front();
  for (BlockArgument parameter : body.getArguments())
    if (ofParameters && (isFloatArith(parameter.getType()) || isStruct(parameter.getType())))
      varied.insert(parameter);
  collect(body);
  bool changed;
  do {
    changed = false;
    for (const Facts &facts : ops)
      changed |= markVaried(facts);
  } while (changed);
  do {
    changed = false;
    for (const Facts &facts : llvm::reverse(ops))
      changed |= markUseful(facts);
  } while (changed);
  for (const Facts &facts : ops)
    if (facts.writes || llvm::any_of(facts.op->getResults(), [&](Value result) { return isActive(result); }))
      for (Operation *op = facts.op; op != kernel && activeOps.insert(op).second;)
        op = op->getParentOp();
}

bool Activity::vary(Value value) { return carriesAdjoint(value.getType()) && varied.insert(value).second; }
bool Activity::use(Value value) { return varied.contains(value) && useful.insert(value).second; }

bool Activity::markVaried(const Facts &facts) {
  auto isVaried = [&](Value value) { return varied.contains(value); };
  bool changed = facts.read && vary(facts.read);
  if ((facts.hasSlope || facts.isCustom) && llvm::any_of(facts.op->getOperands(), isVaried))
    for (Value result : facts.op->getResults())
      changed |= vary(result);
  for (auto [from, to] : facts.flows)
    if (isVaried(from))
      changed |= vary(to);
  return changed;
}

bool Activity::markUseful(const Facts &facts) {
  auto isUseful = [&](Value value) { return useful.contains(value); };
  bool changed = facts.written && use(facts.written);
  if (facts.hasSlope && isUseful(facts.op->getResult(0)))
    for (Value operand : facts.op->getOperands())
      changed |= use(operand);
  if (facts.isCustom && llvm::any_of(facts.op->getResults(), isUseful))
    for (Value argument : mlir::cast<CustomAdjointOp>(facts.op).getArguments()) // nothing goes to the values
      changed |= use(argument);
  for (auto [argument, result] : facts.wholes)
    if (isUseful(argument) || isUseful(result)) {
      changed |= use(argument);
      changed |= use(result);
    }
  for (auto [from, to] : facts.flows)
    if (isUseful(to))
      changed |= use(from);
  return changed;
}
