// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep over straight-line code: values, memory, atomics. Structure is in ReverseControlFlow.cpp.

#include "Reverse.h"
#include "ComponentSums.h"
#include "Replay.h"
#include <limits>

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

Reverse::Reverse(KernelOp primal, KernelOp backward, const Activity &activity, const Needs &needs,
                 const GradientOptions &options)
    : primal(primal), backward(backward), activity(activity), needs(needs), options(options),
      singularities(primal, activity), b(backward.getContext()), loc(unnamedLoc(primal.getLoc())) {}

void Reverse::run() {
  Block &body = backward.getBody().front();
  for (auto [value, argument] : llvm::zip(primal.getBody().getArguments(), body.getArguments()))
    values.map(value, argument);
  b.setInsertionPointToEnd(&body);
  createGradients();
  if (Value tape = primal.getTape())
    reverseWithTape(lookup(tape));
  else
    reverseBlock(primal.getBody().front());
  ReturnOp::create(b, loc);
}

/// If the tape does not have all that was recorded, one thread sets all gradients to NaN, since it takes a while.
void Reverse::reverseWithTape(Value tape) {
  Location here = loc;
  Value fits = TapeFitsOp::create(b, here, b.getI1Type(), tape);
  auto branch = IfOp::create(b, here, TypeRange(), fits, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  reverseBlock(primal.getBody().front());
  loc = here;
  YieldOp::create(b, here);

  b.setInsertionPointToEnd(branch.elseBlock());
  Value isFirst = TapeFailsFirstOp::create(b, here, b.getI1Type(), tape);
  auto first = IfOp::create(b, here, TypeRange(), isFirst);
  YieldOp::create(b, here);
  b.setInsertionPointToEnd(first.thenBlock());
  for (Value array : gradientArrays) {
    SmallVector<OpFoldResult> indices;
    spoil(array, cast<ArrayType>(array.getType()).getRank(), indices);
  }
  YieldOp::create(b, here);
}

/// The paths to the parts of an element that have a slope.
static void addFloatPaths(Type type, SmallVectorImpl<OpFoldResult> &path, OpBuilder &b,
                          function_ref<void(Type)> visit) {
  if (isFloatArith(type))
    return visit(type);
  if (!isStruct(type))
    return;
  for (unsigned field = 0; field < numParts(type); ++field) {
    path.push_back(b.getI64IntegerAttr(field));
    addFloatPaths(partType(type, field), path, b, visit);
    path.pop_back();
  }
}

/// Adds NaN to all elements of an array's gradient, in loops over the dimensions.
void Reverse::spoil(Value array, unsigned dimensions, SmallVectorImpl<OpFoldResult> &indices) {
  if (indices.size() == dimensions) {
    SmallVector<OpFoldResult> path(indices.begin(), indices.end());
    addFloatPaths(elementType(array.getType()), path, b, [&](Type type) {
      Value nan = createNumber(b, loc, type, std::numeric_limits<double>::quiet_NaN());
      GradientAddOp::create(b, loc, gradients.lookup(array), path, nan);
    });
    return;
  }
  Value extent = ShapeOp::create(b, loc, lookup(array), indices.size());
  auto each = ForOp::create(b, loc, b.getI64IntegerAttr(0), extent, b.getI64IntegerAttr(1), ValueRange());
  setName(each.getInductionVar(), std::string(1, "ijkl"[indices.size()]));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&each.getBody().front());
  indices.push_back(each.getInductionVar());
  spoil(array, dimensions, indices);
  indices.pop_back();
  YieldOp::create(b, loc);
}

/// One for each array that an active access names: parameters in their order, then fields of parameters.
void Reverse::createGradients() {
  for (BlockArgument array : primal.getBody().getArguments())
    createGradient(array);
  for (ExtractOp field : primal.getBody().getOps<ExtractOp>())
    if (isArray(field.getType())) {
      b.clone(*field, values);
      createGradient(field);
    }
}

void Reverse::createGradient(Value array) {
  bool accessed = isArray(array.getType()) && llvm::any_of(array.getUsers(), [&](Operation *user) {
                    return isa<AccessOpInterface, TileAccessOpInterface>(user) && activity.isActive(user);
                  });
  if (!accessed)
    return;
  unsigned count = primal.getNumArguments();
  Value adjoint;
  if (auto parameter = dyn_cast<BlockArgument>(array)) {
    adjoint = backward.getArgument(count + parameter.getArgNumber());
  } else {
    auto field = array.getDefiningOp<ExtractOp>();
    unsigned number = cast<BlockArgument>(field.getAggregate()).getArgNumber();
    Location named = nameLoc(("adj_" + getName(array)).str(), loc);
    adjoint = ExtractOp::create(b, named, backward.getArgument(count + number), field.getMixedIndices());
  }
  Location named = nameLoc(("grad_" + getName(array)).str(), loc);
  gradients[array] = GradientOp::create(b, named, lookup(array), adjoint);
  gradientArrays.push_back(array);
}

