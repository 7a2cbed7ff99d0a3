// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Real Warp, in one child process (`kgen-warp-check`), on the Python of samples.

#ifndef KGEN_LIB_SYNTHESIS_WARPCHECK_H
#define KGEN_LIB_SYNTHESIS_WARPCHECK_H

#include "kgen/Support/Subprocess.h"
#include "kgen/Synthesis/Sample.h"
#include "llvm/Support/Error.h"
#include <mutex>

namespace kgen::synthesis {

/// Several threads may use one at once.
class WarpCheck {
public:
  /// An error if there is no Python with Warp 1.19.
  static llvm::Expected<std::unique_ptr<WarpCheck>> start();

  /// Runs the samples in Warp on their cases and writes the results; an error if the process dies of that,
  /// or does not answer (`std::errc::timed_out`): the next samples get another process.
  llvm::Error run(llvm::MutableArrayRef<Sample> samples);

private:
  llvm::Error startChild();
  llvm::Expected<std::string> ask(const std::string &request, size_t numSamples);

  std::mutex mutex;
  std::string python;
  std::unique_ptr<Subprocess> child;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_WARPCHECK_H
