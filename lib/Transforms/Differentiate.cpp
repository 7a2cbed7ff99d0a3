// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-differentiate: adds the backward of a kernel, by reverse mode without a heap, or the kernel of its tangents. The
// kernel itself stays as it is. A value that an adjoint reads is recomputed or reloaded; if it cannot be, it is
// refused, and never guessed (rule zero).

#include "Differentiate/Deciding.h"
#include "Differentiate/EqualValues.h"
#include "Differentiate/KeptGradients.h"
#include "Differentiate/Plan.h"
#include "Differentiate/Races.h"
#include "Differentiate/Reverse.h"
#include "Differentiate/Tangents.h"
#include "Differentiate/Tape.h"
#include "kgen/Transforms/Passes.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

/// Fails for an access to an array that is no parameter, and no field of one: what its gradient is, is not known.
static LogicalResult checkArrays(KernelOp primal) {
  auto isKnown = [&](Value array) {
    if (auto field = array.getDefiningOp<ExtractOp>())
      array = field.getAggregate();
    return array.getParentBlock() == &primal.getBody().front() && isa<BlockArgument>(array);
  };
  WalkResult result = primal.getBody().walk([&](Operation *op) {
    std::optional<MemoryAccess> access = memoryAccessOf(op);
    if (!access || isKnown(access->array))
      return WalkResult::advance();
    op->emitError("cannot differentiate kernel '")
        << primal.getSymName() << "': expected the array to be a parameter, a field of one, or a view of these";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Fails, by name, for an op of floats that says neither how it is reversed nor that it has no slope: its gradient
/// would be lost without a word. Control flow and accesses are reversed by hand.
static LogicalResult checkReversible(KernelOp primal) {
  auto isKnown = [](Operation *op) {
    if (auto access = dyn_cast<AccessOpInterface>(op)) // gradients have none themselves
      return isArray(access.getArray().getType());
    if (auto access = dyn_cast<TileAccessOpInterface>(op))
      return isArray(access.getArray().getType());
    return isa<SlopeOpInterface, CustomAdjointOp, IfOp, LoopOpInterface, YieldOp, ReturnOp>(op) ||
           op->hasTrait<NoSlope>();
  };
  auto isOfFloats = [](Type type) { return carriesAdjoint(type); };
  WalkResult result = primal.getBody().walk([&](Operation *op) {
    bool ofFloats = llvm::any_of(op->getOperandTypes(), isOfFloats) || llvm::any_of(op->getResultTypes(), isOfFloats);
    if (isKnown(op) || !(ofFloats || op->getNumRegions()))
      return WalkResult::advance();
    op->emitError("cannot differentiate kernel '") << primal.getSymName() << "': '" << op->getName()
                                                   << "' says neither how it is reversed nor that it has no slope";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The backward with its parameters and an empty block, after the kernel.
static KernelOp declareBackward(KernelOp kernel) {
  MLIRContext *context = kernel.getContext();
  SmallVector<Type> types(kernel.getArgumentTypes());
  llvm::append_range(types, kernel.getArgumentTypes());
  OpBuilder builder(context);
  builder.setInsertionPointAfter(kernel);
  std::string name = (kernel.getSymName() + "_backward").str();
  auto backward = KernelOp::create(builder, kernel.getLoc(), name, builder.getFunctionType(types, {}));
  backward.setAdjointOf(kernel.getSymName());
  Block *body = builder.createBlock(&backward.getBody());
  Block::BlockArgListType parameters = kernel.getBody().getArguments();
  for (BlockArgument parameter : parameters)
    body->addArgument(parameter.getType(), parameter.getLoc());
  for (BlockArgument parameter : parameters)
    body->addArgument(parameter.getType(), nameLoc(("adj_" + getName(parameter)).str(), parameter.getLoc()));
  return backward;
}

/// Adjoints of the author's are called by now; their bodies come in the place of the calls.
static LogicalResult inlineAdjoints(KernelOp backward) {
  if (!backward.walk([](CallOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return success();
  return failure(failed(inlineCalls(backward, backward->getParentOfType<ModuleOp>())) ||
                 failed(lowerEarlyExits(backward)) || failed(promoteVariables(backward)));
}

/// Gives a kernel that was added to a module, and that nothing refers to, a name that nothing else there has.
static void makeSymbolUnique(KernelOp added) {
  auto module = added->getParentOfType<ModuleOp>();
  if (!module)
    return;
  auto isTaken = [&](StringRef name) {
    return llvm::any_of(module.getOps<SymbolOpInterface>(),
                        [&](SymbolOpInterface other) { return other != added && other.getName() == name; });
  };
  std::string base = added.getSymName().str(), name = base;
  for (unsigned number = 0; isTaken(name); ++number)
    name = base + "_" + std::to_string(number);
  added.setSymName(name);
}

/// The derivative of either of sine and cosine needs the other: marks those of one value in one block as one
/// function's. Not those that decide something: one function gives other last bits than the kernel has, and the
/// backward would decide otherwise (`x[i] = wp.max(x[i], v)` asks whether `v` is what stands there).
static void pairSinesWithCosines(KernelOp kernel) {
  SmallVector<std::pair<Operation *, Operation *>> pairs;
  kernel.walk([&](SinOp sine) {
    for (Operation *user : sine.getX().getUsers())
      if (isa<CosOp>(user) && user->getBlock() == sine->getBlock())
        pairs.push_back({sine, user});
  });
  if (pairs.empty())
    return;
  llvm::DenseSet<Value> deciding = findDeciding(kernel);
  for (auto [sine, cosine] : pairs)
    if (!deciding.contains(sine->getResult(0)) && !deciding.contains(cosine->getResult(0)))
      for (Operation *op : {sine, cosine})
        op->setDiscardableAttr(pairedAttrName, UnitAttr::get(op->getContext()));
}

static LogicalResult tidy(KernelOp kernel) {
  mergeEqualValues(kernel);
  readWhatIsGivenBack(kernel);
  simplifyValueForm(kernel);
  pairSinesWithCosines(kernel);
  makeNamesUnique(kernel);
  return verify(kernel);
}

namespace {

/// The primal, and how its backward has each value. The primal is the kernel in the form that is reversed, with a tape
/// where it needs one.
struct Plan {
  OwningOpRef<KernelOp> primal;
  std::unique_ptr<Activity> activity;
  std::unique_ptr<Needs> needs;

  explicit Plan(OwningOpRef<KernelOp> kernel)
      : primal(std::move(kernel)), activity(std::make_unique<Activity>(*primal)),
        needs(std::make_unique<Needs>(*primal, *activity)) {
    needs->compute();
  }
};

} // namespace

static LogicalResult createBackward(KernelOp kernel, const Plan &plan, const GradientOptions &options) {
  KernelOp backward = declareBackward(kernel);
  makeSymbolUnique(backward);
  Reverse(*plan.primal, backward, *plan.activity, *plan.needs, options).run();
  if (failed(inlineAdjoints(backward)))
    return failure();
  return tidy(backward);
}

/// The carried values of a loop between literal bounds are in scope once the loop is unrolled; only if that helps,
/// since a loop reads better. True if any was.
static bool unrollRerunLoops(KernelOp primal, const Needs &needs) {
  bool unrolled = llvm::any_of(needs.rerunLoops(), [](Operation *loop) {
    auto range = dyn_cast<ForOp>(loop);
    return range && unrollConstantLoop(range);
  });
  if (unrolled) {
    simplifyValueForm(primal);
    makeNamesUnique(primal);
  }
  return unrolled;
}

/// Takes up what is missing into `recording`; fails, with an error for each, where something cannot be recorded.
static LogicalResult recordMissing(Needs &needs, Recording &recording, const GradientOptions &options) {
  auto canRecord = [&](const Needs::Missing &what) { return options.tape && what.recorded; };
  bool grows = false;
  if (llvm::all_of(needs.getMissing(), canRecord))
    for (const Needs::Missing &what : needs.getMissing())
      grows |= what.loop ? recording.trips.insert(getNumber(what.loop)).second
                         : recording.values.insert(getNumber(what.recorded)).second;
  if (!grows)
    needs.report();
  return success(grows);
}

/// The plan of a kernel that has to record. Recording takes a cursor, and that may take more to be recorded.
static FailureOr<Plan> planWithTape(KernelOp primal, Recording recording, const GradientOptions &options) {
  while (true) {
    Plan plan(addTape(primal, recording));
    if (plan.needs->getMissing().empty()) {
      dropNumbers(*plan.primal);
      return std::move(plan);
    }
    if (failed(recordMissing(*plan.needs, recording, options)))
      return failure();
  }
}

static FailureOr<Plan> makePlan(KernelOp kernel, const GradientOptions &options) {
  OwningOpRef<KernelOp> primal = kernel.clone();
  if (failed(preparePrimal(*primal, kernel->getParentOfType<ModuleOp>())) || failed(checkArrays(*primal)) ||
      failed(checkReversible(*primal)))
    return failure();
  while (true) {
    Plan plan(std::move(primal));
    if (unrollRerunLoops(*plan.primal, *plan.needs)) {
      primal = std::move(plan.primal);
      continue;
    }
    if (plan.needs->getMissing().empty())
      return std::move(plan);
    Recording recording;
    numberOps(*plan.primal);
    if (failed(recordMissing(*plan.needs, recording, options)))
      return failure();
    return planWithTape(*plan.primal, std::move(recording), options);
  }
}

LogicalResult kgen::differentiate(KernelOp kernel, const GradientOptions &options) {
  FailureOr<Plan> plan = makePlan(kernel, options);
  if (failed(plan))
    return failure();
  warnOfRaces(*plan->primal, *plan->activity);
  remarkPlan(*plan->primal, *plan->activity, *plan->needs);
  if (!plan->primal->getTape() || kernel.getTape())
    return createBackward(kernel, *plan, options);
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfter(kernel);
  auto forward = cast<KernelOp>(builder.clone(**plan->primal));
  makeSymbolUnique(forward);
  return failure(failed(verify(forward)) || failed(createBackward(forward, *plan, options)));
}

LogicalResult kgen::printGradientPlan(KernelOp kernel, raw_ostream &os, const GradientOptions &options,
                                      SourceLines *lines) {
  FailureOr<Plan> plan = makePlan(kernel, options);
  if (failed(plan))
    return failure();
  os << "gradient plan of @" << kernel.getSymName() << "\n";
  if (lines)
    lines->lines.emplace_back();
  printPlan(*plan->primal, *plan->activity, *plan->needs, os, lines);
  return success();
}

static std::string jvpName(KernelOp kernel) { return (kernel.getSymName() + "_jvp").str(); }

LogicalResult kgen::differentiateForward(KernelOp kernel) {
  OwningOpRef<KernelOp> clone = kernel.clone();
  KernelOp jvp = *clone;
  lowerTiles(jvp);
  if (kernel.isBackward())
    lowerGradients(jvp);
  auto module = kernel->getParentOfType<ModuleOp>();
  if (failed(preparePrimal(jvp, module)) || failed(checkArrays(jvp)) || failed(checkReversible(jvp)))
    return failure();
  expandForAdjoints(jvp, /*ofParameters=*/true);
  if (failed(Tangents(jvp, module).run()))
    return failure();
  jvp.setSymName(jvpName(kernel));
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfter(kernel);
  builder.insert(clone.release());
  makeSymbolUnique(jvp);
  return failure(failed(inlineAdjoints(jvp)) || failed(tidy(jvp)));
}

namespace kgen {
#define GEN_PASS_DEF_DIFFERENTIATE
#define GEN_PASS_DEF_PRINTGRADIENTPLAN
#include "kgen/Transforms/Passes.h.inc"
} // namespace kgen

namespace {

struct Differentiate : kgen::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() override {
    if (slots > maxSlots) {
      mlir::emitError(getOperation().getLoc())
          << "expected slots of at most " << maxSlots << " but got " << slots.getValue();
      return signalPassFailure();
    }
    if (failed(mode == DifferentiationMode::Forward ? addTangents() : addBackwards()))
      signalPassFailure();
  }

private:
  LogicalResult addBackwards() {
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::StringSet<> done;
    for (KernelOp kernel : kernels)
      for (std::optional<StringRef> of : {kernel.getAdjointOf(), kernel.getTapeOf()})
        if (of)
          done.insert(*of);
    GradientOptions options;
    options.tape = tape;
    options.slots = slots;
    options.slotBytes = slotBytes;
    for (KernelOp kernel : kernels)
      if (!kernel.isBackward() && !done.contains(kernel.getSymName()) && failed(differentiate(kernel, options)))
        return failure();
    return success();
  }

  LogicalResult addTangents() {
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::StringSet<> names;
    for (KernelOp kernel : kernels)
      names.insert(kernel.getSymName());
    for (KernelOp kernel : kernels)
      if (!names.contains(jvpName(kernel)) && failed(differentiateForward(kernel)))
        return failure();
    return success();
  }
};

struct PrintGradientPlan : kgen::impl::PrintGradientPlanBase<PrintGradientPlan> {
  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (!kernel.isBackward() && failed(printGradientPlan(kernel, llvm::errs(), {})))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
