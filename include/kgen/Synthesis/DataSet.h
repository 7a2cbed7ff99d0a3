// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes data sets: samples in the order of their indices, whatever the number of threads that make them. Finished
// samples stay finished, however a run ends; the next run goes on from there.

#ifndef KGEN_SYNTHESIS_DATASET_H
#define KGEN_SYNTHESIS_DATASET_H

#include "kgen/Support/StageTimes.h"
#include "kgen/Synthesis/Manifest.h"
#include <atomic>
#include <functional>

namespace kgen {

struct DataSetOptions {
  DataSetPlan plan;
  std::string directory;
  /// Threads; the bytes do not depend on it.
  unsigned jobs = 1;
  /// Whether to show progress on standard error.
  bool progress = true;
  /// Replace a data set that is complete or was made with other options, or write beside files of others.
  bool overwrite = false;
  /// Asked once, when there begins to be something to keep: while what it returns is 0 the run goes on; then it keeps
  /// what it has and ends within a second.
  std::function<const std::atomic<int> *()> interrupt = {};
};

/// The result of a run.
struct DataSetSummary {
  /// Of the whole set, former runs included.
  uint64_t samples = 0, rejectedDraws = 0, defects = 0;
  /// Whether all samples of the plan are there.
  bool complete = false;
  /// Those that this run made, and the time it took.
  uint64_t made = 0;
  double seconds = 0.0;
  StageTimes stages;
};

/// Writes the files that Manifest.h names into the directory, which it makes if it is missing. An error says in one
/// message what is in the way; finished samples are on the disk.
llvm::Expected<DataSetSummary> writeDataSet(const DataSetOptions &options);

/// About what a run writes, and how long it takes here.
struct DataSetEstimate {
  /// Of the files of samples and of checks.
  uint64_t bytes = 0;
  double seconds = 0.0;
};

/// Makes some samples of all parts of the set, and writes nothing. An error says why none can be made.
llvm::Expected<DataSetEstimate> estimateDataSet(const DataSetOptions &options);

/// Makes one data set out of its shards, the same bytes as a set made at once. An error names the shard or
/// the sample that is missing, doubled, damaged or made with other options.
llvm::Expected<DataSetSummary> mergeDataSets(llvm::ArrayRef<std::string> shards, llvm::StringRef directory,
                                             bool overwrite,
                                             const std::function<const std::atomic<int> *()> &interrupt = {});

} // namespace kgen

#endif // KGEN_SYNTHESIS_DATASET_H
