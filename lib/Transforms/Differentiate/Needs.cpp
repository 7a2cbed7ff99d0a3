// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least sets of primal values that the backward has to have, found from what the adjoint rules read.

#include "Needs.h"
#include "kgen/IR/Effects.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// The numbers that a value of si32 may be.
struct Interval {
  int64_t low = llvm::minIntN(32), high = llvm::maxIntN(32);

  Interval operator+(Interval b) const { return wrapped({low + b.low, high + b.high}); }
  Interval operator-(Interval b) const { return wrapped({low - b.high, high - b.low}); }

private:
  static Interval wrapped(Interval sum) {
    return llvm::isInt<32>(sum.low) && llvm::isInt<32>(sum.high) ? sum : Interval();
  }
};

} // namespace

/// The interval of a value that is known at once, without a fixed point.
static Interval intervalOf(OpFoldResult operand) {
  if (std::optional<int64_t> number = getConstant(operand))
    return {*number, *number};
  auto value = dyn_cast<Value>(operand);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (isa_and_present<ShapeOp, TidOp>(op))
    return {0, llvm::maxIntN(32) - 1};
  if (isa_and_present<AddOp>(op))
    return intervalOf(op->getOperand(0)) + intervalOf(op->getOperand(1));
  if (isa_and_present<SubOp>(op))
    return intervalOf(op->getOperand(0)) - intervalOf(op->getOperand(1));
  ForOp range = value ? getForInductionVarOwner(value) : ForOp();
  std::optional<int64_t> step = range ? getLiteral(range.getStep()) : std::nullopt;
  if (!step)
    return {};
  Interval lower = intervalOf(range.getLower()), upper = intervalOf(range.getUpper());
  return *step > 0 ? Interval{lower.low, std::max(lower.low, upper.high - 1)}
                   : Interval{std::min(lower.high, upper.low + 1), lower.high};
}

Distance kgen::transforms::getDistance(ForOp range) {
  std::optional<int64_t> step = getLiteral(range.getStep());
  if (!step)
    return Distance::Unknown;
  Interval start = intervalOf(range.getLower()), end = intervalOf(range.getUpper());
  if (*step < 0)
    std::swap(start, end);
  // Of `upper - lower - 1`, or its mirror image for a step down, which is the last trip's number times the step.
  bool neverAbove = llvm::isInt<32>(end.high - start.low), neverBelow = llvm::isInt<32>(end.low - start.high - 2);
  if (neverAbove && neverBelow)
    return Distance::Exact;
  // With a step of one, past the end are only loops of more trips than a trip's number can be.
  bool isUnit = *step == 1 || *step == -1, isLiteral = start.low == start.high && end.low == end.high;
  return neverAbove || (isUnit && !isLiteral) ? Distance::WrapsIfEmpty : Distance::Unknown;
}

bool kgen::transforms::needsCount(LoopOpInterface loop) {
  auto range = dyn_cast<ForOp>(loop.getOperation());
  return !range || loop.getMore() || getDistance(range) == Distance::Unknown;
}

/// The value that a loop's yield hands on if the loop goes on: of an if on the exit condition only one arm counts.
static Value valueGoingOn(Value value, Value more) {
  auto branch = value.getDefiningOp<IfOp>();
  if (!branch || !more)
    return value;
  unsigned i = cast<OpResult>(value).getResultNumber();
  auto inverse = more.getDefiningOp<NotOp>();
  if (branch.getCondition() == more)
    return getYield(branch.getThenRegion()).getValues()[i];
  if (inverse && branch.getCondition() == inverse.getA())
    return getYield(branch.getElseRegion()).getValues()[i];
  return value;
}

std::optional<Increment> kgen::transforms::findIncrement(LoopOpInterface loop, unsigned i) {
  Value argument = loop.getCarries()[i];
  Operation *sum = valueGoingOn(loop.getNext()[i], loop.getMore()).getDefiningOp();
  if (!isa<IntegerType>(argument.getType()) || isBool(argument.getType()) || !isa_and_present<AddOp, SubOp>(sum))
    return std::nullopt;
  Value a = sum->getOperand(0), increment = sum->getOperand(1);
  if (isa<AddOp>(sum) && increment == argument)
    std::swap(a, increment);
  if (a != argument)
    return std::nullopt;
  bool fixed = increment.getDefiningOp<ConstantOp>() || !isInside(increment, loop);
  return fixed ? std::optional(Increment{increment, isa<SubOp>(sum)}) : std::nullopt;
}

