// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides what is printed in place. An op moves to its use only where nothing in between changes what it reads.

#include "Placement.h"

#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Effects.h"
#include "kgen/IR/Names.h"

using namespace mlir;

namespace kgen::text {

bool isComponentStore(StoreOp store) {
  auto insert = store.getValue().getDefiningOp<InsertOp>();
  if (!insert || !insert->hasOneUse() || !getName(insert.getResult()).empty())
    return false;
  auto load = insert.getAggregate().getDefiningOp<LoadOp>();
  return load && load->hasOneUse() && getName(load.getResult()).empty() && load.getArray() == store.getArray() &&
         load.getMixedIndices() == store.getMixedIndices();
}

bool isComposed(InsertOp insert) {
  if (!isAggregate(insert.getType()) || !insert.getIndices().empty() || numComponents(insert.getType()) > 4 ||
      isa<VecType>(insert.getValue().getType()))
    return false;
  Operation *source = insert.getAggregate().getDefiningOp();
  if (!source || !getName(source->getResult(0)).empty())
    return false;
  auto construct = dyn_cast<ConstructOp>(source);
  if (construct)
    return construct.getComponents().empty() || (construct.getComponents().size() > 1 && construct->hasOneUse());
  return isa<InsertOp>(source) && source->hasOneUse() && isComposed(cast<InsertOp>(source));
}

/// True for an index that an author's `a[i + 1] *= x` computes once and uses twice: it is printed once.
static bool isIndexOfUpdate(Operation *op) {
  LoadOp load;
  StoreOp store;
  for (Operation *user : op->getUsers()) {
    if (isa<LoadOp>(user))
      load = cast<LoadOp>(user);
    else if (isa<StoreOp>(user))
      store = cast<StoreOp>(user);
    else
      return false;
  }
  if (!load || !store || load.getArray() != store.getArray() || !load->hasOneUse() ||
      load.getMixedIndices() != store.getMixedIndices())
    return false;
  Operation *value = store.getValue().getDefiningOp();
  return value && *load->user_begin() == value;
}

bool isDerived(FunctionOpInterface function) {
  auto kernel = dyn_cast<KernelOp>(function.getOperation());
  return kernel && (kernel.isBackward() || kernel.getTapeOf());
}

/// The assignments to variables that follow one another from `set` on.
static SmallVector<SetOp> runFrom(SetOp set) {
  SmallVector<SetOp> run;
  for (; set; set = dyn_cast_or_null<SetOp>(set->getNextNode()))
    run.push_back(set);
  return run;
}

Placement::Placement(FunctionOpInterface function, EvaluationRules rules)
    : rules(rules), isComputed(isDerived(function)) {
  SmallVector<Operation *> ops;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (auto *table : {&nextAccess, &roots, &tops})
    table->reserve(ops.size());
  positions.reserve(ops.size());
  memory.reserve(ops.size());
  number(function, 0);
  function.getFunctionBody().walk([&](Block *block) { linkAccesses(*block); });
  if (rules.assignsTogether)
    for (Operation *op : ops)
      if (auto set = dyn_cast<SetOp>(op); set && !dyn_cast_or_null<SetOp>(op->getPrevNode()))
        joinAssignments(runFrom(set));
  for (Operation *op : llvm::reverse(ops)) // users before what they use
    decide(op);
}

unsigned Placement::number(Operation *op, unsigned next) {
  unsigned begin = next++;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      next = number(&inner, next);
  // A position of its own for the end of an op with regions.
  unsigned end = op->getNumRegions() ? next++ : begin;
  positions[op] = {begin, end};
  return next;
}

void Placement::linkAccesses(Block &block) {
  Operation *next = nullptr;
  for (Operation &op : llvm::reverse(block)) {
    nextAccess[&op] = next;
    if (touchesAny(&op))
      next = &op;
  }
  for (Operation *op = block.empty() ? nullptr : &block.front(); op; op = nextAccess.lookup(op)) {
    const TouchedMemory &written = touched(op, true);
    for (Value value : written.values)
      writers[{&block, value}].push_back(begin(op));
    if (written.everything)
      writers[{&block, Value()}].push_back(begin(op));
  }
}

//===----------------------------------------------------------------------===//
// Assignments that are one statement
//===----------------------------------------------------------------------===//

/// The variables that the expression of a value reads, as they are at the assignment `before`.
void Placement::addReads(Value value, SetOp before, SmallVectorImpl<Value> &variables) const {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != before->getBlock() || !value.hasOneUse() || !getName(value).empty())
    return;
  if (auto get = dyn_cast<GetOp>(op); get && !isWritten(get.getVar(), op, before))
    variables.push_back(get.getVar());
  for (Value operand : op->getOperands())
    addReads(operand, before, variables);
}

