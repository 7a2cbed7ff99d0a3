// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that Warp's `load_aot_module` reads in the place of what Warp would have compiled: object, PTX, metadata.
// They are named as Warp 1.19 names those of a module with the option `strip_hash`. Nothing of Warp is run or read.

#include "Translations.h"

#include "kgen/IR/Effects.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Hash.h"
#include "kgen/Target/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
namespace json = llvm::json;
namespace path = llvm::sys::path;

namespace kgen {

/// The LLVM in Warp 1.19's own compiler, which stands in the names of its objects.
static constexpr StringLiteral warpsLLVM = "22.1.8";

/// What Warp calls a machine for which it compiles with its default flags: eight digits of a hash of the compiler's
/// version and of all that the CPU has.
static std::string warpsNameOfHost() {
  std::vector<std::string> features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (feature.getValue())
      features.push_back(feature.getKey().str());
  llvm::sort(features);
  std::string identity = llvm::formatv("warp-cpu-target-v1\nllvm:{0}\ntriple:{1}\nisa:{2}", warpsLLVM,
                                       "x86_64-unknown-linux-gnu", llvm::join(features, ","));
  return sha256(identity).substr(0, 8);
}

/// `{"name", "type", "written"}` of each parameter.
static json::Array describeParameters(KernelOp kernel) {
  json::Array parameters;
  for (BlockArgument parameter : kernel.getBody().getArguments()) {
    json::Object description = describeParameter(parameter);
    description["written"] = mayBeWritten(parameter);
    parameters.push_back(std::move(description));
  }
  return parameters;
}

/// What Warp reads of each entry point on a GPU, its dynamic shared memory; and under "kgen" what there is to know of
/// the kernels, which Warp passes over.
static json::Object describeKernels(ModuleOp module) {
  llvm::DenseSet<StringRef> differentiated;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (kernel.isBackward())
      differentiated.insert(*kernel.getAdjointOf());
  json::Object metadata;
  json::Array kernels;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    metadata[entryPointName(kernel, Target::NVPTX) + "_smem_bytes"] = 0;
    if (kernel.isBackward())
      continue;
    StringRef name = kernel.getSymName();
    json::Object description{{"kernel_name", name},
                             {"has_backward", differentiated.contains(name)},
                             {"parameters", describeParameters(kernel)}};
    if (std::optional<StringRef> plain = kernel.getTapeOf())
      description["tape_of"] = *plain;
    kernels.push_back(std::move(description));
  }
  metadata["kgen"] = json::Object{{"kernels", std::move(kernels)}};
  return metadata;
}

/// The name by which Python imports the input.
static FailureOr<std::string> moduleName(const TranslateRequest &request) {
  if (!request.moduleName.empty())
    return request.moduleName;
  if (request.input != "-")
    return path::stem(request.input).str();
  inputError("expected --module NAME, as Python will import it, where the kernels come from standard input");
  return failure();
}

/// The architecture in the names of Warp's files: 80 for sm_80, 90a for sm_90a.
static StringRef architectureName(StringRef chip) {
  chip.consume_front("sm_");
  return chip;
}

static FailureOr<std::string> makeObject(TranslateRequest request, ModuleOp module) {
  request.translation = Translation::KgenToObject;
  // The object's name is the machine's: Warp would run it here, and the process would die of an unknown instruction.
  CodeGenOptions options = chooseCodeGenOptions(request);
  if (std::string missing = missingOnThisCpu(options); !missing.empty()) {
    inputError("expected code for this machine, by which Warp finds the file, but it lacks what a CPU '" + options.cpu +
               "' has: " + missing);
    return failure();
  }
  FailureOr<std::unique_ptr<CodeGenerator>> generator = makeGenerator(request);
  SmallVector<char, 0> object;
  if (failed(generator) || failed((*generator)->emitObject(module, object)))
    return failure();
  return std::string(object.begin(), object.end());
}

static FailureOr<std::string> makePtx(TranslateRequest request, ModuleOp module) {
  request.translation = Translation::KgenToForm;
  request.language = FormLanguage::Ptx;
  FailureOr<std::unique_ptr<CodeGenerator>> generator = makeGenerator(request);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(generator) || failed((*generator)->printAssembly(module, os)))
    return failure();
  return text;
}

LogicalResult writeWarpAot(const TranslateRequest &request, ModuleOp module, StringRef directory) {
  FailureOr<std::string> name = moduleName(request);
  if (failed(name))
    return failure();
  SmallVector<std::pair<std::string, std::string>> files;
  auto add = [&](const Twine &ending, FailureOr<std::string> text) {
    if (succeeded(text))
      files.emplace_back(("wp_" + *name + ending).str(), std::move(*text));
    return LogicalResult(text);
  };
  if (failed(add(".cpu" + warpsNameOfHost() + ".o", makeObject(request, module))))
    return failure();
  if (request.ptx && failed(add(".sm" + architectureName(request.chip) + ".ptx", makePtx(request, module))))
    return failure();
  // Last: whoever finds the metadata finds the rest.
  (void)add(".meta", llvm::formatv("{0}\n", json::Value(describeKernels(module))).str());
  if (std::error_code error = llvm::sys::fs::create_directories(directory)) {
    inputError("cannot make the directory '" + directory + "': " + error.message());
    return failure();
  }
  for (auto &[file, text] : files) {
    SmallString<128> target(directory);
    path::append(target, file);
    if (!writeOutput(target, text))
      return failure();
  }
  return success();
}

} // namespace kgen
