// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements more, or fewer. New ones stand before a statement that assigns or returns a float, and change what it
// assigns.

#include "DataFlow.h"
#include "Mutations.h"
#include "Words.h"
#include "kgen/IR/CallSpelling.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

//===----------------------------------------------------------------------===//
// Names and places
//===----------------------------------------------------------------------===//

static llvm::StringSet<> namesIn(FunctionOpInterface function) {
  llvm::StringSet<> names;
  names.insert(function.getName());
  for (BlockArgument parameter : function.getArguments())
    names.insert(getName(parameter));
  function.getFunctionBody().walk([&](Operation *op) {
    for (Value result : op->getResults())
      names.insert(getName(result));
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        names.insert(getName(argument));
    if (auto constant = dyn_cast<ConstantOp>(op); constant && constant.getSymbol())
      names.insert(*constant.getSymbol());
  });
  return names;
}

std::string kgen::synthesis::unusedName(FunctionOpInterface function, Rng &rng, Type type) {
  llvm::StringSet<> used = namesIn(function);
  ArrayRef<Word> words = isVec(type)   ? words::vectorLocals
                         : isMat(type) ? words::matrixLocals
                         : isInt(type) ? words::loopVariables
                                       : words::scalarLocals;
  StringRef word = rng.pick(words).name;
  for (unsigned tries = 0; tries < 8 && used.contains(word); ++tries)
    word = rng.pick(words).name;
  std::string name = word.str();
  for (unsigned i = 2; used.contains(name); ++i)
    name = (word + Twine(i)).str();
  return name;
}

Operation *kgen::synthesis::statementStart(Operation *op) {
  Operation *start = op;
  for (Value operand : op->getOperands()) {
    Operation *part = operand.getDefiningOp();
    if (!part || part->getBlock() != op->getBlock() || isa<VarOp, TidOp>(part) || !getName(operand).empty())
      continue;
    Operation *first = statementStart(part);
    if (first->isBeforeInBlock(start))
      start = first;
  }
  // Variables that a loop or an if assigns first are declared before it.
  auto isDeclaration = [](Operation *before) {
    auto variable = dyn_cast_if_present<VarOp>(before);
    return variable && !variable.getInit();
  };
  while (op->getNumRegions() && isDeclaration(start->getPrevNode()))
    start = start->getPrevNode();
  return start;
}

namespace {

/// A statement that assigns or returns a float, and its value.
struct Assignment {
  OpOperand *value;

  Operation *op() const { return value->getOwner(); }
  FunctionOpInterface function() const { return op()->getParentOfType<FunctionOpInterface>(); }
  Type type() const { return value->get().getType(); }
  /// Inserts ops after the value is computed, and before the rest of the statement.
  OpBuilder builder() const {
    Operation *root = value->get().getDefiningOp();
    OpBuilder builder(op());
    if (root && root->getBlock() == op()->getBlock() && getName(value->get()).empty())
      builder.setInsertionPointAfter(root);
    else
      builder.setInsertionPoint(statementStart(op()));
    return builder;
  }
  Location loc() const { return unnamedLoc(op()->getLoc()); }
};

} // namespace

/// A tile that Warp changes in place has no value that an expression could have.
static bool isChangedInPlace(Value value) {
  auto call = value.getDefiningOp<CallOp>();
  return call && call->hasAttr(inPlaceAttrName);
}

static std::optional<Assignment> pickAssignment(FunctionOpInterface function, Rng &rng) {
  SmallVector<Assignment> places;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    // A function that returns several values is left to its other statements.
    OpOperand *value = nullptr;
    if (auto leave = dyn_cast<ReturnOp>(op); leave && leave->getNumOperands() == 1)
      value = &leave->getOpOperand(0);
    else if (auto store = dyn_cast<StoreOp>(op))
      value = &store.getValueMutable();
    else if (auto set = dyn_cast<SetOp>(op); set && set.getMixedIndices().empty())
      value = &set.getValueMutable();
    if (value && isFloatArith(value->get().getType()) && !isChangedInPlace(value->get()))
      places.push_back({value});
  });
  if (places.empty())
    return std::nullopt;
  return rng.pick(places);
}

