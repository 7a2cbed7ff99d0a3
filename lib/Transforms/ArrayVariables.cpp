// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of arrays, as the fields of structs that change become: where a read can be of one array only, it becomes
// that array. A forward walk finds which arrays reach it; in a loop it goes round until nothing is new.

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

  KernelOp kernel;
  DominanceInfo dominance;
  SmallVector<VarOp> variables;
  /// Of the loops that are open, the innermost last: what reaches their breaks and continues.
  SmallVector<State> left;
  /// In the order of the text, since of several that cannot be replaced the first is reported.
  llvm::MapVector<Operation *, Arrays> reads;
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

LogicalResult ArrayVariables::replace(GetOp get) {
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
  walk(kernel.getBody().front(), State());
  for (auto &[read, arrays] : reads)
    if (!read->use_empty() && failed(replace(cast<GetOp>(read))))
      return failure();
  for (VarOp var : variables) {
    for (Operation *user : llvm::make_early_inc_range(var.getVar().getUsers()))
      user->erase();
    var.erase();
  }
  return success();
}

LogicalResult kgen::replaceArrayVariables(KernelOp kernel) { return ArrayVariables(kernel).replaceAll(); }
