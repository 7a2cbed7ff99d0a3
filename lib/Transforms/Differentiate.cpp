// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-differentiate: adds the backward of a kernel, by reverse mode without a heap, or the kernel of its tangents. The kernel
// itself stays as it is. What is read by an adjoint is recomputed or reloaded; what cannot be is refused, and never guessed
// (rule zero).

#include "Differentiate/Needs.h"
#include "Differentiate/Reverse.h"
#include "Differentiate/Tangents.h"
#include "kgen/Transforms/Passes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

/// Fails where a function that is called, by way of others too, has an adjoint of the author's own: that of its body is
/// not what he means.
static LogicalResult checkCalls(KernelOp kernel, StringRef why) {
  llvm::SetVector<Operation *> callers;
  callers.insert(kernel);
  for (size_t i = 0; i < callers.size(); ++i) {
    WalkResult result = callers[i]->walk([&](CallOp call) {
      FuncOp function = call.getFunction();
      callers.insert(function);
      if (!function.getGrad() && !function.getReplay())
        return WalkResult::advance();
      InFlightDiagnostic diagnostic = call.emitError("cannot differentiate kernel '")
                                      << kernel.getSymName() << "': '" << function.getPythonName()
                                      << "' has an adjoint or a replay of its own, " << why;
      diagnostic.attachNote(function.getLoc()) << "the function is here";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Fails for an access to an array that is no parameter, and no field of one: what its gradient is, is not known.
static LogicalResult checkArrays(KernelOp primal) {
  auto isKnown = [&](Value array) {
    if (auto field = array.getDefiningOp<ExtractOp>())
      array = field.getAggregate();
    return array.getParentBlock() == &primal.getBody().front() && isa<BlockArgument>(array);
  };
  WalkResult result = primal.getBody().walk([&](AccessOpInterface op) {
    if (isKnown(op.getArray()))
      return WalkResult::advance();
    op->emitError("cannot differentiate kernel '")
        << primal.getSymName() << "': expected the array to be a parameter, a field of one, or a view of these";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Fails, by name, for an op of floats that says neither how it is reversed nor that it has no slope: its gradient would
/// be lost without a word. Control flow and accesses are reversed by hand.
static LogicalResult checkReversible(KernelOp primal) {
  auto isKnown = [](Operation *op) {
    if (auto access = dyn_cast<AccessOpInterface>(op)) // gradients have none themselves
      return isArray(access.getArray().getType());
    return isa<SlopeOpInterface, IfOp, LoopOpInterface, YieldOp, ReturnOp>(op) || op->hasTrait<NoSlope>();
  };
  auto isOfFloats = [](Type type) { return isFloatArith(type); };
  WalkResult result = primal.getBody().walk([&](Operation *op) {
    bool ofFloats = llvm::any_of(op->getOperandTypes(), isOfFloats) || llvm::any_of(op->getResultTypes(), isOfFloats);
    if (isKnown(op) || !(ofFloats || op->getNumRegions()))
      return WalkResult::advance();
    op->emitError("cannot differentiate kernel '")
        << primal.getSymName() << "': '" << op->getName() << "' says neither how it is reversed nor that it has no slope";
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

/// Adjoint rules compute anew what the primal part has already, and what other rules compute.
static void mergeEqualValues(KernelOp backward) {
  // Where the first of equal values has no location MLIR gives it that of the next, and so its name. A kernel that was
  // read from text has locations: it would get other names than the same kernel that was made.
  Location unknown = UnknownLoc::get(backward.getContext());
  Location known = FileLineColLoc::get(backward.getContext(), "", 0, 0);
  auto exchange = [&](Location from, Location to) {
    backward.walk([&](Operation *op) {
      if (op->getLoc() == from)
        op->setLoc(to);
    });
  };
  IRRewriter rewriter(backward.getContext());
  DominanceInfo dominance(backward);
  exchange(unknown, known);
  eliminateCommonSubExpressions(rewriter, dominance, backward);
  exchange(known, unknown);
}

static void makeSymbolUnique(KernelOp kernel) {
  auto module = kernel->getParentOfType<ModuleOp>();
  if (!module)
    return;
  SymbolTable symbols(module);
  if (symbols.lookup(kernel.getSymName()) != kernel)
    (void)symbols.renameToUnique(kernel, {}); // fails for a symbol outside of the table only
}

static LogicalResult tidy(KernelOp kernel) {
  mergeEqualValues(kernel);
  simplifyValueForm(kernel);
  makeNamesUnique(kernel);
  return verify(kernel);
}

static LogicalResult createBackward(KernelOp kernel, KernelOp primal, const Activity &activity, const Needs &needs) {
  KernelOp backward = declareBackward(kernel);
  makeSymbolUnique(backward);
  Reverse(primal, backward, activity, needs).run();
  return tidy(backward);
}

LogicalResult kgen::differentiate(KernelOp kernel) {
  OwningOpRef<KernelOp> primal = kernel.clone();
  if (failed(checkCalls(kernel, "which is not taken yet")) || failed(preparePrimal(*primal, kernel->getParentOfType<ModuleOp>())) ||
      failed(checkArrays(*primal)) || failed(checkReversible(*primal)))
    return failure();
  // What a loop between literal bounds carries is in scope once the loop is written out; only where that helps, since a
  // loop reads better.
  auto unroll = [](Operation *loop) {
    auto range = dyn_cast<ForOp>(loop);
    return range && unrollConstantLoop(range);
  };
  while (true) {
    Activity activity(*primal);
    Needs needs(*primal, activity);
    if (failed(needs.compute())) {
      needs.report();
      return failure();
    }
    if (llvm::none_of(needs.rerunLoops(), unroll))
      return createBackward(kernel, *primal, activity, needs);
    simplifyValueForm(*primal);
    makeNamesUnique(*primal);
  }
}

static std::string jvpName(KernelOp kernel) { return (kernel.getSymName() + "_jvp").str(); }

LogicalResult kgen::differentiateForward(KernelOp kernel) {
  OwningOpRef<KernelOp> clone = kernel.clone();
  KernelOp jvp = *clone;
  if (kernel.isBackward())
    lowerGradients(jvp);
  if (failed(checkCalls(kernel, "and no tangent")) || failed(preparePrimal(jvp, kernel->getParentOfType<ModuleOp>())) ||
      failed(checkArrays(jvp)) || failed(checkReversible(jvp)))
    return failure();
  expandForAdjoints(jvp, /*ofParameters=*/true);
  if (failed(Tangents(jvp).run()))
    return failure();
  jvp.setSymName(jvpName(kernel));
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfter(kernel);
  builder.insert(clone.release());
  makeSymbolUnique(jvp);
  return tidy(jvp);
}

namespace kgen {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "kgen/Transforms/Passes.h.inc"
} // namespace kgen

namespace {

struct Differentiate : kgen::impl::DifferentiateBase<Differentiate> {
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() override {
    if (failed(mode == DifferentiationMode::Forward ? addTangents() : addBackwards()))
      signalPassFailure();
  }

private:
  LogicalResult addBackwards() {
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::StringSet<> done;
    for (KernelOp kernel : kernels)
      if (kernel.isBackward())
        done.insert(*kernel.getAdjointOf());
    for (KernelOp kernel : kernels)
      if (!kernel.isBackward() && !done.contains(kernel.getSymName()) && failed(differentiate(kernel)))
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

} // namespace
