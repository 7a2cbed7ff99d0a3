// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statistics as a page: every plot stands in the table of its numbers, so that the numbers can also be read.

#include "Charts.h"
#include "Numbers.h"
#include "kgen/Page/Html.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using namespace kgen::page;
using namespace kgen::stats;
using llvm::StringRef;

/// Rows of a histogram that stand open.
static constexpr size_t openRows = 20;

static double shareOf(uint64_t part, uint64_t whole) {
  return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

static void writeCountRows(llvm::ArrayRef<std::pair<std::string, uint64_t>> counts, uint64_t largest, bool isCode,
                           llvm::raw_ostream &os) {
  for (const auto &[name, count] : counts) {
    os << "<tr><th scope=\"row\">" << (isCode ? "<code>" : "") << html(name) << (isCode ? "</code>" : "")
       << "</th><td class=\"n\">" << grouped(count) << "</td><td class=\"plot\">";
    drawBar({{shareOf(count, largest), "here"}}, os);
    os << "</td></tr>\n";
  }
}

/// A histogram; rows past the first ones fold away.
static void writeCounts(StringRef caption, StringRef head, llvm::ArrayRef<std::pair<std::string, uint64_t>> counts,
                        bool isCode, llvm::raw_ostream &os) {
  uint64_t largest = 1;
  for (const auto &[name, count] : counts)
    largest = std::max(largest, count);
  beginTable(caption, {head, "#count", ""}, os);
  writeCountRows(counts.take_front(openRows), largest, isCode, os);
  endTable(os);
  if (counts.size() <= openRows)
    return;
  os << "<details><summary>" << counts.size() - openRows << " more</summary>\n";
  beginTable(caption.str() + ", continued", {head, "#count", ""}, os);
  writeCountRows(counts.drop_front(openRows), largest, isCode, os);
  endTable(os);
  os << "</details>\n";
}

static void writeTile(StringRef name, const std::string &value, bool isBad, llvm::raw_ostream &os) {
  os << (isBad ? "<div class=\"bad\">" : "<div>") << "<dt>" << name << "</dt><dd>" << value << "</dd></div>\n";
}

static std::string tiles(const Statistics &statistics) {
  std::string text;
  llvm::raw_string_ostream os(text);
  uint64_t failed = 0;
  for (const auto &[check, results] : statistics.checks)
    if (auto found = results.find("failed"); found != results.end())
      failed += found->second;
  os << "<dl class=\"tiles\">\n";
  writeTile("samples", grouped(statistics.samples), statistics.samples != statistics.planned, os);
  writeTile("categories", grouped(statistics.categories.size()), false, os);
  writeTile("structural duplicates", grouped(statistics.exactDuplicates.size()), !statistics.exactDuplicates.empty(),
            os);
  double near = shareOf(statistics.nearDuplicates.size(), statistics.samples);
  writeTile("near duplicates", percentText(near), near >= 0.01, os);
  writeTile("failed checks", grouped(failed), failed != 0, os);
  if (statistics.gradients)
    writeTile("gradients not all zero", percentText(shareOf(statistics.nonzeroGradients, statistics.gradients)), false,
              os);
  os << "</dl>\n";
  return text;
}

static void writeBalance(const Statistics &statistics, llvm::raw_ostream &os) {
  writeCounts("Samples of each category", "category",
              std::vector<std::pair<std::string, uint64_t>>(statistics.categories.begin(), statistics.categories.end()),
              false, os);
  for (const auto &[field, counts] : statistics.labels)
    if (counts.size() > 1) {
      os << "<h3>By " << html(field) << "</h3>\n";
      writeCounts("Samples of each " + field, field, byCount(counts), false, os);
    }
}

static void writeChecks(const Statistics &statistics, llvm::raw_ostream &os) {
  os << "<p>What each sample went through when the set was made. <code>kgen-stats --validate</code> does it again."
     << "<br><span class=\"key here\"></span>passed &nbsp; <span class=\"key failed\"></span>other &nbsp; "
     << "<span class=\"key waiting\"></span>not run</p>\n";
  beginTable("Samples by the result of each check", {"check", "results", ""}, os);
  for (const auto &[check, results] : statistics.checks) {
    std::vector<BarPart> parts;
    std::string words;
    for (const auto &[result, count] : byResult(results)) {
      parts.push_back({shareOf(count, statistics.samples), result == "passed" || result == "equal" ? "passed"
                                                           : result == "not run"                   ? "waiting"
                                                                                                   : "failed"});
      words += (words.empty() ? "" : ", ") + grouped(count) + " " + result;
    }
    std::string name = check;
    std::replace(name.begin(), name.end(), '_', ' ');
    os << "<tr><th scope=\"row\">" << html(name) << "</th><td>" << html(words) << "</td><td class=\"plot half\">";
    drawBar(parts, os);
    os << "</td></tr>\n";
  }
  endTable(os);
}

static const char *const legend = "<span class=\"key here\"></span>this data set &nbsp; "
                                  "<span class=\"key real\"></span>real kernels";

static void writeComparisons(const Statistics &statistics, llvm::raw_ostream &os) {
  static constexpr double shown[] = {5, 50, 95};
  os << "<p>Counted in the Python of each kernel. A line goes from 5&nbsp;% to 95&nbsp;%, its box from 25&nbsp;% to "
     << "75&nbsp;%, the gap in it is the median.<br>" << legend << "</p>\n";
  beginTable("Percentiles of each measure, here and in real kernels",
             {"measure", "", "#5 %", "#50 %", "#95 %", "#real 5 %", "#50 %", "#95 %", "#distance"}, os);
  for (const Comparison &row : statistics.comparisons) {
    os << "<tr><th scope=\"row\">" << html(row.title) << "</th><td class=\"plot half\">";
    drawRanges(statistics, row, os);
    os << "</td>";
    for (const std::vector<double> *values : {&row.here, &row.real})
      for (double percent : shown)
        os << "<td class=\"n\">" << grouped(static_cast<uint64_t>((*values)[columnOf(statistics, percent)])) << "</td>";
    os << "<td class=\"n\">" << decimal(row.distance) << "</td></tr>\n";
  }
  endTable(os);
  os << "<h3>Percentage of kernels with at most so many</h3>\n<div class=\"columns\">\n";
  for (const Comparison &row : statistics.comparisons)
    if (llvm::is_contained({"body_sloc", "stmts", "nargs", "branches", "loads", "calls"}, row.measure)) {
      os << "<figure><figcaption>" << html(row.title) << "</figcaption>";
      drawCurves(statistics, row, os);
      os << "</figure>\n";
    }
  os << "</div>\n";
}

static void writeShares(const Statistics &statistics, llvm::raw_ostream &os) {
  os << "<p>The share of kernels in which each occurs.<br>" << legend << "</p>\n";
  beginTable("Kernels with each construct", {"kernels with", "#here", "#real", ""}, os);
  for (const Share &share : statistics.shares) {
    os << "<tr><th scope=\"row\">" << html(share.trait) << "</th><td class=\"n\">" << percentText(share.here)
       << "</td><td class=\"n\">" << percentText(share.real) << "</td><td class=\"plot\">";
    drawTwoBars(share.here, share.real, os);
    os << "</td></tr>\n";
  }
  endTable(os);
}

static void writeDuplicates(const Statistics &statistics, llvm::raw_ostream &os) {
  os << "<p>" << html(duplicateText(statistics)) << ". Two bodies are compared by the sets of five tokens in a row, "
     << "names and constants removed; they are near duplicates where these share more than 0.8 of all.</p>\n";
  if (statistics.nearDuplicates.empty())
    return;
  beginTable("Near duplicates", {"#sample", "#earlier sample", "#similarity", ""}, os);
  for (const NearDuplicate &pair : llvm::ArrayRef(statistics.nearDuplicates).take_front(openRows)) {
    os << "<tr><td class=\"n\">" << pair.sample << "</td><td class=\"n\">" << pair.earlier << "</td><td class=\"n\">"
       << decimal(pair.similarity) << "</td><td class=\"plot\">";
    drawBar({{pair.similarity, "here"}}, os);
    os << "</td></tr>\n";
  }
  endTable(os);
  if (statistics.nearDuplicates.size() > openRows)
    os << "<p class=\"soft\">and " << grouped(statistics.nearDuplicates.size() - openRows) << " more</p>\n";
}

static void writeSizes(const Statistics &statistics, llvm::raw_ostream &os) {
  static constexpr double percents[] = {5, 25, 50, 75, 95};
  beginTable("Percentiles of sizes", {"size", "#5 %", "#25 %", "#50 %", "#75 %", "#95 %", "#max", ""}, os);
  for (const auto &[name, sizes] : statistics.sizes) {
    os << "<tr><th scope=\"row\">" << html(name) << "</th>";
    for (double percent : percents)
      os << "<td class=\"n\">" << grouped(sizes.percentile(percent)) << "</td>";
    os << "<td class=\"n\">" << grouped(sizes.max()) << "</td><td class=\"plot half\">";
    drawBar({{shareOf(sizes.percentile(50), sizes.max()), "here"}}, os);
    os << "</td></tr>\n";
  }
  endTable(os);
  os << "<p class=\"soft\">The bar is the median, of the largest.</p>\n";
}

void kgen::printHtml(const Statistics &statistics, StringRef title, llvm::raw_ostream &os) {
  auto balance = [&](llvm::raw_ostream &out) { writeBalance(statistics, out); };
  auto checks = [&](llvm::raw_ostream &out) { writeChecks(statistics, out); };
  auto real = [&](llvm::raw_ostream &out) { writeComparisons(statistics, out); };
  auto shares = [&](llvm::raw_ostream &out) { writeShares(statistics, out); };
  auto ops = [&](llvm::raw_ostream &out) {
    writeCounts("Ops of the dialect", "op", byCount(statistics.ops), true, out);
  };
  auto builtins = [&](llvm::raw_ostream &out) {
    writeCounts("Calls in Python", "function", byCount(statistics.builtins), true, out);
  };
  auto duplicates = [&](llvm::raw_ostream &out) { writeDuplicates(statistics, out); };
  auto sizes = [&](llvm::raw_ostream &out) { writeSizes(statistics, out); };
  std::string footer =
      "<h2>How to read the distances</h2>\n<p>A distance is the area between the two quantile functions "
      "from 5 % to 95 %, in units of the range of real kernels there: 0 is the same distribution, 1 is "
      "off by the whole range.</p>\n<p>" +
      html(statistics.realSource) + "</p>\n";
  writePage(title, headline(statistics), tiles(statistics),
            {{"balance", "Balance", balance},
             {"checks", "Checks", checks},
             {"real", "Against real kernels", real},
             {"constructs", "Constructs", shares},
             {"ops", "Ops", ops},
             {"builtins", "Builtins", builtins},
             {"duplicates", "Duplicates", duplicates},
             {"sizes", "Sizes", sizes}},
            footer, os);
}
