// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards into one data set. Every index from 0 on is asked for in turn, of the shard that it belongs to: so none can be
// missing or be there twice without being found.

#include "Directory.h"
#include "Ladder.h"
#include "kgen/Synthesis/DataSet.h"
#include "kgen/Synthesis/DataSetReader.h"
#include <chrono>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {

/// One shard, and the row of it that comes next.
struct Part {
  std::string directory;
  Manifest manifest;
  std::unique_ptr<DataSetReader> reader;
  std::optional<Row> row;

  Error advance() {
    Expected<std::optional<Row>> next = reader->next();
    if (!next)
      return next.takeError();
    row = std::move(*next);
    return Error::success();
  }
};

class Merge {
public:
  Merge(llvm::ArrayRef<std::string> shards, StringRef directory) : names(shards), target(directory) {}

  Expected<DataSetSummary> run(bool overwrite) {
    if (Error error = openParts())
      return std::move(error);
    auto opened = DataDirectory::open(target);
    if (!opened)
      return opened.takeError();
    directory = std::move(*opened);
    plan = parts.front().manifest.plan;
    plan.shard = plan.shards = 1;
    Expected<Manifest> prepared = directory->prepare(plan, overwrite);
    if (!prepared)
      return prepared.takeError();
    if (prepared->complete)
      return summarize(Manifest::read(target), /*made=*/0);
    manifest = std::move(*prepared);
    if (Error error = writeAll())
      return std::move(error);
    return summarize(manifest, manifest.samples);
  }

private:
  Expected<DataSetSummary> summarize(Expected<Manifest> whole, uint64_t made) const {
    if (!whole)
      return whole.takeError();
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return DataSetSummary{whole->samples, whole->rejectedDraws, whole->defects, true, made, elapsed.count(), {}};
  }

  /// Reads the shards, one for each number, and holds them against each other.
  Error openParts() {
    for (const std::string &name : names) {
      Expected<Manifest> read = Manifest::read(name);
      if (!read)
        return read.takeError();
      if (!read->complete)
        return fail("'" + name + "' is not complete: it has " + llvm::Twine(read->samples) + " of " +
                    llvm::Twine(read->plan.shardSize()) + " samples; run the command that makes it again");
      if (Error error = verifyDataFiles(name, *read))
        return error;
      parts.push_back({name, std::move(*read), nullptr, std::nullopt});
    }
    llvm::sort(parts, [](const Part &a, const Part &b) {
      return std::tie(a.manifest.plan.shard, a.directory) < std::tie(b.manifest.plan.shard, b.directory);
    });
    if (Error error = compareParts())
      return error;
    for (Part &part : parts) {
      auto reader = DataSetReader::open(part.directory);
      if (!reader)
        return reader.takeError();
      part.reader = std::move(*reader);
      if (Error error = part.advance())
        return error;
    }
    return Error::success();
  }

  Error compareParts() {
    unsigned shards = parts.front().manifest.plan.shards;
    Manifest first = parts.front().manifest;
    for (const Part &part : parts) {
      Manifest other = part.manifest;
      bool sameNumber = other.plan.shards == shards;
      first.plan.shard = other.plan.shard = first.plan.shards = other.plan.shards = 1;
      std::string difference = describeDifference(first, other);
      if (other.plan.count != first.plan.count)
        difference += "\n  count: " + std::to_string(first.plan.count) + " there, " + std::to_string(other.plan.count) +
                      " asked for";
      if (!sameNumber || !difference.empty())
        return fail("'" + part.directory + "' is no shard of the set that '" + parts.front().directory + "' is one of" +
                    (sameNumber ? difference : ": the number of shards differs"));
    }
    for (unsigned number = 1; number <= shards; ++number) {
      auto isIt = [&](const Part &part) { return part.manifest.plan.shard == number; };
      auto found = llvm::find_if(parts, isIt);
      std::string name = "shard " + std::to_string(number) + "/" + std::to_string(shards);
      if (found == parts.end())
        return fail("expected all " + llvm::Twine(shards) + " shards but " + name + " is missing");
      auto second = std::find_if(found + 1, parts.end(), isIt);
      if (second != parts.end())
        return fail("expected each shard once but '" + found->directory + "' and '" + second->directory +
                    "' are both " + name);
    }
    return Error::success();
  }

  Error writeAll() {
    if (Error error = writeHeader(target, plan.sample.forms))
      return error;
    manifest.files.clear();
    for (uint64_t index = 0; index < plan.count; ++index) {
      Part &part = parts[index % parts.size()];
      if (index % samplesPerFile == 0)
        if (Error error = nextChunk(index / samplesPerFile))
          return error;
      bool isThere = part.row && part.row->index == index;
      if (Error error = isThere ? add(part) : expectDefect(part, index))
        return error;
    }
    for (const Part &part : parts)
      if (part.row)
        return fail(part.row->sampleFile + ":" + llvm::Twine(part.row->sampleLine) + ": error: sample " +
                    llvm::Twine(part.row->index) + " is not one of this shard, or is there twice");
    if (Error error = finishChunk())
      return error;
    manifest.complete = true;
    return directory->writeManifest(manifest);
  }

  Error nextChunk(uint64_t number) {
    if (Error error = finishChunk())
      return error;
    if (Error error = directory->removeStale(~uint64_t(0)))
      return error;
    auto opened = Chunk::open(target, plan, number);
    if (!opened)
      return opened.takeError();
    chunk = std::move(*opened);
    return Error::success();
  }

  Error finishChunk() {
    if (!chunk)
      return Error::success();
    Totals totals = chunk->totals();
    if (totals.samples == 0)
      return chunk->discard();
    Expected<std::vector<DataFile>> files = chunk->finish();
    if (!files)
      return files.takeError();
    llvm::append_range(manifest.files, *files);
    all.add(totals);
    manifest.samples = all.samples;
    manifest.rejectedDraws = all.rejectedDraws;
    manifest.samplesByCategory = all.byCategory;
    return chunk->cleanUp();
  }

  Error add(Part &part) {
    std::optional<ChecksLine> checks = parseChecksLine(part.row->checks);
    if (!checks || checks->crc32 != crc32Of(part.row->sample))
      return fail(part.row->sampleFile + ":" + llvm::Twine(part.row->sampleLine) +
                  ": error: this is not the sample that was checked; the file was changed");
    if (Error error =
            chunk->append(part.row->sample, part.row->checks, checks->category, checks->rejectedDraws, part.row->index))
      return error;
    return part.advance();
  }

  /// A sample that is not there has to be a defect that was reported.
  Error expectDefect(Part &part, uint64_t index) {
    if (part.manifest.defects == 0)
      return fail("sample " + llvm::Twine(index) + " is missing in '" + part.directory + "'");
    manifest.defects += 1;
    return Error::success();
  }

  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  llvm::ArrayRef<std::string> names;
  std::string target;
  std::vector<Part> parts;
  std::unique_ptr<DataDirectory> directory;
  DataSetPlan plan;
  Manifest manifest;
  std::unique_ptr<Chunk> chunk;
  Totals all;
};

} // namespace

Expected<DataSetSummary> kgen::mergeDataSets(llvm::ArrayRef<std::string> shards, StringRef directory, bool overwrite) {
  return Merge(shards, directory).run(overwrite);
}
