// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: composite builtins are expanded, then each kernel is lowered in one walk, straight to the LLVM dialect.

#include "kgen/Conversion/KgenToLLVM.h"
#include "../Transforms/LinearForm.h"
#include "EntryPoint.h"
#include "kgen/Conversion/Chip.h"
#include "kgen/Conversion/Passes.h"
#include "kgen/IR/ValueLayout.h"
#include "kgen/Support/Lanes.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace kgen {

using namespace conversion;

#define GEN_PASS_DEF_CONVERTKGENTOLLVM
#define GEN_PASS_DEF_PRINTLANES
#include "kgen/Conversion/Passes.h.inc"

/// Bytes of parameters that a GPU's kernel has at most, in the version of PTX that is written.
static constexpr uint64_t maxParameterBytes = 4352;

/// Checks that a GPU's kernel can be handed its parameters.
static LogicalResult verifyParameterBytes(KernelOp kernel) {
  uint64_t bytes = llvm::alignTo(4 * launchRank(kernel), 8) + 16; // the launch bounds
  for (Type type : kernel.getArgumentTypes()) {
    const ValueLayout &layout = ValueLayout::of(type);
    bytes = llvm::alignTo(bytes, layout.getAlignment()) + layout.getSize();
  }
  if (bytes <= maxParameterBytes)
    return success();
  return kernel.emitError("expected parameters of at most ")
         << maxParameterBytes << " bytes together, as PTX has them, but got " << bytes;
}

/// Checks that the entry point can be called as Warp calls it.
static LogicalResult verifyEntryPoint(KernelOp kernel, Target target) {
  std::string name = entryPointName(kernel, target);
  if (kernel->getParentOfType<ModuleOp>().lookupSymbol(name))
    return kernel.emitError("expected one kernel with the entry point '") << name << "' but got two";
  bool isIdentifier = llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (target == Target::NVPTX && (!isIdentifier || llvm::isDigit(name.front())))
    return kernel.emitError("expected a name of ASCII letters, digits and underscores, as PTX has them, but got '")
           << kernel.getSymName() << "'";
  return target == Target::NVPTX ? verifyParameterBytes(kernel) : success();
}

/// Lets `a * b + c` be rounded once, in whatever reads this IR.
static void allowContraction(ModuleOp module) {
  auto flags = LLVM::FastmathFlagsAttr::get(module.getContext(), LLVM::FastmathFlags::contract);
  module.walk([&](LLVM::FastmathFlagsInterface op) {
    if (isa<LLVM::FAddOp, LLVM::FSubOp, LLVM::FMulOp, LLVM::FDivOp, LLVM::FNegOp>(op.getOperation()))
      op->setAttr(op.getFastmathAttrName(), flags);
  });
}

/// Brings a kernel into the ops that are lowered.
static LogicalResult prepare(KernelOp kernel, ModuleOp module) {
  if (failed(inlineCalls(kernel, module)) || failed(splitStructs(kernel)))
    return failure();
  composeViews(kernel);
  expandDraws(kernel);
  expandBuiltins(kernel, [](Operation *) { return true; });
  return success();
}

/// A copy of the kernel in the form that lanes are made of, after it; null where it has none.
static KernelOp makeLaneForm(KernelOp kernel) {
  OpBuilder builder(kernel);
  builder.setInsertionPointAfter(kernel);
  auto copy = cast<KernelOp>(builder.clone(*kernel));
  ScopedDiagnosticHandler quiet(kernel.getContext(), [](Diagnostic &) { return success(); });
  // A backward is in value form, except that the states of loops that it keeps stay variables.
  if (!kernel.isBackward() && (failed(lowerEarlyExits(copy)) || failed(promoteVariables(copy)))) {
    copy.erase();
    return nullptr;
  }
  SmallVector<TidOp> tids;
  copy.walk([&](TidOp op) { tids.push_back(op); });
  if (tids.empty())
    return copy;
  tids.front()->moveBefore(&copy.getBody().front().front());
  for (TidOp op : llvm::drop_begin(tids))
    if (op->getNumResults() == tids.front()->getNumResults()) {
      op->replaceAllUsesWith(tids.front());
      op->erase();
    }
  transforms::cancelTerms(copy);
  return copy;
}

/// So many that a vector of the widest numbers fills the longest registers; more than eight elements on their way at a
/// time are more than a core waits for.
static unsigned chooseLanes(const LaneAnalysis &analysis, unsigned asked) {
  if (asked != autoLanes)
    return asked;
  return analysis.getWidth() <= 32 && !analysis.updatesApart() ? 16 : 8;
}