/// Values with names that may be read at `op`: parameters, and locals of the blocks around it.
static SmallVector<Value> namesAt(Operation *op, Type type) {
  SmallVector<Value> names;
  for (Operation *at = op; !isa<FunctionOpInterface>(at); at = at->getParentOp()) {
    for (Operation &before : *at->getBlock()) {
      if (&before == at)
        break;
      for (Value result : before.getResults())
        if (result.getType() == type && !getName(result).empty())
          names.push_back(result);
    }
    if (isa<FunctionOpInterface>(at->getParentOp()))
      for (BlockArgument argument : at->getBlock()->getArguments())
        if (argument.getType() == type)
          names.push_back(argument);
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static Value build(OpBuilder &builder, Location loc, StringRef mnemonic, ValueRange operands) {
  const BuiltinInfo *info = lookupBuiltin(("kgen." + mnemonic).str());
  assert(info && "a builtin that has a record");
  return createBuiltin(builder, loc, *info, operands);
}

static Value scaled(OpBuilder &builder, Location loc, Value value, double factor) {
  Type scalar = elementType(value.getType());
  Value number = createNumber(builder, loc, scalar, factor);
  return build(builder, loc, isAggregate(value.getType()) ? "scale" : "mul", {value, number});
}

/// `value` with one operation more; `names` may be read.
static Value extended(OpBuilder &builder, Location loc, Rng &rng, Value value, ArrayRef<Value> names) {
  bool isAggregateValue = isAggregate(value.getType());
  SmallVector<Value> others;
  llvm::copy_if(names, std::back_inserter(others), [&](Value name) { return name != value; });
  if (!others.empty() && rng.chance(50)) {
    StringRef mnemonic = isAggregateValue ? rng.pick({"add", "sub"}) : rng.pick({"add", "sub", "mul", "min", "max"});
    return build(builder, loc, mnemonic, {value, rng.pick(others)});
  }
  if (isAggregateValue || rng.chance(40))
    return scaled(builder, loc, value, shortNumber(rng, 0.2, 1.8));
  if (rng.chance(40))
    return build(builder, loc, rng.pick({"sin", "cos", "tanh", "atan", "abs"}), {value});
  Value number = createNumber(builder, loc, value.getType(), shortNumber(rng, 0.1, 2.0));
  return build(builder, loc, rng.pick({"add", "sub", "max", "min"}), {value, number});
}

bool mutations::extendExpression(FunctionOpInterface function, Rng &rng) {
  std::optional<Assignment> place = pickAssignment(function, rng);
  if (!place)
    return false;
  OpBuilder builder = place->builder();
  Value old = place->value->get();
  place->value->set(extended(builder, place->loc(), rng, old, namesAt(place->op(), place->type())));
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool mutations::insertStatement(FunctionOpInterface function, Rng &rng) {
  std::optional<Assignment> place = pickAssignment(function, rng);
  if (!place || isMat(place->type()))
    return false;
  Operation *root = place->value->get().getDefiningOp();
  // A constant, a name or a variable's value needs no other name.
  if (!root || isa<ConstantOp, GetOp>(root) || !getName(place->value->get()).empty() ||
      root->getBlock() != place->op()->getBlock())
    return false;
  OpBuilder builder = place->builder();
  Value named = place->value->get();
  setName(named, unusedName(function, rng, named.getType()));
  Location loc = place->loc();
  if (isAggregate(named.getType())) {
    Value length = build(builder, loc, "length", {named});
    place->value->set(build(builder, loc, "scale", {named, length}));
    return true;
  }
  Value part = build(builder, loc, rng.pick({"sin", "cos", "tanh", "atan", "abs"}), {named});
  place->value->set(build(builder, loc, rng.pick({"mul", "add", "sub"}), {named, part}));
  return true;
}

/// `name = value`, a variable; where the value stands in the statement already, it moves there.
static Value makeVariable(OpBuilder &builder, const Assignment &place, Rng &rng) {
  Value variable = VarOp::create(builder, place.loc(), place.value->get());
  setName(variable, unusedName(place.function(), rng, place.type()));
  return variable;
}

/// A variable has a name that is assigned: not what is read from another one, or is a number.
static bool mayStartVariable(const Assignment &place) {
  Operation *root = place.value->get().getDefiningOp();
  return root && !isa<ConstantOp, VarOp>(root) && getName(place.value->get()).empty() &&
         root->getBlock() == place.op()->getBlock();
}

bool mutations::insertBranch(FunctionOpInterface function, Rng &rng) {
  std::optional<Assignment> place = pickAssignment(function, rng);
  if (!place || !mayStartVariable(*place) || isMat(place->type()))
    return false;
  OpBuilder builder = place->builder();
  Location loc = place->loc();
  SmallVector<Value> names = namesAt(place->op(), place->type());
  Value variable = makeVariable(builder, *place, rng);
  Value tested = GetOp::create(builder, loc, variable);
  if (isAggregate(tested.getType()))
    tested = build(builder, loc, "length", {tested});
  Value threshold = createNumber(builder, loc, tested.getType(), shortNumber(rng, 0.1, 1.5));
  CmpPredicate predicate = rng.pick({CmpPredicate::lt, CmpPredicate::gt, CmpPredicate::le, CmpPredicate::ge});
  Value condition = CmpOp::create(builder, loc, builder.getI1Type(), predicate, tested, threshold);
  auto branch = IfOp::create(builder, loc, TypeRange(), condition);
  OpBuilder inner = OpBuilder::atBlockEnd(branch.thenBlock());
  Value old = GetOp::create(inner, loc, variable);
  SetOp::create(inner, loc, variable, extended(inner, loc, rng, old, names));
  YieldOp::create(inner, loc);
  place->value->set(GetOp::create(builder, loc, variable));
  return true;
}

bool mutations::insertLoop(FunctionOpInterface function, Rng &rng) {
  std::optional<Assignment> place = pickAssignment(function, rng);
  if (!place || !mayStartVariable(*place))
    return false;
  OpBuilder builder = place->builder();
  Location loc = place->loc();
  SmallVector<Value> names = namesAt(place->op(), place->type());
  Value variable = makeVariable(builder, *place, rng);
  std::string counter = unusedName(function, rng, builder.getIntegerType(32, /*isSigned=*/true));
  auto number = [&](int64_t n) -> OpFoldResult { return builder.getI64IntegerAttr(n); };
  auto loop = ForOp::create(builder, loc, number(0), number(rng.uniformInt(2, 4)), number(1));
  setName(loop.getInductionVar(), counter);
  // Linear in what is carried, so that the loop can be differentiated without stored state.
  OpBuilder inner = OpBuilder::atBlockEnd(&loop.getBody().front());
  Value old = GetOp::create(inner, loc, variable);
  Value changed = scaled(inner, loc, old, shortNumber(rng, 0.3, 0.9));
  if (!names.empty()) {
    Value added = rng.pick(names);
    changed = build(inner, loc, rng.pick({"add", "sub"}), {changed, added});
  }
  SetOp::create(inner, loc, variable, changed);
  YieldOp::create(inner, loc);
  place->value->set(GetOp::create(builder, loc, variable));
  return true;
}

//===----------------------------------------------------------------------===//
// Removal
//===----------------------------------------------------------------------===//

static bool leavesEarly(Operation *op) {
  return op->walk([](Operation *inner) { return isEarlyExit(inner) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

/// Whether something is written without `op`.
static bool isWrittenBeside(FunctionOpInterface function, Operation *op) {
  return !placesOf<Operation *>(function, [&](Operation *other) {
            return isa<StoreOp, AtomicOp>(other) && !op->isAncestor(other);
          }).empty();
}

static bool isRemovable(FunctionOpInterface function, Operation *op) {
  Block *block = op->getBlock();
  bool isAlone =
      !isa<FunctionOpInterface>(block->getParentOp()) &&
      llvm::count_if(*block, [](Operation &other) { return isa<StoreOp, AtomicOp, SetOp, IfOp, ForOp>(other); }) < 2;
  if (isAlone)
    return false;
  if (auto set = dyn_cast<SetOp>(op)) {
    auto variable = set.getVar().getDefiningOp<VarOp>();
    // A loop may count on what its body assigns.
    return variable && variable.getInit() && isFloatArith(variable.getValueType()) &&
           !isChangedInPlace(set.getValue()) && !op->getParentOfType<WhileOp>();
  }
  if (auto branch = dyn_cast<IfOp>(op)) {
    bool assignsFirst = branch
                            .walk([](SetOp set) {
                              auto variable = set.getVar().getDefiningOp<VarOp>();
                              return variable && variable.getInit() ? WalkResult::advance() : WalkResult::interrupt();
                            })
                            .wasInterrupted();
    return branch.getNumResults() == 0 && !assignsFirst && !leavesEarly(op) && isWrittenBeside(function, op) &&
           !op->getParentOfType<WhileOp>();
  }
  return isa<StoreOp, AtomicOp>(op) && op->use_empty() && isWrittenBeside(function, op);
}

/// A name that is assigned once is a value.
static void demoteVariables(FunctionOpInterface function) {
  for (VarOp variable : placesOf<VarOp>(function, [](VarOp op) { return op.getInit() != Value(); })) {
    if (llvm::any_of(variable->getUsers(), llvm::IsaPred<SetOp>))
      continue;
    Value init = variable.getInit();
    if (init.getDefiningOp<GetOp>()) { // another variable, which may change
      OpBuilder builder(variable);
      init = build(builder, unnamedLoc(variable.getLoc()), "copy", {init});
    }
    if (init.getDefiningOp() && getName(init).empty())
      setName(init, getName(variable.getVar()));
    for (Operation *user : llvm::make_early_inc_range(variable->getUsers())) {
      user->getResult(0).replaceAllUsesWith(init);
      user->erase();
    }
    variable.erase();
  }
}

bool mutations::removeStatement(FunctionOpInterface function, Rng &rng) {
  auto places = placesOf<Operation *>(function, [&](Operation *op) { return isRemovable(function, op); });
  if (places.empty())
    return false;
  rng.pick(places)->erase();
  eraseUseless(function);
  demoteVariables(function);
  eraseUseless(function);
  return true;
}
