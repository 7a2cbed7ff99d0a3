// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the rows of a data set into its directory. A run, a longer run and a merge take over what is there through
// this class, and add to it through this class: what holds for one of them when it is killed holds for all.

#ifndef KGEN_LIB_SYNTHESIS_SETWRITER_H
#define KGEN_LIB_SYNTHESIS_SETWRITER_H

#include "Chunk.h"
#include "Directory.h"
#include <map>

namespace kgen::synthesis {

/// Consecutive places of a plan; `end` is the first that is not among them.
struct Places {
  uint64_t begin = 0, end = 0;
};

/// A row as it is written.
struct FinishedRow {
  uint64_t place = 0;
  std::string sample, checks;
  Category category;
  uint64_t rejectedDraws = 0;
};

class SetWriter {
public:
  /// Takes over what the directory holds of a plan; an error says what is in the way. A row that is there and that
  /// `keeps` refuses is written again, and so are those behind it in its file.
  static llvm::Expected<std::unique_ptr<SetWriter>> open(llvm::StringRef path, const DataSetPlan &plan, bool overwrite,
                                                         KeepsRow keeps);

  /// The places that have neither a row nor a defect, in order.
  llvm::ArrayRef<Places> missing() const { return gaps; }
  bool isMissing(uint64_t place) const;
  uint64_t numMissing() const;

  /// Rows and defects of missing places, in their order.
  llvm::Error add(FinishedRow row);
  llvm::Error addDefect(uint64_t place, llvm::StringRef line);
  /// Ends the run: with all that was missing, or with a part of it, which the next run goes on after. Writes nothing
  /// where nothing was missing.
  llvm::Error finish(bool isComplete);

  /// The manifest since a file was last finished.
  const Manifest &manifest() const { return sums; }
  /// The rows of this run.
  uint64_t numAdded() const { return added; }

private:
  /// The files of a chunk that the manifest names, and what their rows come to.
  struct Finished {
    std::vector<DataFile> files;
    Totals totals;
    /// The place after that of the last row.
    uint64_t end = 0;
    /// The first place that has to be written again.
    std::optional<uint64_t> again;
  };

  SetWriter(llvm::StringRef path, const DataSetPlan &plan, KeepsRow keeps)
      : path(path), plan(plan), keeps(std::move(keeps)) {}
  llvm::Error takeOver(bool overwrite);
  llvm::Error readFinished(llvm::ArrayRef<DataFile> files);
  llvm::Error readRows(const DataFile &checks, Finished &chunk) const;
  llvm::Error findGaps();
  llvm::Expected<uint64_t> placeAfterRows(uint64_t number) const;
  llvm::Error start();
  llvm::Error goTo(uint64_t place);
  llvm::Error openChunk(uint64_t number);
  llvm::Error finishChunk(bool isComplete);
  void sumUp();
  llvm::Error writeManifest(bool isComplete);
  uint64_t endOf(uint64_t number) const { return std::min((number + 1) * samplesPerFile, plan.shardSize()); }

  std::string path;
  const DataSetPlan &plan;
  KeepsRow keeps;
  std::unique_ptr<DataDirectory> directory;
  Manifest sums;
  std::map<uint64_t, Finished> finished; // by number
  /// The chunk that an unfinished set goes on with; files of later ones are none of its.
  uint64_t tail = 0;
  std::vector<Places> gaps;
  /// Chunks that have all of their rows, but neither their names nor a place in the manifest.
  std::vector<uint64_t> unnamed;
  bool isStarted = false;
  uint64_t added = 0;
  std::unique_ptr<Chunk> chunk;
  uint64_t chunkNumber = 0;
};

/// The same error, which says that the next run goes on; success stays success.
llvm::Error goesOn(llvm::Error error);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_SETWRITER_H
