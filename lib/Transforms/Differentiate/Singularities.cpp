// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An abstract interpretation with two values, «finite» and «perhaps not», of kernels and of adjoint rules alike.

#include "Singularities.h"
#include "../LinearForm.h"
#include <cmath>

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

using Values = llvm::DenseSet<Value>;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The number that a value is in all runs, as far as adjoint rules compute with literals.
static std::optional<double> getNumber(Value value) {
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
      return number.getValueAsDouble();
    return std::nullopt;
  }
  auto difference = value.getDefiningOp<SubOp>();
  if (!difference)
    return std::nullopt;
  std::optional<double> a = getNumber(difference.getA()), b = getNumber(difference.getB());
  return a && b ? std::optional(*a - *b) : std::nullopt;
}

/// A literal other than zero, or one above zero plus a square.
static bool isNeverZero(Value value) {
  if (std::optional<double> number = getNumber(value))
    return *number != 0.0;
  auto sum = value.getDefiningOp<AddOp>();
  if (!sum)
    return false;
  auto isSquare = [](Value v) {
    auto product = v.getDefiningOp<MulOp>();
    return product && product.getA() == product.getB();
  };
  auto isPositive = [](Value v) { return getNumber(v).value_or(0.0) > 0.0; };
  return (isPositive(sum.getA()) && isSquare(sum.getB())) || (isPositive(sum.getB()) && isSquare(sum.getA()));
}

/// Whether an op may make something infinite, or NaN, of finite operands. Of most builtins the domains say it: one that
/// keeps off zero or the negative numbers has a pole or an end there.
static bool isSingular(Operation *op) {
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  if (!builtin || isa<LengthOp, NormalizeOp>(op)) // which are defined at zero
    return false;
  if (isa<DivOp, ScaleDivOp>(op))
    return !isNeverZero(op->getOperand(1));
  if (isa<PowOp>(op)) {
    double exponent = getNumber(op->getOperand(1)).value_or(-1.0);
    return exponent < 0.0 || std::trunc(exponent) != exponent;
  }
  if (isa<ExpOp, SinhOp, CoshOp, TanOp, ErfinvOp, ErfcinvOp>(op))
    return true;
  return llvm::any_of(builtin.getBuiltinInfo().domains, [](const Domain &domain) { return domain.low > 0.0; });
}

/// Whether the value of an op is infinite or NaN, too, wherever its slope is: a product of it and zero is then NaN
/// itself.
static bool isPole(Operation *op) {
  return isa<MulOp, DivOp, ScaleDivOp, LogOp, Log2Op, Log10Op, ExpOp, SinhOp, CoshOp, TanOp>(op);
}

/// A product of values that are read may overflow.
static bool mayOverflow(Operation *op) {
  return isa<MulOp, DotOp, ScaleOp, ScaleLeftOp, MatMulOp, MatVecMulOp>(op) &&
         llvm::none_of(op->getOperands(), [](Value factor) { return getNumber(factor).has_value(); });
}

static bool hasFloats(Value value) { return carriesAdjoint(value.getType()); }

static bool makesFloats(Operation *op) { return op->getNumResults() == 1 && hasFloats(op->getResult(0)); }

static bool readsAnyOf(Operation *op, const Values &values) {
  return llvm::any_of(op->getOperands(), [&](Value v) { return values.contains(v); });
}

Singularities::Singularities(KernelOp kernel, const Activity &activity) : activity(activity) {
  std::vector<Facts> all;
  SmallVector<Operation *> ops;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    ops.push_back(op);
    Facts &facts = all.emplace_back(Facts{op});
    if (auto structure = asStructure(op)) {
      for (auto &[operand, inputs] : flowsOf(structure))
        for (Value input : inputs)
          facts.flows.push_back({operand->get(), input});
      return;
    }
    facts.access = memoryAccessOf(op);
    if (auto access = dyn_cast<AccessOpInterface>(op)) {
      accesses[access.getArray()].push_back(access);
    } else if (makesFloats(op)) {
      facts.isSingular = isSingular(op);
      facts.mayOverflow = mayOverflow(op);
    }
    TouchedMemory memory = writtenBy(op);
    written.insert(memory.values.begin(), memory.values.end());
    if (memory.everything)
      for (Value argument : kernel.getBody().getArguments())
        written.insert(argument);
  });
  auto complete = [&](Values &found, bool ofProducts) {
    bool changed;
    do {
      changed = false;
      for (const Facts &facts : all)
        changed |= addNonFinite(facts, found, ofProducts);
    } while (changed);
  };
  complete(nonFinite, /*ofProducts=*/false);
  complete(overflowing, /*ofProducts=*/true);
  findUnmasked(ops);
  findSteep(ops);
}

