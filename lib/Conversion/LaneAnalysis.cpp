// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniformity by a fixed point over the structure, then the order of effects: at each element of memory, lanes must read
// and write in the order in which the threads would.

#include "LaneAnalysis.h"
#include "../Transforms/LinearForm.h"
#include "LoweredTypes.h"
#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/IR/IntegerRanges.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;
using namespace kgen::transforms;

namespace kgen::conversion {

/// The most bytes of variables, and of kept updates, that all lanes have together: a fraction of a thread's stack.
static constexpr uint64_t maxVariableBytes = 64 * 1024, maxKeptBytes = 128 * 1024;
static constexpr unsigned mostLanes = 16;

LaneAnalysis::LaneAnalysis(KernelOp kernel, Value thread) : kernel(kernel) {
  if (!findLane(thread))
    return;
  findVarying();
  checkOps();
  if (!reason)
    checkMemory();
  if (!reason)
    estimateCost();
}

/// Finds what counts the lanes, and the coordinates that differ between them.
bool LaneAnalysis::findLane(Value thread) {
  SmallVector<TidOp> tids;
  kernel.walk([&](TidOp op) {
    if (op != (thread ? thread.getDefiningOp() : nullptr))
      tids.push_back(op);
  });
  unsigned rank = launchRank(kernel);
  if (tids.size() != 1 || tids.front()->getNumResults() != rank) {
    refuse(tids.empty() ? kernel.getOperation() : tids.back().getOperation(),
           "expected one `tid` with all coordinates of the launch");
    return false;
  }
  ResultRange coordinates = tids.front()->getResults();
  lane = thread ? thread : Value(coordinates.back());
  varying.insert(lane);
  if (thread)
    varying.insert_range(coordinates);
  return true;
}

void LaneAnalysis::refuse(Operation *op, const Twine &message) {
  if (!reason)
    reason = Reason{op->getLoc(), message.str()};
}

bool LaneAnalysis::isWide(Operation *op) const {
  if (llvm::any_of(op->getResults(), [&](Value result) { return isVarying(result); }))
    return true;
  if (auto set = dyn_cast<SetOp>(op))
    return isVarying(set.getVar());
  return isa<StoreOp, AtomicOp, GradientAddOp, GradientTakeOp>(op);
}

//===----------------------------------------------------------------------===//
// What varies
//===----------------------------------------------------------------------===//

void LaneAnalysis::findVarying() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Operation &op : kernel.getBody().front())
      changed |= markOp(&op, /*isDiverging=*/false);
  }
}

/// Marks what varies in the regions of an op that run in some lanes only where `isDiverging`.
bool LaneAnalysis::markRegions(Operation *op, bool isDiverging) {
  bool changed = false;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        changed |= markOp(&inner, isDiverging);
  return changed;
}

