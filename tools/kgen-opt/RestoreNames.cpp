// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a module's text a second time, for its names alone.

#include "RestoreNames.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"

using namespace mlir;

static void copyLocations(Operation *from, Operation *to) {
  to->setLoc(from->getLoc());
  for (auto [fromRegion, toRegion] : llvm::zip(from->getRegions(), to->getRegions()))
    for (auto [fromBlock, toBlock] : llvm::zip(fromRegion, toRegion)) {
      for (auto [fromArgument, toArgument] : llvm::zip(fromBlock.getArguments(), toBlock.getArguments()))
        toArgument.setLoc(fromArgument.getLoc());
      for (auto [fromOp, toOp] : llvm::zip(fromBlock, toBlock))
        copyLocations(&fromOp, &toOp);
    }
}

namespace {

class RestoreNames : public PassWrapper<RestoreNames, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RestoreNames)

  explicit RestoreNames(std::string text) : text(std::move(text)) {}

  StringRef getArgument() const override { return "kgen-restore-names"; }
  StringRef getDescription() const override { return "names values as the SSA names of the text do"; }

  void runOnOperation() override {
    llvm::SourceMgr sourceMgr;
    sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "-"), SMLoc());
    OwningOpRef<ModuleOp> named = kgen::parseModule(sourceMgr, &getContext());
    if (named)
      copyLocations(*named, getOperation());
  }

private:
  std::string text;
};

} // namespace

std::unique_ptr<Pass> kgen::createRestoreNamesPass(std::string text) {
  return std::make_unique<RestoreNames>(std::move(text));
}
