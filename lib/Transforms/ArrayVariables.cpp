// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of arrays, as the fields of structs that change become: if a read can be of one array only, it becomes that
// array. A forward walk finds which arrays reach it; in a loop it goes round until nothing is new. If a read can be of
// several, an integer beside the variable says which it is, and each access becomes one of several accesses.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;

namespace {

/// The arrays that a variable may be; null stands for one that an earlier trip made.
using Arrays = llvm::SmallSetVector<Value, 2>;
using State = DenseMap<Value, Arrays>;

class ArrayVariables {
public:
  explicit ArrayVariables(KernelOp kernel) : kernel(kernel), dominance(kernel) {}

  LogicalResult replaceAll();

private:
  /// The state at the end of a block; nullopt if all threads leave before.
  std::optional<State> walk(Block &block, State state);
  State walkIf(IfOp branch, State before);
  State walkLoop(LoopOpInterface loop, State state);
  void assign(State &state, Value variable, Value value);
  LogicalResult replace(GetOp get);
  /// Whether each array that a read may be can be used there, and all that is done with it is an access.
  bool canChoose(GetOp get) const;
  /// Moves a view to before the branches and loops that its indices do not come from, so that it is one array to all.
  void hoist(ViewOp view);
  /// Gives each variable that is read where it may be several arrays, and each that such a one got its array from, the
  /// number that says which.
  void numberVariables();
  int64_t numberOf(Value array) { return numbers.insert({array, numbers.size()}).first->second; }
  /// The number of an array that a variable is given.
  Value createNumber(OpBuilder &b, Location loc, Value array);
  void choose(GetOp get);
  ValueRange access(OpBuilder &b, Operation *user, ArrayRef<Value> arrays, Value number);

  KernelOp kernel;
  DominanceInfo dominance;
  SmallVector<VarOp> variables;
  /// Of the loops that are open, the innermost last: what reaches their breaks and continues.
  SmallVector<State> left;
  /// In the order of the text, since of several that cannot be replaced the first is reported.
  llvm::MapVector<Operation *, Arrays> reads;
  llvm::MapVector<Value, int64_t> numbers;
  /// Variables of arrays to those of their numbers.
  llvm::MapVector<Value, Value> numbered;
};

} // namespace

/// Adds to `state` what the other may be; whether that is more than before.
static bool join(State &state, const State &other) {
  bool isMore = false;
  for (auto &[variable, arrays] : other)
    for (Value array : arrays)
      isMore |= state[variable].insert(array);
  return isMore;
}

/// The state at the end of a trip, as later trips and the code behind the loop see it.
static State seenLater(const State &state, LoopOpInterface loop) {
  State later;
  for (auto &[variable, arrays] : state)
    for (Value array : arrays) {
      Operation *parent = array ? array.getParentBlock()->getParentOp() : nullptr;
      later[variable].insert(parent && loop->isAncestor(parent) ? Value() : array);
    }
  return later;
}

/// A variable that is read is what reaches that read.
void ArrayVariables::assign(State &state, Value variable, Value value) {
  Arrays arrays;
  if (auto get = value.getDefiningOp<GetOp>())
    arrays = reads.lookup(get);
  else
    arrays.insert(value);
  state[variable] = std::move(arrays);
}

std::optional<State> ArrayVariables::walk(Block &block, State state) {
  for (Operation &op : block) {
    if (auto var = dyn_cast<VarOp>(op); var && isArray(var.getValueType())) {
      state.erase(var.getVar());
      if (var.getInit())
        assign(state, var.getVar(), var.getInit());
    } else if (auto get = dyn_cast<GetOp>(op); get && isArray(get.getType())) {
      reads[get] = state.lookup(get.getVar());
    } else if (auto set = dyn_cast<SetOp>(op); set && isArray(set.getValue().getType())) {
      assign(state, set.getVar(), set.getValue());
    } else if (auto branch = dyn_cast<IfOp>(op)) {
      state = walkIf(branch, std::move(state));
    } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
      state = walkLoop(loop, std::move(state));
    }
  }
  Operation *end = block.getTerminator();
  if (isa<BreakOp, ContinueOp>(end))
    join(left.back(), state);
  return isEarlyExit(end) ? std::nullopt : std::optional(std::move(state));
}

