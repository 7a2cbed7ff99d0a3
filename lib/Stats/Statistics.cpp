// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads rows, examines many at a time on all cores, and adds up their facts in the order of the files.

#include "kgen/Stats/Statistics.h"
#include "Json.h"
#include "KernelShape.h"
#include "NearDuplicates.h"
#include "RealKernels.h"
#include "kgen/Synthesis/DataSetReader.h"
#include "kgen/Synthesis/Structures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Parallel.h"
#include <cmath>
#include <set>

using namespace kgen;
using namespace kgen::stats;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Rows in memory at a time.
static constexpr size_t batchSize = 256;

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

uint64_t Distribution::percentile(double percent) const {
  uint64_t rank = std::max<uint64_t>(1, static_cast<uint64_t>(std::ceil(percent / 100.0 * static_cast<double>(total))));
  for (const auto &[value, count] : counts) {
    if (rank <= count)
      return value;
    rank -= count;
  }
  return 0;
}

double Distribution::mean() const {
  double sum = 0.0;
  for (const auto &[value, count] : counts)
    sum += static_cast<double>(value) * static_cast<double>(count);
  return total ? sum / static_cast<double>(total) : 0.0;
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

namespace {

/// The facts of a row. Holds no text of the row's.
struct RowFacts {
  /// The reason why there are none; "" otherwise.
  std::string error;
  std::string id, category, family, idiom, structure;
  std::vector<std::pair<std::string, std::string>> labels;
  std::vector<std::pair<std::string, uint64_t>> sizes;
  std::vector<std::pair<std::string, uint64_t>> ops;
  std::vector<std::string> builtins;
  std::vector<std::pair<std::string, std::string>> checks;
  std::array<unsigned, numMeasures> measures{};
  std::bitset<numTraits> traits;
  uint64_t gradients = 0, nonzeroGradients = 0;
  Sketch sketch;
};

} // namespace

/// Fields of the metadata that are counted by value.
static constexpr llvm::StringLiteral labelFields[] = {"domain", "idiom",       "generator", "license",
                                                      "device", "source_file", "pass"};

static void readCases(const Json &cases, RowFacts &facts) {
  uint64_t threads = 0;
  for (const Json &launch : cases) {
    uint64_t size = 1;
    for (double extent : numbersOf(launch, "dim"))
      size *= static_cast<uint64_t>(extent);
    threads = std::max(threads, size);
    for (const Json &gradient : fieldOf(launch, "grads")) {
      facts.gradients += 1;
      facts.nonzeroGradients += llvm::any_of(numbersOf(gradient, "values"), [](double x) { return x != 0.0; });
    }
  }
  facts.sizes.push_back({"cases", cases.size()});
  facts.sizes.push_back({"threads of the largest case", threads});
}

static void readTexts(const Json &row, RowFacts &facts) {
  for (const auto &column : row.items())
    if (column.value().is_string())
      facts.sizes.push_back({column.key() + ", bytes", textOf(row, column.key()).size()});
}

static void readMetadata(const Json &metadata, RowFacts &facts) {
  facts.id = textOf(metadata, "id").str();
  facts.category = textOf(metadata, "category").str();
  facts.family = textOf(metadata, "family").str();
  facts.idiom = textOf(metadata, "idiom").str();
  facts.structure = textOf(metadata, "structure_id").str();
  for (StringRef field : labelFields)
    if (StringRef label = textOf(metadata, field); !label.empty())
      facts.labels.push_back({field.str(), label.str()});
  uint64_t total = 0;
  for (const Json &entry : fieldOf(metadata, "op_histogram")) {
    facts.ops.push_back({textOf(entry, "op").str(), integerOf(entry, "count")});
    total += facts.ops.back().second;
  }
  facts.sizes.push_back({"ops", total});
}

static void readPython(const Json &row, RowFacts &facts) {
  PyKernel kernel = readKernelText(textOf(row, "python_source"), textOf(fieldOf(row, "metadata"), "kernel_name"));
  KernelShape shape = measureKernel(kernel);
  facts.measures = shape.measures;
  facts.traits = shape.traits;
  for (StringRef builtin : shape.builtins)
    facts.builtins.push_back(("wp." + builtin).str());
  facts.sketch = sketchBody(kernel);
}

static RowFacts readRow(const Row &row) {
  RowFacts facts;
  Expected<Json> sample = parseLine(row.sample, row.sampleFile, row.sampleLine);
  if (!sample) {
    facts.error = llvm::toString(sample.takeError());
    return facts;
  }
  Expected<Json> checks = parseLine(row.checks, row.checksFile, row.checksLine);
  if (!checks) {
    facts.error = llvm::toString(checks.takeError());
    return facts;
  }
  std::string where = row.sampleFile + ":" + std::to_string(row.sampleLine);
  for (StringRef column : {"python_source", "metadata", "cases"})
    if (fieldOf(*sample, column).is_null()) {
      facts.error = where + ": error: expected a sample with a column '" + column.str() + "' but there is none";
      return facts;
    }
  readMetadata(fieldOf(*sample, "metadata"), facts);
  readCases(fieldOf(*sample, "cases"), facts);
  readTexts(*sample, facts);
  readPython(*sample, facts);
  for (const auto &check : fieldOf(*checks, "checks").items())
    if (check.value().is_string())
      facts.checks.push_back({check.key(), check.value().get<std::string>()});
  return facts;
}

//===----------------------------------------------------------------------===//
// All rows
//===----------------------------------------------------------------------===//

namespace {

class Collector {
public:
  void add(uint64_t index, const RowFacts &facts) {
    result.samples += 1;
    result.categories[facts.category] += 1;
    families.insert(facts.family);
    if (!facts.idiom.empty())
      structures[facts.idiom].insert(facts.structure);
    for (const auto &[field, label] : facts.labels)
      result.labels[field][label] += 1;
    for (const auto &[name, size] : facts.sizes)
      listed(result.sizes, name).add(size);
    for (const auto &[op, count] : facts.ops)
      result.ops[op] += count;
    for (const std::string &builtin : facts.builtins)
      result.builtins[builtin] += 1;
    for (const auto &[check, outcome] : facts.checks)
      listed(result.checks, check)[outcome] += 1;
    for (size_t i = 0; i < numMeasures; ++i)
      measures[i].add(facts.measures[i]);
    for (size_t i = 0; i < numTraits; ++i)
      traits[i] += facts.traits[i];
    result.gradients += facts.gradients;
    result.nonzeroGradients += facts.nonzeroGradients;
    if (auto [known, isNew] = ids.try_emplace(facts.id, index); !isNew)
      result.exactDuplicates.push_back({index, known->second});
    indices.push_back(index);
    sketches.push_back(facts.sketch);
  }

  Statistics finish() {
    // Data of another version may have idioms that this library does not know.
    for (const auto &[idiom, used] : structures)
      if (std::optional<StructureCount> all = countStructures(idiom))
        result.structures.push_back(
            {idiom, used.size(), std::max<uint64_t>(all->structures, used.size()), all->isExact});
    families.erase("");
    result.families = families.size();
    compare();
    result.nearDuplicates = findNearDuplicates(sketches);
    for (NearDuplicate &duplicate : result.nearDuplicates)
      duplicate = {indices[duplicate.sample], indices[duplicate.earlier], duplicate.similarity};
    return std::move(result);
  }

  Statistics result;

private:
  template <class T> static T &listed(std::vector<std::pair<std::string, T>> &list, const std::string &name) {
    auto found = llvm::find_if(list, [&](const auto &entry) { return entry.first == name; });
    return found != list.end() ? found->second : list.emplace_back(name, T()).second;
  }

  void compare();

  std::set<std::string> families;
  std::map<std::string, std::set<std::string>> structures;
  std::array<Distribution, numMeasures> measures;
  std::array<uint64_t, numTraits> traits{};
  llvm::StringMap<uint64_t> ids;
  std::vector<uint64_t> indices;
  std::vector<Sketch> sketches;
};

} // namespace

/// The area between two quantile functions from 5 % to 95 %, relative to the range of `real` there.
static double distanceBetween(const std::vector<double> &percents, const std::vector<double> &here,
                              const std::vector<double> &real) {
  double area = 0.0, low = 0.0, high = 0.0;
  for (size_t i = 0; i < percents.size(); ++i) {
    low = percents[i] == 5.0 ? real[i] : low;
    high = percents[i] == 95.0 ? real[i] : high;
    if (i > 0 && percents[i] <= 95.0)
      area += (percents[i] - percents[i - 1]) / 90.0 *
              (std::fabs(here[i] - real[i]) + std::fabs(here[i - 1] - real[i - 1])) / 2.0;
  }
  return high > low ? area / (high - low) : area;
}

void Collector::compare() {
  const RealKernels &real = realKernels();
  result.realSource = real.source;
  result.percents = real.percents;
  for (auto [name, title, measure] : llvm::zip_equal(measureNames, measureTitles, measures)) {
    Comparison comparison;
    comparison.measure = name.str();
    comparison.title = title.str();
    comparison.real = real.measures.at(name.str());
    for (double percent : real.percents)
      comparison.here.push_back(static_cast<double>(measure.percentile(percent)));
    comparison.distance = distanceBetween(real.percents, comparison.here, comparison.real);
    result.comparisons.push_back(std::move(comparison));
  }
  double samples = std::max<double>(1.0, static_cast<double>(result.samples));
  for (auto [name, count] : llvm::zip_equal(traitNames, traits))
    result.shares.push_back({name.str(), static_cast<double>(count) / samples, real.shares.at(name.str())});
}

/// Reads up to `batchSize` rows; none at the end.
static Expected<std::vector<Row>> nextBatch(DataSetReader &reader) {
  std::vector<Row> rows;
  while (rows.size() < batchSize) {
    Expected<std::optional<Row>> row = reader.next();
    if (!row)
      return row.takeError();
    if (!*row)
      break;
    rows.push_back(std::move(**row));
  }
  return rows;
}

Expected<Statistics> kgen::collectStatistics(StringRef directory) {
  Expected<std::unique_ptr<DataSetReader>> reader = DataSetReader::open(directory);
  if (!reader)
    return reader.takeError();
  const Manifest &manifest = (*reader)->manifest();
  Collector collector;
  collector.result.target = manifest.plan.sample.forms.target.name();
  collector.result.kgenVersion = manifest.kgenVersion;
  collector.result.seed = manifest.plan.seed;
  collector.result.planned = manifest.plan.shardSize();
  collector.result.complete = manifest.complete;
  while (true) {
    Expected<std::vector<Row>> rows = nextBatch(**reader);
    if (!rows)
      return rows.takeError();
    if (rows->empty())
      return collector.finish();
    std::vector<RowFacts> facts(rows->size());
    llvm::parallelFor(0, rows->size(), [&](size_t i) { facts[i] = readRow((*rows)[i]); });
    for (auto [row, fact] : llvm::zip_equal(*rows, facts)) {
      if (!fact.error.empty())
        return llvm::createStringError(fact.error);
      collector.add(row.index, fact);
    }
  }
}
