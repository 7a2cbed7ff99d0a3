// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much code lanes make of a body, beside one thread's: the bound on what they try. It counts work and not time, so
// that the code does not depend on the machine that compiles it.

#ifndef KGEN_LIB_CONVERSION_LANEWORK_H
#define KGEN_LIB_CONVERSION_LANEWORK_H

#include "LaneAnalysis.h"

namespace kgen::conversion {

/// The ways over the threads of a launch that are made.
struct LaneWays {
  /// The number of lanes; 0 for none.
  unsigned count;
  /// The ways besides the lanes themselves: rows that are kept as vectors, masked lanes for the rest of a row, and
  /// threads counted through the launch.
  bool hasExtras = true;
};

/// Those that are in proportion to the code of one thread. Without `mayGiveUp` there are lanes in any case.
LaneWays chooseWays(KernelOp kernel, const LaneAnalysis &analysis, unsigned count, bool mayGiveUp);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LANEWORK_H