/// Joins those of the run from one that changes a variable to the last one that reads it as it was: so that the
/// author's `a, b = b, a + b` needs no copy of `a`, and is imported again as the same kernel.
void Placement::joinAssignments(ArrayRef<SetOp> run) {
  llvm::SmallDenseMap<Value, size_t> assigned;
  size_t begin = 0, first = 0, end = 0; // of the run, and of those that are joined
  auto join = [&] {
    for (SetOp set : run.slice(first, end - first))
      firsts[set] = run[first];
    end = 0;
  };
  for (size_t i = 0; i < run.size(); ++i) {
    SetOp set = run[i];
    auto call = set.getValue().getDefiningOp<CallOp>();
    bool isWhole = set.getMixedIndices().empty() && !(call && call->hasAttr(inPlaceAttrName));
    if (!isWhole || assigned.contains(set.getVar())) { // a statement of its own
      join();
      assigned.clear();
      begin = i + !isWhole;
    }
    if (!isWhole)
      continue;
    SmallVector<Value> reads;
    addReads(set.getValue(), run[begin], reads);
    for (Value variable : reads)
      if (auto found = assigned.find(variable); found != assigned.end()) {
        first = end ? std::min(first, found->second) : found->second;
        end = i + 1;
      }
    assigned[set.getVar()] = i;
  }
  join();
}

SmallVector<SetOp> Placement::joinedTo(SetOp first) const {
  SmallVector<SetOp> joined;
  for (Operation *next = first->getNextNode(); next && firsts.lookup(first) == first && firsts.lookup(next) == first;
       next = next->getNextNode())
    joined.push_back(cast<SetOp>(next));
  return joined;
}

static bool isNamed(Value value) { return isa<BlockArgument>(value) || !getName(value).empty(); }

/// A neighbouring index, `i + 1`: no longer than the name that it would get.
static bool isNeighbour(Operation *op) {
  auto isLiteral = [](Value value) {
    auto constant = value.getDefiningOp<ConstantOp>();
    return constant && getName(value).empty();
  };
  return isa<AddOp, SubOp>(op) && isSI32(op->getResult(0).getType()) && isNamed(op->getOperand(0)) &&
         isLiteral(op->getOperand(1));
}

/// An array of a struct whose gradient is found before the threads run, where no statement of theirs has named it.
static bool isArrayOfGradient(Operation *op) {
  return isa<ExtractOp>(op) && isa<BlockArgument>(op->getOperand(0)) &&
         llvm::any_of(op->getUsers(), [](Operation *user) { return isa<GradientOp>(user); });
}

/// The vector of three whose components these extracts are, for nobody else; null where they are not.
static Value vectorOf(ValueRange components) {
  Value vector;
  for (auto [i, component] : llvm::enumerate(components)) {
    auto extract = component.getDefiningOp<ExtractOp>();
    if (!extract || !extract->hasOneUse() || !getName(component).empty() ||
        (vector && extract.getAggregate() != vector))
      return nullptr;
    auto type = dyn_cast<VecType>(extract.getAggregate().getType());
    ArrayRef<int64_t> indices = extract.getStaticIndices();
    if (!type || type.getLength() != 3 || indices.size() != 1 || indices.front() != int64_t(i))
      return nullptr;
    vector = extract.getAggregate();
  }
  return vector;
}

SmallVector<Value> Placement::vectorsOf(ConstructOp construct) const {
  bool isPair = isQuat(construct.getType()) || (isVec(construct.getType()) && numComponents(construct.getType()) == 6);
  ValueRange components = construct.getComponents();
  if (!rules.takesVectors || !isPair || components.size() < 4 || !construct->hasAttr("kgen.called"))
    return {};
  Value first = vectorOf(components.take_front(3));
  Value second = components.size() == 4 ? components.back() : vectorOf(components.drop_front(3));
  return first && second ? SmallVector<Value>{first, second} : SmallVector<Value>();
}

ConstructOp Placement::takerOf(ExtractOp extract) const {
  auto construct = extract->hasOneUse() ? dyn_cast<ConstructOp>(*extract->user_begin()) : ConstructOp();
  return construct && llvm::is_contained(vectorsOf(construct), extract.getAggregate()) ? construct : ConstructOp();
}

