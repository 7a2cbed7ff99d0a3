// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text of several kernels: what stands before them, their constants, and the kernels in the order of the module.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"

using namespace mlir;

namespace kgen::text {

/// Names the module constants that kernels refer to, and returns their definitions in the order of their first use.
static std::string defineConstants(ArrayRef<KernelOp> kernels, Language &language, Constants &constants) {
  NameTable names(language.reservedWords(), language.style().takesAllNames);
  std::string definitions;
  for (KernelOp kernel : kernels)
    kernel->walk<WalkOrder::PreOrder>([&](ConstantOp op) {
      if (!op.getSymbol())
        return;
      auto [entry, isNew] = constants.try_emplace({op.getSymbolAttr(), op.getValue()});
      if (!isNew)
        return;
      entry->second = names.take(*op.getSymbol());
      definitions += language.defineConstant(entry->second, op.getValue());
    });
  return definitions;
}

/// The names that the author chose, in all that is printed.
static llvm::StringSet<> authorNames(ArrayRef<KernelOp> kernels) {
  llvm::StringSet<> names;
  auto add = [&](Value value) {
    if (StringRef name = getName(value); !name.empty())
      names.insert(name);
  };
  for (KernelOp kernel : kernels) {
    names.insert(kernel.getSymName());
    kernel.getBody().walk([&](Operation *op) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        llvm::for_each(region.getArguments(), add);
      if (auto constant = dyn_cast<ConstantOp>(op); constant && constant.getSymbol())
        names.insert(*constant.getSymbol());
    });
    llvm::for_each(kernel.getBody().getArguments(), add);
  }
  return names;
}

LogicalResult printModule(ModuleOp module, Language &language, const TextOptions &options, raw_ostream &os) {
  SmallVector<KernelOp> kernels;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (kernel.isBackward() ? options.backward : options.forward)
      kernels.push_back(kernel);
  for (KernelOp kernel : kernels)
    if (failed(refuseStructuredValues(kernel, "the text printer")) || failed(language.check(kernel)))
      return failure();
  language.setNames(authorNames(kernels));
  Constants constants;
  std::string definitions = defineConstants(kernels, language, constants);
  std::string texts;
  llvm::raw_string_ostream body(texts);
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    body << (i ? "\n" : "");
    KernelPrinter printer(kernel, language, constants);
    language.kernel(printer, body);
    if (printer.hasRefused())
      return failure();
  }
  std::string head;
  llvm::raw_string_ostream headStream(head);
  language.preamble(headStream);
  if (!definitions.empty())
    headStream << definitions << "\n";
  language.finish(head, texts, os);
  return success();
}

} // namespace kgen::text
