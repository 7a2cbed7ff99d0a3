// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-promote-variables: a backward walk finds which variables are read later, a forward walk replaces reads by values
// and hands on, through ifs and loops, only what the first walk found. Takes no early exits.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

namespace {

/// Sets of variables, by their number in program order.
using VarSet = llvm::BitVector;

/// The variables of a kernel, and which of them each `if` and loop has to hand on.
class Liveness {
public:
  explicit Liveness(Region &body) {
    body.walk<WalkOrder::PreOrder>([&](VarOp var) {
      numbers[var] = vars.size();
      vars.push_back(var);
    });
    liveBefore(body.front(), VarSet(vars.size()));
  }

  ArrayRef<VarOp> getVars() const { return vars; }
  unsigned getNumber(Value var) const { return numbers.lookup(var); }
  /// The variables that `op`, an `if` or loop, changes and that are read after it or in its next trip.
  const VarSet &getHandedOn(Operation *op) const { return handedOn.find(op)->second; }

private:
  VarSet liveBefore(Block &block, VarSet live);
  VarSet liveBefore(Operation *op, VarSet live);
  VarSet liveBeforeIf(IfOp branch, const VarSet &live);
  VarSet liveBeforeLoop(LoopOpInterface loop, const VarSet &live);
  VarSet getChanged(Operation *op) const;

  SmallVector<VarOp> vars;
  DenseMap<Value, unsigned> numbers;
  DenseMap<Operation *, VarSet> handedOn;
};

/// Replaces variables by values, block by block.
class Promotion {
public:
  explicit Promotion(const Liveness &liveness, MLIRContext *context)
      : liveness(liveness), builder(context), current(liveness.getVars().size()) {}

  void promoteBlock(Block &block);

private:
  void promoteSet(SetOp set);
  void promoteIf(IfOp branch);
  void promoteLoop(LoopOpInterface loop);
  Value read(unsigned var, Location loc);
  void assign(unsigned var, Value value);
  void yieldCurrent(Block &block, const VarSet &handedOn);
  void takeNames(Operation *op, ValueRange values, const VarSet &handedOn);
  void remarkHandedOn(Operation *op, const VarSet &handedOn);

  const Liveness &liveness;
  OpBuilder builder;
  /// The value of each variable here; null while it is undefined.
  SmallVector<Value> current;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is read later
//===----------------------------------------------------------------------===//

VarSet Liveness::getChanged(Operation *op) const {
  VarSet changed(vars.size());
  op->walk([&](SetOp set) { changed.set(getNumber(set.getVar())); });
  return changed;
}

VarSet Liveness::liveBefore(Block &block, VarSet live) {
  for (Operation &op : llvm::reverse(block))
    live = liveBefore(&op, std::move(live));
  return live;
}

VarSet Liveness::liveBefore(Operation *op, VarSet live) {
  if (auto get = dyn_cast<GetOp>(op))
    live.set(getNumber(get.getVar()));
  else if (auto var = dyn_cast<VarOp>(op))
    live.reset(getNumber(var));
  else if (auto set = dyn_cast<SetOp>(op); set && set.getStaticIndices().empty())
    live.reset(getNumber(set.getVar()));
  else if (auto branch = dyn_cast<IfOp>(op))
    return liveBeforeIf(branch, live);
  else if (auto loop = dyn_cast<LoopOpInterface>(op))
    return liveBeforeLoop(loop, live);
  return live;
}

VarSet Liveness::liveBeforeIf(IfOp branch, const VarSet &live) {
  VarSet &out = handedOn[branch];
  out = getChanged(branch);
  out &= live;
  VarSet before = liveBefore(*branch.thenBlock(), live);
  before |= branch.elseBlock() ? liveBefore(*branch.elseBlock(), live) : live;
  return before;
}

/// A variable that is live where a trip begins is live where the one before ends, so this goes round until nothing is
/// new.
VarSet Liveness::liveBeforeLoop(LoopOpInterface loop, const VarSet &live) {
  VarSet head = live, before;
  do {
    before = head;
    VarSet trip = liveBefore(loop.getBodyBlock(), head);
    head |= trip;
    if (Region *condition = loop.getConditionRegion())
      head |= liveBefore(condition->front(), trip);
  } while (head != before);
  VarSet &out = handedOn[loop];
  out = getChanged(loop);
  out &= head;
  return head;
}

//===----------------------------------------------------------------------===//
// Values for variables
//===----------------------------------------------------------------------===//

/// The value of a variable here. A variable that was never stored is zero from here on.
Value Promotion::read(unsigned var, Location loc) {
  VarOp op = liveness.getVars()[var];
  if (!current[var])
    current[var] = createNumber(builder, unnamedLoc(loc), op.getValueType(), 0.0);
  return current[var];
}

/// From here on the variable is `value`, which takes its name unless it has one or is a literal.
void Promotion::assign(unsigned var, Value value) {
  VarOp variable = liveness.getVars()[var];
  Operation *definition = value.getDefiningOp();
  if (definition && !isa<ConstantOp>(definition) && getName(value).empty())
    setName(value, getName(variable.getVar()));
  current[var] = value;
}

void Promotion::promoteSet(SetOp set) {
  unsigned var = liveness.getNumber(set.getVar());
  builder.setInsertionPoint(set);
  Value value = set.getValue();
  if (!set.getStaticIndices().empty()) {
    Value whole = read(var, set.getLoc());
    value = InsertOp::create(builder, set.getLoc(), value, whole, set.getMixedIndices());
  }
  assign(var, value);
}

/// Lets the block yield what its variables are at its end.
void Promotion::yieldCurrent(Block &block, const VarSet &handedOn) {
  auto end = cast<YieldOp>(block.getTerminator());
  builder.setInsertionPoint(end);
  for (unsigned var : handedOn.set_bits())
    end.getValuesMutable().append(read(var, end.getLoc()));
}

/// The last of `values` are the variables that are handed on: names them so.
void Promotion::takeNames(Operation *op, ValueRange values, const VarSet &handedOn) {
  values = values.take_back(handedOn.count());
  for (auto [var, value] : llvm::zip(handedOn.set_bits(), values)) {
    VarOp variable = liveness.getVars()[var];
    setName(value, getName(variable.getVar()));
    current[var] = value;
  }
}

/// Says which variables an `if` or loop hands on as values.
void Promotion::remarkHandedOn(Operation *op, const VarSet &handedOn) {
  StringRef function = op->getParentOfType<FunctionOpInterface>().getName();
  for (unsigned var : handedOn.set_bits()) {
    VarOp variable = liveness.getVars()[var];
    remark::passed(op->getLoc(), remark::RemarkOpts::name("PromotedVariable").category("promotion").function(function))
        << remark::add("'{0}' is handed on by {1}", getName(variable.getVar()).str(),
                       isa<IfOp>(op) ? "this if" : "this loop");
  }
}

void Promotion::promoteIf(IfOp branch) {
  const VarSet &handedOn = liveness.getHandedOn(branch);
  remarkHandedOn(branch, handedOn);
  SmallVector<Type> types;
  for (unsigned var : handedOn.set_bits()) {
    VarOp variable = liveness.getVars()[var];
    types.push_back(variable.getValueType());
  }
  branch = addResults(branch, types);
  if (!branch.elseBlock() && handedOn.any()) {
    builder.createBlock(&branch.getElseRegion());
    YieldOp::create(builder, branch.getLoc());
  }
  SmallVector<Value> before = current;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    promoteBlock(region.front());
    yieldCurrent(region.front(), handedOn);
    current = before;
  }
  takeNames(branch, branch.getResults(), handedOn);
}

void Promotion::promoteLoop(LoopOpInterface loop) {
  const VarSet &handedOn = liveness.getHandedOn(loop);
  remarkHandedOn(loop, handedOn);
  builder.setInsertionPoint(loop);
  SmallVector<Value> inits;
  for (unsigned var : handedOn.set_bits())
    inits.push_back(read(var, loop->getLoc()));
  loop = addCarries(loop, inits);
  SmallVector<Value> before = current;
  for (Region &region : loop->getRegions()) {
    takeNames(loop, ValueRange(region.getArguments()), handedOn);
    promoteBlock(region.front());
    if (&region == &loop.getBody())
      yieldCurrent(region.front(), handedOn);
    current = before;
  }
  takeNames(loop, loop->getResults(), handedOn);
}

void Promotion::promoteBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto var = dyn_cast<VarOp>(op)) {
      unsigned number = liveness.getNumber(var);
      current[number] = Value();
      if (var.getInit())
        assign(number, var.getInit());
    } else if (auto get = dyn_cast<GetOp>(op)) {
      builder.setInsertionPoint(get);
      get.getResult().replaceAllUsesWith(read(liveness.getNumber(get.getVar()), get.getLoc()));
      get.erase();
    } else if (auto set = dyn_cast<SetOp>(op)) {
      promoteSet(set);
      set.erase();
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      promoteIf(branch);
    } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
      promoteLoop(loop);
    }
  }
}

