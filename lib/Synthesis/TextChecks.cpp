// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts go to a tool many at a time, since starting it costs more than a text does.

#include "TextChecks.h"
#include "kgen/Target/Ptxas.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::StringRef;

TextChecks::TextChecks(const SampleOptions &options, std::vector<std::string> &notes) : options(options) {
  if (options.forms.target.has(FormLanguage::Ptx)) {
    ptxas = findPtxas();
    if (ptxas.empty())
      notes.push_back("no ptxas was found, so PTX is not checked by it");
  }
  if (options.verify != Verify::Full)
    return;
  if (options.forms.target.has(FormLanguage::Cuda))
    if (Error error = Nvrtc::open().moveInto(nvrtc))
      notes.push_back("CUDA C++ is not checked by NVRTC: " + llvm::toString(std::move(error)));
  if (Error error = WarpCheck::start().moveInto(warp))
    notes.push_back("Python is not checked by Warp: " + llvm::toString(std::move(error)));
}

Error TextChecks::run(llvm::MutableArrayRef<Sample> samples) {
  if (!ptxas.empty())
    if (Error error = runPtxas(samples))
      return error;
  if (nvrtc)
    for (Sample &sample : samples)
      runNvrtc(sample);
  return warp ? warp->run(samples) : Error::success();
}

Error TextChecks::runPtxas(llvm::MutableArrayRef<Sample> samples) {
  std::vector<StringRef> texts, kernels;
  std::vector<Sample *> owners;
  for (Sample &sample : samples)
    for (const PrintedForm &form : sample.forms)
      if (form.form.language == FormLanguage::Ptx && !form.text.empty()) {
        texts.push_back(form.text);
        kernels.push_back(sample.kernelName);
        owners.push_back(&sample);
      }
  llvm::Expected<std::vector<std::string>> answers = checkWithPtxas(ptxas, texts, kernels);
  if (!answers)
    return answers.takeError();
  for (Sample &sample : samples)
    sample.pass(Check::Ptxas);
  for (auto [owner, answer] : llvm::zip_equal(owners, *answers))
    if (!answer.empty()) {
      owner->checks[static_cast<size_t>(Check::Ptxas)] = CheckResult::NotRun;
      owner->fail(Check::Ptxas, answer);
    }
  return Error::success();
}

void TextChecks::runNvrtc(Sample &sample) {
  for (const PrintedForm &form : sample.forms) {
    if (form.form.language != FormLanguage::Cuda || form.text.empty())
      continue;
    if (std::string log = nvrtc->compile(form.text); !log.empty())
      return sample.fail(Check::Nvrtc, form.column + ": " + log);
  }
  sample.pass(Check::Nvrtc);
}
