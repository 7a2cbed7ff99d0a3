// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which printer fills which column.

#include "kgen/Synthesis/Forms.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Text.h"
#include <map>

using namespace mlir;
using namespace kgen;

const PrintedForm *kgen::findForm(ArrayRef<PrintedForm> forms, Form form) {
  const auto *found = llvm::find_if(forms, [&](const PrintedForm &own) { return own.form == form; });
  return found == forms.end() || found->text.empty() ? nullptr : found;
}

struct FormPrinter::Impl {
  FormOptions options;
  /// The languages that are text, and what makes code of the others.
  SmallVector<FormLanguage> textLanguages;
  std::map<FormLanguage, std::unique_ptr<CodeGenerator>> generators;

  LogicalResult print(ModuleOp module, std::vector<PrintedForm> &forms);
  LogicalResult printTexts(ModuleOp module, std::vector<PrintedForm> &forms);
  LogicalResult printCode(ModuleOp module, FormLanguage language, std::vector<PrintedForm> &forms);
};

FormPrinter::FormPrinter(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
FormPrinter::~FormPrinter() = default;

static CodeGenOptions codeOptions(FormLanguage language, const FormOptions &options) {
  CodeGenOptions code;
  if (language != FormLanguage::Ptx)
    return code;
  code.target = Target::NVPTX;
  code.chip = options.chip;
  return code;
}

llvm::Expected<std::unique_ptr<FormPrinter>> FormPrinter::create(const FormOptions &options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  for (const LanguageInfo *info : options.target.languages()) {
    if (info->isText) {
      impl->textLanguages.push_back(info->language);
      continue;
    }
    CodeGenOptions code = codeOptions(info->language, options);
    if (llvm::Error error = CodeGenerator::create(code).moveInto(impl->generators[info->language]))
      return std::move(error);
  }
  return std::unique_ptr<FormPrinter>(new FormPrinter(std::move(impl)));
}

static PrintedForm &at(std::vector<PrintedForm> &forms, FormLanguage language, Direction direction) {
  return *llvm::find_if(forms, [&](const PrintedForm &own) { return own.form == Form{language, direction}; });
}

LogicalResult FormPrinter::Impl::printTexts(ModuleOp module, std::vector<PrintedForm> &forms) {
  StageScope stage(llvm::is_contained(textLanguages, FormLanguage::Cpp) ? Stage::PrintCpp : Stage::PrintCuda);
  for (Direction direction : {Direction::Forward, Direction::Backward}) {
    bool isForward = direction == Direction::Forward;
    if (!isForward && (!options.backward || !hasBackward(module)))
      continue;
    TextOptions text;
    text.selfContained = options.selfContained;
    text.forward = isForward;
    text.backward = !isForward;
    std::vector<std::string> texts(textLanguages.size());
    if (failed(exportTexts(textLanguages, module, texts, text)))
      return failure();
    for (auto [language, printed] : llvm::zip_equal(textLanguages, texts))
      at(forms, language, direction).text = std::move(printed);
  }
  return success();
}

/// The code is made once; its entry points are printed one by one.
LogicalResult FormPrinter::Impl::printCode(ModuleOp module, FormLanguage language, std::vector<PrintedForm> &forms) {
  bool assembly = language == FormLanguage::Ptx, withBackward = options.backward && hasBackward(module);
  FailureOr<EntryTexts> both = generators[language]->printEntries(module, assembly, withBackward);
  if (failed(both))
    return failure();
  auto fill = [&](Direction direction, std::string &text) {
    PrintedForm &form = at(forms, language, direction);
    form.text = std::move(text);
    form.usesLibdevice = both->usesLibdevice;
  };
  fill(Direction::Forward, both->forward);
  if (options.backward)
    fill(Direction::Backward, both->backward);
  return success();
}

/// Texts are printed together, since languages share work.
LogicalResult FormPrinter::Impl::print(ModuleOp module, std::vector<PrintedForm> &forms) {
  bool hasTexts = false;
  for (const LanguageInfo *info : options.target.languages()) {
    if (!info->isText && failed(printCode(module, info->language, forms)))
      return failure();
    if (info->isText && !std::exchange(hasTexts, true) && failed(printTexts(module, forms)))
      return failure();
  }
  return success();
}

FailureOr<std::vector<PrintedForm>> FormPrinter::print(ModuleOp module) {
  std::vector<PrintedForm> forms;
  for (Form form : impl->options.target.forms(impl->options.backward))
    forms.push_back({form, impl->options.target.column(form)});
  if (failed(impl->print(module, forms)))
    return failure();
  return forms;
}