void Reverse::reverseBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    emitPrimal(op);
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (activity.isActive(&op) && !reversed.contains(&op))
      reverseOp(op);
}

void Reverse::emitPrimal(Operation &op) {
  if (isa<RegionBranchOpInterface>(op)) {
    auto loop = dyn_cast<LoopOpInterface>(op);
    if (loop && activity.isActive(&op) && needsCount(loop))
      if (RecordOp recorded = getRecordedTrips(loop))
        trips[&op] = emitRecall(b, recorded, values);
    if (!needs.isReplayed(&op))
      return;
    if (Value count = Replay(b, needs, &op).run(values))
      trips[&op] = count;
  } else if (llvm::any_of(op.getResults(), [&](Value result) { return needs.inReverse(result); })) {
    if (!emitKnown(b, needs, op, values))
      b.clone(op, values);
  }
}

void Reverse::reverseOp(Operation &op) {
  loc = unnamedLoc(op.getLoc());
  if (auto branch = dyn_cast<IfOp>(op))
    return reverseIf(branch);
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    return reverseLoop(loop);
  if (auto slope = dyn_cast<SlopeOpInterface>(op))
    return reverseSlope(slope);
  if (auto custom = dyn_cast<CustomAdjointOp>(op))
    return reverseCustom(custom);
  if (auto access = dyn_cast<TileAccessOpInterface>(op))
    return reverseTileAccess(access);
  auto access = cast<AccessOpInterface>(op);
  if (access.getUpdate())
    return reverseAtomic(access);
  return access.writesElement() ? reverseStore(access) : reverseLoad(access);
}

void Reverse::reverseSlope(SlopeOpInterface op) {
  Value g = takeAdjoint(op->getResult(0));
  if (!g)
    return;
  if (singularities.needsTest(op, known.lookup(op)))
    return reverseUnlessZero(op, g);
  auto primalValue = [&](Value value) { return lookup(value); };
  Value mask = singularities.findMask(op);
  for (OpOperand &operand : op->getOpOperands())
    if (activity.isActive(operand.get()))
      if (Value term = op.buildAdjoint(b, loc, operand.getOperandNumber(), g, primalValue)) {
        if (isa<CwDivOp>(op))
          term = zeroWhereZero(term, g);
        if (mask)
          term = zeroWhereMasked(term, lookup(mask));
        addAdjoint(operand.get(), term);
      }
}

/// One call, since the author's function may look at all adjoints together.
void Reverse::reverseCustom(CustomAdjointOp op) {
  SmallVector<Value> adjoints = llvm::map_to_vector(op.getResults(), [&](Value result) { return takeAdjoint(result); });
  if (llvm::none_of(adjoints, [](Value g) { return static_cast<bool>(g); }))
    return;
  for (auto [g, type] : llvm::zip_equal(adjoints, op.getResultTypes()))
    if (!g)
      g = createNumber(b, loc, type, 0.0);
  SmallVector<Value> arguments = llvm::map_to_vector(op.getArguments(), [&](Value value) { return lookup(value); });
  CallOp call = op.buildCall(b, loc, arguments, adjoints);
  for (auto [argument, term] : llvm::zip_equal(differentiableArguments(op), call.getResults()))
    addAdjoint(argument, term);
}

//===----------------------------------------------------------------------===//
// Slopes that may be infinite
//===----------------------------------------------------------------------===//

/// The paths to the scalars of a value.
SmallVector<SmallVector<OpFoldResult>> kgen::transforms::componentPaths(Type type, OpBuilder &b) {
  SmallVector<SmallVector<OpFoldResult>> paths;
  if (!isComposite(type))
    return {{}};
  for (unsigned part = 0; part < numParts(type); ++part)
    for (const SmallVector<OpFoldResult> &rest : componentPaths(partType(type, part), b)) {
      SmallVector<OpFoldResult> &path = paths.emplace_back();
      path.push_back(b.getI64IntegerAttr(part));
      llvm::append_range(path, rest);
    }
  return paths;
}

/// Whether any component is not zero.
Value Reverse::isNotZero(Value g) {
  auto compare = [&](Value number) -> Value {
    Value zero = createNumber(b, loc, number.getType(), 0.0);
    return CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::ne, number, zero);
  };
  if (!isComposite(g.getType()))
    return compare(g);
  if (isAggregate(g.getType()))
    return AnyNonzeroOp::create(b, loc, b.getI1Type(), g);
  Value any;
  for (const SmallVector<OpFoldResult> &at : componentPaths(g.getType(), b)) {
    Value component = ExtractOp::create(b, loc, g, at);
    Value differs = compare(component);
    any = any ? OrOp::create(b, loc, any, differs).getResult() : differs;
  }
  return any;
}

