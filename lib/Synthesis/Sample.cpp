// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a checked kernel to its lines. What stands in a sample follows from the plan and the options; what depends on
// this machine goes into the line of checks.

#include "kgen/Synthesis/Sample.h"
#include "CaseJson.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Text.h"
#include "llvm/Config/llvm-config.h"
#include <map>

using namespace mlir;
using namespace kgen;

/// After so many samples a context is thrown away: it keeps every type and attribute that it has ever seen.
static constexpr unsigned samplesPerContext = 2000;

StringRef kgen::getName(SampleTarget target) {
  static constexpr StringLiteral names[] = {"cpu", "cuda", "nvptx", "all"};
  return names[static_cast<size_t>(target)];
}

StringRef kgen::kgenVersion() { return KGEN_VERSION; }

/// What `ir_forward` and `ir_backward` are written in.
static StringRef irTypeOf(SampleTarget target) {
  static constexpr StringLiteral names[] = {"llvm_ir", "cuda_cpp", "ptx", "all"};
  return names[static_cast<size_t>(target)];
}

/// Where the code of a target runs.
static StringRef deviceOf(SampleTarget target) {
  static constexpr StringLiteral names[] = {"cpu", "cuda", "cuda", "all"};
  return names[static_cast<size_t>(target)];
}

struct SampleMaker::Impl {
  SampleOptions options;
  std::unique_ptr<MLIRContext> context;
  unsigned samples = 0;
  /// Null where the target does not need them.
  std::unique_ptr<CodeGenerator> cpu, nvptx;

  /// Forward and backward text of a kernel in one language, into fields whose names start with `prefix`.
  using Printer = function_ref<LogicalResult(EntryPoints, raw_ostream &)>;
  LogicalResult writeForms(StringRef prefix, bool backward, Printer print, llvm::json::OStream &json);
  LogicalResult writeTarget(const CheckedKernel &checked, llvm::json::OStream &json);
  void writeMetadata(const CheckedKernel &checked, const KernelPlan &plan, StringRef python, llvm::json::OStream &json);
  std::string checksOf(const CheckedKernel &checked, const KernelPlan &plan);
  MLIRContext *freshContext();
};

SampleMaker::SampleMaker(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
SampleMaker::~SampleMaker() = default;

std::unique_ptr<SampleMaker> SampleMaker::create(const SampleOptions &options, std::string &error) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  bool all = options.target == SampleTarget::All;
  CodeGenOptions code;
  if (all || options.target == SampleTarget::CPU)
    if (!(impl->cpu = CodeGenerator::create(code, error)))
      return nullptr;
  code.target = Target::NVPTX;
  code.chip = options.chip;
  if (all || options.target == SampleTarget::NVPTX)
    if (!(impl->nvptx = CodeGenerator::create(code, error)))
      return nullptr;
  return std::unique_ptr<SampleMaker>(new SampleMaker(std::move(impl)));
}

MLIRContext *SampleMaker::Impl::freshContext() {
  if (!context || samples % samplesPerContext == 0) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->loadDialect<KgenDialect>();
  }
  ++samples;
  return context.get();
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

LogicalResult SampleMaker::Impl::writeForms(StringRef prefix, bool backward, Printer print, llvm::json::OStream &json) {
  for (EntryPoints which : {EntryPoints::Forward, EntryPoints::Backward}) {
    bool isForward = which == EntryPoints::Forward;
    if (!isForward && !backward)
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(print(which, os)))
      return failure();
    json.attribute((prefix + (isForward ? "_forward" : "_backward")).str(), text);
  }
  return success();
}

