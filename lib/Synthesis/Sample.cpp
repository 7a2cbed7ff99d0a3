// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a checked kernel to its lines. The text of a sample follows from the plan and the options; facts that depend on
// this machine go into the line of checks.

#include "kgen/Synthesis/Sample.h"
#include "Known.h"
#include "RunChecks.h"
#include "SampleLine.h"
#include "kgen/Runtime/Cpu.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Synthesis/Variants.h"
#include "kgen/Target/Text.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// After so many samples a context is thrown away: it keeps every type and attribute that it has ever seen.
static constexpr unsigned samplesPerContext = 125;
/// Kernels that stand in for one that has no further changes.
static constexpr size_t maxOtherSources = 8;

StringRef kgen::kgenVersion() { return KGEN_VERSION; }

struct SampleMaker::Impl {
  SampleOptions options;
  std::unique_ptr<MLIRContext> context;
  unsigned samples = 0;
  std::unique_ptr<FormPrinter> forms;
  /// Null if there is no Python; shared by all makers.
  PythonReader *python = nullptr;
  /// Made when it is first needed.
  std::unique_ptr<CpuRunner> cpu;

  FailureOr<CheckedKernel> makeFrom(const SourceKernel &source, const KernelPlan &plan);
  /// The kernel of a plan, whose category becomes that of the kernel that it was made of.
  FailureOr<CheckedKernel> makeKernel(KernelPlan &plan, const SourceKernel *&source);
  void check(const CheckedKernel &checked, StringRef pythonText, Sample &sample);
  void checkPython(const CheckedKernel &checked, StringRef text, Sample &sample);
  std::optional<CompiledKernel> checkOnCpu(const CheckedKernel &checked, Sample &sample);
  MLIRContext *freshContext();
};

SampleMaker::SampleMaker(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
SampleMaker::~SampleMaker() = default;

llvm::Expected<std::unique_ptr<SampleMaker>> SampleMaker::create(const SampleOptions &options, PythonReader *python) {
  llvm::Expected<std::unique_ptr<FormPrinter>> forms = FormPrinter::create(options.forms);
  if (!forms)
    return forms.takeError();
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  impl->python = python;
  impl->forms = std::move(*forms);
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
// Checks
//===----------------------------------------------------------------------===//

/// Runs `make` and returns the first error that it emits.
static std::string firstError(MLIRContext *context, llvm::function_ref<void()> make) {
  std::string error;
  ScopedDiagnosticHandler keep(context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream os(error);
    if (error.empty())
      os << diagnostic.getLocation() << ": " << diagnostic;
    return success();
  });
  make();
  return error;
}

void SampleMaker::Impl::checkPython(const CheckedKernel &checked, StringRef text, Sample &sample) {
  StageScope stage(Stage::CheckPython);
  if (!python)
    return;
  std::optional<std::string> tree = python->read(text);
  if (!tree) // nobody has judged it
    return;
  OwningOpRef<ModuleOp> again;
  std::string error = firstError(context.get(), [&] { again = importWarpTree(*tree, "sample.py", "", context.get()); });
  if (!again)
    return sample.fail(Check::PythonImported, error);
  if (structuralHash(*again->getOps<KernelOp>().begin()) != checked.id)
    return sample.fail(Check::PythonImported, "the printed Python is another kernel");
  sample.pass(Check::PythonImported);
}

/// Returns the code, for others to compare with, or nullopt if there is none.
std::optional<CompiledKernel> SampleMaker::Impl::checkOnCpu(const CheckedKernel &checked, Sample &sample) {
  StageScope stage(Stage::CheckCpu);
  if (!cpu)
    if (llvm::Error none = CpuRunner::create({.prints = false}).moveInto(cpu)) {
      llvm::consumeError(std::move(none)); // no JIT on this machine: the check is recorded as not run
      return std::nullopt;
    }
  std::optional<CompiledKernel> compiled;
  std::string error = firstError(context.get(), [&] {
    auto made = cpu->compile(*checked.kernel.module, checked.kernel.kernel, checked.backward);
    if (succeeded(made))
      compiled.emplace(std::move(*made));
  });
  if (!compiled) {
    sample.fail(Check::ExecutedOnCpu, error);
    return std::nullopt;
  }
  for (const Outcome &outcome : checked.outcomes)
    if (std::string message = compare(outcome, compiled->run(outcome.inputs)); !message.empty()) {
      sample.fail(Check::ExecutedOnCpu, message);
      return std::nullopt;
    }
  sample.pass(Check::ExecutedOnCpu);
  return compiled;
}

void SampleMaker::Impl::check(const CheckedKernel &checked, StringRef pythonText, Sample &sample) {
  // There is a sample at all because these passed.
  for (Check done : {Check::Verified, Check::Interpreted, Check::Races})
    sample.pass(done);
  if (checked.backward)
    sample.pass(Check::Gradient);
  for (const Outcome &outcome : checked.outcomes) {
    sample.storageError = std::max(sample.storageError, outcome.storageError);
    sample.dualError = std::max(sample.dualError, outcome.dualError);
  }
  bool isFull = options.isCheckedFully(sample.plan.index);
  if (isFull)
    checkPython(checked, pythonText, sample);
  std::optional<CompiledKernel> onCpu = isFull ? checkOnCpu(checked, sample) : std::optional<CompiledKernel>();
  StageScope stage(Stage::CheckPtx);
  checkAsPtx(checked, onCpu ? &*onCpu : nullptr, sample);
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static VariantShare shareOf(const SourceKernel &source, ArrayRef<SourceKernel> sources, uint64_t index) {
  VariantShare share{.turn = index / sources.size(), .alike = 0};
  for (const SourceKernel &other : sources) {
    bool isAlike = other.signature == source.signature;
    share.place += isAlike && &other < &source;
    share.alike += isAlike;
  }
  return share;
}

FailureOr<CheckedKernel> SampleMaker::Impl::makeFrom(const SourceKernel &source, const KernelPlan &plan) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(source.text, source.file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseModule(sourceMgr, context.get());
  if (!module)
    return failure();
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  if (options.unchanged)
    return checkSource(kernel, plan);
  VariantShare share = shareOf(source, *options.sources, plan.index);
  // Few changes of some kernels can be differentiated: two streams of numbers.
  KernelPlan other = {plan.category, plan.seed + (1ull << 48), plan.index};
  other.split = plan.split;
  {
    ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) { return success(); });
    FailureOr<CheckedKernel> made = synthesizeVariant(kernel, source.way, other, share);
    if (succeeded(made))
      return made;
  }
  return synthesizeVariant(kernel, source.way, plan, share);
}

