// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activity by two fixed points over the structure: forward for varied, backward for useful.

#include "Activity.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

/// The access to an array of floats that an op is, or null.
static AccessOpInterface getFloatAccess(Operation &op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  bool ofFloats = access && isFloatArith(access.getAccessedType());
  return ofFloats ? access : AccessOpInterface();
}

/// True where a slope leads from operands to the result.
static bool hasSlope(Operation &op) {
  auto slope = dyn_cast<SlopeOpInterface>(op);
  return slope && slope.hasSlope();
}

/// Runs `step` on each op, before and after what is nested in it, in order or in reverse; true if any changed something.
static bool sweep(Block &block, bool reverse, function_ref<bool(Operation &)> step) {
  bool changed = false;
  auto visit = [&](Operation &op) {
    changed |= step(op);
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        changed |= sweep(nested, reverse, step);
    if (op.getNumRegions())
      changed |= step(op);
  };
  if (reverse)
    llvm::for_each(llvm::reverse(block), visit);
  else
    llvm::for_each(block, visit);
  return changed;
}

Activity::Activity(KernelOp kernel, bool ofParameters) {
  Block &body = kernel.getBody().front();
  for (BlockArgument parameter : body.getArguments())
    if (ofParameters && (isFloatArith(parameter.getType()) || isStruct(parameter.getType())))
      varied.insert(parameter);
  kernel.getBody().walk([&](RegionBranchOpInterface op) { collectFlows(op); });
  while (sweep(body, /*reverse=*/false, [&](Operation &op) { return markVaried(op); }))
    ;
  while (sweep(body, /*reverse=*/true, [&](Operation &op) { return markUseful(op); }))
    ;
  for (Operation &op : body)
    markOps(op);
}

void Activity::collectFlows(RegionBranchOpInterface op) {
  for (auto &[operand, inputs] : flowsOf(op))
    for (Value input : inputs)
      flows[op].push_back({operand->get(), input});
  if (auto loop = dyn_cast<LoopOpInterface>(op.getOperation()))
    for (auto [argument, result] : llvm::zip(loop.getCarries(), op->getResults()))
      wholes[op].push_back({argument, result});
}

bool Activity::vary(Value value) { return isFloatArith(value.getType()) && varied.insert(value).second; }
bool Activity::use(Value value) { return varied.contains(value) && useful.insert(value).second; }

bool Activity::markVaried(Operation &op) {
  auto isVaried = [&](Value value) { return varied.contains(value); };
  bool changed = false;
  if (AccessOpInterface access = getFloatAccess(op); access && access.getValueRead())
    changed |= vary(access.getValueRead());
  if ((hasSlope(op) || isa<CustomAdjointOp>(op)) && llvm::any_of(op.getOperands(), isVaried))
    for (Value result : op.getResults())
      changed |= vary(result);
  if (auto found = flows.find(&op); found != flows.end())
    for (auto [from, to] : found->second)
      if (isVaried(from))
        changed |= vary(to);
  return changed;
}

bool Activity::markUseful(Operation &op) {
  auto isUseful = [&](Value value) { return useful.contains(value); };
  bool changed = false;
  if (AccessOpInterface access = getFloatAccess(op); access && access.getValueWritten())
    changed |= use(access.getValueWritten());
  if (hasSlope(op) && isUseful(op.getResult(0)))
    for (Value operand : op.getOperands())
      changed |= use(operand);
  if (auto custom = dyn_cast<CustomAdjointOp>(op); custom && llvm::any_of(op.getResults(), isUseful))
    for (Value argument : custom.getArguments()) // nothing goes to the values
      changed |= use(argument);
  if (auto found = wholes.find(&op); found != wholes.end())
    for (auto [argument, result] : found->second)
      if (isUseful(argument) || isUseful(result)) {
        changed |= use(argument);
        changed |= use(result);
      }
  if (auto found = flows.find(&op); found != flows.end())
    for (auto [from, to] : found->second)
      if (isUseful(to))
        changed |= use(from);
  return changed;
}

bool Activity::markOps(Operation &op) {
  AccessOpInterface access = getFloatAccess(op);
  bool active = (access && access.writesElement()) ||
                llvm::any_of(op.getResults(), [&](Value result) { return isActive(result); });
  for (Region &region : op.getRegions())
    for (Operation &nested : region.getOps())
      active |= markOps(nested);
  if (active)
    activeOps.insert(&op);
  return active;
}
