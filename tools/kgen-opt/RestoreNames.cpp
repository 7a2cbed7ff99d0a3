// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a module's text a second time, for its names alone.

#include "RestoreNames.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

/// Names go over the locations that the module has, which know the line in the whole file.
static void copyNames(Operation *from, Operation *to) {
  for (auto [fromResult, toResult] : llvm::zip(from->getResults(), to->getResults()))
    if (StringRef name = kgen::getName(fromResult); !name.empty())
      kgen::setName(toResult, name);
  for (auto [fromRegion, toRegion] : llvm::zip(from->getRegions(), to->getRegions()))
    for (auto [fromBlock, toBlock] : llvm::zip(fromRegion, toRegion)) {
      for (auto [fromArgument, toArgument] : llvm::zip(fromBlock.getArguments(), toBlock.getArguments()))
        if (StringRef name = kgen::getName(fromArgument); !name.empty())
          kgen::setName(toArgument, name);
      for (auto [fromOp, toOp] : llvm::zip(fromBlock, toBlock))
        copyNames(&fromOp, &toOp);
    }
}

namespace {

class RestoreNames : public PassWrapper<RestoreNames, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RestoreNames)

  RestoreNames(std::string text, std::string marker, OpPassManager rest)
      : text(std::move(text)), marker(std::move(marker)), rest(std::move(rest)) {}

  StringRef getArgument() const override { return "kgen-restore-names"; }
  StringRef getDescription() const override { return "names values as the SSA names of the text do"; }

  void getDependentDialects(DialectRegistry &registry) const override { rest.getDependentDialects(registry); }

  void runOnOperation() override {
    restoreNames();
    if (failed(runPipeline(rest, getOperation())))
      signalPassFailure();
  }

private:
  /// A file may be split into modules that are processed one by one: the text of this one is the part that says the
  /// same. What is wrong in another part is reported when its turn comes.
  void restoreNames() {
    ScopedDiagnosticHandler silence(&getContext(), [](Diagnostic &) { return success(); });
    SmallVector<StringRef> parts = {text};
    if (!marker.empty()) {
      parts.clear();
      StringRef(text).split(parts, marker);
    }
    for (StringRef part : parts) {
      llvm::SourceMgr sourceMgr;
      sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(part, "-"), SMLoc());
      OwningOpRef<ModuleOp> named = kgen::parseModule(sourceMgr, &getContext());
      if (!named || !OperationEquivalence::isEquivalentTo(*named, getOperation(), OperationEquivalence::IgnoreLocations))
        continue;
      return copyNames(*named, getOperation());
    }
  }

  std::string text, marker;
  OpPassManager rest;
};

} // namespace

std::unique_ptr<Pass> kgen::createRestoreNamesPass(std::string text, std::string marker, OpPassManager rest) {
  return std::make_unique<RestoreNames>(std::move(text), std::move(marker), std::move(rest));
}