LogicalResult SampleMaker::Impl::writeTarget(const CheckedKernel &checked, llvm::json::OStream &json) {
  ModuleOp module = *checked.kernel.module;
  bool backward = static_cast<bool>(checked.backward);
  auto text = [](EntryPoints which) {
    return TextOptions{.selfContained = true,
                       .forward = which == EntryPoints::Forward,
                       .backward = which == EntryPoints::Backward};
  };
  auto llvmIR = [&](EntryPoints which, raw_ostream &os) { return cpu->printLLVMIR(module, os, which); };
  auto cppText = [&](EntryPoints which, raw_ostream &os) { return exportCpp(module, os, text(which)); };
  auto cudaText = [&](EntryPoints which, raw_ostream &os) { return exportCuda(module, os, text(which)); };
  auto ptx = [&](EntryPoints which, raw_ostream &os) { return nvptx->printAssembly(module, os, which); };
  switch (options.target) {
  case SampleTarget::CPU:
    return writeForms("ir", backward, llvmIR, json);
  case SampleTarget::CUDA:
    return writeForms("ir", backward, cudaText, json);
  case SampleTarget::NVPTX:
    return writeForms("ir", backward, ptx, json);
  case SampleTarget::All:
    return success(succeeded(writeForms("cpu", backward, llvmIR, json)) &&
                   succeeded(writeForms("cpp", backward, cppText, json)) &&
                   succeeded(writeForms("cuda", backward, cudaText, json)) &&
                   succeeded(writeForms("ptx", backward, ptx, json)));
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// What is said about it
//===----------------------------------------------------------------------===//

/// The ops of a kernel by name, in the order of names.
static std::map<StringRef, int64_t> countOps(KernelOp kernel) {
  std::map<StringRef, int64_t> counts;
  kernel.getBody().walk([&](Operation *op) { ++counts[op->getName().getStringRef()]; });
  return counts;
}

void SampleMaker::Impl::writeMetadata(const CheckedKernel &checked, const KernelPlan &plan, StringRef python,
                                      llvm::json::OStream &json) {
  KernelOp kernel = checked.kernel.kernel;
  std::map<StringRef, int64_t> ops = countOps(kernel);
  int64_t total = 0;
  for (const auto &[name, count] : ops)
    total += count;
  json.attribute("kernel_name", kernel.getSymName());
  json.attribute("category", getName(plan.category));
  json.attribute("device", deviceOf(options.target));
  json.attribute("ir_type", irTypeOf(options.target));
  json.attribute("has_backward", static_cast<bool>(checked.backward));
  json.attribute("codegen_only", true); // nothing is launched on a GPU here
  json.attribute("seed", plan.seed);
  json.attribute("index", plan.index);
  json.attribute("id", checked.id);
  json.attribute("kgen_version", kgenVersion());
  json.attribute("llvm_version", LLVM_VERSION_STRING);
  json.attributeObject("sizes", [&] {
    json.attribute("parameters", static_cast<int64_t>(checked.kernel.parameters.size()));
    json.attribute("python_lines", static_cast<int64_t>(python.count('\n')));
    json.attribute("ops", total);
  });
  json.attributeObject("op_histogram", [&] {
    for (const auto &[name, count] : ops)
      json.attribute(name, count);
  });
}

/// The ladder: what was done for this sample, and what was not.
std::string SampleMaker::Impl::checksOf(const CheckedKernel &checked, const KernelPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("id", checked.id);
    json.attribute("index", plan.index);
    json.attribute("draw", static_cast<int64_t>(checked.attempt));
    json.attributeObject("checks", [&] {
      json.attribute("verified", "passed");
      json.attribute("interpreted", "passed");
      json.attribute("races", "passed");
      json.attribute("gradient_against_dual_numbers", checked.backward ? "passed" : "not run");
      for (StringRef later :
           {"executed_on_cpu", "accepted_by_ptxas", "accepted_by_nvcc", "equal_to_warp", "executed_on_gpu"})
        json.attribute(later, "not run");
    });
    if (checked.backward)
      json.attribute("gradient_error", checked.outcome.dualError);
    json.attribute("storage_error", checked.outcome.storageError);
  });
  return text;
}

FailureOr<Sample> SampleMaker::make(const KernelPlan &plan, unsigned firstAttempt) {
  MLIRContext *context = impl->freshContext();
  FailureOr<CheckedKernel> checked =
      synthesizeKernel(context, plan, {.backward = impl->options.backward, .firstAttempt = firstAttempt});
  if (failed(checked))
    return failure();
  std::string python;
  llvm::raw_string_ostream pythonStream(python);
  if (failed(exportPython(*checked->kernel.module, pythonStream)))
    return failure();

  Sample sample{checked->id, plan.category, checked->attempt, "", ""};
  llvm::raw_string_ostream os(sample.line);
  llvm::json::OStream json(os);
  LogicalResult written = failure();
  json.object([&] {
    json.attribute("python_source", python);
    json.attribute("kgen", checked->text);
    written = impl->writeTarget(*checked, json);
    json.attributeArray("cases", [&] { writeCase(checked->outcome, json); });
    json.attributeObject("metadata", [&] { impl->writeMetadata(*checked, plan, python, json); });
  });
  if (failed(written))
    return failure();
  sample.checks = impl->checksOf(*checked, plan);
  return sample;
}
