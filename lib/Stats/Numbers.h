// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How reports write numbers and order counts.

#ifndef KGEN_LIB_STATS_NUMBERS_H
#define KGEN_LIB_STATS_NUMBERS_H

#include "kgen/Stats/Statistics.h"

namespace kgen::stats {

/// `1,234,567`.
std::string grouped(uint64_t number);
/// `12.3 %` of a share between 0 and 1; `<0.1 %` if it is small but not zero.
std::string percentText(double share);
/// `0.42`, two digits.
std::string decimal(double number);
/// The largest first, equal ones by name.
std::vector<std::pair<std::string, uint64_t>> byCount(const Counts &counts);
/// Results of checks, in the order in which they are shown: passed, those of other names, not run.
std::vector<std::pair<std::string, uint64_t>> byResult(const Counts &counts);
/// The place of a percentage among `Statistics::percents`.
size_t columnOf(const Statistics &statistics, double percent);
/// `1000 samples for nvptx, seed 0, kgen 0.1.0`.
std::string headline(const Statistics &statistics);
/// How many samples have a near duplicate before them, and how many are exact duplicates, in words.
std::string duplicateText(const Statistics &statistics);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_NUMBERS_H