FailureOr<CheckedKernel> SampleMaker::Impl::makeKernel(KernelPlan &plan, const SourceKernel *&source) {
  if (plan.profile == Profile::Real)
    plan.category = realCategory(plan);
  if (!options.sources)
    return synthesizeKernel(context.get(), plan);
  // If a kernel has no further changes, the next one has its turn, before a long run ends for one.
  size_t count = options.sources->size(), others = options.unchanged ? 0 : std::min(count - 1, maxOtherSources);
  for (size_t i = 0;; ++i) {
    source = &(*options.sources)[(plan.index + i) % count];
    plan.category = source->category;
    ScopedDiagnosticHandler quiet(context.get(), [&](Diagnostic &) { return success(/*isSuccess=*/i < others); });
    FailureOr<CheckedKernel> made = makeFrom(*source, plan);
    if (succeeded(made) || i == others)
      return made;
  }
}

FailureOr<Sample> SampleMaker::make(const KernelPlan &plan) {
  impl->freshContext();
  Sample sample;
  sample.plan = plan;
  FailureOr<CheckedKernel> checked = impl->makeKernel(sample.plan, sample.source);
  if (failed(checked))
    return failure();
  std::string python;
  {
    StageScope stage(Stage::PrintPython);
    llvm::raw_string_ostream os(python);
    if (failed(exportPython(*checked->kernel.module, os)))
      return failure();
  }
  sample.id = checked->id;
  sample.category = sample.plan.category;
  sample.attempt = checked->attempt;
  sample.kernelName = checked->kernel.kernel.getSymName().str();
  FailureOr<std::vector<PrintedForm>> forms = impl->forms->print(*checked->kernel.module);
  if (failed(forms))
    return failure();
  sample.forms = std::move(*forms);
  impl->check(*checked, python, sample);
  StageScope stage(Stage::WriteLine);
  sample.line = sampleLine(*checked, sample.plan, sample.forms, python,
                           provenanceOf(*checked, sample.source, impl->options.unchanged), impl->options);
  return sample;
}
