// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reverse sweep over straight-line code: values, memory, atomics. Structure is in ReverseControlFlow.cpp.

#include "Reverse.h"
#include "Replay.h"

using namespace mlir;
using namespace kgen;

Reverse::Reverse(KernelOp primal, KernelOp backward, const Activity &activity, const Needs &needs)
    : primal(primal), backward(backward), activity(activity), needs(needs), b(backward.getContext()),
      loc(unnamedLoc(primal.getLoc())) {}

void Reverse::run() {
  Block &body = backward.getBody().front();
  for (auto [value, argument] : llvm::zip(primal.getBody().getArguments(), body.getArguments()))
    values.map(value, argument);
  b.setInsertionPointToEnd(&body);
  createGradients();
  reverseBlock(primal.getBody().front());
  ReturnOp::create(b, loc);
}

/// One for each array parameter that an active access names, in the order of the parameters.
void Reverse::createGradients() {
  unsigned count = primal.getNumArguments();
  for (BlockArgument array : primal.getBody().getArguments()) {
    bool accessed = isArray(array.getType()) && llvm::any_of(array.getUsers(), [&](Operation *user) {
                      return isa<LoadOp, StoreOp, AtomicOp>(user) && activity.isActive(user);
                    });
    if (!accessed)
      continue;
    Value adjoint = backward.getArgument(count + array.getArgNumber());
    Location named = nameLoc(("grad_" + getName(array)).str(), loc);
    gradients[array] = GradientOp::create(b, named, lookup(array), adjoint);
  }
}

void Reverse::reverseBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    emitPrimal(op);
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (activity.isActive(&op))
      reverseOp(op);
}

void Reverse::emitPrimal(Operation &op) {
  if (isa<IfOp, ForOp, WhileOp>(op)) {
    if (!needs.isReplayed(&op))
      return;
    if (Value count = Replay(b, needs, &op).run(values))
      trips[&op] = count;
  } else if (llvm::any_of(op.getResults(), [&](Value result) { return needs.inReverse(result); })) {
    b.clone(op, values);
  }
}

void Reverse::reverseOp(Operation &op) {
  loc = unnamedLoc(op.getLoc());
  if (auto branch = dyn_cast<IfOp>(op))
    return reverseIf(branch);
  if (isa<ForOp, WhileOp>(op))
    return reverseLoop(op);
  if (auto store = dyn_cast<StoreOp>(op))
    return reverseStore(store);
  if (auto atomic = dyn_cast<AtomicOp>(op))
    return reverseAtomic(atomic);
  Value g = takeAdjoint(op.getResult(0));
  if (!g)
    return;
  if (isa<BuiltinOpInterface>(op))
    return reverseBuiltin(op, g);
  if (auto load = dyn_cast<LoadOp>(op)) {
    GradientAddOp::create(b, loc, gradients.lookup(load.getArray()), indices(load.getMixedIndices()), g);
    return;
  }
  reverseValueOp(op, g);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Reverse::reverseBuiltin(Operation &op, Value g) {
  const BuiltinInfo &info = cast<BuiltinOpInterface>(op).getBuiltinInfo();
  SmallVector<Value> operands = llvm::map_to_vector(op.getOperands(), [&](Value v) { return lookup(v); });
  SmallVector<Type> types(op.getOperandTypes());
  for (unsigned i = 0; i < info.numOperands; ++i)
    if (activity.isActive(op.getOperand(i)))
      if (Value term = info.buildAdjoint(b, loc, i, types, operands, lookup(op.getResult(0)), g))
        addAdjoint(op.getOperand(i), term);
}

/// Casts and components are linear: their rules read indices only.
void Reverse::reverseValueOp(Operation &op, Value g) {
  if (auto cast = dyn_cast<CastOp>(op)) {
    addAdjoint(cast.getValue(), CastOp::create(b, loc, cast.getValue().getType(), g));
  } else if (auto construct = dyn_cast<ConstructOp>(op)) {
    auto matrix = dyn_cast<MatType>(construct.getType());
    ValueRange components = construct.getComponents();
    for (auto [i, component] : llvm::enumerate(components)) {
      if (!activity.isActive(component))
        continue;
      SmallVector<OpFoldResult> at = {b.getI64IntegerAttr(i)};
      if (matrix)
        at = {b.getI64IntegerAttr(i / matrix.getCols()), b.getI64IntegerAttr(i % matrix.getCols())};
      Value term;
      if (components.size() == 1 && numComponents(construct.getType()) > 1) {
        Value ones = createNumber(b, loc, construct.getType(), 1.0);
        term = DdotOp::create(b, loc, g, ones);
      } else {
        term = ExtractOp::create(b, loc, g, at);
      }
      addAdjoint(component, term);
    }
  } else if (auto extract = dyn_cast<ExtractOp>(op)) {
    Value zero = createNumber(b, loc, extract.getAggregate().getType(), 0.0);
    addAdjoint(extract.getAggregate(), InsertOp::create(b, loc, g, zero, indices(extract.getMixedIndices())));
  } else if (auto insert = dyn_cast<InsertOp>(op)) {
    SmallVector<OpFoldResult> at = indices(insert.getMixedIndices());
    Value zero = createNumber(b, loc, insert.getValue().getType(), 0.0);
    if (activity.isActive(insert.getValue()))
      addAdjoint(insert.getValue(), ExtractOp::create(b, loc, g, at));
    if (activity.isActive(insert.getAggregate()))
      addAdjoint(insert.getAggregate(), InsertOp::create(b, loc, zero, g, at));
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Reverse::reverseStore(StoreOp op) {
  Value g = GradientTakeOp::create(b, loc, gradients.lookup(op.getArray()), indices(op.getMixedIndices()));
  addAdjoint(op.getValue(), g);
}

void Reverse::reverseAtomic(AtomicOp op) {
  Value gradient = gradients.lookup(op.getArray());
  Value old = takeAdjoint(op.getOld());
  if (activity.isActive(op.getValue())) {
    bool isSum = op.getKind() == AtomicKind::add || op.getKind() == AtomicKind::sub;
    Value g = isSum ? GradientReadOp::create(b, loc, gradient, indices(op.getMixedIndices())).getResult()
                    : adjointOfWinner(op);
    if (op.getKind() == AtomicKind::sub)
      g = NegOp::create(b, loc, g);
    addAdjoint(op.getValue(), g);
  } else if (op.getKind() == AtomicKind::min || op.getKind() == AtomicKind::max) {
    adjointOfWinner(op); // a constant that won takes the gradient away from what it beat
  }
  if (old)
    GradientAddOp::create(b, loc, gradient, indices(op.getMixedIndices()), old);
}

/// The one whose value is the final element takes the whole gradient, the others nothing.
Value Reverse::adjointOfWinner(AtomicOp op) {
  SmallVector<OpFoldResult> at = indices(op.getMixedIndices());
  Value final = LoadOp::create(b, loc, lookup(op.getArray()), at);
  Value won = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::eq, lookup(op.getValue()), final);
  auto branch = IfOp::create(b, loc, op.getType(), won, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(branch.thenBlock());
  Value g = GradientTakeOp::create(b, loc, gradients.lookup(op.getArray()), at);
  YieldOp::create(b, loc, g);
  b.setInsertionPointToEnd(branch.elseBlock());
  Value zero = createNumber(b, loc, op.getType(), 0.0);
  YieldOp::create(b, loc, zero);
  return branch.getResult(0);
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
  adjoint = adjoint ? AddOp::create(b, loc, adjoint, g).getResult() : g;
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
