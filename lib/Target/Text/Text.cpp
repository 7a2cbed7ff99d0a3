// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which policy prints which C-like language.

#include "CFamily.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;

static std::unique_ptr<text::CFamily> createPolicy(FormLanguage language, const TextOptions &options) {
  switch (language) {
#define KGEN_CODE(NAME, ...)                                                                                           \
  case FormLanguage::NAME:                                                                                             \
    break;
#define KGEN_TEXT(NAME, ...)                                                                                           \
  case FormLanguage::NAME:                                                                                             \
    return text::create##NAME(options);
#include "kgen/Support/Languages.def"
  }
  llvm_unreachable("expected a C-like language: the code generator prints the others");
}

/// A copy of a module in which tiles are loops; null for a module without tiles, which is printed itself.
static OwningOpRef<ModuleOp> withoutTiles(ModuleOp module) {
  if (!hasTiles(module))
    return {};
  OwningOpRef<ModuleOp> copy = module.clone();
  lowerTiles(*copy, /*inPlace=*/false);
  return copy;
}

LogicalResult kgen::exportText(FormLanguage language, ModuleOp module, raw_ostream &os, const TextOptions &options) {
  OwningOpRef<ModuleOp> copy = withoutTiles(module);
  return text::printModule(copy ? *copy : module, *createPolicy(language, options), options, os);
}

LogicalResult kgen::exportTexts(ArrayRef<FormLanguage> languages, ModuleOp module, MutableArrayRef<std::string> texts,
                                const TextOptions &options) {
  assert(!options.lines && "lines are of one text");
  OwningOpRef<ModuleOp> copy = withoutTiles(module);
  if (copy)
    module = *copy;
  const auto *cpp = llvm::find(languages, FormLanguage::Cpp), *cuda = llvm::find(languages, FormLanguage::Cuda);
  bool haveBoth = cpp != languages.end() && cuda != languages.end();
  for (auto [language, text] : llvm::zip_equal(languages, texts)) {
    llvm::raw_string_ostream os(text);
    if (haveBoth && language == FormLanguage::Cuda)
      continue; // printed with C++
    if (haveBoth && language == FormLanguage::Cpp) {
      llvm::raw_string_ostream cudaStream(texts[cuda - languages.begin()]);
      if (failed(text::exportCppAndCuda(module, os, cudaStream, options)))
        return failure();
    } else if (failed(exportText(language, module, os, options))) {
      return failure();
    }
  }
  return success();
}
