// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rebuilding ifs and loops with other results.

#include "Structure.h"
#include "kgen/IR/Names.h"

using namespace mlir;
using namespace kgen;

bool kgen::isLoop(Operation *op) { return isa<ForOp, WhileOp>(op); }

ValueRange kgen::getInits(Operation *loop) {
  if (auto forOp = dyn_cast<ForOp>(loop))
    return forOp.getInits();
  return cast<WhileOp>(loop).getInits();
}

Block &kgen::getLoopBody(Operation *loop) { return loop->getRegions().back().front(); }

Block::BlockArgListType kgen::getCarries(Operation *loop, Block &block) {
  return block.getArguments().drop_front(isa<ForOp>(loop) ? 1 : 0);
}

/// An op like `op` with other results and carried values, without blocks.
static Operation *recreate(Operation *op, TypeRange types, ValueRange inits) {
  OpBuilder builder(op);
  Location loc = unnamedLoc(op->getLoc());
  Operation *created;
  if (auto branch = dyn_cast<IfOp>(op))
    created = IfOp::create(builder, loc, types, branch.getCondition());
  else if (auto loop = dyn_cast<ForOp>(op))
    created = ForOp::create(builder, loc, loop.getLower(), loop.getUpper(), loop.getStep(), inits);
  else
    created = WhileOp::create(builder, loc, inits);
  created->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(op->getRegions(), created->getRegions()))
    to.takeBody(from);
  return created;
}

/// Lets `created` take the place of `op`, where `kept` are the numbers of the results that both have.
static Operation *replace(Operation *op, Operation *created, ArrayRef<unsigned> kept) {
  for (auto [position, number] : llvm::enumerate(kept)) {
    setName(created->getResult(position), getName(op->getResult(number)));
    op->getResult(number).replaceAllUsesWith(created->getResult(position));
  }
  op->erase();
  return created;
}

static SmallVector<unsigned> allResults(Operation *op) {
  return llvm::to_vector(llvm::seq<unsigned>(0, op->getNumResults()));
}

IfOp kgen::addResults(IfOp branch, TypeRange types) {
  SmallVector<Type> all(branch->getResultTypes());
  llvm::append_range(all, types);
  return cast<IfOp>(replace(branch, recreate(branch, all, {}), allResults(branch)));
}

Operation *kgen::addCarries(Operation *loop, ValueRange inits) {
  SmallVector<Value> all(getInits(loop));
  llvm::append_range(all, inits);
  Operation *created = recreate(loop, {}, all);
  for (Region &region : created->getRegions())
    for (Value init : inits)
      region.addArgument(init.getType(), unnamedLoc(loop->getLoc()));
  return replace(loop, created, allResults(loop));
}

void kgen::dropYielded(Operation *op, const BitVector &dropped) {
  for (Region &region : op->getRegions()) {
    if (region.empty() || (isa<WhileOp>(op) && &region.front() != &getLoopBody(op)))
      continue;
    auto end = cast<YieldOp>(region.front().getTerminator());
    for (int i = dropped.find_last(); i >= 0; i = dropped.find_prev(i))
      end.getValuesMutable().erase(i);
  }
}

Operation *kgen::dropResults(Operation *op, const BitVector &dropped) {
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  SmallVector<Value> inits;
  for (unsigned i : allResults(op)) {
    if (dropped[i])
      continue;
    kept.push_back(i);
    types.push_back(op->getResult(i).getType());
    if (isLoop(op))
      inits.push_back(getInits(op)[i]);
  }
  Operation *created = recreate(op, types, inits);
  unsigned first = isa<ForOp>(created) ? 1 : 0;
  for (Region &region : created->getRegions())
    for (int i = dropped.find_last(); i >= 0 && isLoop(created); i = dropped.find_prev(i))
      region.eraseArgument(first + i);
  return replace(op, created, kept);
}

Value kgen::createZero(OpBuilder &builder, Location loc, Type type) {
  if (isAggregate(type))
    return ConstructOp::create(builder, loc, type, ValueRange());
  return ConstantOp::create(builder, loc, builder.getZeroAttr(type), StringAttr());
}
