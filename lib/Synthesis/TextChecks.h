// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of finished texts by other people's tools, many samples at a time: ptxas on PTX, NVRTC on CUDA C++, real Warp
// on Python. Checks whose tool this machine lacks, and samples that a tool that dies or hangs has not judged, are
// recorded as not run.

#ifndef KGEN_LIB_SYNTHESIS_TEXTCHECKS_H
#define KGEN_LIB_SYNTHESIS_TEXTCHECKS_H

#include "Nvrtc.h"
#include "WarpCheck.h"
#include "kgen/Synthesis/Sample.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <mutex>

namespace kgen::synthesis {

/// A tool that may fail, seen over a run. Several threads may use one at once.
class HelperRecord {
public:
  using Ask = llvm::function_ref<llvm::Error(llvm::MutableArrayRef<Sample>)>;

  /// Asks a tool about samples: all at once and, where it died of that, each alone. Samples about which it failed stay
  /// as they are. A tool that fails at everything twice in a row is not asked again.
  void ask(llvm::MutableArrayRef<Sample> samples, Ask ask);

  /// Of how many samples the tool did not say what it should, and how it failed last.
  uint64_t numFailed() const { return failed; }
  const std::string &reason() const { return last; }

private:
  bool askOnce(llvm::MutableArrayRef<Sample> samples, Ask ask, bool &isLate);
  bool isGivenUp();
  void note(size_t numSamples, size_t numFailed);

  std::mutex mutex;
  uint64_t failed = 0;
  unsigned inARow = 0;
  std::string last;
};

/// Several threads may use one at once.
class TextChecks {
public:
  /// Looks for the tools that the options ask for; `notes` says which are missing or do not work.
  TextChecks(const SampleOptions &options, std::vector<std::string> &notes);

  /// Whether a check can be made on this machine.
  bool canCheck(Check check) const;

  /// Writes the results into each sample.
  void run(llvm::MutableArrayRef<Sample> samples);

  /// The failures of the tools, a line each.
  std::vector<std::string> failures() const;

private:
  llvm::Error runPtxas(llvm::MutableArrayRef<Sample> samples) const;
  void runNvrtc(Sample &sample) const;

  SampleOptions options;
  /// "" if there is none or none is asked for.
  std::string ptxas;
  /// Null if there is none or none is asked for.
  std::unique_ptr<Nvrtc> nvrtc;
  std::unique_ptr<WarpCheck> warp;
  HelperRecord ptxasRecord, warpRecord;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_TEXTCHECKS_H
