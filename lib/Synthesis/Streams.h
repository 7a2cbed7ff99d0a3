// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which stream of random numbers serves what, so that a change in one place does not move numbers in another.

#ifndef KGEN_LIB_SYNTHESIS_STREAMS_H
#define KGEN_LIB_SYNTHESIS_STREAMS_H

#include "kgen/Support/Rng.h"
#include "kgen/Synthesis/Generator.h"

namespace kgen::synthesis {

/// The use of random numbers; `Launch + n` is for guess n at a launch, `Inputs + n` for set n of inputs, `Redraw + n`
/// for the kernel in place of n + 1 kernels of other splits.
enum class Stream : uint64_t { Kernel, Directions, Thresholds, Launch, Inputs = Launch + 100, Redraw = 1 << 15 };

/// The random numbers for a purpose at an attempt.
inline Rng randomFor(const KernelPlan &plan, unsigned attempt, Stream purpose, unsigned number = 0) {
  uint64_t category = static_cast<uint64_t>(plan.category);
  uint64_t stream = (uint64_t(attempt) << 32) + (category << 16) + static_cast<uint64_t>(purpose) + number;
  return Rng(plan.seed, plan.index, stream);
}

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_STREAMS_H
