// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward mode, in place and in the order of the program. Nothing has to be kept: a tangent is computed where its value
// is.

#include "Tangents.h"
#include "Reverse.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

void kgen::transforms::lowerGradients(KernelOp backward) {
  backward.removeAdjointOfAttr();
  SmallVector<Operation *> done;
  backward.getBody().walk([&](GradientOp gradient) {
    for (Operation *user : llvm::make_early_inc_range(gradient->getUsers())) {
      OpBuilder b(user);
      auto access = cast<AccessOpInterface>(user);
      SmallVector<OpFoldResult> at = access.getMixedIndices();
      Value adjoint = gradient.getAdjoint();
      if (isa<GradientAddOp>(user)) {
        AtomicOp::create(b, user->getLoc(), AtomicKind::add, adjoint, at, access.getValueWritten(), /*augmented=*/true);
      } else {
        Value read = LoadOp::create(b, user->getLoc(), adjoint, at);
        if (isa<GradientTakeOp>(user)) {
          Location loc = unnamedLoc(user->getLoc());
          Value zero = createNumber(b, loc, read.getType(), 0.0);
          StoreOp::create(b, loc, adjoint, at, zero);
        }
        access.getValueRead().replaceAllUsesWith(read);
      }
      user->erase();
    }
    done.push_back(gradient);
  });
  for (Operation *gradient : done)
    gradient->erase();
}

Tangents::Tangents(KernelOp kernel, ModuleOp module)
    : kernel(kernel), module(module), activity(kernel, /*ofParameters=*/true), singularities(kernel, activity),
      b(kernel.getContext()), loc(unnamedLoc(kernel.getLoc())) {}

LogicalResult Tangents::run() {
  addParameters();
  if (failed(visitBlock(kernel.getBody().front())))
    return failure();
  kernel.walk([](CustomAdjointOp op) { // which has done what it is for
    op.getResults().replaceAllUsesWith(op.getValues());
    op.erase();
  });
  return success();
}

void Tangents::addParameters() {
  SmallVector<BlockArgument> parameters(kernel.getBody().getArguments());
  for (BlockArgument parameter : parameters) {
    Location named = nameLoc(("tan_" + getName(parameter)).str(), parameter.getLoc());
    Value tangent = transforms::addParameter(kernel, parameter.getType(), named);
    if (isArray(parameter.getType()) || activity.isVaried(parameter))
      tangents[parameter] = tangent;
  }
}

LogicalResult Tangents::visitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    if (failed(visit(op)))
      return failure();
  return success();
}

