// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which printer fills which column.

#include "kgen/Synthesis/Forms.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Text.h"

using namespace mlir;
using namespace kgen;

static constexpr llvm::StringLiteral targetNames[] = {"cpu", "cuda", "nvptx", "all"};

StringRef kgen::getName(SampleTarget target) { return targetNames[static_cast<size_t>(target)]; }

std::optional<SampleTarget> kgen::parseSampleTarget(StringRef name) {
  for (auto [i, known] : llvm::enumerate(targetNames))
    if (known == name)
      return static_cast<SampleTarget>(i);
  return std::nullopt;
}

SmallVector<std::string> kgen::formColumns(const FormOptions &options) {
  SmallVector<StringRef> prefixes = {"ir"};
  if (options.target == SampleTarget::All)
    prefixes = {"cpu", "cpp", "cuda", "ptx"};
  SmallVector<std::string> columns;
  for (StringRef prefix : prefixes) {
    columns.push_back((prefix + "_forward").str());
    if (options.backward)
      columns.push_back((prefix + "_backward").str());
  }
  return columns;
}

struct FormPrinter::Impl {
  FormOptions options;
  /// Null where the target does not need them.
  std::unique_ptr<CodeGenerator> cpu, nvptx;
  /// Of the kernel at hand.
  bool usesLibdevice = false;

  LogicalResult printText(ModuleOp module, std::vector<std::string> &texts);
  LogicalResult printCode(ModuleOp module, CodeGenerator &generator, bool assembly, std::vector<std::string> &texts);
  LogicalResult printAll(ModuleOp module, std::vector<std::string> &texts);
};

FormPrinter::FormPrinter(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
FormPrinter::~FormPrinter() = default;

/// Makes a code generator, unless it has no use.
static llvm::Error createIf(bool isNeeded, const CodeGenOptions &options, std::unique_ptr<CodeGenerator> &generator) {
  if (!isNeeded)
    return llvm::Error::success();
  return CodeGenerator::create(options).moveInto(generator);
}

llvm::Expected<std::unique_ptr<FormPrinter>> FormPrinter::create(const FormOptions &options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  bool all = options.target == SampleTarget::All;
  CodeGenOptions code;
  if (llvm::Error error = createIf(all || options.target == SampleTarget::CPU, code, impl->cpu))
    return std::move(error);
  code.target = Target::NVPTX;
  code.chip = options.chip;
  if (llvm::Error error = createIf(all || options.target == SampleTarget::NVPTX, code, impl->nvptx))
    return std::move(error);
  return std::unique_ptr<FormPrinter>(new FormPrinter(std::move(impl)));
}

/// CUDA C++, and before it C++ where all forms are asked for: each forward, then backward.
LogicalResult FormPrinter::Impl::printText(ModuleOp module, std::vector<std::string> &texts) {
  bool all = options.target == SampleTarget::All;
  std::vector<std::string> cppTexts, cudaTexts;
  for (bool isForward : {true, false}) {
    if (!isForward && !options.backward)
      continue;
    llvm::raw_string_ostream cpp(cppTexts.emplace_back()), cuda(cudaTexts.emplace_back());
    if (!isForward && !hasBackward(module))
      continue;
    TextOptions text;
    text.selfContained = options.selfContained;
    text.forward = isForward;
    text.backward = !isForward;
    if (failed(all ? exportCppAndCuda(module, cpp, cuda, text) : exportCuda(module, cuda, text)))
      return failure();
  }
  if (all)
    llvm::move(cppTexts, std::back_inserter(texts));
  llvm::move(cudaTexts, std::back_inserter(texts));
  return success();
}

/// The code is made once; its entry points are printed one by one.
LogicalResult FormPrinter::Impl::printCode(ModuleOp module, CodeGenerator &generator, bool assembly,
                                           std::vector<std::string> &texts) {
  FailureOr<EntryTexts> both = generator.printEntries(module, assembly, options.backward && hasBackward(module));
  if (failed(both))
    return failure();
  usesLibdevice |= both->usesLibdevice;
  texts.push_back(std::move(both->forward));
  if (options.backward)
    texts.push_back(std::move(both->backward));
  return success();
}

LogicalResult FormPrinter::Impl::printAll(ModuleOp module, std::vector<std::string> &texts) {
  bool all = options.target == SampleTarget::All;
  if (cpu && failed(printCode(module, *cpu, /*assembly=*/false, texts)))
    return failure();
  if (all || options.target == SampleTarget::CUDA) {
    StageScope stage(all ? Stage::PrintCpp : Stage::PrintCuda);
    if (failed(printText(module, texts)))
      return failure();
  }
  return nvptx ? printCode(module, *nvptx, /*assembly=*/true, texts) : success();
}

FailureOr<std::vector<Form>> FormPrinter::print(ModuleOp module) {
  std::vector<std::string> texts;
  impl->usesLibdevice = false;
  if (failed(impl->printAll(module, texts)))
    return failure();
  std::vector<Form> forms;
  for (auto [column, text] : llvm::zip_equal(formColumns(impl->options), texts))
    forms.push_back({column, std::move(text), impl->usesLibdevice});
  return forms;
}
