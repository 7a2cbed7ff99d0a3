// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rebuilding ifs and loops with other results.

#include "Structure.h"
#include "kgen/IR/Names.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

LogicalResult kgen::transforms::checkStructure(Operation *op) {
  if (!op->getNumRegions() || isa<KernelOp, FuncOp, IfOp, LoopOpInterface>(op))
    return success();
  return op->emitError("expected 'kgen.if' or a loop around other ops but got '") << op->getName() << "'";
}

BlockArgument kgen::transforms::addParameter(KernelOp kernel, Type type, Location loc) {
  unsigned count = kernel.getNumArguments();
  (void)kernel.insertArgument(count, type, DictionaryAttr::get(kernel.getContext()), loc); // fails for no type of ours
  return kernel.getArgument(count);
}

YieldOp kgen::transforms::getYield(Region &region) { return cast<YieldOp>(region.front().getTerminator()); }

std::optional<MemoryAccess> kgen::transforms::memoryAccessOf(Operation *op) {
  if (auto access = dyn_cast<AccessOpInterface>(op))
    return MemoryAccess{access.getArray(), access.getValueRead(), access.getValueWritten()};
  if (auto access = dyn_cast<TileAccessOpInterface>(op))
    return MemoryAccess{access.getArray(), access.getTileRead(), access.getTileWritten()};
  return std::nullopt;
}

RegionBranchSuccessorMapping kgen::transforms::flowsOf(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  return mapping;
}

void kgen::transforms::addDependents(Region &body, llvm::DenseSet<Value> &values) {
  llvm::DenseMap<Value, SmallVector<Value, 2>> after;
  body.walk([&](Operation *op) {
    if (auto structure = asStructure(op))
      for (auto &[operand, inputs] : flowsOf(structure))
        llvm::append_range(after[operand->get()], inputs);
  });
  SmallVector<Value> left(values.begin(), values.end());
  auto add = [&](ValueRange found) {
    for (Value value : found)
      if (values.insert(value).second)
        left.push_back(value);
  };
  while (!left.empty()) {
    Value value = left.pop_back_val();
    add(after.lookup(value));
    for (Operation *user : value.getUsers())
      if (!asStructure(user))
        add(user->getResults());
  }
}

SmallVector<Value> kgen::transforms::differentiableArguments(CustomAdjointOp op) {
  return llvm::filter_to_vector(op.getArguments(), [](Value value) { return isFloatArith(value.getType()); });
}

/// An op like `op` with other results and carried values, without blocks.
static Operation *recreate(Operation *op, TypeRange types, ValueRange inits) {
  OpBuilder builder(op);
  Location loc = unnamedLoc(op->getLoc());
  Operation *created;
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    created = loop.createAlike(builder, loc, [](OpFoldResult bound) { return bound; }, inits);
  else
    created = IfOp::create(builder, loc, types, cast<IfOp>(op).getCondition());
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

IfOp kgen::transforms::addResults(IfOp branch, TypeRange types) {
  SmallVector<Type> all(branch->getResultTypes());
  llvm::append_range(all, types);
  return cast<IfOp>(replace(branch, recreate(branch, all, {}), allResults(branch)));
}

LoopOpInterface kgen::transforms::addCarries(LoopOpInterface loop, ValueRange inits) {
  SmallVector<Value> all(loop.getInits());
  llvm::append_range(all, inits);
  auto created = cast<LoopOpInterface>(recreate(loop, {}, all));
  for (Region &region : created->getRegions())
    for (Value init : inits)
      region.addArgument(init.getType(), unnamedLoc(loop->getLoc()));
  if (Region *condition = created.getConditionRegion()) {
    ValueRange added = ValueRange(created.getCarries(condition->front())).take_back(inits.size());
    getYield(*condition).getValuesMutable().append(added);
  }
  return cast<LoopOpInterface>(replace(loop, created, allResults(loop)));
}

void kgen::transforms::dropYielded(Operation *op, const BitVector &dropped) {
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    YieldOp end = getYield(region);
    for (int i = dropped.find_last(); i >= 0; i = dropped.find_prev(i))
      end.getForwardedMutable().erase(i);
  }
}

Operation *kgen::transforms::dropResults(Operation *op, const BitVector &dropped) {
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  SmallVector<Value> inits;
  auto loop = dyn_cast<LoopOpInterface>(op);
  for (unsigned i : allResults(op)) {
    if (dropped[i])
      continue;
    kept.push_back(i);
    types.push_back(op->getResult(i).getType());
    if (loop)
      inits.push_back(loop.getInits()[i]);
  }
  Operation *created = recreate(op, types, inits);
  for (Region &region : created->getRegions()) {
    unsigned first = loop ? region.getNumArguments() - dropped.size() : 0;
    for (int i = dropped.find_last(); i >= 0 && loop; i = dropped.find_prev(i))
      region.eraseArgument(first + i);
  }
  return replace(op, created, kept);
}