RecordOp kgen::transforms::getRecord(Value value) {
  for (Operation *user : value.getUsers())
    if (auto record = dyn_cast<RecordOp>(user); record && record.getValue() == value) // not as its slot
      return record;
  return {};
}

bool kgen::transforms::isTripCount(LoopOpInterface loop, unsigned i) {
  auto sum = loop.getNext()[i].getDefiningOp<AddOp>();
  return isSI32(loop.getCarries()[i].getType()) && getConstant(loop.getInits()[i]) == 0 && sum &&
         sum.getA() == loop.getCarries()[i] && getConstant(sum.getB()) == 1;
}

RecordOp kgen::transforms::getRecordedTrips(LoopOpInterface loop) {
  for (auto [i, result] : llvm::enumerate(loop->getResults()))
    if (isTripCount(loop, i))
      if (RecordOp record = getRecord(result); record && record->getBlock() == loop->getBlock())
        return record;
  return {};
}

//===----------------------------------------------------------------------===//
// What adjoint rules read
//===----------------------------------------------------------------------===//

void Needs::compute() {
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (activity.isActive(op))
      visitActive(*op);
  });
  while (!worklist.empty()) {
    Item item = worklist.pop_back_val();
    controlled = item.controlled;
    follow(item.root, item.value, item.reader);
  }
}

void Needs::visitActive(Operation &op) {
  controlled = nullptr;
  if (auto slope = dyn_cast<SlopeOpInterface>(op))
    return visitSlope(slope);
  if (auto access = dyn_cast<AccessOpInterface>(op))
    return visitAccess(access);
  if (auto access = dyn_cast<TileAccessOpInterface>(op))
    return visitTileAccess(access);
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    return visitLoop(loop);
  if (auto custom = dyn_cast<CustomAdjointOp>(op)) {
    for (Value argument : custom.getArguments())
      need(nullptr, argument, &op);
    return;
  }
  need(nullptr, cast<IfOp>(op).getCondition(), &op);
}

void Needs::visitSlope(SlopeOpInterface op) {
  SmallVector<Value> reads;
  for (OpOperand &operand : op->getOpOperands())
    if (activity.isActive(operand.get()))
      op.getAdjointReads(operand.getOperandNumber(), reads);
  for (Value read : reads)
    need(nullptr, read, op);
}

void Needs::visitAccess(AccessOpInterface op) {
  for (Value index : op.getIndexValues())
    need(nullptr, index, op);
  std::optional<AtomicKind> update = op.getUpdate();
  if (update == AtomicKind::exch)
    return miss({op, op.getArray(), "whose element is exchanged, and what was there is lost"});
  if (update != AtomicKind::min && update != AtomicKind::max)
    return;
  need(nullptr, op.getValueWritten(), op);
  std::optional<StringRef> why = writes.whyNoWinner(op, activity);
  if (!why)
    return;
  // The element before the update tells which thread won.
  if (RecordOp record = getRecord(op.getValueRead()))
    need(nullptr, record.getSlot(), op);
  else
    miss({op, op.getArray(), why->str(), op});
}

void Needs::visitTileAccess(TileAccessOpInterface op) {
  for (Value offset : op.getOffsets())
    need(nullptr, offset, op);
}

void Needs::visitLoop(LoopOpInterface op) {
  for (Value bound : op.getBounds())
    need(nullptr, bound, op);
  if (!needsCount(op))
    return;
  bool isRecorded = static_cast<bool>(getRecordedTrips(op));
  if (!isRecorded)
    counted.insert(op);
  needControl(isRecorded ? nullptr : op.getOperation(), op, op);
}

//===----------------------------------------------------------------------===//
// What those values take
//===----------------------------------------------------------------------===//

bool Needs::needed(Operation *root, Value value) const {
  auto set = sets.find(root);
  return set != sets.end() && set->second.contains(value);
}

bool Needs::isReplayed(Operation *op) const {
  return countsTrips(op) || llvm::any_of(op->getResults(), [&](Value result) { return inReverse(result); });
}