LogicalResult Tangents::visit(Operation &op) {
  auto field = dyn_cast<ExtractOp>(op);
  bool isArrayField = field && isArray(field.getType());
  if (!isArrayField && !activity.isActive(&op))
    return success();
  loc = unnamedLoc(op.getLoc());
  b.setInsertionPointAfter(&op);
  if (isArrayField) {
    Value tangent = ExtractOp::create(b, loc, tangents.lookup(field.getAggregate()), field.getMixedIndices());
    setTangent(field, tangent);
    return success();
  }
  if (auto branch = dyn_cast<IfOp>(op))
    return visitIf(branch);
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    return visitLoop(loop);
  if (auto slope = dyn_cast<SlopeOpInterface>(op))
    return visitSlope(slope);
  if (auto custom = dyn_cast<CustomAdjointOp>(op))
    return visitCustom(custom);
  return visitAccess(cast<AccessOpInterface>(op));
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

LogicalResult Tangents::visitIf(IfOp op) {
  SmallVector<unsigned> active;
  SmallVector<Type> types;
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (activity.isActive(result)) {
      active.push_back(i);
      types.push_back(result.getType());
    }
  for (Region &region : op->getRegions())
    if (!region.empty() && failed(visitBlock(region.front())))
      return failure();
  if (active.empty())
    return success();
  unsigned count = op.getNumResults();
  IfOp branch = addResults(op, types);
  for (Region &region : branch->getRegions()) {
    YieldOp yield = getYield(region);
    b.setInsertionPoint(yield);
    loc = unnamedLoc(yield.getLoc());
    for (unsigned i : active)
      yield.getValuesMutable().append(tangentOrZero(yield.getValues()[i]));
  }
  for (auto [position, i] : llvm::enumerate(active))
    setTangent(branch.getResult(i), branch.getResult(count + position));
  return success();
}

LogicalResult Tangents::visitLoop(LoopOpInterface op) {
  SmallVector<unsigned> active;
  SmallVector<Value> inits;
  b.setInsertionPoint(op);
  for (auto [i, carry] : llvm::enumerate(op.getCarries()))
    if (activity.isActive(carry)) {
      active.push_back(i);
      inits.push_back(tangentOrZero(op.getInits()[i]));
    }
  unsigned count = op->getNumResults();
  LoopOpInterface loop = active.empty() ? op : addCarries(op, inits);
  for (auto [position, i] : llvm::enumerate(active))
    setTangent(loop.getCarries()[i], loop.getCarries()[count + position]);
  if (failed(visitBlock(loop.getBodyBlock())))
    return failure();
  YieldOp yield = loop.getYield();
  b.setInsertionPoint(yield);
  loc = unnamedLoc(yield.getLoc());
  for (unsigned i : active)
    yield.getValuesMutable().append(tangentOrZero(yield.getValues()[i]));
  for (auto [position, i] : llvm::enumerate(active))
    setTangent(loop->getResult(i), loop->getResult(count + position));
  return success();
}

//===----------------------------------------------------------------------===//
// Slopes
//===----------------------------------------------------------------------===//

Value Tangents::applyToTangents(Operation *op) {
  if (!isa<CastOp, ConstructOp, ExtractOp, InsertOp, WhereOp>(op))
    return {};
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (isFloatArith(operand.getType()) || tangents.contains(operand))
      mapping.map(operand, tangentOrZero(operand));
  Operation *copy = b.clone(*op, mapping);
  copy->setLoc(loc);
  return copy->getResult(0);
}

/// Whether an op has a finite value where its slope is infinite: at the end of its domain, such as a root at zero. A
/// quotient has not.
static bool isSteep(Operation *op) {
  auto builtin = dyn_cast<BuiltinOpInterface>(op);
  return builtin && !isa<DivOp, ScaleDivOp>(op) &&
         llvm::any_of(builtin.getBuiltinInfo().domains, [](const Domain &domain) { return domain.low > 0.0; });
}

LogicalResult Tangents::visitSlope(SlopeOpInterface op) {
  if (Value applied = applyToTangents(op)) {
    setTangent(op->getResult(0), applied);
    return success();
  }
  Value tangent;
  bool tested = isSteep(op) && singularities.hasInfiniteSlope(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value t = tangents.lookup(operand.get());
    if (!t)
      continue;
    FailureOr<Value> term = push(op, operand.getOperandNumber(), t);
    if (failed(term))
      return op->emitError("cannot differentiate kernel '")
             << kernel.getSymName() << "': the adjoint rule of '" << op->getName() << "' has no transpose";
    if (!*term)
      continue;
    if (tested && !isComposite(t.getType())) { // zero contributes nothing, however steep (S-105)
      Value zero = createNumber(b, loc, t.getType(), 0.0);
      Value moves = CmpOp::create(b, loc, b.getI1Type(), CmpPredicate::ne, t, zero);
      Value none = createNumber(b, loc, (*term).getType(), 0.0);
      term = WhereOp::create(b, loc, moves, *term, none).getResult();
    }
    tangent = tangent ? AddOp::create(b, loc, tangent, *term).getResult() : *term;
  }
  if (tangent)
    setTangent(op->getResult(0), tangent);
  return success();
}

namespace {

/// An adjoint of a value of a rule on its way back, and the conditions under which it is not zero: a rule that is zero
/// outside of a domain has a tangent that is, whatever the rule would come to there.
struct Masked {
  Value value;
  /// Each with what it has to be.
  SmallVector<std::pair<Value, bool>> conditions;
};

} // namespace

/// The arm of a selection that alone depends on the result's adjoint.
static OpOperand *onlyArm(WhereOp op, const llvm::DenseSet<Value> &moved) {
  OpOperand &onTrue = op->getOpOperand(1), &onFalse = op->getOpOperand(2);
  if (moved.contains(onTrue.get()) == moved.contains(onFalse.get()))
    return nullptr;
  return moved.contains(onTrue.get()) ? &onTrue : &onFalse;
}

static Value applyMask(OpBuilder &b, Location loc, const Masked &masked) {
  Value value = masked.value;
  if (masked.conditions.empty())
    return value;
  Value nothing = createNumber(b, loc, value.getType(), 0.0);
  for (auto [condition, wanted] : llvm::reverse(masked.conditions))
    value = WhereOp::create(b, loc, condition, wanted ? value : nothing, wanted ? nothing : value);
  return value;
}

static void addMasked(OpBuilder &b, Location loc, Masked &sum, Masked more) {
  if (!sum.value) {
    sum = std::move(more);
    return;
  }
  if (sum.conditions != more.conditions) {
    sum = {applyMask(b, loc, sum), {}};
    more = {applyMask(b, loc, more), {}};
  }
  sum.value = AddOp::create(b, loc, sum.value, more.value);
}

FailureOr<Value> Tangents::push(SlopeOpInterface op, unsigned operand, Value t) {
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.getBlock();
  Block::iterator place = b.getInsertionPoint();
  Block rule, parameter;
  b.setInsertionPointToEnd(&rule);
  auto same = [](Value value) { return value; };
  Value g = parameter.addArgument(op->getResult(0).getType(), loc);
  Value term = op.buildAdjoint(b, loc, operand, g, same);

  llvm::DenseSet<Value> moved = {g};
  SmallVector<Operation *> chain;
  for (Operation &made : rule)
    if (llvm::any_of(made.getOperands(), [&](Value value) { return moved.contains(value); })) {
      moved.insert(made.getResult(0));
      chain.push_back(&made);
    }
  llvm::DenseMap<Value, Masked> adjoints;
  if (term)
    adjoints[term] = {t, {}};
  bool isLinear = true;
  for (Operation *made : llvm::reverse(chain)) {
    Masked adjoint = adjoints.lookup(made->getResult(0));
    auto slope = dyn_cast<SlopeOpInterface>(made);
    isLinear &= slope && slope.hasSlope();
    auto where = dyn_cast<WhereOp>(made);
    OpOperand *arm = where ? onlyArm(where, moved) : nullptr;
    for (OpOperand &used : made->getOpOperands()) {
      if (!adjoint.value || !isLinear || !moved.contains(used.get()))
        continue;
      Masked more = adjoint;
      if (&used == arm)
        more.conditions.push_back({where->getOperand(0), arm->getOperandNumber() == 1});
      else
        more.value = slope.buildAdjoint(b, loc, used.getOperandNumber(), adjoint.value, same);
      if (more.value)
        addMasked(b, loc, adjoints[used.get()], std::move(more));
    }
  }
  for (Operation *made : llvm::reverse(chain)) {
    isLinear &= made->use_empty();
    made->dropAllUses();
    made->erase();
  }
  isLinear &= g.use_empty();
  g.dropAllUses();
  if (!isLinear)
    return failure();
  Masked tangent = adjoints.lookup(g);
  if (tangent.value)
    tangent.value = applyMask(b, loc, tangent);
  block->getOperations().splice(place, rule.getOperations());
  return tangent.value;
}

/// The matrix of the author's adjoint, a row for each component of the results, times the tangents of the arguments.
LogicalResult Tangents::visitCustom(CustomAdjointOp op) {
  if (!isLinearAdjoint(op, module))
    return op.emitError("cannot differentiate kernel '")
           << kernel.getSymName() << "': the adjoint " << op.getAdjointAttr()
           << " is not seen to be linear in the adjoints of the results, and so has no tangent";
  auto zero = [&](Type type) { return createNumber(b, loc, type, 0.0); };
  for (OpResult result : op.getResults()) {
    if (!activity.isActive(result))
      continue;
    Value tangent = zero(result.getType());
    for (const SmallVector<OpFoldResult> &path : componentPaths(result.getType(), b)) {
      SmallVector<Value> seeds = llvm::map_to_vector(op.getResultTypes(), zero);
      Value one = createNumber(b, loc, elementType(result.getType()), 1.0), whole = seeds[result.getResultNumber()];
      seeds[result.getResultNumber()] = path.empty() ? one : InsertOp::create(b, loc, one, whole, path).getResult();
      Value component = pushThrough(op, op.buildCall(b, loc, op.getArguments(), seeds));
      tangent = path.empty() ? component : InsertOp::create(b, loc, component, tangent, path).getResult();
    }
    setTangent(result, tangent);
  }
  return success();
}

/// The adjoints that a call of the author's function returns times the tangents of the arguments, by component.
Value Tangents::pushThrough(CustomAdjointOp op, CallOp adjoints) {
  Value sum;
  for (auto [argument, adjoint] : llvm::zip_equal(differentiableArguments(op), adjoints.getResults())) {
    Value t = tangents.lookup(argument);
    if (!t)
      continue;
    for (const SmallVector<OpFoldResult> &path : componentPaths(t.getType(), b)) {
      auto part = [&](Value value) {
        return path.empty() ? value : ExtractOp::create(b, loc, value, path).getResult();
      };
      Value slope = part(adjoint), along = part(t);
      Value term = MulOp::create(b, loc, slope, along);
      sum = sum ? AddOp::create(b, loc, sum, term).getResult() : term;
    }
  }
  return sum; // of an active result some argument has a tangent
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult Tangents::visitAccess(AccessOpInterface op) {
  Value array = tangents.lookup(op.getArray());
  SmallVector<OpFoldResult> at = op.getMixedIndices();
  Value read = op.getValueRead();
  if (!op.writesElement()) {
    setTangent(read, LoadOp::create(b, loc, array, at));
    return success();
  }
  if (op.isPlainStore()) {
    Value tangent = tangentOrZero(op.getValueWritten());
    StoreOp::create(b, loc, array, at, tangent);
    return success();
  }
  auto atomic = dyn_cast<AtomicOp>(op.getOperation());
  if (!atomic)
    return op.emitError("cannot differentiate kernel '")
           << kernel.getSymName() << "': which value a compare-and-swap leaves is known when the kernel runs";
  if (atomic.getKind() == AtomicKind::min || atomic.getKind() == AtomicKind::max)
    return visitExtremum(atomic, array);
  Value tangent = tangentOrZero(op.getValueWritten());
  auto old = AtomicOp::create(b, loc, atomic.getKind(), array, at, tangent, atomic.getAugmented());
  if (activity.isActive(read))
    setTangent(read, old.getOld());
  return success();
}

/// The last of equal values wins, as in the backward (S-107).
LogicalResult Tangents::visitExtremum(AtomicOp op, Value array) {
  if (isComposite(op.getValue().getType()))
    return op.emitError("cannot differentiate kernel '")
           << kernel.getSymName() << "': the components of an atomic " << stringifyAtomicKind(op.getKind())
           << " may have different winners";
  SmallVector<OpFoldResult> at = op.getMixedIndices();
  if (activity.isActive(op.getOld()))
    setTangent(op.getOld(), LoadOp::create(b, loc, array, at));
  CmpPredicate predicate = op.getKind() == AtomicKind::min ? CmpPredicate::le : CmpPredicate::ge;
  Value wins = CmpOp::create(b, loc, b.getI1Type(), predicate, op.getValue(), op.getOld());
  Value tangent = tangentOrZero(op.getValue());
  auto branch = IfOp::create(b, loc, TypeRange(), wins);
  b.setInsertionPointToEnd(branch.thenBlock());
  StoreOp::create(b, loc, array, at, tangent);
  YieldOp::create(b, loc);
  b.setInsertionPointAfter(branch);
  return success();
}

//===----------------------------------------------------------------------===//
// Tangents
//===----------------------------------------------------------------------===//

Value Tangents::tangentOrZero(Value value) {
  if (Value tangent = tangents.lookup(value))
    return tangent;
  return createNumber(b, loc, value.getType(), 0.0);
}

void Tangents::setTangent(Value value, Value tangent) {
  tangents[value] = tangent;
  StringRef name = getName(value);
  if (!name.empty() && getName(tangent).empty())
    setName(tangent, ("tan_" + name).str());
}