/// Whether addresses are a part of the work: of elements in loops, or at indices that lie in memory.
static bool computesAddresses(KernelOp kernel) {
  auto isLoaded = [](OpFoldResult index) {
    auto value = dyn_cast<Value>(index);
    return value && value.getDefiningOp<LoadOp>();
  };
  return kernel
      .walk([&](AccessOpInterface access) {
        bool computes =
            access->getParentOfType<LoopOpInterface>() || llvm::any_of(access.getElementIndices(), isLoaded);
        return computes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static remark::RemarkOpts laneRemark(KernelOp kernel) {
  return remark::RemarkOpts::name("Lanes").category("lanes").function(kernel.getSymName());
}

/// Why a kernel's threads do not run as lanes; nothing if they do.
static std::optional<LaneAnalysis::Reason> findReason(KernelOp laneForm, const LaneAnalysis &analysis,
                                                      const ConversionOptions &options, ArrayRef<PartNeed> needs) {
  if (const auto &reason = analysis.getReason())
    return reason;
  if (const auto &cost = analysis.getCost(); cost && options.lanes == autoLanes)
    return cost;
  if (options.concurrent && readsSharedUpdate(laneForm, needs))
    return LaneAnalysis::Reason{laneForm.getLoc(), "what an update finds is read, and others may update it meanwhile"};
  return std::nullopt;
}

static constexpr StringLiteral tooMuchCode = "its code would be many times that of one thread";

/// Lowers a kernel, with threads as lanes where it is one for them.
static LogicalResult lower(KernelOp kernel, const ConversionOptions &options, ArrayRef<PartNeed> needs) {
  if (!options.lanes || options.target != Target::CPU)
    return EntryPoint(kernel, options, needs).lower();
  bool isAuto = options.lanes == autoLanes;
  std::optional<FlatForm> flat;
  if (OwningOpRef<KernelOp> copy = makeLaneForm(kernel)) {
    LaneAnalysis analysis(*copy);
    std::optional<LaneAnalysis::Reason> reason = findReason(*copy, analysis, options, needs);
    LaneWays ways = reason ? LaneWays{0} : chooseWays(*copy, analysis, chooseLanes(analysis, options.lanes), isAuto);
    if (!reason && !ways.count)
      reason = LaneAnalysis::Reason{kernel.getLoc(), tooMuchCode.str()};
    if (ways.count && ways.hasExtras && !options.concurrent)
      flat = FlatForm::ofLanes(*copy);
    if (ways.count &&
        succeeded(EntryPoint(*copy, options, needs).lowerWithLanes(analysis, ways, flat ? &*flat : nullptr))) {
      remark::passed(kernel.getLoc(), laneRemark(kernel)) << remark::metric("Lanes", ways.count);
      return success();
    }
    flat = isAuto && !options.concurrent ? FlatForm::ofThreads(*copy) : std::nullopt;
    if (reason)
      remark::missed(reason->loc, laneRemark(kernel)) << remark::reason("{0}", reason->message);
  } else {
    remark::missed(kernel.getLoc(), laneRemark(kernel)) << remark::reason("the kernel has no value form");
  }
  EntryPoint entry(kernel, options, needs);
  bool hasRows = launchRank(kernel) > 1; // whose coordinates are counted, not divided
  if (isAuto && (hasRows || computesAddresses(kernel) || entry.hasPromotedElements()))
    return entry.lowerForDenseArrays(flat ? &*flat : nullptr);
  return entry.lower();
}

/// Lowers a kernel to all the entry points that it has.
static LogicalResult lowerAll(KernelOp kernel, const ConversionOptions &options) {
  if (failed(lower(kernel, options, /*needs=*/{})))
    return failure();
  bool hasParts = options.concurrent && options.target == Target::CPU;
  SmallVector<PartNeed> needs = hasParts ? partNeedsOf(kernel) : SmallVector<PartNeed>();
  if (needs.empty())
    return success();
  createPartNeeds(kernel, needs);
  return lower(kernel, options, needs);
}

/// Says what differs between lanes.
static void printVarying(KernelOp kernel, const LaneAnalysis &analysis) {
  auto describe = [&](Value value) {
    if (!analysis.isVarying(value) || getName(value).empty())
      return;
    std::optional<int64_t> step = value.getType().isSignedInteger(32) ? analysis.getStep(value) : std::nullopt;
    InFlightDiagnostic remark = mlir::emitRemark(value.getLoc());
    remark << "'" << getName(value) << "' ";
    if (step)
      remark << "grows by " << *step << " from lane to lane";
    else
      remark << "varies";
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (analysis.isDivergent(op))
      op->emitRemark("lanes part here");
    for (Value result : op->getResults())
      describe(result);
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        describe(argument);
  });
}

static void printLanes(KernelOp kernel, bool values) {
  KernelOp copy = makeLaneForm(kernel);
  auto remark = [&](Location loc) { return mlir::emitRemark(loc) << "kernel '" << kernel.getSymName() << "' "; };
  if (!copy) {
    remark(kernel.getLoc()) << "does not run as lanes: it has no value form";
    return;
  }
  LaneAnalysis analysis(copy);
  if (const auto &reason = analysis.getReason())
    remark(reason->loc) << "does not run as lanes: " << reason->message;
  else if (const auto &cost = analysis.getCost())
    remark(cost->loc) << "runs as lanes where they are asked for, but does not gain: " << cost->message;
  else if (unsigned count = chooseWays(copy, analysis, chooseLanes(analysis, autoLanes), /*mayGiveUp=*/true).count)
    remark(kernel.getLoc()) << "runs as " << count << " lanes";
  else
    remark(kernel.getLoc()) << "runs as lanes where they are asked for: " << tooMuchCode;
  if (values && !analysis.getReason() && !analysis.getCost())
    printVarying(copy, analysis);
  copy.erase();
}

LogicalResult convertToLLVM(ModuleOp module, const ConversionOptions &options) {
  MLIRContext *context = module.getContext();
  context->getOrLoadDialect<LLVM::LLVMDialect>();
  context->getOrLoadDialect<NVVM::NVVMDialect>();
  SmallVector<KernelOp> kernels(module.getOps<KernelOp>());
  lowerTiles(module, /*inPlace=*/false);
  for (KernelOp kernel : kernels) {
    if (failed(prepare(kernel, module)) || failed(verifyEntryPoint(kernel, options.target)))
      return failure();
    if (failed(lowerAll(kernel, options)))
      return failure();
  }
  for (KernelOp kernel : kernels)
    kernel.erase();
  for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>())) // the kernels have their bodies
    function.erase();
  if (options.contract)
    allowContraction(module);
  if (options.target == Target::NVPTX)
    module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(), StringAttr::get(context, "nvptx64-nvidia-cuda"));
  return success();
}