/// Whether a branch may keep a value from its use.
static bool isBranchBetween(OpOperand &use) {
  Region *from = use.get().getParentRegion();
  for (Region *region = use.getOwner()->getParentRegion(); region != from; region = region->getParentRegion())
    if (isa<IfOp>(region->getParentOp()))
      return true;
  return false;
}

/// Whether `later` stores all that `store` did, in the same trips of all loops around both.
static bool storesSame(AccessOpInterface store, AccessOpInterface later) {
  SmallVector<OpFoldResult> from = store.getMixedIndices(), to = later.getMixedIndices();
  if (!later.isPlainStore() || to.size() > from.size())
    return false;
  Region *common = store->getParentRegion();
  while (!common->isAncestor(later->getParentRegion()))
    common = common->getParentRegion();
  bool isBelow = common->findAncestorOpInRegion(*store) != common->findAncestorOpInRegion(*later);
  return isBelow && llvm::all_of(llvm::zip(to, from), [](auto pair) {
           return LinearForm(std::get<0>(pair)) == LinearForm(std::get<1>(pair));
         });
}

/// Whether each run of `loop` goes through the same values of `index`, trip after trip.
static bool isRepeated(OpFoldResult index, LoopOpInterface loop) {
  return llvm::all_of(LinearForm(index).terms, [&](const auto &term) {
    ForOp range = getForInductionVarOwner(term.first);
    if (!range || !isInside(term.first, loop))
      return !isInside(term.first, loop);
    return range.getOperation() != loop.getOperation() &&
           llvm::none_of(range.getBounds(), [&](Value bound) { return isInside(bound, loop); });
  });
}

/// Whether the element that a plain store leaves is stored again before it is read: its adjoint is zero there.
bool Singularities::isStoredAgain(AccessOpInterface store) const {
  if (!store.isPlainStore())
    return false;
  ArrayRef<AccessOpInterface> all = accesses.find(store.getArray())->second;
  auto isRead = [](AccessOpInterface access) { return access.getValueRead() != Value(); };
  ArrayRef<AccessOpInterface> later = all.drop_front(std::distance(all.begin(), llvm::find(all, store)) + 1);
  if (llvm::any_of(later.take_while([&](AccessOpInterface access) { return !isRead(access); }),
                   [&](AccessOpInterface access) { return storesSame(store, access); }))
    return true;
  for (Operation *parent = store->getParentOp(); parent; parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopOpInterface>(parent);
    if (loop && llvm::all_of(store.getMixedIndices(), [&](OpFoldResult index) { return isRepeated(index, loop); }))
      return llvm::none_of(all, [&](AccessOpInterface access) { return isRead(access) && loop->isAncestor(access); });
  }
  return false;
}

/// From the stores on, against the order of the program: what an adjoint reaches without a selection or a branch.
void Singularities::findUnmasked(ArrayRef<Operation *> ops) {
  llvm::DenseMap<Value, SmallVector<OpOperand *>> flows;
  SmallVector<Value> worklist;
  auto reach = [&](OpOperand &use) {
    if (activity.isActive(use.get()) && !isBranchBetween(use) && unmasked.insert(use.get()).second)
      worklist.push_back(use.get());
  };
  for (Operation *op : ops) {
    if (auto flow = asStructure(op)) {
      for (auto &[operand, inputs] : flowsOf(flow))
        for (Value input : inputs)
          flows[input].push_back(operand);
    } else if (auto access = dyn_cast<AccessOpInterface>(op);
               access ? !isStoredAgain(access) : isa<TileAccessOpInterface>(op)) {
      llvm::for_each(op->getOpOperands(), reach);
    }
  }
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    llvm::for_each(llvm::make_pointee_range(flows.lookup(value)), reach);
    if (Operation *op = value.getDefiningOp(); op && !asStructure(op) && !isa<MinOp, MaxOp, ClampOp, WhereOp>(op))
      llvm::for_each(op->getOpOperands(), reach);
  }
}