/// The constructor that alone takes a vector, and takes it whole.
ConstructOp Placement::takerOfWhole(Value vector) const {
  ConstructOp taker;
  if (!isVec(vector.getType()) || std::distance(vector.use_begin(), vector.use_end()) != 3)
    return taker;
  for (Operation *user : vector.getUsers()) {
    auto extract = dyn_cast<ExtractOp>(user);
    ConstructOp found = extract ? takerOf(extract) : ConstructOp();
    if (!found || (taker && found != taker))
      return {};
    taker = found;
  }
  return taker;
}

bool Placement::isLeaf(Operation *op) {
  if (isArrayOfGradient(op))
    return true;
  if (op->getNumResults() != 1 || !getName(op->getResult(0)).empty())
    return false;
  if (isa<ConstantOp, ShapeOp>(op) || isNeighbour(op))
    return true;
  if (auto construct = dyn_cast<ConstructOp>(op)) // zero
    return construct.getComponents().empty();
  auto extract = dyn_cast<ExtractOp>(op);
  if (!isa<CopyOp>(op) && (!extract || !extract.getIndices().empty()))
    return false;
  Value source = op->getOperand(0);
  return isNamed(source) || (isa<CopyOp>(op) && source.getDefiningOp<ConstantOp>());
}

bool Placement::isExpression(Operation *op) const {
  auto ifOp = dyn_cast<IfOp>(op);
  if (!ifOp)
    return op->getNumRegions() == 0 && op->getNumResults() == 1 && !isa<VarOp, GradientOp>(op) &&
           (!isa<InsertOp>(op) || isComposed(cast<InsertOp>(op)));
  if (ifOp.getNumResults() != 1 || !ifOp.elseBlock())
    return false;
  unsigned size = 0;
  for (Block *arm : {ifOp.thenBlock(), ifOp.elseBlock()}) {
    auto yield = dyn_cast<YieldOp>(arm->getTerminator());
    if (!yield || yield.getMore())
      return false;
    auto carried = dyn_cast<BlockArgument>(yield.getValues()[0]);
    // A variable that one arm leaves alone reads better as a statement.
    if (isComputed && carried && isa<LoopOpInterface>(carried.getOwner()->getParentOp()))
      return false;
    for (Operation &inner : arm->without_terminator()) {
      ++size;
      if (!isInline(&inner))
        return false;
    }
  }
  return !isComputed || size <= 4;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The known memory of an array: itself if it is a parameter; of an array that came out of a struct, nothing.
static void addMemory(TouchedMemory &memory, const TouchedMemory &more) {
  memory.everything |= more.everything;
  for (Value value : more.values) {
    while (auto view = value.getDefiningOp<ViewOp>())
      value = view.getArray();
    memory.everything |= isArray(value.getType()) && value.getDefiningOp();
    if (!llvm::is_contained(memory.values, value))
      memory.values.push_back(value);
  }
}

auto Placement::touched(Operation *op) const -> const ReadAndWritten & {
  static const ReadAndWritten nothing;
  if (auto [found, isNew] = memory.try_emplace(op); !isNew)
    return found->second ? *found->second : nothing;
  if (op->getNumRegions() == 0 && effectOf(op) == Effect::None) // most ops
    return nothing;
  auto known = std::make_unique<ReadAndWritten>();
  auto &[read, written] = *known;
  if (auto call = dyn_cast<CallOp>(op)) {
    read.everything = touchesMemory(call.getFunction(), false);
    written.everything = touchesMemory(call.getFunction(), true);
  } else if (op->getNumRegions() == 0) {
    addMemory(read, readBy(op));
    addMemory(written, writtenBy(op));
  }
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      const ReadAndWritten &more = touched(&inner);
      addMemory(read, more[0]);
      addMemory(written, more[1]);
    }
  return *(memory[op] = std::move(known));
}

bool Placement::touchesAny(Operation *op) const {
  const ReadAndWritten &memory = touched(op);
  return !memory[0].empty() || !memory[1].empty();
}

/// Whether a function reads or writes arrays; its variables are its own.
bool Placement::touchesMemory(FuncOp callee, bool writes) const {
  auto [entry, isNew] = effects.try_emplace({callee, writes}, false);
  if (!isNew)
    return entry->second;
  bool touches = llvm::any_of(callee.getBody().front(), [&](Operation &op) {
    const TouchedMemory &found = touched(&op, writes);
    return found.everything || llvm::any_of(found.values, [](Value value) { return isArray(value.getType()); });
  });
  effects[{callee, writes}] = touches;
  return touches;
}

/// The op in whose expression `op` stands; null for a statement.
Operation *Placement::readerOf(Operation *op) const {
  if (Operation *root = roots.lookup(op))
    return root;
  Operation *above = op->getParentOp();
  return isa<YieldOp>(op) && isa<IfOp>(above) && isExpression(above) ? above : nullptr;
}

