// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Undoes, for extensions alone, what hoisting out of loops and merging of equal instructions did.

#include "WideProducts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kgen::codegen {

/// The extension that an operand of 64 bits is; of one kind only, since both factors must be signed or neither.
static CastInst *extensionOf(Value *operand, unsigned opcode) {
  auto *cast = dyn_cast<CastInst>(operand);
  return cast && cast->getOpcode() == opcode && cast->getSrcTy()->isIntegerTy(32) ? cast : nullptr;
}

static bool isWideProduct(Instruction &instruction) {
  if (instruction.getOpcode() != Instruction::Mul || !instruction.getType()->isIntegerTy(64))
    return false;
  auto both = [&](unsigned opcode) {
    return extensionOf(instruction.getOperand(0), opcode) && extensionOf(instruction.getOperand(1), opcode);
  };
  return both(Instruction::SExt) || both(Instruction::ZExt);
}

void keepExtensionsBesideProducts(Function &function) {
  SmallSetVector<CastInst *, 16> moved;
  for (BasicBlock &block : function) {
    SmallDenseMap<Value *, Instruction *> copies;
    for (Instruction &instruction : block) {
      if (!isWideProduct(instruction))
        continue;
      for (Use &operand : instruction.operands()) {
        auto *extension = cast<CastInst>(operand.get());
        if (extension->getParent() == &block)
          continue;
        Instruction *&copy = copies[extension];
        if (!copy) {
          copy = extension->clone();
          copy->insertBefore(instruction.getIterator());
          moved.insert(extension);
        }
        operand.set(copy);
      }
    }
  }
  for (CastInst *extension : moved)
    if (extension->use_empty())
      extension->eraseFromParent();
}

} // namespace kgen::codegen
