// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which printer fills which column.

#include "kgen/Synthesis/Forms.h"
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

  /// Forward and backward text of a kernel in one language.
  using Printer = function_ref<LogicalResult(EntryPoints, raw_ostream &)>;
  LogicalResult printPair(Printer print, std::vector<std::string> &texts);
  LogicalResult printAll(ModuleOp module, std::vector<std::string> &texts);
};

FormPrinter::FormPrinter(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
FormPrinter::~FormPrinter() = default;

std::unique_ptr<FormPrinter> FormPrinter::create(const FormOptions &options, std::string &error) {
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
  return std::unique_ptr<FormPrinter>(new FormPrinter(std::move(impl)));
}

LogicalResult FormPrinter::Impl::printPair(Printer print, std::vector<std::string> &texts) {
  for (EntryPoints which : {EntryPoints::Forward, EntryPoints::Backward}) {
    if (which == EntryPoints::Backward && !options.backward)
      continue;
    llvm::raw_string_ostream os(texts.emplace_back());
    if (failed(print(which, os)))
      return failure();
  }
  return success();
}

LogicalResult FormPrinter::Impl::printAll(ModuleOp module, std::vector<std::string> &texts) {
  auto text = [&](EntryPoints which) {
    return TextOptions{.selfContained = options.selfContained,
                       .forward = which == EntryPoints::Forward,
                       .backward = which == EntryPoints::Backward};
  };
  auto llvmIR = [&](EntryPoints which, raw_ostream &os) { return cpu->printLLVMIR(module, os, which); };
  auto cppText = [&](EntryPoints which, raw_ostream &os) { return exportCpp(module, os, text(which)); };
  auto cudaText = [&](EntryPoints which, raw_ostream &os) { return exportCuda(module, os, text(which)); };
  auto ptx = [&](EntryPoints which, raw_ostream &os) { return nvptx->printAssembly(module, os, which); };
  switch (options.target) {
  case SampleTarget::CPU:
    return printPair(llvmIR, texts);
  case SampleTarget::CUDA:
    return printPair(cudaText, texts);
  case SampleTarget::NVPTX:
    return printPair(ptx, texts);
  case SampleTarget::All:
    return success(succeeded(printPair(llvmIR, texts)) && succeeded(printPair(cppText, texts)) &&
                   succeeded(printPair(cudaText, texts)) && succeeded(printPair(ptx, texts)));
  }
  return failure();
}

FailureOr<std::vector<Form>> FormPrinter::print(ModuleOp module) {
  std::vector<std::string> texts;
  if (failed(impl->printAll(module, texts)))
    return failure();
  std::vector<Form> forms;
  for (auto [column, text] : llvm::zip_equal(formColumns(impl->options), texts))
    forms.push_back({column, std::move(text)});
  return forms;
}