Operation *Placement::statementOf(Operation *op) const {
  while (Operation *reader = readerOf(topOf(op)))
    op = reader;
  return topOf(op);
}

void Placement::decide(Operation *op) {
  if (isLeaf(op)) {
    roots[op] = nullptr;
    return;
  }
  if (op->getNumResults() != 1 || !isExpression(op) || isa<GradientTakeOp>(op)) {
    // Only as the value of a store of one component is an insert part of a statement.
    auto insert = dyn_cast<InsertOp>(op);
    auto store = insert && insert->hasOneUse() ? dyn_cast<StoreOp>(*insert->user_begin()) : StoreOp();
    if (store && isComponentStore(store))
      setRoot(op, store);
    return;
  }
  if (!rules.leftToRight &&
      (isa<AtomicOp, AtomicCasOp, DrawOp, RecordOp>(op) || (isa<CallOp>(op) && !touched(op, /*writes=*/true).empty())))
    return;
  Value result = op->getResult(0);
  if (result.use_empty())
    return;
  Operation *user = *result.user_begin();
  // The name that a pass gave to the condition of a loop says no more than the `break` that it becomes.
  auto yield = dyn_cast<YieldOp>(user);
  bool isExit = isComputed && yield && yield.getMore() == result;
  if (!getName(result).empty() && !isExit)
    return;
  // A variable is named again and again, where all see what it holds here.
  if (isa<GetOp>(op) && !result.hasOneUse() &&
      llvm::all_of(result.getUsers(), [&](Operation *reader) { return mayMove(op, reader); })) {
    roots[op] = nullptr;
    return;
  }
  ConstructOp taker = takerOfWhole(result);
  if (taker && mayMove(op, taker))
    setRoot(op, taker);
  if ((result.hasOneUse() || isIndexOfUpdate(op)) && mayMove(op, user))
    setRoot(op, isIndexOfUpdate(op) && isa<LoadOp>(user) ? *std::next(result.user_begin()) : user);
}

void Placement::setRoot(Operation *op, Operation *root) {
  roots[op] = root;
  tops[op] = topOf(root);
}

/// Whether an op that moves into a bound, which is evaluated before each trip, gives the same there, at little cost.
bool Placement::isSteadyBound(Operation *op, Operation *user, ForOp loop) const {
  Value bound = op->getResult(0);
  for (Operation *at = user; at != loop; at = readerOf(at))
    bound = at->getNumResults() ? at->getResult(0) : bound;
  if (loop.getLower() == OpFoldResult(bound) || !llvm::is_contained(loop.getBounds(), bound))
    return true;
  if (isComputed || loop.getStep() == OpFoldResult(bound) || touched(loop, true).intersects(touched(op, false)))
    return isComputed && user != loop;
  return isa<LoadOp, GetOp, ExtractOp, ShapeOp, AddOp, SubOp, MulOp>(op);
}

/// Whether, between an op and one behind it in the block, a part of the aggregate that it reads is replaced: what reads
/// before that lets it be done in place.
bool Placement::isReplacedBetween(ExtractOp op, Operation *behind) const {
  return llvm::any_of(op.getAggregate().getUsers(), [&](Operation *other) {
    auto insert = dyn_cast<InsertOp>(other);
    return insert && insert.getAggregate() == op.getAggregate() && insert->getBlock() == op->getBlock() &&
           begin(op) < begin(insert) && begin(insert) < begin(behind);
  });
}

bool Placement::mayMove(Operation *op, Operation *user) const {
  bool reads = op->getNumRegions() || touchesAny(op);
  Operation *statement = statementOf(user);
  if (Operation *first = firsts.lookup(statement))
    statement = first;
  Operation *there = op->getBlock()->findAncestorOpInBlock(*statement);
  if (!there)
    return false;
  if (auto extract = dyn_cast<ExtractOp>(op); extract && isReplacedBetween(extract, there))
    return false;
  // Into the arm of an `if`, but not into a loop, where it would run again.
  for (Operation *at = statement; at != there; at = at->getParentOp())
    if (reads || !isa<IfOp>(at->getParentOp()))
      return false;
  if (auto loop = dyn_cast<ForOp>(statement); loop && !rules.boundsOnce && !isSteadyBound(op, user, loop))
    return false;
  // A condition region runs before each trip, so nothing moves into it from outside.
  return !reads || isUndisturbed(op, user, there);
}