bool Singularities::addNonFinite(const Facts &facts, Values &nonFinite, bool ofProducts) const {
  Operation *op = facts.op;
  auto add = [&](Value value) { return hasFloats(value) && nonFinite.insert(value).second; };
  bool changed = false;
  for (auto [from, to] : facts.flows)
    if (nonFinite.contains(from))
      changed |= add(to);
  if (const std::optional<MemoryAccess> &access = facts.access) {
    if (access->written && nonFinite.contains(access->written))
      changed |= nonFinite.insert(access->array).second;
    if (access->read && nonFinite.contains(access->array))
      changed |= add(access->read);
    return changed;
  }
  if (op->getNumRegions())
    return changed;
  bool makesOne = facts.isSingular || (ofProducts && facts.mayOverflow);
  return makesFloats(op) && (makesOne || readsAnyOf(op, nonFinite)) && add(op->getResult(0));
}

//===----------------------------------------------------------------------===//
// Adjoints
//===----------------------------------------------------------------------===//

/// Which operands have adjoints, as bits.
uint64_t Singularities::activeOperands(Operation *op) const {
  uint64_t bits = 0;
  for (OpOperand &operand : op->getOpOperands())
    bits |= uint64_t(activity.isActive(operand.get())) << std::min(operand.getOperandNumber(), 63u);
  return bits;
}

/// Of values that are all finite and no literals, ops of one kind make the same of their adjoints.
bool Singularities::hasInfiniteSlope(SlopeOpInterface op, const Values &factors) const {
  bool isUsual = !factors.contains(op->getResult(0)) && llvm::none_of(op->getOperands(), [&](Value v) {
    return factors.contains(v) || isa_and_present<ConstantOp>(v.getDefiningOp());
  });
  if (!isUsual)
    return findInfiniteSlope(op, factors);
  auto [usual, isNew] = usualSlopes.try_emplace({op->getName(), op->getResult(0).getType(), activeOperands(op)}, false);
  if (isNew)
    usual->second = findInfiniteSlope(op, factors);
  return usual->second;
}

bool Singularities::findInfiniteSlope(SlopeOpInterface op, const Values &factors) const {
  Block scratch;
  OpBuilder b(op.getContext());
  b.setInsertionPointToEnd(&scratch);
  Values suspects;
  IRMapping primal;
  auto primalValue = [&](Value value) -> Value {
    if (Value known = primal.lookupOrNull(value))
      return known;
    Value copy;
    if (auto constant = value.getDefiningOp<ConstantOp>())
      copy = b.clone(*constant)->getResult(0);
    else
      copy = scratch.addArgument(value.getType(), op->getLoc());
    if (factors.contains(value))
      suspects.insert(copy);
    primal.map(value, copy);
    return copy;
  };
  Value g = scratch.addArgument(op->getResult(0).getType(), op->getLoc());
  bool found = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!activity.isActive(operand.get()))
      continue;
    Value term = op.buildAdjoint(b, op->getLoc(), operand.getOperandNumber(), g, primalValue);
    for (Operation &made : scratch)
      if (makesFloats(&made) && (isSingular(&made) || readsAnyOf(&made, suspects)))
        suspects.insert(made.getResult(0));
    found |= term && suspects.contains(term);
  }
  return found;
}

bool Singularities::isExclusive(Operation *op, const llvm::DenseSet<Operation *> &users) const {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    bool passesNothing = !activity.isActive(user) && !user->hasTrait<OpTrait::IsTerminator>();
    return passesNothing || users.contains(user);
  });
}

SmallVector<Operation *> Singularities::findChain(SlopeOpInterface root, bool nests) const {
  llvm::DenseSet<Operation *> members = {root};
  llvm::DenseMap<Operation *, NonZero> known = {{root, NonZero::sure}};
  SmallVector<Operation *> chain = {root}, worklist = {root};
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    for (OpOperand &operand : user->getOpOperands()) {
      Operation *op = operand.get().getDefiningOp();
      if (!op || op->getBlock() != root->getBlock() || !activity.isActive(operand.get()) || members.contains(op))
        continue;
      if (isa<TilePackOp, TileUnpackOp>(op)) // a branch hands on no tiles
        continue;
      NonZero adjoint = ofOperand(operand, known.lookup(user));
      auto slope = dyn_cast<SlopeOpInterface>(op);
      if (!nests && slope && needsTest(slope, adjoint)) // its test comes after this chain's
        continue;
      auto access = dyn_cast<AccessOpInterface>(op);
      bool reads = access && !access.writesElement() && !written.contains(access.getArray());
      if ((!isa<SlopeOpInterface>(op) && !reads) || !isExclusive(op, members))
        continue;
      known[op] = adjoint;
      members.insert(op);
      chain.push_back(op);
      worklist.push_back(op);
    }
  }
  llvm::sort(chain, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  return chain;
}

