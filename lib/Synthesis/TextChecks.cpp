// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts go to a tool many at a time, since starting it costs more than a text does.

#include "TextChecks.h"
#include "kgen/Target/Ptxas.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tools that fail
//===----------------------------------------------------------------------===//

/// Batches in a row at which a tool fails altogether before it is given up.
static constexpr unsigned maxInARow = 2;

bool HelperRecord::isGivenUp() {
  std::lock_guard<std::mutex> lock(mutex);
  return inARow >= maxInARow;
}

void HelperRecord::note(size_t numSamples, size_t numFailed) {
  std::lock_guard<std::mutex> lock(mutex);
  failed += numFailed;
  inARow = numFailed == numSamples ? inARow + 1 : 0;
}

bool HelperRecord::askOnce(llvm::MutableArrayRef<Sample> samples, Ask ask, bool &isLate) {
  Error error = ask(samples);
  if (!error)
    return true;
  std::lock_guard<std::mutex> lock(mutex);
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    isLate = info.convertToErrorCode() == std::errc::timed_out;
    last = info.message();
  });
  return false;
}

void HelperRecord::ask(llvm::MutableArrayRef<Sample> samples, Ask ask) {
  bool isLate = false;
  if (isGivenUp())
    return note(samples.size(), samples.size());
  if (askOnce(samples, ask, isLate))
    return note(samples.size(), 0);
  size_t numFailed = 0;
  for (Sample &sample : samples) // one may be the reason that it died; if all are late, many would be
    numFailed += isLate || !askOnce(sample, ask, isLate);
  note(samples.size(), numFailed);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

TextChecks::TextChecks(const SampleOptions &options, std::vector<std::string> &notes) : options(options) {
  if (options.forms.target.has(FormLanguage::Ptx)) {
    ptxas = findPtxas();
    if (ptxas.empty())
      notes.push_back("no ptxas was found, so PTX is not checked by it");
    else if (Error error = tryPtxas(ptxas)) {
      notes.push_back("PTX is not checked by ptxas: " + llvm::toString(std::move(error)));
      ptxas.clear();
    }
  }
  if (options.verify != Verify::Full)
    return;
  if (options.forms.target.has(FormLanguage::Cuda))
    if (Error error = Nvrtc::open().moveInto(nvrtc))
      notes.push_back("CUDA C++ is not checked by NVRTC: " + llvm::toString(std::move(error)));
  if (Error error = WarpCheck::start().moveInto(warp))
    notes.push_back("Python is not checked by Warp: " + llvm::toString(std::move(error)));
}

bool TextChecks::canCheck(Check check) const {
  return (check == Check::Ptxas && !ptxas.empty()) || (check == Check::Nvrtc && nvrtc) ||
         (check == Check::Warp && warp);
}

void TextChecks::run(llvm::MutableArrayRef<Sample> samples) {
  if (!ptxas.empty())
    ptxasRecord.ask(samples, [&](llvm::MutableArrayRef<Sample> some) { return runPtxas(some); });
  if (nvrtc)
    for (Sample &sample : samples)
      runNvrtc(sample);
  if (warp)
    warpRecord.ask(samples, [&](llvm::MutableArrayRef<Sample> some) { return warp->run(some); });
}

std::vector<std::string> TextChecks::failures() const {
  std::vector<std::string> lines;
  for (auto [record, name] : {std::pair(&ptxasRecord, "ptxas"), {&warpRecord, "Warp"}})
    if (uint64_t count = record->numFailed())
      lines.push_back(std::to_string(count) + (count == 1 ? " sample was" : " samples were") + " not checked by " +
                      name + ": " + record->reason() + "; the same command checks them once it works");
  return lines;
}

Error TextChecks::runPtxas(llvm::MutableArrayRef<Sample> samples) const {
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

void TextChecks::runNvrtc(Sample &sample) const {
  for (const PrintedForm &form : sample.forms) {
    if (form.form.language != FormLanguage::Cuda || form.text.empty())
      continue;
    if (std::string log = nvrtc->compile(form.text); !log.empty())
      return sample.fail(Check::Nvrtc, form.column + ": " + log);
  }
  sample.pass(Check::Nvrtc);
}
