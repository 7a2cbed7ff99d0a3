// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: composite builtins are expanded, then each kernel is lowered in one walk, straight to the LLVM dialect.

#include "kgen/Conversion/KgenToLLVM.h"
#include "EntryPoint.h"
#include "kgen/Conversion/Chip.h"
#include "kgen/Conversion/Passes.h"
#include "kgen/IR/ValueLayout.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace kgen {

using namespace conversion;

#define GEN_PASS_DEF_CONVERTKGENTOLLVM
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

LogicalResult convertToLLVM(ModuleOp module, Target target, StringRef chip, bool contract) {
  MLIRContext *context = module.getContext();
  context->getOrLoadDialect<LLVM::LLVMDialect>();
  context->getOrLoadDialect<NVVM::NVVMDialect>();
  SmallVector<KernelOp> kernels(module.getOps<KernelOp>());
  for (KernelOp kernel : kernels) {
    if (failed(inlineCalls(kernel, module)) || failed(splitStructs(kernel)))
      return failure();
    composeViews(kernel);
    if (failed(verifyEntryPoint(kernel, target)))
      return failure();
    expandDraws(kernel);
    expandBuiltins(kernel, [](Operation *) { return true; });
    if (failed(lowerKernel(kernel, target, chip)))
      return failure();
  }
  for (KernelOp kernel : kernels)
    kernel.erase();
  for (FuncOp function : llvm::make_early_inc_range(module.getOps<FuncOp>())) // the kernels have their bodies
    function.erase();
  if (contract)
    allowContraction(module);
  if (target == Target::NVPTX)
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
    if (failed(convertToLLVM(getOperation(), target, chip, contract)))
      signalPassFailure();
  }
};

struct ToNVPTXOptions : PassPipelineOptions<ToNVPTXOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("the GPU's architecture"), llvm::cl::init("sm_80")};
};
} // namespace

void registerConversionPasses() {
  registerKgenConversionPasses();
  PassPipelineRegistration<>("kgen-to-cpu", "Lowers kernels to the LLVM dialect, for a CPU",
                             [](OpPassManager &pm) { pm.addPass(createConvertKgenToLLVM({Target::CPU, "", false})); });
  PassPipelineRegistration<ToNVPTXOptions>("kgen-to-nvptx",
                                           "Lowers kernels to the LLVM and NVVM dialects, for an NVIDIA GPU",
                                           [](OpPassManager &pm, const ToNVPTXOptions &options) {
                                             pm.addPass(createConvertKgenToLLVM({Target::NVPTX, options.chip, false}));
                                           });
}

} // namespace kgen
