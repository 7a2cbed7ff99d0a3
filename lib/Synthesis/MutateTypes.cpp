// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of types: what a parameter is, and all that follows from it.

#include "Mutations.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

static void updateFunctionType(KernelOp kernel) {
  OpBuilder builder(kernel);
  kernel.setFunctionType(builder.getFunctionType(kernel.getBody().getArgumentTypes(), {}));
}

//===----------------------------------------------------------------------===//
// Parameters to arrays
//===----------------------------------------------------------------------===//

/// The op that ends the statement which `op` is part of.
static Operation *statementOf(Operation *op) {
  while (op->getNumResults() == 1 && getName(op->getResult(0)).empty() && op->hasOneUse() &&
         (*op->user_begin())->getBlock() == op->getBlock())
    op = *op->user_begin();
  return op;
}

/// The first op of the statement, in the kernel's own block, that holds the first use of a value.
static Operation *firstUse(KernelOp kernel, Value value) {
  Operation *first = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *top = kernel.getBody().front().findAncestorOpInBlock(*user);
    if (!first || top->isBeforeInBlock(first))
      first = top;
  }
  return statementStart(statementOf(first));
}

bool mutations::makeArray(KernelOp kernel, Rng &rng) {
  auto coordinates = kernel.getBody().getOps<TidOp>();
  if (coordinates.empty())
    return false;
  TidOp thread = *coordinates.begin();
  SmallVector<BlockArgument> places;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isFloatArith(argument.getType()) && !argument.use_empty() &&
        thread->isBeforeInBlock(firstUse(kernel, argument)))
      places.push_back(argument);
  if (places.empty())
    return false;
  BlockArgument place = rng.pick(places);
  Type element = place.getType();
  OpBuilder builder(firstUse(kernel, place));
  std::string name = unusedName(kernel, rng, element);
  place.setType(ArrayType::get(kernel.getContext(), 1, element));
  SmallVector<OpFoldResult> indices = {thread.getCoordinates().front()};
  auto load = LoadOp::create(builder, unnamedLoc(thread.getLoc()), place, indices);
  place.replaceAllUsesExcept(load.getResult(), load);
  setName(load.getResult(), name);
  updateFunctionType(kernel);
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers to vectors
//===----------------------------------------------------------------------===//

namespace {

/// The values, variables and arrays of a scalar type that have to become vectors together: values computed from an
/// array, and the values and arrays that these are added to, compared with by `min`, and stored into.
class Widening {
public:
  explicit Widening(Value array) : scalar(elementType(array.getType())) { add(array); }

  /// Whether all of it can be a vector.
  bool isPossible() {
    for (size_t i = 0; i < wide.size() && possible; ++i)
      visit(wide[i]);
    return possible;
  }

  void apply(KernelOp kernel);

private:
  void add(Value value) {
    if (value.getDefiningOp<ConstantOp>() && value.getDefiningOp<ConstantOp>().getSymbol())
      splats.insert(value); // a module constant stays a number
    else if (isa<ArrayType, VarType>(value.getType()) || isComputed(value))
      wide.insert(value);
    else
      splats.insert(value);
  }

  /// Whether a value can be computed as a vector rather than made one afterwards.
  static bool isComputed(Value value) {
    Operation *op = value.getDefiningOp();
    return op && (isa<LoadOp, GetOp, ConstantOp>(op) || keepsShape(op) || isa<MulOp, DivOp>(op));
  }

  static bool keepsShape(Operation *op) { return isa<AddOp, SubOp, NegOp, AbsOp, MinOp, MaxOp>(op); }

  void visit(Value value) {
    Operation *op = value.getDefiningOp();
    if (auto load = dyn_cast_if_present<LoadOp>(op))
      add(load.getArray());
    else if (auto get = dyn_cast_if_present<GetOp>(op))
      add(get.getVar());
    else if (auto var = dyn_cast_if_present<VarOp>(op); var && var.getInit())
      add(var.getInit());
    else if (op && keepsShape(op))
      llvm::for_each(op->getOperands(), [&](Value operand) { add(operand); });
    else if (op && isa<MulOp, DivOp>(op) && llvm::none_of(op->getOperands(), isWide()))
      addFactor(op);
    for (OpOperand &use : value.getUses())
      visitUse(use);
  }

  /// One factor has to be a vector; of a quotient the dividend.
  void addFactor(Operation *op) {
    for (Value factor : op->getOperands().take_front(isa<MulOp>(op) ? 2 : 1))
      if (isComputed(factor) && !factor.getDefiningOp<ConstantOp>())
        return add(factor);
    possible = false;
  }