/// The components of `term` where those of `g` are not zero: of an op whose components have poles of their own.
Value Reverse::zeroWhereZero(Value term, Value g) {
  Value zero = createNumber(b, loc, elementType(g.getType()), 0.0);
  SmallVector<Value> kept;
  for (const SmallVector<OpFoldResult> &at : componentPaths(g.getType(), b)) {
    Value component = ExtractOp::create(b, loc, g, at);
    Value differs = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::ne, component, zero);
    Value slope = ExtractOp::create(b, loc, term, at);
    kept.push_back(WhereOp::create(b, loc, differs, slope, zero));
  }
  return ConstructOp::create(b, loc, term.getType(), kept);
}

/// Nothing where a mask is zero, however large the adjoint.
Value Reverse::zeroWhereMasked(Value term, Value mask) {
  Value number = createNumber(b, loc, mask.getType(), 0.0);
  Value isZero = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, mask, number);
  Value nothing = createNumber(b, loc, term.getType(), 0.0);
  return WhereOp::create(b, loc, isZero, nothing, term);
}

/// Tests that stand in each other, at most; readers of the text follow a few hundred.
static constexpr unsigned maxNesting = 8;

void Reverse::reverseUnlessZero(SlopeOpInterface op, Value g) {
  Location here = loc;
  SmallVector<Operation *> chain = singularities.findChain(op, nesting < maxNesting);
  llvm::DenseSet<Operation *> members(chain.begin(), chain.end());
  llvm::SetVector<Value> outer;
  for (Operation *member : chain)
    for (Value operand : member->getOperands())
      if (activity.isActive(operand) && !members.contains(operand.getDefiningOp()))
        outer.insert(operand);
  SmallVector<Type> types = llvm::map_to_vector(outer, [](Value v) { return v.getType(); });
  auto branch = IfOp::create(b, here, types, isNotZero(g), /*withElse=*/!outer.empty());

  llvm::DenseMap<Value, Value> saved = adjoints;
  auto fill = [&](Region &region, function_ref<void()> reverse) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&region.front());
    adjoints = saved;
    reverse();
    loc = here;
    YieldOp::create(b, here, llvm::map_to_vector(outer, [&](Value v) { return adjointOrZero(v); }));
  };
  fill(branch.getThenRegion(), [&] {
    adjoints[op->getResult(0)] = g;
    ++nesting;
    reverseChain(chain);
    --nesting;
  });
  if (!outer.empty())
    fill(branch.getElseRegion(), [] {});
  adjoints = std::move(saved);
  for (auto [value, adjoint] : llvm::zip(outer, branch.getResults()))
    adjoints[value] = adjoint;
}

