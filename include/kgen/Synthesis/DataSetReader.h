// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads data sets back, row by row, whatever their format; holds one row in memory.

#ifndef KGEN_SYNTHESIS_DATASETREADER_H
#define KGEN_SYNTHESIS_DATASETREADER_H

#include "kgen/Synthesis/Manifest.h"

namespace kgen {

/// A sample's line and the line about its checks, as they stand in their files, without their ends.
struct Row {
  uint64_t index = 0;
  std::string sample, checks;
  /// Their places: paths that begin with the data set's directory, and lines from 1.
  std::string sampleFile, checksFile;
  uint64_t sampleLine = 0, checksLine = 0;
};

class DataSetReader {
public:
  /// Reads the manifest of a data set; an error names the fault and its place.
  static llvm::Expected<std::unique_ptr<DataSetReader>> open(llvm::StringRef directory);
  ~DataSetReader();

  const Manifest &manifest() const;
  /// The next row, or nullopt after the last. Contents are not examined; an error (`FILE:LINE: what`) if a file of the
  /// manifest is missing, cannot be read, or has fewer or more lines than the manifest says.
  llvm::Expected<std::optional<Row>> next();

private:
  struct Impl;
  explicit DataSetReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// Compares the length and the SHA-256 of a file of a data set with its manifest.
llvm::Error verifyDataFile(llvm::StringRef directory, const DataFile &file);

/// Does so for all files; if one was changed, the error names the first line that was, if there is one.
llvm::Error verifyDataFiles(llvm::StringRef directory, const Manifest &manifest);

} // namespace kgen

#endif // KGEN_SYNTHESIS_DATASETREADER_H