  void visitUse(OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto load = dyn_cast<LoadOp>(user))
      add(load.getResult());
    else if (auto store = dyn_cast<StoreOp>(user))
      add(store.getArray()), add(store.getValue());
    else if (auto update = dyn_cast<AtomicOp>(user);
             update && update.use_empty() && isa<ArrayType>(update.getArray().getType()) &&
             (update.getKind() == AtomicKind::add || update.getKind() == AtomicKind::sub))
      add(update.getArray()), add(update.getValue());
    else if (auto get = dyn_cast<GetOp>(user))
      add(get.getResult());
    else if (auto set = dyn_cast<SetOp>(user); set && set.getMixedIndices().empty())
      add(set.getVar()), add(set.getValue());
    else if (auto var = dyn_cast<VarOp>(user))
      add(var.getVar());
    else if (keepsShape(user) || isa<MulOp, DivOp>(user))
      add(user->getResult(0));
    else if (!isa<ShapeOp>(user))
      possible = false;
    if (isa<DivOp>(user) && use.getOperandNumber() == 1 && !use.get().getDefiningOp<ConstantOp>())
      addFactor(user);
  }

  std::function<bool(Value)> isWide() const {
    return [this](Value value) { return wide.contains(value); };
  }

  void widenType(Value value, VecType type);
  void widenProduct(Operation *op);
  static void splat(OpOperand &use, VecType type);

  Type scalar;
  llvm::SetVector<Value> wide, splats;
  bool possible = true;
};

} // namespace

void Widening::widenType(Value value, VecType type) {
  if (auto array = dyn_cast<ArrayType>(value.getType()))
    value.setType(ArrayType::get(type.getContext(), array.getRank(), type));
  else if (isa<VarType>(value.getType()))
    value.setType(VarType::get(type.getContext(), type));
  else
    value.setType(type);
}

/// A product of a number and a vector, a quotient by a number, or either by components.
void Widening::widenProduct(Operation *op) {
  bool left = wide.contains(op->getOperand(0)), right = wide.contains(op->getOperand(1));
  StringRef name = isa<MulOp>(op) ? (left && right ? "kgen.cw_mul"
                                     : left        ? "kgen.scale"
                                                   : "kgen.scale_left")
                                  : (right ? "kgen.cw_div" : "kgen.scale_div");
  OpBuilder builder(op);
  Value result = createBuiltin(builder, op->getLoc(), *lookupBuiltin(name), op->getOperands());
  op->getResult(0).replaceAllUsesWith(result);
  wide.remove(op->getResult(0));
  wide.insert(result);
  op->erase();
}

/// Makes a number a vector of three where it is read: after it, or, where it has a name, before what Python evaluates
/// next.
void Widening::splat(OpOperand &use, VecType type) {
  Value value = use.get();
  Operation *user = use.getOwner(), *root = value.getDefiningOp();
  OpBuilder builder(user);
  if (root && root->getBlock() == user->getBlock() && getName(value).empty()) {
    builder.setInsertionPointAfter(root);
  } else {
    for (Value later : llvm::reverse(user->getOperands().drop_front(use.getOperandNumber() + 1)))
      if (Operation *part = later.getDefiningOp();
          part && part->getBlock() == user->getBlock() && getName(later).empty())
        builder.setInsertionPoint(statementStart(part));
    if (isa<StoreOp, AtomicOp>(user))
      builder.setInsertionPoint(statementStart(user));
  }
  use.set(ConstructOp::create(builder, unnamedLoc(user->getLoc()), type, ValueRange(value)));
}

void Widening::apply(KernelOp kernel) {
  auto type = VecType::get(kernel.getContext(), 3, scalar);
  SmallVector<OpOperand *> toSplat;
  for (Value value : wide) {
    Operation *op = value.getDefiningOp();
    if (op && isa<ConstantOp>(op))
      llvm::append_range(toSplat, llvm::make_pointer_range(value.getUses()));
    else if (!op || !isa<MulOp, DivOp>(op))
      widenType(value, type);
  }
  for (Value value : splats)
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      bool written = isa<StoreOp, AtomicOp, SetOp, VarOp>(user);
      bool toWide = written ? llvm::any_of(user->getOperands(), isWide()) || llvm::any_of(user->getResults(), isWide())
                            : keepsShape(user) && wide.contains(user->getResult(0));
      if (toWide)
        toSplat.push_back(&use);
    }
  for (OpOperand *use : toSplat)
    if (!isa<MulOp, DivOp>(use->getOwner()))
      splat(*use, type);
  wide.remove_if([](Value value) { return value.getDefiningOp<ConstantOp>() != nullptr; });
  for (AtomicOp update : placesOf<AtomicOp>(kernel, [&](AtomicOp op) { return wide.contains(op.getArray()); }))
    update.getOld().setType(type);
  // In program order: a product's type is that of its factors.
  for (Operation *op : placesOf<Operation *>(
           kernel, [&](Operation *op) { return isa<MulOp, DivOp>(op) && wide.contains(op->getResult(0)); }))
    widenProduct(op);
  updateFunctionType(kernel);
}

bool mutations::widen(KernelOp kernel, Rng &rng) {
  SmallVector<Value> places;
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isArray(argument.getType()) && isFloat(elementType(argument.getType())) && Widening(argument).isPossible())
      places.push_back(argument);
  if (places.empty())
    return false;
  Widening widening(rng.pick(places));
  widening.isPossible();
  widening.apply(kernel);
  return true;
}
