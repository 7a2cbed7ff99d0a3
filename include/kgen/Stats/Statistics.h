// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A data set in numbers: balance, sizes, operations, duplicates, the checks that were passed, and how far its kernels
// are from those that people write. Reads the files and nothing else.

#ifndef KGEN_STATS_STATISTICS_H
#define KGEN_STATS_STATISTICS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kgen {

/// How often each number occurs: all that percentiles need, in memory that does not grow with the samples.
class Distribution {
public:
  void add(uint64_t value) { ++counts[value], ++total; }
  /// The value at `percent` of the sorted values, by the nearest rank; 0 if there are none.
  uint64_t percentile(double percent) const;
  uint64_t max() const { return counts.empty() ? 0 : counts.rbegin()->first; }
  uint64_t size() const { return total; }
  double mean() const;

private:
  std::map<uint64_t, uint64_t> counts;
  uint64_t total = 0;
};

/// Counts by name.
using Counts = std::map<std::string, uint64_t>;

/// Percentiles of one measure here and in real kernels.
struct Comparison {
  /// Its name in the table of real kernels, and one for people.
  std::string measure, title;
  std::vector<double> here, real;
  /// The area between the two quantile functions from 5 % to 95 %, in units of the distance between those two
  /// percentiles of real kernels: 0 for the same distribution, 1 for one that is off by the whole range. An
  /// approximation of the Wasserstein distance (L. Vaserstein, 1969), trimmed at both ends.
  double distance = 0.0;
};

/// The share of kernels that have a feature, of all kernels here and of real ones; between 0 and 1.
struct Share {
  std::string trait;
  double here = 0.0, real = 0.0;
};

/// A sample whose body is close to that of an earlier one.
struct NearDuplicate {
  uint64_t sample = 0, earlier = 0;
  /// The Jaccard index of their sets of five tokens in a row, names and constants removed.
  double similarity = 0.0;
};

/// How much of an idiom is used up.
struct UsedStructures {
  std::string idiom;
  uint64_t used = 0, all = 0;
  /// Whether all were counted, and not estimated.
  bool isExact = true;

  double share() const { return all ? static_cast<double>(used) / static_cast<double>(all) : 0.0; }
};

struct Statistics {
  /// From the manifest.
  std::string target, kgenVersion;
  uint64_t seed = 0, planned = 0;
  bool complete = false;

  uint64_t samples = 0;
  Counts categories;
  /// Other labels in the metadata (`domain`, `generator`, `license`, ...), each with its counts, by field.
  std::map<std::string, Counts> labels;
  /// For each idiom: the structures that samples have, and all that the library gives.
  std::vector<UsedStructures> structures;
  /// Families, which a split keeps together.
  uint64_t families = 0;
  /// Sizes of texts and launches, in the order in which they are shown.
  std::vector<std::pair<std::string, Distribution>> sizes;
  /// Ops of the dialect, and Warp builtins as Python calls them.
  Counts ops, builtins;
  /// Gradients that cases ask for, and those that have an element other than zero.
  uint64_t gradients = 0, nonzeroGradients = 0;

  /// Percentages of the columns of `Comparison::here` and `real`.
  std::vector<double> percents;
  std::vector<Comparison> comparisons;
  std::vector<Share> shares;
  /// The source of the numbers about real kernels.
  std::string realSource;

  /// Pairs of samples (later, earlier) with one structural hash.
  std::vector<std::pair<uint64_t, uint64_t>> exactDuplicates;
  /// Samples with a near duplicate before them.
  std::vector<NearDuplicate> nearDuplicates;

  /// The ladder: each check, in the order of the files, and how often it had each result.
  std::vector<std::pair<std::string, Counts>> checks;
};

/// Reads a whole data set, on all cores; the outcome does not depend on their number. An error is located
/// (`FILE:LINE: what`).
llvm::Expected<Statistics> collectStatistics(llvm::StringRef directory);

/// For a terminal.
void printTable(const Statistics &statistics, llvm::raw_ostream &os);
/// One JSON object; the names of its fields are part of the interface.
void printJson(const Statistics &statistics, llvm::raw_ostream &os);
/// One page that needs nothing else: no script, no font, no network.
void printHtml(const Statistics &statistics, llvm::StringRef title, llvm::raw_ostream &os);

} // namespace kgen

#endif // KGEN_STATS_STATISTICS_H
