// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> PTX.

#include "MakePtx.h"

using namespace mlir;

namespace kgen::runtime {

FailureOr<EntryTexts> makePtx(ModuleOp module, KernelOp forward, KernelOp backward, StringRef chip, unsigned optLevel) {
  CodeGenOptions options;
  options.target = Target::NVPTX;
  options.chip = chip.str();
  options.optLevel = optLevel;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return forward.emitError("cannot be made PTX of: ") << llvm::toString(generator.takeError());
  return (*generator)->printEntries(module, /*assembly=*/true, backward != nullptr);
}

} // namespace kgen::runtime