/// Whether `op` in the expression of `user` is evaluated before `at`, a part of the same expression. An element is read
/// after the operands beside it.
bool Placement::isEvaluatedBefore(Operation *op, Operation *user, Operation *at) const {
  if (!rules.leftToRight)
    return false;
  Operation *element = isa<LoadOp>(op) ? op : nullptr;
  llvm::SmallDenseMap<Operation *, Operation *> parts; // of what `op` is a part: the operand that it is in
  for (Operation *reader = user; reader; op = reader, reader = readerOf(reader))
    parts[reader] = op;
  if (at->getNumRegions() == 0 && parts.contains(at)) // as its operand
    return true;
  for (Operation *reader = readerOf(at); reader; at = reader, reader = readerOf(reader)) {
    Operation *part = parts.lookup(reader);
    if (!part)
      continue;
    if (part == element || !isa<ConstructOp, CallOp, BuiltinOpInterface>(reader))
      return false;
    auto position = [&](Operation *operand) {
      return std::distance(reader->operand_begin(), llvm::find(reader->getOperands(), operand->getResult(0)));
    };
    return position(part) < position(at);
  }
  return false;
}

/// Whether an op between two of a block writes the memory; a null value stands for ops that may write everything.
bool Placement::isWritten(Value memory, Operation *after, Operation *before) const {
  auto found = writers.find({after->getBlock(), memory});
  if (found == writers.end())
    return false;
  auto *next = llvm::upper_bound(found->second, begin(after));
  return next != found->second.end() && *next < begin(before);
}

bool Placement::isUndisturbed(Operation *op, Operation *user, Operation *root) const {
  const TouchedMemory &read = touched(op, false);
  bool exclusive = !touched(op, true).empty(); // an atomic passes no other access
  auto isStale = [&](Value memory) { return isWritten(memory, op, root); };
  if (!exclusive && !read.everything) {
    if (read.empty() || !(isStale(Value()) || llvm::any_of(read.values, isStale)))
      return true;
    if (!rules.leftToRight)
      return false;
  }
  for (Operation *at = nextAccess.lookup(op); at && begin(at) < begin(root); at = nextAccess.lookup(at))
    if ((exclusive || touched(at, true).intersects(read)) && !isEvaluatedBefore(op, user, at))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Liveness
//===----------------------------------------------------------------------===//

SmallVector<Operation *> Placement::readers(Value value) const {
  SmallVector<Operation *> found;
  for (Operation *user : value.getUsers()) {
    auto root = roots.find(user);
    if (root != roots.end() && !root->second) // a leaf
      llvm::append_range(found, readers(user->getResult(0)));
    else
      found.push_back(statementOf(user));
  }
  return found;
}

void Placement::addSegments(Value value, Operation *reader, unsigned until, SmallVectorImpl<Segment> &segments) const {
  Block *home = value.getParentBlock();
  for (Operation *at = reader;; at = at->getParentOp()) {
    Block *block = at->getBlock();
    if (block == home) {
      Operation *def = value.getDefiningOp();
      segments.push_back({def ? 2 * end(def) + 1 : 2 * begin(home->getParentOp()) + 1, until});
      return;
    }
    Operation *parent = block->getParentOp();
    // Through the whole of a loop, since the next trip reads it again.
    bool isLoop = isa<LoopOpInterface>(parent);
    segments.push_back({2 * begin(parent) + 1, isLoop ? 2 * end(parent) : until});
    if (!isLoop) // from the start of this arm only
      segments.back().first = 2 * begin(&block->front());
    until = 2 * begin(parent);
  }
}

/// Whether a bound of the loop is computed from the value where it is printed.
bool Placement::isInBound(Value value, ForOp loop) const {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user == loop)
      return use.getOperandNumber() < loop.getBounds().size();
    return isInline(user) && user->getNumResults() == 1 && isInBound(user->getResult(0), loop);
  });
}

SmallVector<Segment> Placement::live(Value value, ArrayRef<Operation *> readers) const {
  SmallVector<Segment> segments;
  for (Operation *reader : readers) {
    unsigned until = 2 * begin(reader);
    // Bounds are evaluated after the carried variables have their first values, and `k < n` before each trip.
    auto loop = dyn_cast<ForOp>(reader);
    if (loop && isInBound(value, loop))
      until = rules.boundsOnce ? 2 * begin(loop) + 1 : 2 * end(loop);
    addSegments(value, reader, until, segments);
  }
  if (segments.empty()) { // nobody reads it, but it is assigned
    Operation *def = value.getDefiningOp();
    unsigned at = def ? 2 * end(def) + 1 : 2 * begin(value.getParentBlock()->getParentOp()) + 1;
    segments.push_back({at, at});
  }
  return segments;
}

} // namespace kgen::text
