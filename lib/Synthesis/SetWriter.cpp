// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is there, what is missing, and one file of samples after another. The manifest on the disk never names a file
// that is being written: it forgets a file before that is opened again, and learns of it when it is finished.

#include "SetWriter.h"
#include "Lines.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

Expected<std::unique_ptr<SetWriter>> SetWriter::open(StringRef path, const DataSetPlan &plan, bool overwrite,
                                                     KeepsRow keeps) {
  std::unique_ptr<SetWriter> writer(new SetWriter(path, plan, std::move(keeps)));
  if (Error error = writer->takeOver(overwrite))
    return std::move(error);
  return writer;
}

//===----------------------------------------------------------------------===//
// What is there
//===----------------------------------------------------------------------===//

Error SetWriter::takeOver(bool overwrite) {
  auto opened = DataDirectory::open(path);
  if (!opened)
    return opened.takeError();
  directory = std::move(*opened);
  Expected<Manifest> there = directory->prepare(plan, overwrite);
  if (!there)
    return there.takeError();
  sums = std::move(*there);
  if (Error error = readFinished(sums.files))
    return error;
  if (Error error = findGaps())
    return error;
  sumUp();
  if (Error error = writeHeader(path, plan.sample.forms))
    return error;
  return sums.complete ? directory->writeCard(sums) : Error::success();
}

/// Sorts the files of the manifest by chunk, and reads of each what its rows come to.
Error SetWriter::readFinished(llvm::ArrayRef<DataFile> files) {
  Finished next;
  for (const DataFile &file : files) {
    next.files.push_back(file);
    StringRef name = file.name; // its checks, `checks-00012.jsonl`, are the last file of a chunk
    uint64_t number = 0;
    if (!name.consume_front("checks-") || name.consumeInteger(10, number))
      continue;
    if (Error error = readRows(file, next))
      return error;
    finished[number] = std::exchange(next, {});
  }
  return Error::success();
}

Error SetWriter::readRows(const DataFile &checks, Finished &chunk) const {
  LineReader reader(joinPath(path, checks.name));
  std::string line;
  while (reader.next(line) == LineReader::Result::Line) {
    std::optional<ChecksLine> row = parseChecksLine(line);
    if (!row)
      return fail(joinPath(path, checks.name) + ": error: expected lines about the checks of samples");
    chunk.totals.add(row->category, row->rejectedDraws, plan.categories);
    chunk.end = row->index / plan.shards + 1;
    if (!chunk.again && !keeps(*row))
      chunk.again = row->index / plan.shards;
  }
  return Error::success();
}

/// Of a finished set only what is to be written again is missing; of another one also what no file of the manifest has.
Error SetWriter::findGaps() {
  auto add = [&](uint64_t begin, uint64_t end) {
    if (begin < end)
      gaps.push_back({begin, end});
  };
  uint64_t last = finished.empty() ? 0 : finished.rbegin()->first;
  bool isLastFull = !finished.empty() && finished[last].totals.samples == samplesPerFile;
  if (!sums.complete && !finished.empty() && !isLastFull && !finished[last].again)
    finished[last].again = finished[last].end;
  tail = sums.complete || (!finished.empty() && !isLastFull) ? last : isLastFull ? last + 1 : 0;
  for (uint64_t number = 0; number <= tail; ++number) {
    auto known = finished.find(number);
    if (known != finished.end() && known->second.again)
      add(*known->second.again, endOf(number));
    if (known != finished.end() || sums.complete)
      continue;
    Expected<uint64_t> begin = placeAfterRows(number);
    if (!begin)
      return begin.takeError();
    add(*begin, endOf(number));
    if (*begin >= endOf(number) && number * samplesPerFile < plan.shardSize())
      unnamed.push_back(number);
  }
  if (!sums.complete)
    add((tail + 1) * samplesPerFile, plan.shardSize());
  return Error::success();
}

/// The first place that the unfinished files of a chunk do not have.
Expected<uint64_t> SetWriter::placeAfterRows(uint64_t number) const {
  if (number * samplesPerFile >= plan.shardSize())
    return plan.shardSize();
  auto opened = Chunk::open(path, plan, number, keeps);
  if (!opened)
    return opened.takeError();
  return (*opened)->nextPlace();
}

