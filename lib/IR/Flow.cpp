// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interfaces of if, for and while: how values flow, and the parts of a loop.

#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Flow of values
//===----------------------------------------------------------------------===//

void IfOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  RegionSuccessor after(getOperation(), getResults());
  if (!point.isParent())
    return successors.push_back(after);
  successors.emplace_back(&getThenRegion());
  if (elseBlock())
    successors.emplace_back(&getElseRegion());
  else
    successors.push_back(after);
}

static RegionSuccessor enter(LoopOpInterface loop, Region &region) {
  return RegionSuccessor(&region, loop.getCarries(region.front()));
}

/// Before the first trip and after each one: the next trip, or the end.
void ForOp::getSuccessorRegions(RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &successors) {
  successors.push_back(enter(*this, getBody()));
  successors.emplace_back(getOperation(), getResults());
}

OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

void WhileOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
  Operation *end = point.getTerminatorPredecessorOrNull();
  bool endsCondition = end && end->getParentRegion() == &getCondition();
  successors.push_back(enter(*this, endsCondition ? getBody() : getCondition()));
  if (end) // `yield while` may stop the loop
    successors.emplace_back(getOperation(), getResults());
}

OperandRange WhileOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

MutableOperandRange YieldOp::getForwardedMutable() {
  auto loop = dyn_cast<LoopOpInterface>((*this)->getParentOp());
  bool endsCondition = loop && (*this)->getParentRegion() == loop.getConditionRegion() && !getValues().empty();
  MutableOperandRange values = getValuesMutable();
  return endsCondition ? values.slice(1, values.size() - 1) : values;
}

MutableOperandRange YieldOp::getMutableSuccessorOperands(RegionSuccessor) { return getForwardedMutable(); }

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

std::optional<unsigned> LoopOpInterface::getCarryNumber(BlockArgument argument) {
  Block::BlockArgListType carries = getCarries(*argument.getOwner());
  unsigned first = argument.getOwner()->getNumArguments() - carries.size();
  if (argument.getArgNumber() < first)
    return std::nullopt;
  return argument.getArgNumber() - first;
}

YieldOp LoopOpInterface::getYield() { return dyn_cast<YieldOp>(getBodyBlock().back()); }
OperandRange LoopOpInterface::getNext() { return getYield().getValues(); }

Value LoopOpInterface::getMore() {
  YieldOp end = getYield();
  return end ? end.getMore() : Value();
}

Value LoopOpInterface::getEntryCondition() {
  Region *region = getConditionRegion();
  return region ? cast<YieldOp>(region->front().getTerminator()).getValues().front() : Value();
}

SmallVector<Value> LoopOpInterface::getControl() {
  SmallVector<Value> control(getBounds());
  for (Value condition : {getEntryCondition(), getMore()})
    if (condition)
      control.push_back(condition);
  return control;
}

std::optional<uint64_t> ForOp::getConstantTripCount() {
  auto end = dyn_cast<YieldOp>(getBody().front().back());
  std::optional<int64_t> lower = getConstantBound(getLower()), upper = getConstantBound(getUpper()),
                         step = getConstantBound(getStep());
  if (!end || end.getMore() || !lower || !upper || !step)
    return std::nullopt;
  int64_t distance = *step > 0 ? *upper - *lower : *lower - *upper, stride = std::abs(*step);
  return stride && distance > 0 ? (distance + stride - 1) / stride : 0;
}

LoopOpInterface ForOp::createAlike(OpBuilder &b, Location loc, function_ref<OpFoldResult(OpFoldResult)> mapBound,
                                   ValueRange inits) {
  OpFoldResult lower = mapBound(getLower()), upper = mapBound(getUpper()), step = mapBound(getStep());
  return ForOp::create(b, loc, lower, upper, step, inits);
}

LoopOpInterface WhileOp::createAlike(OpBuilder &b, Location loc, function_ref<OpFoldResult(OpFoldResult)>,
                                     ValueRange inits) {
  return WhileOp::create(b, loc, inits);
}
