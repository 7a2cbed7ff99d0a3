// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of finished texts by other people's tools, many samples at a time: ptxas on PTX, NVRTC on CUDA C++, real Warp
// on Python. What this machine lacks is recorded as not run.

#ifndef KGEN_LIB_SYNTHESIS_TEXTCHECKS_H
#define KGEN_LIB_SYNTHESIS_TEXTCHECKS_H

#include "Nvrtc.h"
#include "WarpCheck.h"
#include "kgen/Synthesis/Sample.h"
#include "llvm/Support/Error.h"

namespace kgen::synthesis {

/// Several threads may use one at once.
class TextChecks {
public:
  /// Looks for the tools that the options ask for; `notes` says which are missing.
  TextChecks(const SampleOptions &options, std::vector<std::string> &notes);

  /// Writes into each sample what became of it; an error where a tool that is there could not be run.
  llvm::Error run(llvm::MutableArrayRef<Sample> samples);

private:
  llvm::Error runPtxas(llvm::MutableArrayRef<Sample> samples);
  void runNvrtc(Sample &sample);

  SampleOptions options;
  std::string ptxas;
  /// Null where there is none or none is asked for.
  std::unique_ptr<Nvrtc> nvrtc;
  std::unique_ptr<WarpCheck> warp;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_TEXTCHECKS_H