namespace {
struct ConvertKgenToLLVM : impl::ConvertKgenToLLVMBase<ConvertKgenToLLVM> {
  using Base::Base;
  void runOnOperation() override {
    if (std::string error = chip.empty() ? "" : checkChip(chip); !error.empty()) {
      mlir::emitError(getOperation().getLoc()) << error; // without the whole module
      return signalPassFailure();
    }
    if (failed(convertToLLVM(getOperation(), {target, chip, contract, lanesOf(lanes), sleef, vectorBits, concurrent})))
      signalPassFailure();
  }
};

struct PrintLanes : impl::PrintLanesBase<PrintLanes> {
  using Base::Base;
  void runOnOperation() override {
    OwningOpRef<ModuleOp> module = getOperation().clone();
    lowerTiles(*module, /*inPlace=*/false);
    for (KernelOp kernel : llvm::to_vector(module->getOps<KernelOp>())) {
      if (failed(prepare(kernel, *module)))
        return signalPassFailure();
      printLanes(kernel, values);
    }
    markAllAnalysesPreserved();
  }
};

struct ToNVPTXOptions : PassPipelineOptions<ToNVPTXOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU's architecture"), llvm::cl::init("sm_80")};
};
} // namespace

void registerConversionPasses() {
  registerKgenConversionPasses();
  PassPipelineRegistration<>("kgen-to-cpu", "Lowers kernels to the LLVM dialect, for a CPU",
                             [](OpPassManager &pm) { pm.addPass(createConvertKgenToLLVM()); });
  PassPipelineRegistration<ToNVPTXOptions>("kgen-to-nvptx",
                                           "Lowers kernels to the LLVM and NVVM dialects, for an NVIDIA GPU",
                                           [](OpPassManager &pm, const ToNVPTXOptions &options) {
                                             ConvertKgenToLLVMOptions conversion;
                                             conversion.target = Target::NVPTX;
                                             conversion.chip = options.chip;
                                             pm.addPass(createConvertKgenToLLVM(conversion));
                                           });
}

} // namespace kgen
