// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers about kernels that people wrote: data/real-kernels.json, which is part of the executable.

#ifndef KGEN_LIB_STATS_REALKERNELS_H
#define KGEN_LIB_STATS_REALKERNELS_H

#include <map>
#include <string>
#include <vector>

namespace kgen::stats {

struct RealKernels {
  std::string source;
  /// Percentages that the columns of `measures` are at.
  std::vector<double> percents;
  std::map<std::string, std::vector<double>> measures;
  std::map<std::string, double> shares;
};

const RealKernels &realKernels();

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_REALKERNELS_H