void Needs::need(Operation *root, Value value, Operation *reader) {
  if (root && !isInside(value, root))
    root = nullptr;
  if (sets[root].insert(value).second)
    worklist.push_back({root, value, reader, controlled});
}

void Needs::follow(Operation *root, Value value, Operation *reader) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return followArgument(root, argument, reader);
  followResult(root, cast<OpResult>(value), reader);
}

void Needs::followArgument(Operation *root, BlockArgument argument, Operation *reader) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<KernelOp>(owner))
    return;
  auto loop = cast<LoopOpInterface>(owner);
  std::optional<unsigned> number = loop.getCarryNumber(argument);
  if (!number) { // the induction variable
    for (Value bound : loop.getBounds())
      need(root, bound, reader);
    return;
  }
  if (root)
    return needCarry(root, loop, *number, reader);
  std::optional<Increment> increment = findIncrement(loop, *number);
  if (!increment) {
    rerun.insert(owner);
    return needCarry(owner, loop, *number, reader);
  }
  need(nullptr, loop.getInits()[*number], reader);
  need(nullptr, increment->value, reader);
}

void Needs::followResult(Operation *root, OpResult result, Operation *reader) {
  Operation *op = result.getOwner();
  if (auto access = dyn_cast<AccessOpInterface>(op))
    return followAccess(root, access, reader);
  if (auto access = dyn_cast<TileAccessOpInterface>(op))
    return followTileAccess(root, access, reader);
  if (auto record = dyn_cast<RecordOp>(op))
    return need(root, record.getSlot(), reader);
  if (auto custom = dyn_cast<CustomAdjointOp>(op))
    return need(root, custom.getValues()[result.getResultNumber()], reader);
  if (StoreOp store = findReload(result); store && !isWithinReach(result)) {
    reloads[result] = store;
    for (Value index : cast<AccessOpInterface>(*store).getIndexValues())
      need(root, index, reader);
    return;
  }
  // Without a root, the op itself becomes the root of a replay.
  Operation *inner = root ? root : op;
  if (auto branch = dyn_cast<IfOp>(op)) {
    need(root, branch.getCondition(), reader);
    need(inner, getYield(branch.getThenRegion()).getValues()[result.getResultNumber()], reader);
    need(inner, getYield(branch.getElseRegion()).getValues()[result.getResultNumber()], reader);
  } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
    needControl(inner, loop, reader);
    needCarry(inner, loop, result.getResultNumber(), reader);
  } else if (effectOf(op) != Effect::None) {
    miss({reader, result, "which an op with effects makes"});
  } else {
    for (Value operand : op->getOperands())
      need(root, operand, reader);
  }
}

void Needs::followAccess(Operation *root, AccessOpInterface access, Operation *reader) {
  if (access.getUpdate())
    return missAccess(access, access.getValueRead(), reader,
                      "the element before an atomic update, which is not recorded");
  if (writes.findOverwrite(access))
    return missAccess(access, access.getValueRead(), reader, "an element that is overwritten later");
  for (Value index : access.getIndexValues())
    need(root, index, reader);
}

void Needs::followTileAccess(Operation *root, TileAccessOpInterface access, Operation *reader) {
  if (access.getTileWritten())
    return missAccess(access, access.getTileRead(), reader, "a tile before an atomic sum, which is not recorded");
  if (writes.isWritten(access.getArray()))
    return missAccess(access, access.getTileRead(), reader, "a tile of an array that is written to");
  for (Value offset : access.getOffsets())
    need(root, offset, reader);
}

void Needs::needControl(Operation *root, LoopOpInterface loop, Operation *reader) {
  // A loop in a condition decides how many trips the loop around it makes: the number of that one is enough.
  bool isPart = controlled && controlled->isProperAncestor(loop);
  llvm::SaveAndRestore<Operation *> saved(controlled, isPart ? controlled : loop.getOperation());
  if (RecordOp trips = getRecordedTrips(loop)) {
    need(root, trips.getSlot(), reader);
    return;
  }
  for (Value value : loop.getControl())
    need(root, value, reader);
}

