// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run: what lies in the directory is taken up, threads make what is missing, and this thread writes it.

#include "kgen/Synthesis/DataSet.h"
#include "Directory.h"
#include "Ladder.h"
#include "Pipeline.h"
#include "Progress.h"
#include "kgen/Support/CodePages.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;

namespace {

class Run {
public:
  explicit Run(const DataSetOptions &options) : options(options), plan(options.plan) {}

  Expected<DataSetSummary> run() {
    if (Error error = open())
      return std::move(error);
    Progress progress(options.progress, manifest.samples, plan.shardSize(), plan.categories.size());
    uint64_t before = manifest.samples;
    Error error = manifest.complete ? Error::success() : makeAll(progress);
    if (error)
      return std::move(error);
    DataSetSummary summary{manifest.samples,
                           manifest.rejectedDraws,
                           manifest.defects,
                           manifest.complete,
                           manifest.samples - before,
                           progress.seconds(),
                           stages};
    return summary;
  }

private:
  /// Finds out what is there.
  Error open() {
    auto opened = DataDirectory::open(options.directory);
    if (!opened)
      return opened.takeError();
    directory = std::move(*opened);
    Expected<Manifest> prepared = directory->prepare(plan, options.overwrite);
    if (!prepared)
      return prepared.takeError();
    manifest = std::move(*prepared);
    if (Error error = writeHeader(options.directory, plan.sample.forms))
      return error;
    if (!manifest.complete)
      if (Error error = reopenLastChunk())
        return error;
    Expected<Totals> totals = totalsOf(options.directory, manifest);
    if (!totals)
      return totals.takeError();
    finished = std::move(*totals);
    return manifest.complete ? countDefects(plan.shardSize()) : openChunk(firstChunk);
  }

  /// A chunk that is not full is written again, its rows first: the manifest forgets it until then.
  Error reopenLastChunk() {
    if (manifest.files.empty())
      return directory->writeManifest(manifest);
    const DataFile &last = manifest.files.back(); // its checks, `checks-00012.jsonl`
    llvm::StringRef digits = last.name;
    digits.consume_front("checks-");
    digits.consumeInteger(10, firstChunk);
    if (last.rows == samplesPerFile) {
      ++firstChunk;
      return directory->writeManifest(manifest);
    }
    manifest.files.pop_back();
    while (!manifest.files.empty() && !llvm::StringRef(manifest.files.back().name).starts_with("checks"))
      manifest.files.pop_back();
    return directory->writeManifest(manifest);
  }

  Error openChunk(uint64_t number) {
    if (Error error = directory->removeStale(number))
      return error;
    auto opened = Chunk::open(options.directory, plan, number);
    if (!opened)
      return opened.takeError();
    chunk = std::move(*opened);
    chunkNumber = number;
    updateTotals();
    return countDefects(chunk->nextPlace());
  }

  Error countDefects(uint64_t place) {
    updateTotals();
    Expected<uint64_t> defects = directory->keepDefects(plan, place);
    if (!defects)
      return defects.takeError();
    manifest.defects = *defects;
    return Error::success();
  }

  void updateTotals() {
    Totals all = finished;
    if (chunk)
      all.add(chunk->totals());
    manifest.samples = all.samples;
    manifest.rejectedDraws = all.rejectedDraws;
    manifest.samplesByCategory = all.byCategory;
  }

  Error makeAll(Progress &progress) {
    std::vector<std::string> notes;
    TextChecks checks(plan.sample, notes);
    std::string reason;
    std::unique_ptr<PythonReader> python = PythonReader::create(reason);
    if (!python)
      notes.push_back("printed Python is not read back: " + reason);
    for (const std::string &note : notes)
      if (options.progress)
        llvm::errs() << "kgen-synth: note: " << note << "\n";
    Pipeline pipeline(plan, options.jobs, checks, python.get());
    if (Error error = pipeline.start(chunk->nextPlace()))
      return error;
    if (Error error = writeBlocks(pipeline, progress)) {
      pipeline.stop();
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     llvm::toString(std::move(error)) +
                                         "; what is finished is kept, and the same command goes on from there");
    }
    return finishChunk(chunk->nextPlace() >= plan.shardSize() || lastPlace >= plan.shardSize());
  }

  Error writeBlocks(Pipeline &pipeline, Progress &progress) {
    for (bool isOver = false; !isOver;) {
      if (options.interrupt && *options.interrupt)
        pipeline.stop();
      std::optional<Block> block = pipeline.next(isOver);
      if (block) {
        if (Error error = write(*block))
          return error;
        if (!block->error.empty()) {
          progress.clear();
          consumeError(finishChunk(/*isLast=*/false));
          return llvm::createStringError(llvm::inconvertibleErrorCode(), block->error);
        }
      }
      progress.show(manifest.samples, manifest.rejectedDraws);
    }
    stages = pipeline.finish();
    return Error::success();
  }

  /// Takes the lines out of a block and writes them.
  Error write(Block &block) {
    if (block.begin / samplesPerFile != chunkNumber) {
      if (Error error = finishChunk(/*isLast=*/false))
        return error;
      if (Error error = openChunk(block.begin / samplesPerFile))
        return error;
    }
    uint64_t place = block.begin;
    for (Sample &sample : block.samples) {
      if (sample.defect) {
        manifest.defects += 1;
        if (Error error = directory->addDefect(defectLine(sample)))
          return error;
      } else {
        std::string checks = checksLine(sample); // which reads the line
        if (Error error =
                chunk->append(std::move(sample.line), std::move(checks), sample.category, sample.attempt, place))
          return error;
      }
      lastPlace = ++place;
    }
    updateTotals();
    return Error::success();
  }

  Error finishChunk(bool isLast) {
    manifest.complete = isLast;
    if (chunk->totals().samples == 0) {
      if (Error error = chunk->discard())
        return error;
      return directory->writeManifest(manifest);
    }
    Expected<std::vector<DataFile>> files = chunk->finish();
    if (!files)
      return files.takeError();
    llvm::append_range(manifest.files, *files);
    if (Error error = directory->writeManifest(manifest))
      return error;
    if (Error error = chunk->cleanUp())
      return error;
    finished.add(chunk->totals());
    chunk.reset();
    releaseCodePages();
    return Error::success();
  }

  const DataSetOptions &options;
  const DataSetPlan &plan;
  std::unique_ptr<DataDirectory> directory;
  Manifest manifest;
  uint64_t firstChunk = 0, chunkNumber = 0, lastPlace = 0;
  std::unique_ptr<Chunk> chunk;
  Totals finished;
  StageTimes stages;
};

} // namespace

Expected<DataSetSummary> kgen::writeDataSet(const DataSetOptions &options) { return Run(options).run(); }