bool SetWriter::isMissing(uint64_t place) const {
  auto gap = llvm::partition_point(gaps, [&](const Places &each) { return each.end <= place; });
  return gap != gaps.end() && gap->begin <= place;
}

uint64_t SetWriter::numMissing() const {
  uint64_t count = 0;
  for (const Places &gap : gaps)
    count += gap.end - gap.begin;
  return count;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Puts the directory in order before the first row is written.
Error SetWriter::start() {
  if (std::exchange(isStarted, true))
    return Error::success();
  if (Error error = writeManifest(/*isComplete=*/false))
    return error;
  if (Error error = directory->removeStale(tail, [&](uint64_t number) { return finished.count(number) != 0; }))
    return error;
  Expected<uint64_t> kept = directory->keepDefects([&](uint64_t index) { return !isMissing(index / plan.shards); });
  if (!kept)
    return kept.takeError();
  sums.defects = *kept;
  for (uint64_t number : unnamed) {
    if (Error error = openChunk(number))
      return error;
    if (Error error = finishChunk(/*isComplete=*/false))
      return error;
  }
  return Error::success();
}

/// Opens the chunk of a place, after what was open is finished.
Error SetWriter::goTo(uint64_t place) {
  uint64_t number = place / samplesPerFile;
  if (chunk && chunkNumber == number)
    return Error::success();
  if (Error error = start())
    return error;
  if (Error error = finishChunk(/*isComplete=*/false))
    return error;
  if (finished.erase(number))
    if (Error error = writeManifest(/*isComplete=*/false))
      return error;
  return openChunk(number);
}

Error SetWriter::openChunk(uint64_t number) {
  auto opened = Chunk::open(path, plan, number, keeps);
  if (!opened)
    return opened.takeError();
  chunk = std::move(*opened);
  chunkNumber = number;
  return Error::success();
}

Error kgen::synthesis::goesOn(Error error) {
  if (!error)
    return error;
  return fail(llvm::toString(std::move(error)) +
              "; finished samples are kept, and the same command goes on from there");
}

Error SetWriter::add(FinishedRow row) {
  if (Error error = goTo(row.place))
    return goesOn(std::move(error));
  ++added;
  return goesOn(
      chunk->append(std::move(row.sample), std::move(row.checks), row.category, row.rejectedDraws, row.place));
}

Error SetWriter::addDefect(uint64_t place, StringRef line) {
  if (Error error = goTo(place))
    return goesOn(std::move(error));
  sums.defects += 1;
  return goesOn(directory->addDefect(line));
}

Error SetWriter::finishChunk(bool isComplete) {
  if (!chunk)
    return isComplete ? writeManifest(isComplete) : Error::success();
  std::unique_ptr<Chunk> done = std::move(chunk);
  if (done->totals().samples == 0) {
    if (Error error = done->discard())
      return error;
    return writeManifest(isComplete);
  }
  Expected<std::vector<DataFile>> files = done->finish();
  if (!files)
    return files.takeError();
  finished[chunkNumber] = {std::move(*files), done->totals(), done->nextPlace(), std::nullopt};
  if (Error error = writeManifest(isComplete))
    return error;
  return done->cleanUp();
}

Error SetWriter::finish(bool isComplete) {
  if (isComplete && sums.complete && !isStarted)
    return Error::success();
  if (Error error = start())
    return goesOn(std::move(error));
  // A file in the middle that is not full would pass for one whose other samples are defects.
  if (!isComplete && chunk && !finished.empty() && finished.rbegin()->first > chunkNumber) {
    chunk.reset();
    return Error::success();
  }
  if (isComplete)
    if (Error error = directory->sortDefects())
      return goesOn(std::move(error));
  if (Error error = finishChunk(isComplete))
    return goesOn(std::move(error));
  return goesOn(directory->writeCard(sums));
}

void SetWriter::sumUp() {
  Totals all;
  all.byCategory.resize(plan.categories.size());
  sums.files.clear();
  for (const auto &[number, each] : finished) {
    all.add(each.totals);
    llvm::append_range(sums.files, each.files);
  }
  sums.samples = all.samples;
  sums.rejectedDraws = all.rejectedDraws;
  sums.samplesByCategory = std::move(all.byCategory);
}

Error SetWriter::writeManifest(bool isComplete) {
  sumUp();
  sums.complete = isComplete;
  return directory->writeManifest(sums);
}