void Needs::needCarry(Operation *root, LoopOpInterface loop, unsigned i, Operation *reader) {
  need(root, loop.getInits()[i], reader);
  need(root, loop.getCarries()[i], reader);
  need(root, loop.getNext()[i], reader);
  if (root != loop.getOperation()) // trips before one that was reached are run without conditions
    needControl(root, loop, reader);
}

//===----------------------------------------------------------------------===//
// Reloading after a store
//===----------------------------------------------------------------------===//

StoreOp Needs::findReload(OpResult value) const {
  Operation *op = value.getOwner();
  if (op->getNumRegions())
    return {};
  for (Operation *user : value.getUsers()) {
    auto store = dyn_cast<StoreOp>(user);
    if (!store || store.getValue() != value || store->getBlock() != op->getBlock())
      continue;
    auto access = cast<AccessOpInterface>(user);
    bool isKnownBefore = llvm::all_of(access.getIndexValues(), [&](Value index) {
      Operation *definition = index.getDefiningOp();
      Operation *there = definition ? op->getBlock()->findAncestorOpInBlock(*definition) : nullptr;
      return !there || there->isBeforeInBlock(op);
    });
    if (isKnownBefore && !writes.findOverwrite(access))
      return store;
  }
  return {};
}

void Needs::addSources(Value value, SmallVectorImpl<Value> &sources) const {
  auto result = dyn_cast<OpResult>(value);
  Operation *op = result ? result.getOwner() : value.getParentBlock()->getParentOp();
  if (auto loop = dyn_cast<LoopOpInterface>(op)) {
    std::optional<unsigned> number =
        result ? std::optional(result.getResultNumber()) : loop.getCarryNumber(cast<BlockArgument>(value));
    llvm::append_range(sources, loop.getControl());
    llvm::append_range(sources, loop.getBounds());
    if (number)
      llvm::append_range(sources, ArrayRef<Value>{loop.getInits()[*number], loop.getNext()[*number]});
  } else if (auto branch = dyn_cast<IfOp>(op)) {
    sources.push_back(branch.getCondition());
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()})
      sources.push_back(transforms::getYield(*region).getValues()[result.getResultNumber()]);
  } else if (auto custom = dyn_cast<CustomAdjointOp>(op)) {
    sources.push_back(custom.getValues()[result.getResultNumber()]);
  } else if (result) {
    llvm::append_range(sources, op->getOperands());
  }
}

bool Needs::isWithinReach(Value value) const {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (size_t i = 0; i < reached.size(); ++i) {
    Operation *op = reached[i].getDefiningOp();
    if (op && isa<RecordOp>(op))
      continue;
    if (auto access = dyn_cast_if_present<AccessOpInterface>(op);
        access && (access.getUpdate() || writes.findOverwrite(access)))
      return false;
    if (auto access = dyn_cast_if_present<TileAccessOpInterface>(op);
        access && (access.getTileWritten() || writes.isWritten(access.getArray())))
      return false;
    SmallVector<Value> sources;
    addSources(reached[i], sources);
    reached.insert_range(sources);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

void Needs::miss(Missing what) {
  auto isSame = [&](const Missing &known) {
    return known.value == what.value && known.recorded == what.recorded && known.loop == what.loop;
  };
  if (llvm::none_of(missing, isSame))
    missing.push_back(std::move(what));
}

/// A value that only decides, inside of a loop, how many trips the loop makes need not be known itself.
void Needs::missAccess(Operation *access, Value read, Operation *reader, StringRef why) {
  bool isInLoop = controlled && controlled->isProperAncestor(access);
  miss({reader, read, why.str(), access, isInLoop ? controlled : nullptr});
}

void Needs::report() {
  for (const Missing &what : missing) {
    StringRef name = getName(what.value);
    InFlightDiagnostic diagnostic = what.reader->emitError("cannot differentiate kernel '")
                                    << kernel.getSymName() << "': the adjoint reads ";
    if (name.empty())
      diagnostic << "a value of this expression";
    else
      diagnostic << "'" << name << "'";
    diagnostic << ", " << what.why;
    Value value = what.value;
    if (value.getParentBlock() != &kernel.getBody().front() || isa<OpResult>(value))
      diagnostic.attachNote(value.getLoc()) << "the value is made here";
  }
}
