// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directory of a data set: locked for one run at a time; what may be written into it, and what a new run finds
// there. Nothing that kgen did not write is ever deleted.

#ifndef KGEN_LIB_SYNTHESIS_DIRECTORY_H
#define KGEN_LIB_SYNTHESIS_DIRECTORY_H

#include "kgen/Synthesis/Manifest.h"

namespace kgen::synthesis {

class DataDirectory {
public:
  /// Makes the directory where it is missing, and takes it for this run.
  static llvm::Expected<std::unique_ptr<DataDirectory>> open(llvm::StringRef path);
  ~DataDirectory();

  /// Gets ready for a plan: a data set of the same options goes on, one of others is refused. With `overwrite` one of
  /// others, a complete one and a damaged one are removed. Returns the set that is there, as a manifest for the plan.
  llvm::Expected<Manifest> prepare(const DataSetPlan &plan, bool overwrite);

  llvm::Error writeManifest(const Manifest &manifest);
  /// Writes the `README.md` of a set, unless there is one of somebody else's.
  llvm::Error writeCard(const Manifest &manifest);
  llvm::Error addDefect(llvm::StringRef line);
  /// Drops the defects of the samples that `keeps` refuses by their index; the number that is left.
  llvm::Expected<uint64_t> keepDefects(llvm::function_ref<bool(uint64_t)> keeps);
  /// Puts them in the order of their samples.
  llvm::Error sortDefects();

  /// Removes what killed runs left: unfinished files of chunks that are finished, and all files of chunks after `last`.
  llvm::Error removeStale(uint64_t last, llvm::function_ref<bool(uint64_t)> isFinished);

private:
  explicit DataDirectory(llvm::StringRef path) : path(path) {}
  llvm::Expected<std::vector<std::string>> entries() const;
  llvm::Error refuseForeign(bool overwrite) const;
  llvm::Error findObstacle(const Manifest &there, const Manifest &asked) const;
  llvm::Error clear(const Manifest &manifest);
  llvm::Error removeSamples(bool pendingOnly) const;
  llvm::Error remove(llvm::StringRef name) const;

  std::string path;
  int lock = -1;
};

/// The options in which two plans differ, a line each; "" if they make the same bytes except their number.
std::string describeDifference(const Manifest &there, const Manifest &asked);

/// The index that the line of a defect begins with.
std::optional<uint64_t> indexOfDefect(llvm::StringRef line);

/// Writes `kgen/kgen.cuh` where texts include it and it is not there.
llvm::Error writeHeader(llvm::StringRef directory, const FormOptions &forms);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_DIRECTORY_H
