// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directory of a data set: locked for one run at a time; what may be written into it, and what a new run finds
// there. Nothing that kgen did not write is ever deleted.

#ifndef KGEN_LIB_SYNTHESIS_DIRECTORY_H
#define KGEN_LIB_SYNTHESIS_DIRECTORY_H

#include "Chunk.h"

namespace kgen::synthesis {

class DataDirectory {
public:
  /// Makes the directory where it is missing, and takes it for this run.
  static llvm::Expected<std::unique_ptr<DataDirectory>> open(llvm::StringRef path);
  ~DataDirectory();

  /// Gets ready for a plan: a data set of the same options goes on, one of others is refused or, with `overwrite`,
  /// removed. The manifest that is on the disk afterwards, without what has to be made again.
  llvm::Expected<Manifest> prepare(const DataSetPlan &plan, bool overwrite);

  llvm::Error writeManifest(const Manifest &manifest);
  llvm::Error addDefect(llvm::StringRef line);
  /// Drops what is said of samples from `place` on, which are made again; the number that is left.
  llvm::Expected<uint64_t> keepDefects(const DataSetPlan &plan, uint64_t place);

  /// Removes what killed runs left of other chunks than this.
  llvm::Error removeStale(uint64_t chunk);

private:
  explicit DataDirectory(llvm::StringRef path) : path(path) {}
  llvm::Expected<std::vector<std::string>> entries() const;
  llvm::Error refuseForeign(bool overwrite) const;
  llvm::Error clear(const Manifest &manifest);
  llvm::Error remove(llvm::StringRef name) const;

  std::string path;
  int lock = -1;
};

/// The options in which two plans differ, a line each; "" where they make the same bytes but for their number.
std::string describeDifference(const Manifest &there, const Manifest &asked);

/// What the rows of the manifest's files come to, by their checks.
llvm::Expected<Totals> totalsOf(llvm::StringRef directory, const Manifest &manifest);

/// Writes `kgen/kgen.cuh` where texts include it.
llvm::Error writeHeader(llvm::StringRef directory, const FormOptions &forms);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_DIRECTORY_H
