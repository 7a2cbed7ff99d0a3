// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats numbers in one way for every report.

#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kgen;
using namespace kgen::stats;

std::string kgen::stats::grouped(uint64_t number) { return llvm::formatv("{0:N0}", number).str(); }

std::string kgen::stats::percentText(double share) {
  if (share > 0.0 && share < 0.001)
    return "<0.1 %";
  return llvm::formatv("{0:F1} %", share * 100.0).str();
}

std::string kgen::stats::decimal(double number) { return llvm::formatv("{0:F2}", number).str(); }

std::vector<std::pair<std::string, uint64_t>> kgen::stats::byCount(const Counts &counts) {
  std::vector<std::pair<std::string, uint64_t>> list(counts.begin(), counts.end());
  llvm::sort(list, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return list;
}

std::vector<std::pair<std::string, uint64_t>> kgen::stats::byResult(const Counts &counts) {
  std::vector<std::pair<std::string, uint64_t>> list(counts.begin(), counts.end());
  auto key = [](const auto &entry) {
    return std::pair(entry.first == "passed" ? 0 : entry.first == "not run" ? 2 : 1, llvm::StringRef(entry.first));
  };
  llvm::sort(list, [&](const auto &a, const auto &b) { return key(a) < key(b); });
  return list;
}

size_t kgen::stats::columnOf(const Statistics &statistics, double percent) {
  return llvm::find(statistics.percents, percent) - statistics.percents.begin();
}

std::string kgen::stats::headline(const Statistics &statistics) {
  std::string text = grouped(statistics.samples) + (statistics.samples == 1 ? " sample" : " samples");
  if (statistics.samples != statistics.planned)
    text += " of " + grouped(statistics.planned);
  return text + " for " + statistics.target + ", seed " + std::to_string(statistics.seed) + ", kgen " +
         statistics.kgenVersion;
}

std::string kgen::stats::duplicateText(const Statistics &statistics) {
  size_t near = statistics.nearDuplicates.size();
  double share = statistics.samples ? static_cast<double>(near) / static_cast<double>(statistics.samples) : 0.0;
  return grouped(statistics.exactDuplicates.size()) + " structural duplicates; " + grouped(near) +
         (near == 1 ? " sample (" : " samples (") + percentText(share) + ") nearly as an earlier one";
}
