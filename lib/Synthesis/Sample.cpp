// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a checked kernel to its lines. What stands in a sample follows from the plan and the options; what depends on
// this machine goes into the line of checks.

#include "kgen/Synthesis/Sample.h"
#include "CaseJson.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include <map>

using namespace mlir;
using namespace kgen;

/// After so many samples a context is thrown away: it keeps every type and attribute that it has ever seen.
static constexpr unsigned samplesPerContext = 2000;

StringRef kgen::kgenVersion() { return KGEN_VERSION; }

/// What the forms are written in, in the order of their columns.
static StringRef irTypeOf(SampleTarget target) {
  static constexpr StringLiteral names[] = {"llvm_ir", "cuda_cpp", "ptx", "llvm_ir, cpp, cuda_cpp, ptx"};
  return names[static_cast<size_t>(target)];
}

/// Where they run.
static StringRef deviceOf(SampleTarget target) {
  static constexpr StringLiteral names[] = {"cpu", "cuda", "cuda", "cpu, cuda"};
  return names[static_cast<size_t>(target)];
}

struct SampleMaker::Impl {
  SampleOptions options;
  std::unique_ptr<MLIRContext> context;
  unsigned samples = 0;
  std::unique_ptr<FormPrinter> forms;

  void writeMetadata(const CheckedKernel &checked, const KernelPlan &plan, StringRef python, llvm::json::OStream &json);
  std::string checksOf(const CheckedKernel &checked, const KernelPlan &plan);
  MLIRContext *freshContext();
};

SampleMaker::SampleMaker(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
SampleMaker::~SampleMaker() = default;

std::unique_ptr<SampleMaker> SampleMaker::create(const SampleOptions &options, std::string &error) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  impl->forms = FormPrinter::create(options.forms, error);
  if (!impl->forms)
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
  json.attribute("device", deviceOf(options.forms.target));
  json.attribute("ir_type", irTypeOf(options.forms.target));
  json.attribute("has_backward", static_cast<bool>(checked.backward));
  json.attribute("codegen_only", true); // nothing is launched on a GPU here
  json.attribute("seed", plan.seed);
  json.attribute("index", plan.index);
  json.attribute("id", checked.id);
  json.attribute("structure_id", checked.structureId);
  json.attribute("pass", 0);
  json.attribute("family", checked.structureId);
  json.attribute("idiom", "");
  json.attribute("domain", "");
  json.attribute("generator", "typed");
  json.attribute("kgen_version", kgenVersion());
  json.attribute("llvm_version", LLVM_VERSION_STRING);
  json.attribute("licence", "CC0-1.0");
  json.attribute("source_file", "");
  json.attributeObject("sizes", [&] {
    json.attribute("parameters", static_cast<int64_t>(checked.kernel.parameters.size()));
    json.attribute("python_lines", static_cast<int64_t>(python.count('\n')));
    json.attribute("ops", total);
  });
  json.attributeArray("op_histogram", [&] {
    for (const auto &entry : ops)
      json.object([&] {
        json.attribute("op", entry.first);
        json.attribute("count", entry.second);
      });
  });
}

/// A string as JSON, copied in runs; texts are UTF-8, being names of the author's and ASCII otherwise.
static void writeText(StringRef name, StringRef text, llvm::json::OStream &json) {
  json.attributeBegin(name);
  json.rawValue([&](raw_ostream &os) {
    os << '"';
    while (!text.empty()) {
      StringRef plain = text.take_until([](unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; });
      os << plain;
      text = text.drop_front(plain.size());
      if (text.empty())
        break;
      char c = text.front();
      text = text.drop_front();
      if (c == '\n')
        os << "\\n";
      else if (c == '\t')
        os << "\\t";
      else if (c == '"' || c == '\\')
        os << '\\' << c;
      else
        os << "\\u00" << llvm::hexdigit(c >> 4, true) << llvm::hexdigit(c & 15, true);
    }
    os << '"';
  });
  json.attributeEnd();
}

/// The ladder: what was done for this sample, and what was not. The same keys in every row.
std::string SampleMaker::Impl::checksOf(const CheckedKernel &checked, const KernelPlan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  double storageError = 0.0, dualError = 0.0;
  for (const Outcome &outcome : checked.outcomes) {
    storageError = std::max(storageError, outcome.storageError);
    dualError = std::max(dualError, outcome.dualError);
  }
  json.object([&] {
    json.attribute("index", plan.index); // first: readers look for it here
    json.attribute("id", checked.id);
    json.attribute("category", getName(plan.category));
    json.attribute("rejected_draws", static_cast<int64_t>(checked.attempt));
    json.attributeObject("checks", [&] {
      json.attribute("verified", "passed");
      json.attribute("interpreted", "passed");
      json.attribute("races", "passed");
      json.attribute("gradient_against_dual_numbers", checked.backward ? "passed" : "not run");
      for (StringRef later : {"python_imported", "executed_on_cpu", "accepted_by_ptxas", "accepted_by_nvrtc",
                              "equal_to_warp", "warp_gradient", "executed_as_ptx", "executed_on_gpu"})
        json.attribute(later, "not run");
    });
    json.attribute("dual_error", dualError);
    json.attribute("storage_error", storageError);
  });
  return text;
}

FailureOr<Sample> SampleMaker::make(const KernelPlan &plan, unsigned firstAttempt) {
  MLIRContext *context = impl->freshContext();
  FailureOr<CheckedKernel> checked =
      synthesizeKernel(context, plan, {.backward = impl->options.forms.backward, .firstAttempt = firstAttempt});
  if (failed(checked))
    return failure();
  std::string python;
  llvm::raw_string_ostream pythonStream(python);
  if (failed(exportPython(*checked->kernel.module, pythonStream)))
    return failure();
  FailureOr<std::vector<Form>> forms = impl->forms->print(*checked->kernel.module);
  if (failed(forms))
    return failure();

  Sample sample{checked->id, plan.category, checked->attempt, "", ""};
  llvm::raw_string_ostream os(sample.line);
  llvm::json::OStream json(os);
  json.object([&] {
    writeText("python_source", python, json);
    writeText("kgen", checked->text, json);
    for (const Form &form : *forms)
      writeText(form.column, form.text, json);
    json.attributeArray("cases", [&] {
      for (const Outcome &outcome : checked->outcomes)
        writeCase(outcome, json);
    });
    json.attributeObject("metadata", [&] { impl->writeMetadata(*checked, plan, python, json); });
  });
  sample.checks = impl->checksOf(*checked, plan);
  return sample;
}
