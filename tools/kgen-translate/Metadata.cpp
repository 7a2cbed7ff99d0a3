// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's code as data: the text of each direction for one device, and what there is to know of the kernel, in one
// JSON object. Fields are named as in a sample of a data set.

#include "Translations.h"

#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Synthesis/Sample.h"
#include "kgen/Synthesis/Variants.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Text.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace mlir;
namespace json = llvm::json;

namespace kgen {

namespace {
struct Texts {
  std::string forward, backward;
};
} // namespace

static LogicalResult printText(const TranslateRequest &request, ModuleOp module, Texts &texts) {
  for (bool isBackward : {false, true}) {
    if (isBackward && !hasBackward(module))
      continue;
    TextOptions options;
    options.selfContained = request.selfContained;
    options.forward = !isBackward;
    options.backward = isBackward;
    llvm::raw_string_ostream os(isBackward ? texts.backward : texts.forward);
    if (failed(exportText(request.language, module, os, options)))
      return failure();
  }
  return success();
}

static LogicalResult printCode(const TranslateRequest &request, ModuleOp module, Texts &texts) {
  FailureOr<std::unique_ptr<CodeGenerator>> generator = makeGenerator(request);
  if (failed(generator))
    return failure();
  bool assembly = request.makes(FormLanguage::Ptx);
  FailureOr<EntryTexts> entries = (*generator)->printEntries(module, assembly, hasBackward(module));
  if (failed(entries))
    return failure();
  texts = {std::move(entries->forward), std::move(entries->backward)};
  return success();
}

/// The one kernel that was asked for.
static FailureOr<KernelOp> theKernel(ModuleOp module) {
  KernelOp found;
  unsigned count = 0;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (!kernel.isBackward() && !kernel.getTapeOf()) {
      found = kernel;
      ++count;
    }
  if (count == 1)
    return found;
  inputError("expected one kernel, or --kernel NAME, with --with-metadata, but got " + Twine(count) + " kernels");
  return failure();
}

json::Object describeParameter(BlockArgument parameter) {
  return json::Object{{"name", getName(parameter)}, {"type", llvm::formatv("{0}", parameter.getType()).str()}};
}

static json::Object metadataOf(const TranslateRequest &request, KernelOp kernel, bool hasBackward) {
  const LanguageInfo &info = infoOf(request.language);
  StringRef name = kernel.getSymName();
  json::Array parameters;
  for (BlockArgument parameter : kernel.getBody().getArguments())
    parameters.push_back(describeParameter(parameter));
  json::Object metadata{{"kernel_name", name},
                        {"category", getName(categoryOf(kernel))},
                        {"device", StringRef(info.device)},
                        {"ir_type", StringRef(info.irType)},
                        {"has_backward", hasBackward},
                        {"codegen_only", true},
                        {"entry_forward", info.entryName(name, Direction::Forward)},
                        {"parameters", std::move(parameters)},
                        {"source_file", llvm::sys::path::filename(request.input)},
                        {"kgen_version", kgenVersion()},
                        {"llvm_version", LLVM_VERSION_STRING}};
  if (hasBackward)
    metadata["entry_backward"] = info.entryName(name, Direction::Backward);
  if (request.makes(FormLanguage::Ptx))
    metadata["chip"] = request.chip;
  return metadata;
}

LogicalResult printWithMetadata(const TranslateRequest &request, ModuleOp module, llvm::raw_ostream &os) {
  FailureOr<KernelOp> kernel = theKernel(module);
  if (failed(kernel))
    return failure();
  Texts texts;
  if (failed(infoOf(request.language).isText ? printText(request, module, texts) : printCode(request, module, texts)))
    return failure();
  json::Object object{{"ir_forward", std::move(texts.forward)},
                      {"metadata", metadataOf(request, *kernel, !texts.backward.empty())}};
  if (request.backward)
    object["ir_backward"] = std::move(texts.backward);
  os << llvm::formatv("{0}\n", json::Value(std::move(object)));
  return success();
}

} // namespace kgen
