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
  /// An error where there is no Python with Warp 1.19.
  static llvm::Expected<std::unique_ptr<WarpCheck>> start();

  /// Runs the samples in Warp on their cases and writes what became of them.
  llvm::Error run(llvm::MutableArrayRef<Sample> samples);

private:
  std::mutex mutex;
  std::unique_ptr<Subprocess> child;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_WARPCHECK_H
