// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of values and blocks are locations in the LLVM dialect, which its translation drops. A marked function gets
// them back once its body is translated.

#include "Names.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/IR/Function.h"

using namespace mlir;

namespace kgen::codegen {

static constexpr llvm::StringLiteral markName = "kgen.name_values";

namespace {
class NameTranslation : public LLVMTranslationDialectInterface {
public:
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult amendOperation(Operation *op, ArrayRef<llvm::Instruction *>, NamedAttribute attribute,
                               LLVM::ModuleTranslation &translation) const final {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (!function || attribute.getName() != markName)
      return success();
    for (Block &block : function.getBody())
      nameBlock(block, translation);
    return success();
  }

private:
  static void nameBlock(Block &block, LLVM::ModuleTranslation &translation) {
    if (auto label = dyn_cast<NameLoc>(block.getTerminator()->getLoc()))
      translation.lookupBlock(&block)->setName(label.getName().strref());
    for (Value argument : block.getArguments())
      nameValue(argument, translation);
    for (Operation &op : block)
      for (Value result : op.getResults())
        nameValue(result, translation);
  }

  static void nameValue(Value value, LLVM::ModuleTranslation &translation) {
    StringRef name = getName(value);
    llvm::Value *translated = name.empty() ? nullptr : translation.lookupValue(value);
    if (translated && !isa<llvm::Constant>(translated))
      translated->setName(name);
  }
};
} // namespace

void registerNameTranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, KgenDialect *dialect) { dialect->addInterfaces<NameTranslation>(); });
}

void markForNaming(ModuleOp module) {
  auto mark = UnitAttr::get(module.getContext());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      function->setAttr(markName, mark);
}

} // namespace kgen::codegen
