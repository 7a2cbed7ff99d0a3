// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows what the entry point refers to, and leaves out the rest.

#include "OneEntry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace kgen::codegen {

/// Adds a global, and all that it refers to, directly or through constants.
static void addReachable(Value *root, SmallPtrSetImpl<Value *> &reached) {
  SmallVector<Value *> pending = {root};
  while (!pending.empty()) {
    Value *value = pending.pop_back_val();
    if (!isa<Constant>(value) || !reached.insert(value).second)
      continue;
    for (Use &operand : cast<Constant>(value)->operands())
      pending.push_back(operand);
    auto *function = dyn_cast<Function>(value);
    if (!function)
      continue;
    for (Instruction &instruction : instructions(*function))
      for (Use &operand : instruction.operands())
        pending.push_back(operand);
  }
}

OneEntry::OneEntry(Module &module, StringRef suffix) : module(module) {
  SmallPtrSet<Value *, 32> reached;
  for (Function &function : module) {
    functions.push_back(&function);
    if (!function.isDeclaration() && function.getName().ends_with(suffix))
      addReachable(&function, reached);
  }
  for (GlobalVariable &global : module.globals())
    globals.emplace_back(&global);
  for (Function *function : functions)
    if (!reached.contains(function))
      function->removeFromParent();
  for (Value *global : globals)
    if (!reached.contains(global))
      cast<GlobalVariable>(global)->removeFromParent();
}

OneEntry::~OneEntry() {
  // Functions that the code generator has added stay; the order of the rest is as it was.
  for (Function *function : functions) {
    if (function->getParent())
      function->removeFromParent();
    module.getFunctionList().push_back(function);
  }
  for (Value *kept : globals) {
    auto *global = cast_or_null<GlobalVariable>(kept);
    if (!global)
      continue;
    if (global->getParent())
      global->removeFromParent();
    module.insertGlobalVariable(global);
  }
}

bool hasSharedCode(const Module &module) {
  bool hasFunction = any_of(module, [](const Function &function) {
    bool isEntry = function.getName().ends_with("_forward") || function.getName().ends_with("_backward");
    return !function.isDeclaration() && !isEntry;
  });
  return hasFunction || !module.global_empty();
}

} // namespace kgen::codegen
