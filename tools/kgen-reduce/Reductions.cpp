// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, ops, the ops around a region, operands, parameters, exits and attributes: each kind is a list of targets,
// last ones first, so that users go before what they use, and a way to take one away. A value that is still used
// becomes a neutral one: a zero, or for an array a parameter of its type.

#include "Reductions.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Neutral values
//===----------------------------------------------------------------------===//

/// A zero, which costs a reader nothing.
static bool isNeutral(Operation *op) { return isa<ConstantOp>(op) || (isa<ConstructOp>(op) && !op->getNumOperands()); }

/// A value that can stand for one of `type` at the builder's place, or null.
static Value createNeutral(OpBuilder &b, Type type) {
  Location loc = b.getUnknownLoc();
  if (isScalar(type))
    return ConstantOp::create(b, loc, b.getZeroAttr(type), StringAttr());
  if (isComposite(type))
    return ConstructOp::create(b, loc, type, ValueRange());
  auto function = b.getInsertionBlock()->getParentOp()->getParentOfType<FunctionOpInterface>();
  if (auto own = dyn_cast<FunctionOpInterface>(b.getInsertionBlock()->getParentOp()))
    function = own;
  for (Value parameter : function ? function.getArguments() : Block::BlockArgListType())
    if (parameter.getType() == type)
      return parameter;
  return nullptr;
}

static bool replaceByNeutral(OpBuilder &b, Value value) {
  if (value.use_empty())
    return true;
  Value neutral = createNeutral(b, value.getType());
  if (!neutral || neutral == value)
    return false;
  value.replaceAllUsesWith(neutral);
  return true;
}

//===----------------------------------------------------------------------===//
// Lists of targets
//===----------------------------------------------------------------------===//

/// Applies `take` to the targets of a range; true if one of them was removed.
template <class Target>
static bool takeSome(SmallVector<Target> targets, unsigned from, unsigned to, bool (*take)(Target)) {
  bool changed = false;
  for (Target target : ArrayRef(targets).slice(from, std::min<size_t>(to, targets.size()) - from))
    changed |= take(target);
  return changed;
}

template <auto list, auto take> static constexpr Reduction reductionOf() {
  return {[](ModuleOp module) { return static_cast<unsigned>(list(module).size()); },
          [](ModuleOp module, unsigned from, unsigned to) { return takeSome(list(module), from, to, +take); }};
}

/// All ops below the module for which `isTarget` holds, inner ones before outer ones.
static SmallVector<Operation *> listOps(ModuleOp module, llvm::function_ref<bool(Operation *)> isTarget) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module && isTarget(op))
      ops.push_back(op);
  });
  std::reverse(ops.begin(), ops.end());
  return ops;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static bool eraseOp(Operation *op) {
  OpBuilder b(op);
  for (Value result : op->getResults())
    if (!replaceByNeutral(b, result))
      return false;
  op->erase();
  return true;
}

static SmallVector<Operation *> listFunctions(ModuleOp module) {
  return listOps(module, [](Operation *op) { return isa<ModuleOp>(op->getParentOp()); });
}

static SmallVector<Operation *> listStatements(ModuleOp module) {
  return listOps(module, [](Operation *op) {
    return !isa<ModuleOp>(op->getParentOp()) && !op->hasTrait<OpTrait::IsTerminator>() && !isNeutral(op);
  });
}

/// Lets an operand stand for the result.
static bool takeOpAround(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  for (Value operand : op->getOperands())
    if (operand.getType() == op->getResult(0).getType()) {
      op->getResult(0).replaceAllUsesWith(operand);
      op->erase();
      return true;
    }
  return false;
}

static SmallVector<Operation *> listUnusedConstants(ModuleOp module) {
  return listOps(module, [](Operation *op) { return isNeutral(op) && op->use_empty(); });
}

/// A `break`, `continue` or `return` below the function's own block.
static SmallVector<Operation *> listExits(ModuleOp module) {
  return listOps(module, [](Operation *op) {
    return isa<BreakOp, ContinueOp, ReturnOp, UnreachableOp>(op) && !isa<FunctionOpInterface>(op->getParentOp());
  });
}

