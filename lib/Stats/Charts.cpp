// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the places of bars, lines and ticks; colours and fonts are the page's style.

#include "Charts.h"
#include "Numbers.h"
#include "kgen/Page/Html.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kgen;
using namespace kgen::page;
using namespace kgen::stats;
using llvm::StringRef;

/// `12.34%`.
static std::string length(double share) { return llvm::formatv("{0:F2}%", share * 100.0).str(); }

static void drawRect(double from, double to, int y, int height, StringRef colour, llvm::raw_ostream &os) {
  os << "<rect class=\"" << colour << "\" x=\"" << length(from) << "\" y=\"" << y << "\" width=\""
     << length(std::max(0.0, to - from)) << "\" height=\"" << height << "\"/>";
}

static void drawLine(double x1, double y1, double x2, double y2, StringRef style, llvm::raw_ostream &os) {
  os << "<line class=\"" << style << "\" x1=\"" << length(x1) << "\" y1=\"" << decimal(y1) << "\" x2=\"" << length(x2)
     << "\" y2=\"" << decimal(y2) << "\"/>";
}

static void drawText(double x, double y, StringRef anchor, StringRef text, llvm::raw_ostream &os) {
  os << "<text x=\"" << length(x) << "\" y=\"" << decimal(y) << "\" text-anchor=\"" << anchor << "\">" << html(text)
     << "</text>";
}

void kgen::stats::drawBar(llvm::ArrayRef<BarPart> parts, llvm::raw_ostream &os) {
  os << "<svg height=\"14\" aria-hidden=\"true\">";
  drawRect(0.0, 1.0, 0, 14, "track", os);
  double at = 0.0;
  for (const BarPart &part : parts) {
    drawRect(at, at + part.share, 0, 14, part.colour, os);
    at += part.share;
  }
  os << "</svg>";
}

void kgen::stats::drawTwoBars(double here, double real, llvm::raw_ostream &os) {
  os << "<svg height=\"18\" aria-hidden=\"true\">";
  drawRect(0.0, 1.0, 0, 18, "track", os);
  drawRect(0.0, here, 2, 6, "here", os);
  drawRect(0.0, real, 10, 6, "real", os);
  os << "</svg>";
}

void kgen::stats::drawRanges(const Statistics &statistics, const Comparison &comparison, llvm::raw_ostream &os) {
  auto at = [&](const std::vector<double> &values, double percent) { return values[columnOf(statistics, percent)]; };
  double scale = std::max({at(comparison.here, 95), at(comparison.real, 95), 1.0});
  os << "<svg height=\"26\" aria-hidden=\"true\">";
  drawRect(0.0, 1.0, 0, 26, "track", os);
  for (auto [values, name, y] : {std::tuple(&comparison.here, "here", 3), std::tuple(&comparison.real, "real", 15)}) {
    drawLine(at(*values, 5) / scale, y + 4, at(*values, 95) / scale, y + 4, (StringRef("whisker-") + name).str(), os);
    drawRect(at(*values, 25) / scale, std::max(at(*values, 75) / scale, at(*values, 25) / scale + 0.006), y, 8, name,
             os);
    double median = at(*values, 50) / scale;
    drawLine(median, y, median, y + 8, "median", os);
  }
  os << "</svg>";
}

void kgen::stats::drawCurves(const Statistics &statistics, const Comparison &comparison, llvm::raw_ostream &os) {
  static constexpr double left = 0.11, right = 0.96, top = 8, bottom = 138;
  size_t last = columnOf(statistics, 95);
  double scale = std::max({comparison.here[last], comparison.real[last], 1.0});
  auto x = [&](double value) { return left + (right - left) * value / scale; };
  auto y = [&](double percent) { return bottom - (bottom - top) * percent / 100.0; };
  os << "<svg height=\"160\" role=\"img\" aria-label=\""
     << html("Cumulative distribution of " + comparison.title + "; the numbers are in the table above") << "\">";
  for (double percent : {0.0, 50.0, 100.0}) {
    drawLine(left, y(percent), right, y(percent), "axis", os);
    drawText(left - 0.015, y(percent) + 4, "end", std::to_string(static_cast<int>(percent)), os);
  }
  for (double part : {0.0, 0.5, 1.0})
    if (double value = scale * part; value == static_cast<uint64_t>(value))
      drawText(x(value), bottom + 16, "middle", grouped(static_cast<uint64_t>(value)), os);
  for (auto [values, style] : {std::pair(&comparison.real, "line-real"), std::pair(&comparison.here, "line-here")})
    for (size_t i = 1; i <= last; ++i)
      drawLine(x((*values)[i - 1]), y(statistics.percents[i - 1]), x((*values)[i]), y(statistics.percents[i]), style,
               os);
  os << "</svg>";
}
