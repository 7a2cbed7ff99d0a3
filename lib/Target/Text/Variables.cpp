// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out of SSA by sharing: values that flow into each other take one variable where their lives and names allow it; where
// they do not, the printer copies. Then each variable is declared where it is first assigned, if its scope permits.

#include "Variables.h"

#include "Names.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace kgen::text {

static YieldOp yieldOf(Block &block) { return dyn_cast<YieldOp>(block.getTerminator()); }

Variables::Variables(FunctionOpInterface function, const Placement &placement)
    : placement(placement), isComputed(isDerived(function)) {
  addValues(function);
  if (isComputed)
    findNumberedNames(function);
  share(function);
  if (!isComputed)
    joinNames();
  // Those that were absorbed are gone.
  llvm::erase_if(variables, [](const std::unique_ptr<Variable> &v) { return v->values.empty(); });
  for (const std::unique_ptr<Variable> &variable : variables)
    if (!variable->isGiven)
      place(variable.get());
}

ArrayRef<Variable *> Variables::declaredBefore(Operation *op) const {
  auto found = declarations.find(op);
  return found == declarations.end() ? ArrayRef<Variable *>() : ArrayRef<Variable *>(found->second);
}

Variable *Variables::add(Value value) {
  variables.push_back(std::make_unique<Variable>());
  Variable *variable = variables.back().get();
  variable->name = getName(value).str();
  variable->type = value.getType();
  variable->values.push_back(value);
  SmallVector<Operation *> readers = placement.readers(value);
  variable->live = placement.live(value, readers);
  variable->isRead = !readers.empty();
  variableOf[value] = variable;
  return variable;
}

/// The author's names stand in what the kernel was computed from, and in what that calls.
void Variables::findNumberedNames(FunctionOpInterface function) {
  auto isNumbered = [](StringRef name) { return baseName(name) != name; };
  if (llvm::none_of(variables, [&](const std::unique_ptr<Variable> &variable) { return isNumbered(variable->name); }))
    return;
  llvm::StringSet<> names;
  auto addNames = [&](ValueRange values) {
    for (Value value : values)
      names.insert(getName(value));
  };
  for (auto source : function->getParentOp()->getRegion(0).getOps<FunctionOpInterface>()) {
    if (isDerived(source))
      continue;
    source.getFunctionBody().walk([&](Operation *op) {
      addNames(op->getResults());
      for (Region &region : op->getRegions())
        addNames(region.getArguments());
    });
    addNames(source.getFunctionBody().getArguments());
  }
  for (const auto &entry : names)
    if (isNumbered(entry.getKey()) && !names.contains(baseName(entry.getKey())))
      numberedNames.insert(entry.getKey());
}

StringRef Variables::baseOf(StringRef name) const {
  StringRef own = name;
  if (!own.consume_front("adj_"))
    own.consume_front("grad_");
  size_t prefix = name.size() - own.size();
  for (StringRef base = baseName(own); own != base && !numberedNames.contains(own);)
    own = own.rtrim("0123456789").drop_back();
  return name.take_front(prefix + own.size());
}

void Variables::addValues(FunctionOpInterface function) {
  for (BlockArgument argument : function.getFunctionBody().getArguments())
    add(argument)->isGiven = true;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (placement.isInline(op)) // most are, and a loop never is
      return;
    if (auto loop = dyn_cast<LoopOpInterface>(op))
      return addLoop(loop);
    for (Value result : op->getResults()) {
      Variable *variable = add(result);
      if (placement.isExpression(op))
        continue;
      variable->isMutable = isa<IfOp, InsertOp>(op);
      if (isa<IfOp>(op))
        addTransits(variable, op);
    }
  });
}

/// A variable holds its value on the way from an assignment to the place where the value is defined.
void Variables::addTransits(Variable *variable, Operation *op) {
  for (Region &region : op->getRegions())
    if (!region.empty())
      if (YieldOp yield = yieldOf(region.front()))
        variable->live.push_back({2 * placement.begin(yield) + 1, 2 * placement.begin(yield) + 1});
}

void Variables::addLoop(LoopOpInterface loop) {
  if (BlockArgument induction = loop.getInductionVar())
    add(induction)->isGiven = true;
  Region *condition = loop.getConditionRegion();
  for (auto [i, result] : llvm::enumerate(loop->getResults())) {
    Variable *variable = add(loop.getCarries()[i]);
    if (condition)
      absorb(variable, add(loop.getCarries(condition->front())[i]));
    absorb(variable, add(result));
    variable->isMutable = true;
    unsigned entry = 2 * placement.begin(loop) + 1;
    // A condition region lies between the assignment and the body, and between the last trip and the result.
    unsigned inside = condition ? 2 * placement.begin(&loop.getBodyBlock().front()) : entry;
    variable->live.push_back({entry, inside});
    variable->live.push_back({2 * placement.end(loop), 2 * placement.end(loop)});
    addTransits(variable, loop);
  }
}