State ArrayVariables::walkIf(IfOp branch, State before) {
  std::optional<State> after;
  for (Region &region : branch->getRegions()) {
    std::optional<State> arm = region.empty() ? before : walk(region.front(), before);
    if (after && arm)
      join(*after, *arm);
    else if (arm)
      after = std::move(arm);
  }
  return after ? std::move(*after) : std::move(before); // what no thread reaches may have anything
}

State ArrayVariables::walkLoop(LoopOpInterface loop, State state) {
  for (bool isMore = true; isMore;) {
    left.emplace_back();
    std::optional<State> trip = state;
    for (Region &region : loop->getRegions())
      if (trip)
        trip = walk(region.front(), std::move(*trip));
    isMore = join(state, seenLater(left.pop_back_val(), loop));
    if (trip)
      isMore |= join(state, seenLater(*trip, loop));
  }
  return state;
}

void ArrayVariables::hoist(ViewOp view) {
  for (Operation *parent = view->getParentOp(); parent != kernel; parent = parent->getParentOp()) {
    if (!llvm::all_of(view->getOperands(), [&](Value v) { return dominance.properlyDominates(v, parent); }))
      return;
    view->moveBefore(parent);
  }
}

bool ArrayVariables::canChoose(GetOp get) const {
  const Arrays &arrays = reads.find(get)->second;
  auto isThere = [&](Value array) { return array && dominance.properlyDominates(array, get); };
  return arrays.size() > 1 && llvm::all_of(arrays, isThere) && llvm::all_of(get->getUses(), [](OpOperand &use) {
           Operation *user = use.getOwner();
           bool isAccess = isa<AccessOpInterface, TileAccessOpInterface>(user) && use.getOperandNumber() == 0;
           return isAccess || isa<ShapeOp, SetOp, VarOp>(user);
         });
}

Value ArrayVariables::createNumber(OpBuilder &b, Location loc, Value array) {
  if (auto get = array.getDefiningOp<GetOp>())
    return GetOp::create(b, loc, numbered.lookup(get.getVar()));
  Type type = b.getIntegerType(32, /*isSigned=*/true);
  return ConstantOp::create(b, loc, type, b.getIntegerAttr(type, numberOf(array)), StringAttr());
}

void ArrayVariables::numberVariables() {
  llvm::SetVector<Value> needed;
  for (auto &[read, arrays] : reads)
    if (auto get = cast<GetOp>(read); !get->use_empty() && canChoose(get))
      needed.insert(get.getVar());
  auto needSource = [&](Value array) {
    if (auto get = array ? array.getDefiningOp<GetOp>() : GetOp())
      needed.insert(get.getVar());
  };
  for (unsigned i = 0; i < needed.size(); ++i) {
    needSource(needed[i].getDefiningOp<VarOp>().getInit());
    for (Operation *user : needed[i].getUsers())
      if (auto set = dyn_cast<SetOp>(user))
        needSource(set.getValue());
  }
  for (Value variable : needed) {
    auto var = variable.getDefiningOp<VarOp>();
    OpBuilder b(var);
    Type type = VarType::get(b.getContext(), b.getIntegerType(32, /*isSigned=*/true));
    numbered[variable] = VarOp::create(b, unnamedLoc(var.getLoc()), type, Value()).getVar();
  }
  for (auto [variable, number] : numbered) {
    auto var = variable.getDefiningOp<VarOp>();
    OpBuilder b(var->getContext());
    b.setInsertionPointAfter(var);
    Location loc = unnamedLoc(var.getLoc());
    if (var.getInit())
      SetOp::create(b, loc, number, createNumber(b, loc, var.getInit()), ArrayRef<OpFoldResult>());
    for (Operation *user : llvm::to_vector(variable.getUsers()))
      if (auto set = dyn_cast<SetOp>(user)) {
        b.setInsertionPoint(set);
        SetOp::create(b, set.getLoc(), number, createNumber(b, set.getLoc(), set.getValue()), ArrayRef<OpFoldResult>());
      }
  }
}