static bool takeExit(Operation *op) {
  OpBuilder b(op);
  YieldOp::create(b, op->getLoc());
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// The ops around a region
//===----------------------------------------------------------------------===//

/// One region of each op, since an op goes with the first that is taken out of it.
template <unsigned number> static SmallVector<Region *> listRegions(ModuleOp module) {
  SmallVector<Region *> regions;
  for (Operation *op : listOps(module, [](Operation *op) { return isa<IfOp, ForOp, WhileOp>(op); }))
    if (number < op->getNumRegions())
      regions.push_back(&op->getRegion(number));
  return regions;
}

/// Takes the ops behind one away, the last one first.
static void eraseAfter(Operation *op) {
  while (op->getNextNode())
    op->getBlock()->back().erase();
}

/// Leaves the statements of a region in the place of the op around it; its other regions are removed with it, and so
/// are the ops behind it if the region ends in an exit.
static bool takeRegionAround(Region *region) {
  if (region->empty())
    return false;
  Operation *op = region->getParentOp();
  Block &block = region->front();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  OpBuilder b(op);
  for (BlockArgument argument : block.getArguments())
    if (!replaceByNeutral(b, argument))
      return false;
  if (!yield)
    eraseAfter(op);
  for (auto [i, result] : enumerate(op->getResults())) {
    Value given = yield && i < yield->getNumOperands() ? yield->getOperand(i) : Value();
    if (given && given.getType() == result.getType())
      result.replaceAllUsesWith(given);
    else if (!replaceByNeutral(b, result))
      return false;
  }
  if (yield)
    yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Operands, parameters, attributes
//===----------------------------------------------------------------------===//

static SmallVector<OpOperand *> listOperands(ModuleOp module) {
  SmallVector<OpOperand *> operands;
  for (Operation *op : listOps(module, [](Operation *) { return true; }))
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *source = operand.get().getDefiningOp();
      if (!(source && isNeutral(source)) && (isScalar(operand.get().getType()) || isComposite(operand.get().getType())))
        operands.push_back(&operand);
    }
  return operands;
}

static bool takeOperand(OpOperand *operand) {
  OpBuilder b(operand->getOwner());
  operand->set(createNeutral(b, operand->get().getType()));
  return true;
}

static SmallVector<BlockArgument> listParameters(ModuleOp module) {
  SmallVector<BlockArgument> parameters;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      for (BlockArgument argument : reverse(function.getArguments()))
        parameters.push_back(argument);
  return parameters;
}

/// Erases a parameter, and its arguments in calls.
static bool takeParameter(BlockArgument argument) {
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  OpBuilder b = OpBuilder::atBlockBegin(argument.getOwner());
  if (!replaceByNeutral(b, argument))
    return false;
  unsigned number = argument.getArgNumber();
  function->getParentOfType<ModuleOp>().walk([&](CallOp call) {
    if (call.getCallee() == function.getName() && number < call->getNumOperands())
      call->eraseOperand(number);
  });
  return succeeded(function.eraseArgument(number));
}

using NamedPlace = std::pair<Operation *, StringAttr>;

static SmallVector<NamedPlace> listAttributes(ModuleOp module) {
  SmallVector<NamedPlace> attributes;
  for (Operation *op : listOps(module, [](Operation *) { return true; }))
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      attributes.emplace_back(op, attribute.getName());
  return attributes;
}

static bool takeAttribute(NamedPlace place) {
  return static_cast<bool>(place.first->removeDiscardableAttr(place.second));
}

ArrayRef<Reduction> kgen::reductions() {
  static constexpr Reduction all[] = {
      reductionOf<listFunctions, eraseOp>(),           reductionOf<listStatements, eraseOp>(),
      reductionOf<listStatements, takeOpAround>(),     reductionOf<listRegions<0>, takeRegionAround>(),
      reductionOf<listRegions<1>, takeRegionAround>(), reductionOf<listExits, takeExit>(),
      reductionOf<listOperands, takeOperand>(),        reductionOf<listParameters, takeParameter>(),
      reductionOf<listAttributes, takeAttribute>(),    reductionOf<listUnusedConstants, eraseOp>(),
  };
  return all;
}
