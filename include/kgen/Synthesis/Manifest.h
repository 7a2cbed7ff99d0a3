// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lies in the directory of a data set, and the file `manifest.json` that says so.
//
//   manifest.json          the options that the bytes follow from, and name, length and SHA-256 of each file below
//   samples-00000.jsonl    samples, one JSON object a line, in the order of their indices; 1000 a file
//   checks-00000.jsonl     line for line what was checked of these samples, where and with what result
//   defects.jsonl          only where a sample failed a check: what it was and why; such a sample is in no other file
//   README.md              what hubs show and loaders read; written anew unless it is somebody else's
//   kgen/kgen.cuh          what the C++ and CUDA C++ of samples includes (not with self-contained texts)
//
// With `jsonl.zst` the samples are compressed (`samples-00000.jsonl.zst`); with `json` each is a file of its own
// (`samples/0000000.json`). A file has its name only when it is complete: while it is made it has a name with a dot
// in front, which the next run takes up or removes. A shard (`--shard i/N`) holds the samples whose index is i - 1
// modulo N; merged shards are the same bytes as the set made at once.

#ifndef KGEN_SYNTHESIS_MANIFEST_H
#define KGEN_SYNTHESIS_MANIFEST_H

#include "kgen/Synthesis/Sample.h"
#include "llvm/Support/Error.h"

namespace kgen {

/// How samples are written.
enum class SampleFormat { JsonLines, JsonLinesZstd, Json };

/// `jsonl`, `jsonl.zst`, `json`.
llvm::StringRef getName(SampleFormat format);

/// Samples in one file.
inline constexpr uint64_t samplesPerFile = 1000;

/// The options that the bytes of a data set follow from, together with kgen's version.
struct DataSetPlan {
  uint64_t seed = 0;
  /// Samples of the whole set, over all shards.
  uint64_t count = 0;
  /// Sample k is of category k modulo their number.
  llvm::SmallVector<Category> categories;
  SampleOptions sample;
  SampleFormat format = SampleFormat::JsonLines;
  /// This part of the set, from 1, and how many parts there are.
  unsigned shard = 1, shards = 1;

  /// How many samples this part has.
  uint64_t shardSize() const { return count < shard ? 0 : (count - shard) / shards + 1; }
  /// The index in the whole set of number `place` of this part.
  uint64_t indexOf(uint64_t place) const { return place * shards + (shard - 1); }
  /// The kernel to make for an index.
  KernelPlan kernelPlan(uint64_t index) const {
    if (sample.sources)
      return {
          (*sample.sources)[index % sample.sources->size()].category, seed, index, Profile::Balanced, 1, sample.split};
    return {categories[index % categories.size()], seed, index, sample.profile, categories.size(), sample.split};
  }
};

/// One file of a data set.
struct DataFile {
  /// Relative to the directory.
  std::string name;
  /// Samples, or lines of checks, in it.
  uint64_t rows = 0;
  uint64_t bytes = 0;
  std::string sha256;
};

struct Manifest {
  std::string kgenVersion, llvmVersion;
  DataSetPlan plan;
  /// The bitcode behind PTX; empty where none took part.
  std::string libdeviceSha256;
  /// Whether all samples of the plan are there.
  bool complete = false;
  uint64_t samples = 0;
  /// Draws that did not pass the checks before one did.
  uint64_t rejectedDraws = 0;
  /// Samples that were refused because a check of a finished text failed.
  uint64_t defects = 0;
  /// In the plan's order of categories.
  llvm::SmallVector<uint64_t> samplesByCategory;
  /// Sample files and check files, by turns, in the order of their samples.
  std::vector<DataFile> files;

  /// A manifest of nothing yet.
  static Manifest start(const DataSetPlan &plan);
  /// Reads `directory/manifest.json`; an error names the file and what is wrong with it.
  static llvm::Expected<Manifest> read(llvm::StringRef directory);
  std::string toJson() const;
};

/// The columns of every row of a data set, in order.
llvm::SmallVector<std::string> columnsOf(const SampleOptions &options);

} // namespace kgen

#endif // KGEN_SYNTHESIS_MANIFEST_H