void Variables::absorb(Variable *into, Variable *from) {
  for (Value value : from->values)
    variableOf[value] = into;
  llvm::append_range(into->values, from->values);
  llvm::append_range(into->live, from->live);
  if (into->name.empty())
    into->name = from->name;
  into->isRead |= from->isRead;
  into->isMutable = true;
  from->values.clear();
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

static bool overlap(ArrayRef<Segment> a, ArrayRef<Segment> b) {
  for (Segment x : a)
    for (Segment y : b)
      if (x.first <= y.second && y.first <= x.second)
        return true;
  return false;
}

/// Whether a value is declared together with others.
static bool isOneOfSeveral(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<TidOp>(op) || (isa_and_nonnull<CallOp>(op) && op->getNumResults() > 1);
}

void Variables::tryMerge(Variable *variable, Value value) {
  Variable *other = of(value);
  if (!other || other == variable || other->isGiven || variable->isGiven || other->type != variable->type)
    return;
  if (isOneOfSeveral(value) || value.getDefiningOp<GradientOp>() || isa<VarType>(value.getType()))
    return;
  if (!other->name.empty() && !variable->name.empty() && baseOf(other->name) != baseOf(variable->name))
    return;
  if (overlap(variable->live, other->live))
    return;
  // The earlier one's name is the one without a number.
  bool later = other->name.empty() || (!variable->name.empty() && variable->name.size() <= other->name.size());
  std::string name = later ? variable->name : other->name;
  absorb(variable, other);
  variable->name = name;
}

void Variables::share(FunctionOpInterface function) {
  function.getFunctionBody().walk([&](Operation *op) {
    if (auto insert = dyn_cast<InsertOp>(op)) {
      if (Variable *variable = of(insert.getResult()); variable && !placement.isExpression(op))
        tryMerge(variable, insert.getAggregate());
    } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
      for (auto [i, result] : llvm::enumerate(op->getResults())) {
        if (loop.getYield())
          tryMerge(of(result), loop.getNext()[i]);
        tryMerge(of(result), loop.getInits()[i]);
      }
    } else if (isa<IfOp>(op) && !placement.isExpression(op)) {
      for (Region &region : op->getRegions())
        if (!region.empty())
          if (YieldOp yield = yieldOf(region.front()))
            for (auto [result, value] : llvm::zip(op->getResults(), yield.getValues()))
              tryMerge(of(result), value);
    }
  });
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// The innermost block that all of the ops lie in.
static Block *commonBlock(ArrayRef<Operation *> ops) {
  Block *block = ops.front()->getBlock();
  for (Operation *op : ops)
    while (!block->findAncestorOpInBlock(*op))
      block = block->getParentOp()->getBlock();
  return block;
}

static Operation *firstIn(Block *block, ArrayRef<Operation *> ops) {
  Operation *first = nullptr;
  for (Operation *op : ops) {
    Operation *at = block->findAncestorOpInBlock(*op);
    if (!first || at->isBeforeInBlock(first))
      first = at;
  }
  return first;
}

/// The ops at which a variable is assigned.
static SmallVector<Operation *> assignments(const Variable &variable) {
  SmallVector<Operation *> found;
  for (Value value : variable.values) {
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
    found.push_back(op);
    for (Region &region : op->getRegions())
      if (!region.empty())
        found.push_back(region.front().getTerminator());
  }
  return found;
}

/// The block in which a variable is assigned and read.
Block *Variables::homeOf(const Variable &variable) const {
  SmallVector<Operation *> ops = assignments(variable);
  for (Value value : variable.values)
    llvm::append_range(ops, placement.readers(value));
  if (auto argument = dyn_cast<BlockArgument>(variable.values.front()))
    return argument.getOwner();
  return commonBlock(ops);
}

static bool encloses(Block *outer, Block *inner) {
  return outer->findAncestorOpInBlock(*inner->getParentOp()) != nullptr;
}

bool Variables::mayShareName(const Variable &a, const Variable &b, bool inBlocks) const {
  // A variable of the author's is all that its name stands for: a reader of the text takes both for one.
  if (a.isAuthored() || b.isAuthored() || a.type != b.type || overlap(a.live, b.live))
    return false;
  Block *x = homeOf(a), *y = homeOf(b);
  return !inBlocks || (x != y && !encloses(x, y) && !encloses(y, x));
}

/// A name that the author gives again to a new value, within the block of the old one, is one variable.
void Variables::joinNames() {
  llvm::StringMap<SmallVector<Variable *>> byName;
  llvm::StringSet<> names;
  for (const std::unique_ptr<Variable> &variable : variables)
    names.insert(variable->name);
  for (const std::unique_ptr<Variable> &variable : variables) {
    StringRef base = baseName(variable->name);
    if (!names.contains(base)) // the number is the author's: `pair_01`, `pair_23`
      base = variable->name;
    bool isPlain = !variable->values.empty() && !variable->isGiven && !variable->name.empty() &&
                   !variable->isAuthored() && !isOneOfSeveral(variable->values.front());
    if (!isPlain)
      continue;
    SmallVector<Variable *> &known = byName[base];
    Variable *into = nullptr;
    // Numbers are given in program order: a name that comes after a longer one with a number is the author's, and so is
    // that.
    for (Variable *other : known)
      if (other->type == variable->type && !StringRef(other->name).starts_with(variable->name + "_") &&
          !overlap(other->live, variable->live) &&
          (homeOf(*other) == homeOf(*variable) || encloses(homeOf(*other), homeOf(*variable))))
        into = other;
    if (!into)
      known.push_back(variable.get());
    else
      absorb(into, variable.get());
  }
}

void Variables::place(Variable *variable) {
  if (auto var = variable->values.front().getDefiningOp<VarOp>())
    return placeAuthored(variable, var);
  SmallVector<Operation *> ops = assignments(*variable);
  for (Value value : variable->values)
    llvm::append_range(ops, placement.readers(value));
  Operation *first = firstIn(commonBlock(ops), ops);
  // The assignment that enters a loop stands before it; those of an `if` stand in its arms.
  bool assigns = llvm::any_of(variable->values, [&](Value value) {
    return value.getDefiningOp() == first && (!isa<IfOp>(first) || placement.isExpression(first));
  });
  if (assigns) {
    variable->declaredBy = first;
  } else {
    variable->declaredBefore = first;
    declarations[first].push_back(variable);
  }
}

/// Whether an op assigns the variable on every way through it and does not read it before.
static bool assignsFirst(Operation *op, Value variable) {
  if (auto set = dyn_cast<SetOp>(op))
    return set.getVar() == variable && set.getMixedIndices().empty();
  auto ifOp = dyn_cast<IfOp>(op);
  if (!ifOp || !ifOp.elseBlock())
    return false;
  for (Block *arm : {ifOp.thenBlock(), ifOp.elseBlock()}) {
    bool assigned = isa<BreakOp, ContinueOp, ReturnOp, UnreachableOp>(arm->getTerminator());
    for (Operation &inner : *arm) {
      if (assignsFirst(&inner, variable)) {
        assigned = true;
        break;
      }
      bool touches = inner
                         .walk([&](Operation *any) {
                           return llvm::is_contained(any->getOperands(), variable) ? WalkResult::interrupt()
                                                                                   : WalkResult::advance();
                         })
                         .wasInterrupted();
      if (touches)
        return false;
    }
    if (!assigned)
      return false;
  }
  return true;
}

void Variables::placeAuthored(Variable *variable, VarOp op) {
  SmallVector<Operation *> ops;
  unsigned assigned = op.getInit() ? 1 : 0;
  variable->isRead = false;
  for (Operation *user : op.getVar().getUsers()) {
    ops.push_back(placement.statementOf(user));
    assigned += isa<SetOp, DrawOp>(user);
    variable->isRead |= isa<GetOp, DrawOp>(user);
  }
  variable->isMutable = assigned > 1;
  variable->type = op.getValueType();
  if (op.getInit() || ops.empty()) {
    variable->declaredBy = op;
    return;
  }
  Block *block = commonBlock(ops);
  Operation *first = firstIn(block, ops);
  variable->isAssignedFirst = assignsFirst(first, op.getVar());
  // Out of a loop, unless each trip assigns it anew.
  for (Block *at = block; !variable->isAssignedFirst && at != op->getBlock(); at = at->getParentOp()->getBlock())
    if (isa<LoopOpInterface>(at->getParentOp()))
      block = at->getParentOp()->getBlock();
  first = firstIn(block, ops);
  if (isa<SetOp>(first) && variable->isAssignedFirst) {
    variable->declaredBy = first;
    return;
  }
  variable->isMutable = true;
  variable->declaredBefore = first;
  declarations[first].push_back(variable);
}

} // namespace kgen::text
