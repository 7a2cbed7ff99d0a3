// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards into one data set. Every index from 0 on is asked for in turn, of the shard that it belongs to: so none can be
// missing or be there twice without being found.

#include "Lines.h"
#include "SetWriter.h"
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

/// The lines of a shard's `defects.jsonl`, in the order of their samples.
class DefectReader {
public:
  explicit DefectReader(StringRef directory) : lines(joinPath(directory, "defects.jsonl")) {
    if (lines.isOpen())
      advance();
  }

  /// The line about a sample; nullopt if there is none. Indices are asked for in order.
  std::optional<std::string> take(uint64_t wanted) {
    while (index && *index < wanted)
      advance();
    if (index != wanted)
      return std::nullopt;
    std::string found = std::move(line);
    advance();
    return found;
  }

private:
  void advance() { index = lines.next(line) == LineReader::Result::Line ? indexOfDefect(line) : std::nullopt; }

  LineReader lines;
  std::string line;
  std::optional<uint64_t> index;
};

/// One shard, and the row of it that comes next.
struct Part {
  std::string directory;
  Manifest manifest;
  std::unique_ptr<DataSetReader> reader;
  std::unique_ptr<DefectReader> defects;
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

  Expected<DataSetSummary> run(bool overwrite, const std::function<const std::atomic<int> *()> &onStart) {
    if (Error error = openParts())
      return std::move(error);
    plan = parts.front().manifest.plan;
    plan.shard = plan.shards = 1;
    auto opened = SetWriter::open(target, plan, overwrite, [](const ChecksLine &) { return true; });
    if (!opened)
      return opened.takeError();
    writer = std::move(*opened);
    bool isWhole = writer->missing().empty();
    interrupt = onStart && !isWhole ? onStart() : nullptr;
    if (!isWhole)
      if (Error error = writeMissing(isWhole))
        return std::move(error);
    if (Error error = writer->finish(isWhole))
      return std::move(error);
    return summarize(isWhole);
  }

private:
  DataSetSummary summarize(bool isComplete) const {
    const Manifest &whole = writer->manifest();
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return {whole.samples, whole.rejectedDraws, whole.defects, isComplete, writer->numAdded(), elapsed.count(), {}};
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
      parts.push_back({name, std::move(*read), nullptr, nullptr, std::nullopt});
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
      part.defects = std::make_unique<DefectReader>(part.directory);
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

  /// Goes through all rows of the shards, and writes those that the target lacks; `isWhole` says whether no signal
  /// came.
  Error writeMissing(bool &isWhole) {
    for (uint64_t index = 0; index < plan.count; ++index) {
      if (interrupt && *interrupt)
        return Error::success();
      Part &part = parts[index % parts.size()];
      bool isThere = part.row && part.row->index == index;
      if (Error error = isThere ? addRow(part) : addDefect(part, index))
        return error;
    }
    for (const Part &part : parts)
      if (part.row)
        return fail(part.row->sampleFile + ":" + llvm::Twine(part.row->sampleLine) + ": error: sample " +
                    llvm::Twine(part.row->index) + " is not one of this shard, or is there twice");
    isWhole = true;
    return Error::success();
  }

  Error addRow(Part &part) {
    Row &row = *part.row;
    std::optional<ChecksLine> checks = parseChecksLine(row.checks);
    if (!checks || checks->crc32 != crc32Of(row.sample))
      return fail(row.sampleFile + ":" + llvm::Twine(row.sampleLine) +
                  ": error: this is not the sample that was checked; the file was changed");
    if (writer->isMissing(row.index))
      if (Error error = writer->add(
              {row.index, std::move(row.sample), std::move(row.checks), checks->category, checks->rejectedDraws}))
        return error;
    return part.advance();
  }

  /// A sample that is not there has to be a defect that was reported.
  Error addDefect(Part &part, uint64_t index) {
    std::optional<std::string> line = part.defects->take(index);
    if (!line)
      return fail("sample " + llvm::Twine(index) + " is missing in '" + part.directory + "'");
    return writer->isMissing(index) ? writer->addDefect(index, *line) : Error::success();
  }

  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  llvm::ArrayRef<std::string> names;
  std::string target;
  const std::atomic<int> *interrupt = nullptr;
  std::vector<Part> parts;
  DataSetPlan plan;
  std::unique_ptr<SetWriter> writer;
};

} // namespace

Expected<DataSetSummary> kgen::mergeDataSets(llvm::ArrayRef<std::string> shards, StringRef directory, bool overwrite,
                                             const std::function<const std::atomic<int> *()> &interrupt) {
  return Merge(shards, directory).run(overwrite, interrupt);
}
