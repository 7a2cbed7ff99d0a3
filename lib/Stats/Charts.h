// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plots as inline SVG. Lengths along x are percentages, so a plot fills whatever width there is and its text keeps its
// size; the numbers stand beside it in the table that holds it, or in its label.

#ifndef KGEN_LIB_STATS_CHARTS_H
#define KGEN_LIB_STATS_CHARTS_H

#include "kgen/Stats/Statistics.h"

namespace kgen::stats {

/// A part of a bar, between 0 and 1, and the class that colours it.
struct BarPart {
  double share;
  llvm::StringRef colour;
};

/// One bar of parts side by side.
void drawBar(llvm::ArrayRef<BarPart> parts, llvm::raw_ostream &os);
/// Two bars, one under the other.
void drawTwoBars(double here, double real, llvm::raw_ostream &os);
/// 5 % to 95 % as a line, 25 % to 75 % as a box, the median as a gap: here above, real below.
void drawRanges(const Statistics &statistics, const Comparison &comparison, llvm::raw_ostream &os);
/// The two cumulative distributions.
void drawCurves(const Statistics &statistics, const Comparison &comparison, llvm::raw_ostream &os);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_CHARTS_H