//===----------------------------------------------------------------------===//
// The transformation
//===----------------------------------------------------------------------===//

/// Refuses the ops that the promotion does not take.
static LogicalResult checkOp(Operation *op) {
  if (isEarlyExit(op))
    return op->emitError("expected no early exits but got '") << op->getName() << "'; lower them first";
  if (failed(checkStructure(op)))
    return failure();
  auto isVariable = [](Value value) { return isa<VarType>(value.getType()); };
  if (!isa<GetOp, SetOp>(op) && llvm::any_of(op->getOperands(), isVariable))
    return op->emitError("expected variables to be read and assigned only but got '") << op->getName() << "'";
  auto set = dyn_cast<SetOp>(op);
  Region *home = set ? set.getVar().getParentRegion() : nullptr;
  for (Region *region = op->getParentRegion(); set && region != home; region = region->getParentRegion())
    if (auto loop = dyn_cast<LoopOpInterface>(region->getParentOp()); loop && region == loop.getConditionRegion())
      return set.emitError("expected a condition region without assignments");
  if (auto var = dyn_cast<VarOp>(op); var && isArray(var.getValueType()))
    return op->emitError("expected variables of values but got one of arrays");
  return success();
}

/// Comments and docstrings belong to the source form.
static void dropComments(Operation *function) {
  function->walk([](Operation *op) {
    if (op->getDiscardableAttrDictionary().empty()) // nearly all
      return;
    for (StringRef name : {"kgen.lead", "kgen.tail", "kgen.trail", "kgen.else_lead", "kgen.else_tail", "kgen.doc",
                           "kgen.in_full", "kgen.called"})
      op->removeDiscardableAttr(name);
  });
}

LogicalResult kgen::promoteVariables(FunctionOpInterface function) {
  expandDraws(function);
  Region &body = function.getFunctionBody();
  WalkResult checked =
      body.walk([](Operation *op) { return failed(checkOp(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
  if (checked.wasInterrupted())
    return failure();
  Liveness liveness(body);
  Promotion(liveness, function.getContext()).promoteBlock(body.front());
  for (VarOp var : liveness.getVars())
    var->erase();
  dropComments(function);
  simplifyValueForm(function);
  makeNamesUnique(function);
  return success();
}