/// One of several accesses, of the array that has the number.
ValueRange ArrayVariables::access(OpBuilder &b, Operation *user, ArrayRef<Value> arrays, Value number) {
  Location loc = user->getLoc();
  if (arrays.size() == 1) {
    Operation *clone = b.clone(*user);
    clone->setOperand(0, arrays.front());
    return clone->getResults();
  }
  Value wanted = createNumber(b, loc, arrays.front());
  Value isThis = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, number, wanted);
  auto branch = IfOp::create(b, loc, user->getResultTypes(), isThis, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (auto [block, part] :
       {std::pair(branch.thenBlock(), arrays.take_front()), std::pair(branch.elseBlock(), arrays.drop_front())}) {
    b.setInsertionPointToStart(block);
    ValueRange results = access(b, user, part, number);
    if (!results.empty())
      YieldOp::create(b, loc, results);
  }
  return branch.getResults();
}

void ArrayVariables::choose(GetOp get) {
  OpBuilder b(get);
  Value number = GetOp::create(b, unnamedLoc(get.getLoc()), numbered.lookup(get.getVar()));
  for (Operation *user : llvm::to_vector(get->getUsers())) {
    if (isa<SetOp, VarOp>(user)) // whose variable has a number of its own
      continue;
    b.setInsertionPoint(user);
    user->replaceAllUsesWith(access(b, user, reads[get].getArrayRef(), number));
    user->erase();
  }
}

LogicalResult ArrayVariables::replace(GetOp get) {
  if (canChoose(get)) {
    choose(get);
    return success();
  }
  const Arrays &arrays = reads[get];
  StringRef name = getName(get.getVar());
  auto nameOf = [](Value value) {
    return value && !getName(value).empty() ? "'" + getName(value).str() + "'" : std::string("another");
  };
  if (arrays.size() > 1)
    return get.emitError("expected '") << name << "' to be one array but it may be " << nameOf(arrays[0]) << " or "
                                       << nameOf(arrays[1]) << "; choose between elements of them instead";
  if (arrays.empty() || !arrays[0] || !dominance.properlyDominates(arrays[0], get))
    return get.emitError("expected '") << name << "' to be assigned an array before it is read";
  get.getResult().replaceAllUsesWith(arrays[0]);
  return success();
}

LogicalResult ArrayVariables::replaceAll() {
  kernel->walk([&](VarOp var) {
    if (isArray(var.getValueType()))
      variables.push_back(var);
  });
  if (variables.empty())
    return success();
  composeViews(kernel); // of elements of what a variable holds
  kernel->walk([&](ViewOp view) { hoist(view); });
  walk(kernel.getBody().front(), State());
  numberVariables();
  for (auto &[read, arrays] : reads)
    if (!read->use_empty() && failed(replace(cast<GetOp>(read))))
      return failure();
  for (VarOp var : variables) // which may hold what another one held
    for (Operation *user : llvm::make_early_inc_range(var.getVar().getUsers()))
      if (isa<SetOp>(user))
        user->erase();
  for (VarOp var : llvm::reverse(variables)) {
    for (Operation *user : llvm::make_early_inc_range(var.getVar().getUsers()))
      user->erase();
    var.erase();
  }
  return success();
}

LogicalResult kgen::replaceArrayVariables(KernelOp kernel) { return ArrayVariables(kernel).replaceAll(); }
