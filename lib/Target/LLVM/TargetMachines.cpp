// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the targets that kgen writes are initialised; a chip or triple that LLVM does not know is a message, not an
// abort.

#include "TargetMachines.h"
#include "kgen/Conversion/Chip.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <mutex>

// The two that kgen writes; declared here because TargetSelect.h would bring in all that LLVM was built with.
extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86AsmPrinter();
}

namespace kgen::codegen {

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    llvm::InitializeNativeTarget(); // where the host is neither
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// PTX 8.0, which runs on every driver since CUDA 12.0; more only where the chip is younger.
static llvm::StringRef ptxFeature(unsigned architecture) {
  if (architecture == 88 || architecture == 110)
    return "+ptx90";
  return architecture >= 100 ? "+ptx88" : "+ptx80";
}

static llvm::CodeGenOptLevel codeGenLevel(unsigned optLevel) {
  if (optLevel <= 1)
    return llvm::CodeGenOptLevel::None;
  return optLevel == 2 ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::Aggressive;
}

static bool isKnownCpu(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef cpu) {
  if (cpu.empty())
    return true;
  std::unique_ptr<llvm::MCSubtargetInfo> any(target.createMCSubtargetInfo(triple, "", ""));
  return any && any->isCPUStringValid(cpu);
}

/// The features of the options, and how the CPU is best used where LLVM does not know: AMD's gathers are loads in
/// microcode, which take longer than the loads themselves (1.5 times the whole kernel's time, in the backward of
/// test/Kernels/combined.py on a Zen 4).
static std::string featuresOf(const CodeGenOptions &options) {
  llvm::SubtargetFeatures features(options.features);
  if (llvm::StringRef(options.cpu).starts_with("znver"))
    features.AddFeature("prefer-no-gather");
  return features.getString();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeGenOptions &options) {
  initializeTargets();
  bool gpu = options.target == Target::NVPTX;
  llvm::Triple triple(gpu ? "nvptx64-nvidia-cuda" : options.triple);
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return llvm::createStringError("expected a triple that LLVM was built for but got '" + triple.str() + "'");
  if (std::string error = gpu ? checkChip(options.chip) : ""; !error.empty())
    return llvm::createStringError(error);
  if (!gpu && !isKnownCpu(*target, triple, options.cpu))
    return llvm::createStringError("expected a CPU that LLVM knows but got '" + options.cpu + "'");
  llvm::TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = options.contract ? llvm::FPOpFusion::Fast : llvm::FPOpFusion::Strict;
  std::string features = gpu ? ptxFeature(architectureOf(options.chip)).str() : featuresOf(options);
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, gpu ? options.chip : options.cpu, features, targetOptions, llvm::Reloc::PIC_,
                                  std::nullopt, codeGenLevel(options.optLevel)));
}

bool hasAvx512(const llvm::TargetMachine &machine) {
  return machine.getTargetTriple().isX86() && machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
}

} // namespace kgen::codegen

/// LLVM's description of the CPU of the options; null if LLVM does not know it, or no code is made for it here.
static std::unique_ptr<llvm::MCSubtargetInfo> describeCpu(const kgen::CodeGenOptions &options) {
  kgen::codegen::initializeTargets();
  llvm::Triple triple(options.triple);
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target || !kgen::codegen::isKnownCpu(*target, triple, options.cpu))
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(triple, options.cpu, options.features));
}

bool kgen::hasLanes(const CodeGenOptions &options) {
  std::unique_ptr<llvm::MCSubtargetInfo> cpu = describeCpu(options);
  return cpu && llvm::Triple(options.triple).isX86() && cpu->checkFeatures("+fma,+avx2");
}

std::string kgen::missingOnThisCpu(const CodeGenOptions &options) {
  std::unique_ptr<llvm::MCSubtargetInfo> cpu = describeCpu(options);
  std::vector<std::string> missing;
  if (cpu)
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      if (!feature.getValue() && cpu->checkFeatures("+" + feature.getKey().str()))
        missing.push_back(feature.getKey().str());
  llvm::sort(missing);
  return llvm::join(missing, ", ");
}

void kgen::setNativeCpu(CodeGenOptions &options) {
  options.cpu = llvm::sys::getHostCPUName().str();
  llvm::SubtargetFeatures features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.getKey(), feature.getValue());
  options.features = features.getString();
}