NonZero Singularities::ofOperand(OpOperand &operand, NonZero result) const {
  Operation *op = operand.getOwner();
  if (isa<AddOp, SubOp, NegOp>(op))
    return result;
  if (isa<WhereOp, MinOp, MaxOp, ClampOp, ConstructOp, InsertOp, CastOp>(op))
    return NonZero::unknown;
  bool isProduct = isa<MulOp>(op), isQuotient = isa<DivOp, ScaleDivOp>(op);
  bool isNumerator = isQuotient && operand.getOperandNumber() == 0;
  // One divided by infinity, and the slopes of tanh and exp there, are zero.
  if (!isProduct && llvm::any_of(op->getOperands(), [&](Value v) {
        return nonFinite.contains(v) && !(isNumerator && v == operand.get());
      }))
    return NonZero::unknown;
  if (isNumerator || (isProduct && isNeverZero(op->getOperand(1 - operand.getOperandNumber()))))
    return result;
  return std::min(result, NonZero::butForProducts);
}

bool Singularities::needsTest(SlopeOpInterface op, NonZero known) const {
  if (known == NonZero::sure || (known == NonZero::butForProducts && isPole(op)))
    return false;
  auto [entry, isNew] = infiniteSlopes.try_emplace(op, false);
  if (!isNew)
    return entry->second;
  bool isInfinite = hasInfiniteSlope(op, unmasked.contains(op->getResult(0)) ? nonFinite : overflowing);
  return infiniteSlopes[op] = isInfinite;
}

//===----------------------------------------------------------------------===//
// Adjoints that may be infinite
//===----------------------------------------------------------------------===//

/// Whether a float was made of an integer or a bool, or is chosen between zero and another literal.
static bool isMask(Value value) {
  if (auto cast = value.getDefiningOp<CastOp>())
    return !hasFloats(cast.getValue());
  auto choice = value.getDefiningOp<WhereOp>();
  if (!choice)
    return false;
  std::optional<double> first = getNumber(choice->getOperand(1)), second = getNumber(choice->getOperand(2));
  return first && second && (*first == 0.0) != (*second == 0.0);
}

/// The factor of a product that is a mask; null if there is none.
static Value getMask(Operation *op, const Activity &activity) {
  if (!isa<MulOp, ScaleOp, ScaleLeftOp>(op) || !activity.isActive(op))
    return {};
  for (Value factor : op->getOperands())
    if (isMask(factor))
      return factor;
  return {};
}

void Singularities::findSteep(ArrayRef<Operation *> ops) {
  if (llvm::none_of(ops, [&](Operation *op) { return getMask(op, activity) != Value(); }))
    return;
  llvm::DenseSet<Operation *> roots;
  for (Operation *op : ops)
    if (auto slope = dyn_cast<SlopeOpInterface>(op);
        slope && activity.isActive(op) && !isPole(op) && hasInfiniteSlope(slope))
      roots.insert(op);
  bool changed = !roots.empty();
  while (changed) {
    changed = false;
    for (Operation *op : llvm::reverse(ops))
      changed |= addSteep(op, roots);
  }
}

bool Singularities::addSteep(Operation *op, const llvm::DenseSet<Operation *> &roots) {
  auto add = [&](Value value) { return steep.insert(value).second; };
  bool changed = false;
  if (auto flow = asStructure(op)) {
    for (auto &[operand, inputs] : flowsOf(flow))
      if (llvm::any_of(inputs, [&](Value input) { return steep.contains(input); }))
        changed |= add(operand->get());
  } else if (std::optional<MemoryAccess> access = memoryAccessOf(op)) {
    if (access->read && steep.contains(access->read))
      changed |= add(access->array);
    if (access->written && steep.contains(access->array))
      changed |= add(access->written);
  } else if (isa<SlopeOpInterface>(op) && (roots.contains(op) || steep.contains(op->getResult(0)))) {
    for (Value operand : op->getOperands())
      if (activity.isActive(operand))
        changed |= add(operand);
  }
  return changed;
}

Value Singularities::findMask(Operation *op) const {
  return steep.empty() || !steep.contains(op->getResult(0)) ? Value() : getMask(op, activity);
}
