// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes data sets: samples in the order of their indices, whatever the number of threads that make them.

#ifndef KGEN_SYNTHESIS_DATASET_H
#define KGEN_SYNTHESIS_DATASET_H

#include "kgen/Synthesis/Manifest.h"

namespace kgen {

struct DataSetOptions {
  DataSetPlan plan;
  std::string directory;
  /// Threads; what is written does not depend on it.
  unsigned jobs = 1;
  /// Whether to show progress on standard error.
  bool progress = true;
};

/// What was written.
struct DataSetSummary {
  uint64_t samples = 0;
  /// Draws that did not pass the checks.
  uint64_t rejected = 0;
};

/// Writes the files that Manifest.h names into the directory, which it makes where it is missing.
/// On failure prints one message to standard error, and leaves nothing half-written.
mlir::FailureOr<DataSetSummary> writeDataSet(const DataSetOptions &options);

} // namespace kgen

#endif // KGEN_SYNTHESIS_DATASET_H