bool LaneAnalysis::markOp(Operation *op, bool isDiverging) {
  bool changed = false;
  if (auto ifOp = dyn_cast<IfOp>(op)) {
    if (isVarying(ifOp.getCondition()))
      changed |= divergent.insert(op).second;
    changed |= markRegions(op, isDiverging || isDivergent(op));
    if (!ifOp.elseBlock())
      return changed;
    auto yields = [](Block *block) { return dyn_cast<YieldOp>(block->getTerminator()); };
    YieldOp then = yields(ifOp.thenBlock()), otherwise = yields(ifOp.elseBlock());
    for (auto [i, result] : llvm::enumerate(ifOp.getResults()))
      if (isDivergent(op) || (then && isVarying(then.getValues()[i])) ||
          (otherwise && isVarying(otherwise.getValues()[i])))
        changed |= mark(result);
    return changed;
  }
  if (auto loop = dyn_cast<LoopOpInterface>(op)) {
    if (anyVaries(loop.getControl()))
      changed |= divergent.insert(op).second;
    auto forOp = dyn_cast<ForOp>(op);
    auto varies = [&](OpFoldResult bound) {
      auto value = dyn_cast<Value>(bound);
      return value && isVarying(value);
    };
    if (forOp && (varies(forOp.getLower()) || varies(forOp.getStep())))
      changed |= mark(forOp.getInductionVar());
    changed |= markRegions(op, isDiverging || isDivergent(op));
    OperandRange inits = loop.getInits(), next = loop.getNext();
    for (unsigned i = 0; i < inits.size(); ++i) {
      if (!isDivergent(op) && !isVarying(inits[i]) && !isVarying(next[i]))
        continue;
      changed |= mark(op->getResult(i));
      changed |= mark(loop.getCarries()[i]);
      if (Region *condition = loop.getConditionRegion())
        changed |= mark(loop.getCarries(condition->front())[i]);
    }
    return changed;
  }
  if (auto set = dyn_cast<SetOp>(op)) {
    bool declaredOutside = isDiverging && set.getVar().getDefiningOp()->getBlock() != op->getBlock();
    if (declaredOutside || anyVaries(op->getOperands()))
      changed |= mark(set.getVar());
    return changed;
  }
  if (isa<VarOp>(op) && op->getNumOperands() == 1 && isVarying(op->getOperand(0)))
    return mark(op->getResult(0));
  if (isa<TidOp, VarOp>(op))
    return false;
  if (anyVaries(op->getOperands()) || isa<AtomicOp>(op))
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

std::optional<int64_t> LaneAnalysis::getStep(OpFoldResult index) const {
  auto value = dyn_cast<Value>(index);
  if (!value || !isVarying(value))
    return 0;
  if (!isSI32(value.getType()))
    return std::nullopt;
  int64_t step = 0;
  for (auto [term, factor] : LinearForm(value).terms) {
    if (term != lane && isVarying(term))
      return std::nullopt;
    step += term == lane ? int64_t(int32_t(factor)) : 0;
  }
  return std::abs(step) < (1 << 20) ? std::optional(step) : std::nullopt;
}

bool LaneAnalysis::isUniform(AccessOpInterface op) const {
  return llvm::all_of(op.getElementIndices(), [&](OpFoldResult index) { return getStep(index) == 0; });
}

bool LaneAnalysis::followOneAnother(AccessOpInterface op) const {
  SmallVector<OpFoldResult> indices = op.getElementIndices();
  return getStep(indices.back()) == 1 &&
         llvm::all_of(ArrayRef(indices).drop_back(), [&](OpFoldResult index) { return getStep(index) == 0; });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void LaneAnalysis::checkType(Operation *op, Type type) {
  if (isa<VarType>(type))
    type = cast<VarType>(type).getElementType();
  if (isStruct(type) || isArray(type) || isa<GradientType>(type))
    return refuse(op, "a struct or array that differs between threads");
  Type scalar = elementType(type);
  unsigned bits = scalar.getIntOrFloatBitWidth();
  if (isFloat(scalar) && bits < 32)
    return refuse(op, "a number of half precision that differs between threads");
  width = std::max(width, bits);
}

void LaneAnalysis::checkOps() {
  uint64_t variableBytes = 0;
  kernel.walk([&](Operation *op) {
    if (op == kernel)
      return;
    if (isa<UnreachableOp, BreakOp, ContinueOp>(op) || (isa<ReturnOp>(op) && op->getParentOp() != kernel))
      refuse(op, "an early exit");
    else if (isa<PrintOp, PrintfOp, AssertOp, ExpectOp>(op))
      refuse(op, "what is printed comes thread by thread");
    else if (auto atomic = dyn_cast<AtomicOp>(op);
             isa<AtomicCasOp>(op) || (atomic && atomic.getKind() > AtomicKind::max))
      refuse(op, "an exchange, or an update of bits, comes thread by thread");
    else if (isa<RecordOp, RecallOp, TapeEndOp, TapeFitsOp, TapeFailsFirstOp>(op))
      refuse(op, "a tape is a thread's own");
    else if (isWide(op))
      checkOp(op);
    if (auto var = dyn_cast<VarOp>(op); var && isVarying(var.getVar()))
      variableBytes += ValueLayout::of(var.getValueType()).getSize() * mostLanes;
  });
  if (variableBytes > maxVariableBytes)
    refuse(kernel, "variables of " + Twine(variableBytes) + " bytes in all lanes together");
}

/// An op for all lanes.
void LaneAnalysis::checkOp(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (!isa<ArrayType, GradientType>(type) && !isa<VarOp, SetOp>(op))
      checkType(op, type);
  for (Type type : op->getResultTypes())
    checkType(op, type);
  if (reason)
    return;
  auto isLarge = [](Type type) { return !isa<ArrayType, GradientType, VarType>(type) && isInMemory(type); };
  if (auto access = dyn_cast<AccessOpInterface>(op)) {
    bool literalPath = llvm::all_of(access.getPath(), [](OpFoldResult step) { return getLiteral(step).has_value(); });
    if (!literalPath || isLarge(access.getAccessedType()) || !access.getPath().empty())
      refuse(op, "a part of an element, or an element of many numbers");
    return;
  }
  if (isa<VarOp, SetOp, GetOp>(op)) {
    auto set = dyn_cast<SetOp>(op);
    for (OpFoldResult index : set ? set.getMixedIndices() : SmallVector<OpFoldResult>())
      if (getStep(index) != 0)
        return refuse(op, "a part of a variable at an index that differs between threads");
    if (auto var = dyn_cast<VarOp>(op); var && isLarge(var.getValueType()) && var.getInit()) {
      auto zeros = var.getInit().getDefiningOp<ConstructOp>();
      if (!zeros || zeros.getComponents().size() > 1)
        refuse(op, "a variable of many numbers that begins with them");
    }
    if (set && isLarge(cast<VarType>(set.getVar().getType()).getElementType()) && set.getMixedIndices().empty())
      refuse(op, "a variable of many numbers that is assigned at once");
    if (auto get = dyn_cast<GetOp>(op); get && isLarge(get.getType()))
      for (Operation *user : get->getUsers())
        if (!isa<ExtractOp>(user) || user != get->getNextNode() || !get->hasOneUse())
          refuse(op, "a variable of many numbers that is read at once");
    return;
  }
  if (auto extract = dyn_cast<ExtractOp>(op); extract && isInMemory(extract.getAggregate().getType())) {
    for (OpFoldResult index : extract.getMixedIndices())
      if (getStep(index) != 0)
        refuse(op, "a part of many numbers at an index that differs between threads");
    if (!extract.getAggregate().getDefiningOp<GetOp>())
      refuse(op, "a part of a value of many numbers");
    return;
  }
  bool touchesLarge = llvm::any_of(op->getOperandTypes(), isLarge) || llvm::any_of(op->getResultTypes(), isLarge);
  if (touchesLarge)
    return refuse(op, "a value of many numbers that differs between threads");
  if (!isa<BuiltinOpInterface, TidOp, IfOp, ForOp, WhileOp, ConstructOp, IdentityOp, ExtractOp, InsertOp, CastOp,
           CmpOp>(op))
    refuse(op, "'" + op->getName().getStringRef() + "' has no form for all lanes");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void LaneAnalysis::checkMemory() {
  llvm::MapVector<Value, Accesses> all;
  llvm::SmallDenseSet<Value> differentiated;
  kernel.walk([&](Operation *op) {
    if (auto gradient = dyn_cast<GradientOp>(op))
      if (!differentiated.insert(gradient.getArray()).second)
        refuse(op, "two gradients of one array");
    if (auto access = dyn_cast<AccessOpInterface>(op))
      all[access.getArray()].push_back(access);
  });
  for (auto &[array, accesses] : all) {
    bool isParameter = isa<BlockArgument>(array) && cast<BlockArgument>(array).getOwner()->getParentOp() == kernel;
    if (!isParameter && !array.getDefiningOp<GradientOp>())
      refuse(accesses.front(), "an array that is no parameter");
    checkArray(array, accesses);
  }
}

SmallVector<LoopOpInterface> loopsAround(Operation *op) {
  SmallVector<LoopOpInterface> loops;
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp())
    if (auto loop = dyn_cast<LoopOpInterface>(parent))
      loops.push_back(loop);
  return loops;
}

OpFoldResult countOf(ForOp loop) {
  std::optional<int64_t> step = getConstant(loop.getStep());
  if (step == 1 && getConstant(loop.getLower()) == 0)
    return loop.getUpper();
  if (step != -1 || getConstant(loop.getUpper()) != -1)
    return nullptr;
  if (std::optional<int64_t> first = getConstant(loop.getLower()))
    return Builder(loop.getContext()).getI64IntegerAttr(*first + 1);
  // max(n, 0) - 1, or an extent less 1
  auto value = dyn_cast<Value>(loop.getLower());
  auto last = value ? value.getDefiningOp<SubOp>() : SubOp();
  if (!last || getConstant(last.getOperand(1)) != 1)
    return nullptr;
  if (last.getOperand(0).getDefiningOp<ShapeOp>())
    return last.getOperand(0);
  auto count = last.getOperand(0).getDefiningOp<MaxOp>();
  return count && getConstant(count.getOperand(1)) == 0 ? OpFoldResult(count.getOperand(0)) : nullptr;
}

/// Whether a number is known before the threads run: a literal, a parameter, or an extent of one.
bool LaneAnalysis::isKnownBefore(OpFoldResult operand) const {
  if (getConstant(operand))
    return true;
  auto value = cast<Value>(operand);
  auto shape = value.getDefiningOp<ShapeOp>();
  auto parameter = dyn_cast<BlockArgument>(shape ? shape.getArray() : value);
  return parameter && parameter.getOwner()->getParentOp() == kernel;
}

/// Bytes that a trip of a loop keeps of an update: where the elements are, and what is added.
static uint64_t keptBytes(AccessOpInterface update) {
  return mostLanes * (sizeof(void *) + ValueLayout::of(update.getAccessedType()).getSize());
}

/// Whether updates of one array can wait for the end of the thread: they stand in no loops, or in some that all lanes
/// go through alike, and in few enough trips, which is seen once a launch.
bool LaneAnalysis::canWait(const Accesses &accesses) {
  SmallVector<std::pair<Operation *, ForOp>> kept;
  llvm::SmallSetVector<Value, 2> counts;
  uint64_t bytes = bytesKept;
  for (AccessOpInterface access : accesses) {
    SmallVector<LoopOpInterface> loops = loopsAround(access);
    if (loops.empty())
      continue;
    auto loop = dyn_cast<ForOp>(loops.front().getOperation());
    if (!loop || loops.size() > 1 || isDivergent(loop))
      return false;
    OpFoldResult count = countOf(loop);
    bytes += mostKeptTrips * keptBytes(access);
    if (!count || bytes > maxKeptBytes)
      return false;
    std::optional<int64_t> literal = getConstant(count);
    if (literal && *literal > mostKeptTrips)
      return false;
    if (!isKnownBefore(count))
      return false;
    if (!literal)
      counts.insert(cast<Value>(count));
    kept.emplace_back(access, loop);
  }
  bytesKept = bytes;
  keptLoops.insert_range(kept);
  limited.insert_range(counts);
  return true;
}

void LaneAnalysis::checkArray(Value array, const Accesses &accesses) {
  auto writes = [](AccessOpInterface access) { return access.writesElement(); };
  arrays[array] = llvm::any_of(accesses, writes);
  if (!arrays[array])
    return;
  if (hasOwnElements(accesses)) {
    ownElements.insert(array);
    return;
  }
  auto isRead = [&](AccessOpInterface access) { return access.getValueRead() && !access.getValueRead().use_empty(); };
  for (AccessOpInterface access : accesses)
    if (!writes(access) || isRead(access) || isa<GradientTakeOp>(access))
      return refuse(access, "an element that another thread may write");
  bool areUpdates = llvm::all_of(accesses, [](AccessOpInterface access) { return access.getUpdate().has_value(); });
  AccessOpInterface only = accesses.front();
  bool isOnce = accesses.size() == 1 && hitsOnce(only);
  if (!isOnce && areUpdates && canWait(accesses)) {
    lateUpdates.insert(array);
    return;
  }
  if (accesses.size() > 1)
    return refuse(accesses[1], "a second write to elements that another thread may write too");
  if (!isOnce)
    return refuse(only, "an element that one thread may write to several times, and another thread too");
  if (!only.getUpdate() && kernel.isBackward())
    refuse(only, "a store in a backward");
}

/// Whether no two lanes have elements in common, in launches that are as they should be.
bool LaneAnalysis::hasOwnElements(const Accesses &accesses) {
  // All other terms of an index must be the same in all lanes and all through the thread.
  auto isFixed = [&](Value value) { return value.getParentBlock() == &kernel.getBody().front() && !isVarying(value); };
  std::optional<Apart> apart = findApart(accesses, [&](Value value) { return value == lane; }, isFixed);
  if (apart && apart->kind != Apart::Always)
    apartNeeds.push_back({AccessOpInterface(accesses.front()).getArray(), *apart, {}, {}});
  return apart.has_value();
}

/// Whether, in launches that are as they should be, a loop counts through numbers that lead to different elements.
bool LaneAnalysis::isCounted(Value array, LoopOpInterface loop, const Apart &apart,
                             SmallVectorImpl<ApartNeed> &needs) const {
  auto range = dyn_cast<ForOp>(loop.getOperation());
  if (apart.kind == Apart::Always || !range)
    return apart.kind == Apart::Always;
  auto literal = [&](int64_t value) { return OpFoldResult(Builder(loop.getContext()).getI64IntegerAttr(value)); };
  if (isKnownBefore(range.getLower()) && isKnownBefore(range.getUpper())) {
    needs.push_back({array, apart, range.getLower(), range.getUpper()});
    return true;
  }
  Range counts = IntegerRanges(IntegerRanges::Code::Any).of(range.getInductionVar());
  needs.push_back({array, apart, literal(counts.low), literal(counts.high + 1)});
  return counts.high - counts.low < INT32_MAX; // no array is longer
}

/// Whether a thread accesses no element twice here, and all threads an element in the same trips: each loop around has
/// an index of its own, which no trip repeats and which is the same in all lanes.
bool LaneAnalysis::hitsOnce(AccessOpInterface access) {
  SmallVector<LoopOpInterface> loops = loopsAround(access);
  SmallVector<ApartNeed> needs;
  auto changes = [&](Value value) {
    return llvm::any_of(loops,
                        [&](LoopOpInterface loop) { return loop->isAncestor(value.getParentBlock()->getParentOp()); });
  };
  for (LoopOpInterface loop : loops) {
    Value counter = loop.getInductionVar();
    if (!counter || isVarying(counter))
      return false;
    auto isFixed = [&](Value value) { return !changes(value) && !isVarying(value); };
    std::optional<Apart> apart = findApart(access, [&](Value value) { return value == counter; }, isFixed);
    if (!apart || !isCounted(access.getArray(), loop, *apart, needs))
      return false;
  }
  apartNeeds.append(needs);
  return true;
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

/// Whether lanes access elements that lie equally far apart, as in rows of their own.
bool LaneAnalysis::isEvenlySpaced(AccessOpInterface access) const {
  return llvm::all_of(access.getElementIndices(), [&](OpFoldResult index) { return getStep(index).has_value(); });
}

/// Whether lanes ask before or after each trip of a loop which of them go on.
bool LaneAnalysis::partsByTrip(LoopOpInterface loop) const {
  Value before = loop.getEntryCondition(), after = loop.getMore();
  return isDivergent(loop) && ((before && isVarying(before)) || (after && isVarying(after)));
}

/// Lanes lose where most of the work is to collect elements one by one, the more so where each asks whether it runs,
/// and where a trip of a loop does less than it takes to find out which lanes make the next. Costs are in fifths of
/// what an op takes in a thread, as measured with the kernels of `benchmarks/cpu`.
void LaneAnalysis::estimateCost() {
  constexpr unsigned tripsOfLoop = 8, perOp = 5, perUpdate = 64, perTrip = 40;
  unsigned scattered = 0, inRows = 0, computed = 0, parting = 0;
  Operation *place = kernel, *partingPlace = kernel;
  kernel.walk([&](Operation *op) {
    unsigned weight = loopsAround(op).empty() ? 1 : tripsOfLoop;
    if (auto loop = dyn_cast<LoopOpInterface>(op); loop && partsByTrip(loop)) {
      parting += tripsOfLoop * perTrip;
      partingPlace = op;
    }
    if (auto access = dyn_cast<AccessOpInterface>(op)) {
      if (isUniform(access) || followOneAnother(access))
        return;
      if (access.writesElement() || scattered == 0)
        place = op;
      bool isShared = access.getUpdate() && !areElementsOwn(access.getArray());
      apart |= isShared;
      bool isMasked = llvm::any_of(divergent, [&](Operation *around) { return around->isProperAncestor(op); });
      unsigned added = weight * (isShared ? perUpdate : isMasked ? 4 : access.writesElement() ? 3 : 1);
      scattered += added;
      inRows += isEvenlySpaced(access) ? added : 0;
    } else if (op->getNumResults() && isVarying(op->getResult(0)) && isa<BuiltinOpInterface>(op)) {
      unsigned components = numComponents(op->getResult(0).getType());
      bool isFunction = isa<SinOp, CosOp, TanhOp, ExpOp, LogOp, PowOp>(op), isSlow = isa<DivOp, SqrtOp>(op);
      computed += weight * components * (isFunction ? 16 : isSlow ? 8 : 1);
    }
  });
  inCache = inRows > 2 * computed;
  if (scattered + parting <= perOp * computed)
    return;
  if (scattered > parting)
    cost = Reason{place->getLoc(), "elements that lie apart are most of the work"};
  else
    cost = Reason{partingPlace->getLoc(), "lanes go on and stop, trip by trip, at a loop with little work"};
}

} // namespace kgen::conversion
