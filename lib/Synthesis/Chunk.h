// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One file of samples and its file of checks while they are written. Until a chunk is finished its lines lie in two
// files with a dot in front, appended to as samples come; what a killed run left there is taken up again, as far as
// both files agree.

#ifndef KGEN_LIB_SYNTHESIS_CHUNK_H
#define KGEN_LIB_SYNTHESIS_CHUNK_H

#include "Ladder.h"
#include "OutputFile.h"
#include "kgen/Synthesis/Manifest.h"
#include <functional>

namespace kgen::synthesis {

/// The totals of the rows of a data set, or of a part of one.
struct Totals {
  uint64_t samples = 0, rejectedDraws = 0;
  llvm::SmallVector<uint64_t> byCategory;

  void add(Category category, uint64_t rejected, llvm::ArrayRef<Category> categories);
  void add(const Totals &other);
};

/// Whether a row that is there stays as it is.
using KeepsRow = std::function<bool(const ChecksLine &)>;

class Chunk {
public:
  /// Goes on with chunk `number` of a data set behind the rows that `keeps` accepts, or starts it.
  static llvm::Expected<std::unique_ptr<Chunk>> open(llvm::StringRef directory, const DataSetPlan &plan,
                                                     uint64_t number, const KeepsRow &keeps);

  /// The first place that the chunk does not have yet.
  uint64_t nextPlace() const { return next; }
  /// Of its rows, those of former runs included.
  const Totals &totals() const { return sums; }

  /// Adds a row: its two lines, and what of them the totals count.
  llvm::Error append(std::string sampleLine, std::string checksLine, Category category, uint64_t rejectedDraws,
                     uint64_t place);

  /// Gives the files their names and describes them.
  llvm::Expected<std::vector<DataFile>> finish();
  /// Removes what is no longer needed when the manifest has the files.
  llvm::Error cleanUp();
  /// Takes an empty chunk away.
  llvm::Error discard();

private:
  Chunk(llvm::StringRef directory, const DataSetPlan &plan, uint64_t number);
  llvm::Error adopt();
  llvm::Error recover(const KeepsRow &keeps);
  llvm::Expected<std::vector<DataFile>> finishSamples();

  std::string directory;
  const DataSetPlan &plan;
  uint64_t number, next;
  Totals sums;
  std::string samplesName, checksName; // while they are written
  std::unique_ptr<OutputFile> samples, checks;
};

/// `samples-00003.jsonl`.
std::string chunkFileName(llvm::StringRef kind, uint64_t number, llvm::StringRef extension);
/// `samples/0000123.json`.
std::string sampleFileName(uint64_t index);

/// Length and SHA-256 of a file of `rows` rows.
llvm::Expected<DataFile> describeFile(llvm::StringRef directory, llvm::StringRef name, uint64_t rows);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_CHUNK_H
