// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statistics for a terminal: plain text, at most 100 columns.

#include "Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kgen;
using namespace kgen::stats;
using llvm::StringRef;

/// Rows of a histogram that a terminal shows.
static constexpr size_t shownRows = 15;
static constexpr unsigned barWidth = 40;

/// Columns that an ASCII text takes on a terminal.
static std::string padded(StringRef text, unsigned width) {
  return (text + std::string(text.size() < width ? width - text.size() : 0, ' ')).str();
}

static void printBars(const std::vector<std::pair<std::string, uint64_t>> &counts, size_t shown,
                      llvm::raw_ostream &os) {
  uint64_t largest = 1;
  for (const auto &[name, count] : counts)
    largest = std::max(largest, count);
  for (const auto &[name, count] : llvm::ArrayRef(counts).take_front(shown))
    os << "  " << padded(name, 28) << llvm::right_justify(grouped(count), 11) << "  "
       << std::string((count * barWidth + largest - 1) / largest, '#') << "\n";
  if (counts.size() > shown)
    os << "  and " << counts.size() - shown << " more\n";
}

static void printSizes(const Statistics &statistics, llvm::raw_ostream &os) {
  static constexpr double percents[] = {5, 25, 50, 75, 95};
  os << "\n" << padded("sizes", 30);
  for (double percent : percents)
    os << llvm::right_justify(std::to_string(static_cast<int>(percent)) + " %", 10);
  os << "       max\n";
  for (const auto &[name, sizes] : statistics.sizes) {
    os << "  " << padded(name, 28);
    for (double percent : percents)
      os << llvm::right_justify(grouped(sizes.percentile(percent)), 10);
    os << llvm::right_justify(grouped(sizes.max()), 10) << "\n";
  }
}

/// Of idioms, those of which most is used up.
static void printStructures(const Statistics &statistics, llvm::raw_ostream &os) {
  std::vector<UsedStructures> order = statistics.structures;
  if (order.empty())
    return;
  UsedStructures sum;
  for (const UsedStructures &each : order) {
    sum.used += each.used;
    sum.all += each.all;
    sum.isExact &= each.isExact;
  }
  llvm::sort(order, [](const UsedStructures &a, const UsedStructures &b) {
    return std::make_pair(b.share(), llvm::StringRef(a.idiom)) < std::make_pair(a.share(), llvm::StringRef(b.idiom));
  });
  auto row = [&](StringRef name, const UsedStructures &each) {
    os << "  " << padded(name, 28) << llvm::right_justify(grouped(each.used), 11) << " of "
       << llvm::right_justify(grouped(each.all), 11) << llvm::right_justify(percentText(each.share()), 9)
       << (each.isExact ? "" : ", estimated") << "\n";
  };
  os << "\nstructures used up\n";
  row("all idioms", sum);
  for (const UsedStructures &each : llvm::ArrayRef(order).take_front(shownRows))
    row(each.idiom, each);
  if (order.size() > shownRows)
    os << "  and " << order.size() - shownRows << " more\n";
}

static void printComparisons(const Statistics &statistics, llvm::raw_ostream &os) {
  static constexpr double percents[] = {5, 25, 50, 75, 95};
  os << "\n"
     << padded("of the Python", 15)
     << "here:  5 %  25 %  50 %  75 %  95 %   real:  5 %  25 %  50 %  75 %  95 %   distance\n";
  for (const Comparison &row : statistics.comparisons) {
    os << "  " << padded(row.title, 18);
    for (const std::vector<double> &values : {row.here, row.real}) {
      for (double percent : percents)
        os << llvm::right_justify(grouped(static_cast<uint64_t>(values[columnOf(statistics, percent)])), 6);
      os << "        ";
    }
    os << llvm::right_justify(decimal(row.distance), 5) << "\n";
  }
  os << "\n"
     << padded("kernels with", 30) << llvm::right_justify("here", 10) << llvm::right_justify("real", 10) << "\n";
  for (const Share &share : statistics.shares)
    os << "  " << padded(share.trait, 28) << llvm::right_justify(percentText(share.here), 10)
       << llvm::right_justify(percentText(share.real), 10) << "\n";
}

static void printChecks(const Statistics &statistics, llvm::raw_ostream &os) {
  os << "\nchecks\n";
  for (const auto &[check, results] : statistics.checks) {
    os << "  " << padded(check, 34);
    llvm::interleave(
        byResult(results), os, [&](const auto &entry) { os << entry.first << " " << grouped(entry.second); }, ", ");
    os << "\n";
  }
}

void kgen::printTable(const Statistics &statistics, llvm::raw_ostream &os) {
  os << headline(statistics) << "\n\nsamples of each category\n";
  printBars({statistics.categories.begin(), statistics.categories.end()}, statistics.categories.size(), os);
  for (const auto &[field, counts] : statistics.labels)
    if (counts.size() > 1) {
      os << "\nsamples of each " << field << "\n";
      printBars(byCount(counts), shownRows, os);
    }
  printStructures(statistics, os);
  printSizes(statistics, os);
  printComparisons(statistics, os);
  os << "\nops\n";
  printBars(byCount(statistics.ops), shownRows, os);
  os << "\nbuiltins in Python\n";
  printBars(byCount(statistics.builtins), shownRows, os);
  printChecks(statistics, os);
  if (statistics.gradients)
    os << "\ngradients of cases: " << grouped(statistics.gradients) << ", not all zero in "
       << percentText(static_cast<double>(statistics.nonzeroGradients) / static_cast<double>(statistics.gradients))
       << "\n";
  os << "duplicates: " << duplicateText(statistics) << "\n";
}
