// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which GPUs kgen can make code for, asked of LLVM. Makes no code itself.

#include "kgen/Conversion/Chip.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
}

/// The oldest architecture with atomics that name their scope.
static constexpr unsigned oldestArchitecture = 60;

unsigned kgen::architectureOf(llvm::StringRef chip) {
  unsigned number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return 0;
  return number;
}

static bool isKnown(llvm::StringRef chip) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(target->createMCSubtargetInfo(triple, "", ""));
  return subtarget->isCPUStringValid(chip);
}

std::string kgen::checkChip(llvm::StringRef chip) {
  if (architectureOf(chip) >= oldestArchitecture && isKnown(chip))
    return "";
  return "expected a chip from sm_" + std::to_string(oldestArchitecture) + " on that LLVM knows but got '" +
         chip.str() + "'";
}
