// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text of several kernels: what stands before them, their constants, and the kernels in the order of the module.

#include "KernelPrinter.h"

using namespace mlir;

namespace kgen::text {

/// Names the module constants that kernels refer to, and returns their definitions in the order of their first use.
static std::string defineConstants(ArrayRef<KernelOp> kernels, Language &language, Constants &constants) {
  NameTable names(language.reservedWords());
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

LogicalResult printModule(ModuleOp module, Language &language, const TextOptions &options, raw_ostream &os) {
  SmallVector<KernelOp> kernels;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (kernel.isBackward() ? options.backward : options.forward)
      kernels.push_back(kernel);
  for (KernelOp kernel : kernels)
    if (failed(language.check(kernel)))
      return failure();
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
