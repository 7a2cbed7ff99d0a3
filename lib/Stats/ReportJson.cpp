// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statistics as one JSON object, for programs.

#include "Json.h"
#include "Numbers.h"
#include <cmath>

using namespace kgen;
using namespace kgen::stats;

/// Ratios are written to four digits: further digits have no meaning.
static double rounded(double number) { return std::round(number * 1e4) / 1e4; }

static Json countsJson(const Counts &counts, const char *name) {
  Json list = Json::array();
  for (const auto &[key, count] : byCount(counts))
    list.push_back({{name, key}, {"count", count}});
  return list;
}

static Json sizesJson(const Statistics &statistics) {
  Json list = Json::array();
  for (const auto &[name, sizes] : statistics.sizes) {
    Json entry = {{"size", name}, {"mean", rounded(sizes.mean())}};
    for (int percent : {5, 25, 50, 75, 90, 95, 99})
      entry["p" + std::to_string(percent)] = sizes.percentile(percent);
    entry["max"] = sizes.max();
    list.push_back(entry);
  }
  return list;
}

static Json structuresJson(const Statistics &statistics) {
  Json list = Json::array();
  for (const UsedStructures &each : statistics.structures)
    list.push_back({{"idiom", each.idiom}, {"used", each.used}, {"all", each.all}, {"exact", each.isExact}});
  return list;
}

static Json realJson(const Statistics &statistics) {
  Json measures = Json::array(), shares = Json::array();
  for (const Comparison &row : statistics.comparisons)
    measures.push_back(
        {{"measure", row.measure}, {"here", row.here}, {"real", row.real}, {"distance", rounded(row.distance)}});
  for (const Share &share : statistics.shares)
    shares.push_back({{"trait", share.trait}, {"here", rounded(share.here)}, {"real", rounded(share.real)}});
  return {
      {"source", statistics.realSource}, {"percents", statistics.percents}, {"measures", measures}, {"shares", shares}};
}

static Json duplicatesJson(const Statistics &statistics) {
  Json exact = Json::array(), near = Json::array();
  for (auto [sample, earlier] : statistics.exactDuplicates)
    exact.push_back({{"sample", sample}, {"earlier", earlier}});
  for (const NearDuplicate &pair : statistics.nearDuplicates)
    near.push_back({{"sample", pair.sample}, {"earlier", pair.earlier}, {"similarity", rounded(pair.similarity)}});
  return {{"exact", exact}, {"near", near}};
}

void kgen::printJson(const Statistics &statistics, llvm::raw_ostream &os) {
  Json checks = Json::object(), labels = Json::object();
  for (const auto &[check, results] : statistics.checks)
    checks[check] = results;
  for (const auto &[field, counts] : statistics.labels)
    labels[field] = counts;
  Json root = {{"kgen_version", statistics.kgenVersion},
               {"target", statistics.target},
               {"seed", statistics.seed},
               {"planned", statistics.planned},
               {"complete", statistics.complete},
               {"samples", statistics.samples},
               {"categories", statistics.categories},
               {"families", statistics.families},
               {"structures", structuresJson(statistics)},
               {"labels", labels},
               {"sizes", sizesJson(statistics)},
               {"ops", countsJson(statistics.ops, "op")},
               {"builtins", countsJson(statistics.builtins, "builtin")},
               {"gradients", {{"all", statistics.gradients}, {"nonzero", statistics.nonzeroGradients}}},
               {"against_real_kernels", realJson(statistics)},
               {"duplicates", duplicatesJson(statistics)},
               {"checks", checks}};
  os << root.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}
