// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of a text is that of the module, except that a definition comes before its uses.

#include "Contents.h"

using namespace mlir;

namespace kgen::text {

Contents::Contents(ModuleOp module, const TextOptions &options, bool withAdjoints) {
  llvm::DenseSet<Operation *> needed;
  std::function<void(Operation *)> need = [&](Operation *function) {
    if (!needed.insert(function).second)
      return;
    function->walk([&](CallOp call) { need(call.getFunction()); });
    auto primal = dyn_cast<FuncOp>(function);
    for (FlatSymbolRefAttr name : {primal ? primal.getGradAttr() : nullptr, primal ? primal.getReplayAttr() : nullptr})
      if (name && withAdjoints)
        if (Operation *found = module.lookupSymbol(name))
          need(found);
  };
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (kernel.isBackward() ? options.backward : options.forward)
      need(kernel);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (needed.contains(function))
      addFunction(function);
}

void Contents::addFunction(FunctionOpInterface function) {
  if (functions.contains(function))
    return;
  function->walk(
      [&](CallOp call) { addFunction(call.getFunction()); }); // calls do not come back: there is no recursion
  for (Type type : function.getArgumentTypes())
    addType(type);
  for (Type type : function.getResultTypes())
    addType(type);
  function.getFunctionBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      addType(type);
  });
  functions.insert(function);
}

void Contents::addType(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return addType(array.getElementType());
  if (auto gradient = dyn_cast<GradientType>(type))
    return addType(gradient.getElementType());
  if (auto var = dyn_cast<VarType>(type))
    return addType(var.getElementType());
  auto structure = dyn_cast<StructType>(type);
  if (!structure || structs.contains(structure))
    return;
  for (Type field : structure.getFieldTypes())
    addType(field);
  structs.insert(structure);
}

llvm::StringSet<> Contents::names() const {
  llvm::StringSet<> names;
  auto add = [&](Value value) {
    if (StringRef name = getName(value); !name.empty())
      names.insert(name);
  };
  for (StructType structure : structs)
    names.insert(structure.getName());
  for (FunctionOpInterface function : functions) {
    names.insert(SymbolTable::getSymbolName(function).getValue());
    function->walk([&](Operation *op) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        llvm::for_each(region.getArguments(), add);
      if (auto constant = dyn_cast<ConstantOp>(op); constant && constant.getSymbol())
        names.insert(*constant.getSymbol());
    });
  }
  return names;
}

} // namespace kgen::text