/// Below the root, the first, no op is tested again, except those whose own adjoint may have become zero on the way.
void Reverse::reverseChain(ArrayRef<Operation *> chain) {
  known[chain.front()] = NonZero::sure;
  for (Operation *op : chain) {
    if (!reversed.insert(op).second && op != chain.front()) // with the chain of an op before this one
      continue;
    for (OpOperand &operand : op->getOpOperands())
      if (Operation *definition = operand.get().getDefiningOp())
        if (llvm::is_contained(chain, definition))
          if (NonZero adjoint = singularities.ofOperand(operand, known.lookup(op)); adjoint > known.lookup(definition))
            known[definition] = adjoint;
    reverseOp(*op);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Reverse::reverseLoad(AccessOpInterface op) {
  if (Value g = takeAdjoint(op.getValueRead()))
    GradientAddOp::create(b, loc, gradients.lookup(op.getArray()), indices(op.getMixedIndices()), g);
}

void Reverse::reverseStore(AccessOpInterface op) {
  Value g = GradientTakeOp::create(b, loc, gradients.lookup(op.getArray()), indices(op.getMixedIndices()));
  addAdjoint(op.getValueWritten(), g);
}

void Reverse::reverseAtomic(AccessOpInterface op) {
  Value gradient = gradients.lookup(op.getArray());
  Value old = takeAdjoint(op.getValueRead());
  bool isSum = op.getUpdate() == AtomicKind::add || op.getUpdate() == AtomicKind::sub;
  if (activity.isActive(op.getValueWritten())) {
    Value g = isSum ? GradientReadOp::create(b, loc, gradient, indices(op.getMixedIndices())).getResult()
                    : adjointOfWinner(op);
    if (op.getUpdate() == AtomicKind::sub)
      g = NegOp::create(b, loc, g);
    addAdjoint(op.getValueWritten(), g);
  } else if (!isSum) {
    adjointOfWinner(op); // a constant that won takes the gradient away from what it beat
  }
  if (old)
    GradientAddOp::create(b, loc, gradient, indices(op.getMixedIndices()), old);
}

/// The adjoint of a load is a sum to the gradient, that of a store takes it away from there, that of a sum reads it.
void Reverse::reverseTileAccess(TileAccessOpInterface op) {
  Value gradient = gradients.lookup(op.getArray());
  SmallVector<Value> offsets = llvm::map_to_vector(op.getOffsets(), [&](Value offset) { return lookup(offset); });
  bool isUnchecked = op.getUnchecked();
  Value adjointOfRead = op.getTileRead() ? takeAdjoint(op.getTileRead()) : Value();
  Value written = op.getTileWritten();
  if (isa<TileStoreOp>(op)) {
    Value g = TileTakeOp::create(b, loc, op.getTileType(), gradient, offsets, isUnchecked);
    addAdjoint(written, g);
  } else if (written && activity.isActive(written)) {
    Value g = TileLoadOp::create(b, loc, op.getTileType(), gradient, offsets, isUnchecked, /*shape_names=*/ArrayAttr(),
                                 /*storage=*/StringAttr());
    addAdjoint(written, g);
  }
  if (adjointOfRead)
    TileAddOp::create(b, loc, /*old=*/Type(), gradient, offsets, adjointOfRead, isUnchecked);
}

/// If `won`, takes an element of a gradient or a part of it, and leaves zero there; else zero.
Value Reverse::takeIf(Value won, Value gradient, ArrayRef<OpFoldResult> at, Type type) {
  auto branch = IfOp::create(b, loc, type, won, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value g = GradientTakeOp::create(b, loc, gradient, at);
  YieldOp::create(b, loc, g);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value zero = createNumber(b, loc, type, 0.0);
  YieldOp::create(b, loc, zero);
  return branch.getResult(0);
}

/// The one whose value is the final element takes the whole gradient, the others nothing. If the element before is
/// recorded, it decides: each component has a winner of its own, the later of equal ones.
Value Reverse::adjointOfWinner(AccessOpInterface op) {
  SmallVector<OpFoldResult> at = indices(op.getMixedIndices());
  Value gradient = gradients.lookup(op.getArray()), written = lookup(op.getValueWritten());
  Type type = written.getType();
  RecordOp record = getRecord(op.getValueRead());
  if (!record) {
    Value final = LoadOp::create(b, loc, lookup(op.getArray()), at);
    Value won = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, written, final);
    return takeIf(won, gradient, at, type);
  }
  Value old = emitRecall(b, record, values), adjoint;
  CmpPredicate predicate = op.getUpdate() == AtomicKind::max ? CmpPredicate::ge : CmpPredicate::le;
  for (const SmallVector<OpFoldResult> &path : componentPaths(type, b)) {
    auto part = [&](Value whole) -> Value {
      return path.empty() ? whole : ExtractOp::create(b, loc, whole, path).getResult();
    };
    Value component = part(written), before = part(old);
    Value won = CmpOp::create(b, loc, b.getI1Type(), predicate, component, before);
    SmallVector<OpFoldResult> place = at;
    llvm::append_range(place, path);
    Value taken = takeIf(won, gradient, place, component.getType());
    if (path.empty())
      return taken;
    Value whole = adjoint ? adjoint : createNumber(b, loc, type, 0.0);
    adjoint = InsertOp::create(b, loc, taken, whole, path);
  }
  return adjoint;
}

//===----------------------------------------------------------------------===//
// Adjoints
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> Reverse::indices(ArrayRef<OpFoldResult> primalIndices) {
  return mapOperands(primalIndices, values);
}

Value Reverse::named(Value adjoint, Value value) {
  StringRef name = getName(value);
  if (!name.empty() && getName(adjoint).empty() && isa<OpResult>(adjoint))
    setName(adjoint, ("adj_" + name).str());
  return adjoint;
}

void Reverse::addAdjoint(Value value, Value g) {
  if (!activity.isActive(value))
    return;
  Value &adjoint = adjoints[value];
  adjoint = adjoint ? addByComponent(b, loc, adjoint, g) : g;
}

Value Reverse::takeAdjoint(Value value) {
  auto found = adjoints.find(value);
  if (found == adjoints.end())
    return {};
  Value adjoint = found->second;
  adjoints.erase(found);
  return named(adjoint, value);
}

Value Reverse::adjointOrZero(Value value) {
  if (Value adjoint = adjoints.lookup(value))
    return adjoint;
  return createNumber(b, loc, value.getType(), 0.0);
}
