// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws on standard error; standard output belongs to the summary.

#include "Progress.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace kgen;
using namespace kgen::synthesis;

Progress::Progress(bool isShown, uint64_t before, uint64_t count, size_t categories)
    : isShown(isShown), inPlace(llvm::errs().is_displayed()), before(before), count(count),
      lastTenth(count ? before * 10 / count : 0), categories(categories) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (isDrawn)
    llvm::errs() << "\r\033[K";
  isDrawn = false;
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double Progress::rate(uint64_t done) const {
  double elapsed = seconds();
  return elapsed > 0.0 && done > before ? double(done - before) / elapsed : 0.0;
}

/// `1:02:03`, `4:05`.
static std::string clockTime(double seconds) {
  uint64_t whole = static_cast<uint64_t>(seconds + 0.5), hours = whole / 3600;
  if (hours)
    return llvm::formatv("{0}:{1,0+2}:{2,0+2}", hours, whole / 60 % 60, whole % 60).str();
  return llvm::formatv("{0}:{1,0+2}", whole / 60, whole % 60).str();
}

std::string Progress::bar(uint64_t done, uint64_t rejected) const {
  constexpr uint64_t width = 24;
  uint64_t filled = count ? done * width / count : width;
  std::string text = "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] ";
  text += llvm::formatv("{0}/{1} samples", done, count).str();
  if (double speed = rate(done); speed > 0.0)
    text += llvm::formatv(", {0:F0}/s, {1} left", speed, clockTime(double(count - done) / speed)).str();
  return text + llvm::formatv(", {0} draws rejected, {1} categories", rejected, categories).str();
}

void Progress::show(uint64_t done, uint64_t rejected) {
  if (!isShown)
    return;
  if (inPlace) {
    llvm::errs() << "\r" << bar(done, rejected) << "\033[K";
    isDrawn = true;
    return;
  }
  uint64_t tenth = count ? done * 10 / count : 10;
  if (tenth == lastTenth)
    return;
  lastTenth = tenth;
  llvm::errs() << "kgen-synth: " << done << "/" << count << " samples";
  if (double speed = rate(done); speed > 0.0)
    llvm::errs() << llvm::formatv(", {0:F0}/s, {1} left", speed, clockTime(double(count - done) / speed));
  llvm::errs() << "\n";
}
