// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run: it goes on from the files in the directory, threads make the missing samples, and this thread writes them.

#include "kgen/Synthesis/DataSet.h"
#include "Pipeline.h"
#include "Progress.h"
#include "SetWriter.h"
#include "Zstd.h"
#include "kgen/Runtime/Cpu.h"
#include "kgen/Support/CodePages.h"
#include "kgen/Support/Subprocess.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;

/// The time that threads that make a sample have to end after a signal.
static constexpr std::chrono::milliseconds momentToEnd(300);

namespace {

/// The programs and libraries that this machine has for checks.
struct Helpers {
  std::vector<std::string> notes;
  TextChecks texts;
  std::unique_ptr<PythonReader> python;
  bool hasCpu = false;

  explicit Helpers(const SampleOptions &options) : texts(options, notes) {
    std::string reason;
    python = PythonReader::create(reason);
    if (!python)
      notes.push_back("printed Python is not read back: " + reason);
    std::unique_ptr<CpuRunner> cpu;
    Error none = CpuRunner::create({.prints = false}).moveInto(cpu);
    hasCpu = !none;
    llvm::consumeError(std::move(none));
  }

  bool canCheck(Check check) const {
    return check == Check::PythonImported  ? python != nullptr
           : check == Check::ExecutedOnCpu ? hasCpu
                                           : texts.canCheck(check);
  }
};

/// The threads, and what they use.
struct Makers {
  std::unique_ptr<Helpers> helpers;
  Pipeline pipeline;

  Makers(const DataSetPlan &plan, unsigned jobs, std::unique_ptr<Helpers> taken)
      : helpers(std::move(taken)), pipeline(plan, jobs, helpers->texts, helpers->python.get()) {}
};

class Run {
public:
  explicit Run(const DataSetOptions &options) : options(options), plan(options.plan) {}

  Expected<DataSetSummary> run() {
    auto keeps = [&](const ChecksLine &row) { return !canCheckMore(row); };
    auto opened = SetWriter::open(options.directory, plan, options.overwrite, keeps);
    if (!opened)
      return opened.takeError();
    writer = std::move(*opened);
    before = plan.shardSize() - writer->numMissing();
    Progress progress(options.progress, before, plan.shardSize(), plan.categories.size());
    bool isWhole = writer->missing().empty();
    if (!isWhole)
      if (Error error = makeMissing(progress, isWhole))
        return std::move(error);
    if (Error error = writer->finish(isWhole))
      return std::move(error);
    endMakers();
    const Manifest &manifest = writer->manifest();
    return DataSetSummary{manifest.samples,
                          manifest.rejectedDraws,
                          manifest.defects,
                          isWhole,
                          writer->numAdded(),
                          progress.seconds(),
                          stages};
  }

private:
  /// Whether a check of a row that was not run can be run here.
  bool canCheckMore(const ChecksLine &row) {
    for (Check check : {Check::PythonImported, Check::ExecutedOnCpu, Check::Ptxas, Check::Nvrtc, Check::Warp})
      if (row.checks[static_cast<size_t>(check)] == CheckResult::NotRun && isAskedFor(check, plan.sample, row.index) &&
          findHelpers().canCheck(check))
        return true;
    return false;
  }

  /// Looks for them when they are first needed, since some take long to start.
  Helpers &findHelpers() {
    if (!helpers)
      helpers = std::make_unique<Helpers>(plan.sample);
    return *helpers;
  }

  void note(llvm::ArrayRef<std::string> lines) const {
    for (const std::string &line : lines)
      if (options.progress)
        llvm::errs() << "kgen-synth: note: " << line << "\n";
  }

  /// `isWhole` says whether no signal came.
  Error makeMissing(Progress &progress, bool &isWhole) {
    note(findHelpers().notes);
    makers = std::make_unique<Makers>(plan, options.jobs, std::move(helpers));
    interrupt = options.interrupt ? options.interrupt() : nullptr;
    if (Error error = makers->pipeline.start(writer->missing()))
      return error;
    Error error = writeBlocks(progress);
    progress.clear();
    if (error) {
      makers->pipeline.stop();
      return error;
    }
    note(makers->helpers->texts.failures());
    isWhole = done == writer->numMissing();
    return Error::success();
  }

  bool isInterrupted() const { return interrupt && *interrupt; }

  Error writeBlocks(Progress &progress) {
    Pipeline &pipeline = makers->pipeline;
    for (bool isOver = false; !isOver;) {
      if (isInterrupted()) {
        pipeline.stop();
        Subprocess::endAll();
      }
      if (std::optional<Block> block = pipeline.next(isOver))
        if (Error error = write(*block))
          return error;
      progress.show(before + done, writer->manifest().rejectedDraws + rejected);
    }
    return Error::success();
  }

  /// Waits for the threads. After a signal one that is in the middle of a sample is left to the end of the process.
  void endMakers() {
    if (makers && isInterrupted() && !makers->pipeline.endsWithin(momentToEnd))
      (void)makers.release();
    else if (makers)
      stages = makers->pipeline.finish();
  }

  /// Takes the lines out of a block and writes them.
  Error write(Block &block) {
    uint64_t place = block.begin;
    if (place % samplesPerFile == 0)
      releaseCodePages();
    for (Sample &sample : block.samples) {
      if (Error error = write(sample, place++))
        return error;
      ++done;
      rejected += sample.attempt;
    }
    if (block.error.empty())
      return Error::success();
    if (Error error = writer->finish(/*isComplete=*/false))
      return error;
    return goesOn(llvm::createStringError(llvm::inconvertibleErrorCode(), block.error));
  }

  Error write(Sample &sample, uint64_t place) {
    if (sample.defect)
      return writer->addDefect(place, defectLine(sample));
    std::string checks = checksLine(sample); // which reads the line
    return writer->add({place, std::move(sample.line), std::move(checks), sample.category, sample.attempt});
  }

  const DataSetOptions &options;
  const DataSetPlan &plan;
  std::unique_ptr<SetWriter> writer;
  std::unique_ptr<Helpers> helpers; // until there are makers
  std::unique_ptr<Makers> makers;
  const std::atomic<int> *interrupt = nullptr;
  /// The places that had a row or a defect at the start, those that got one, and the draws that did not pass for these.
  uint64_t before = 0, done = 0, rejected = 0;
  StageTimes stages;
};

} // namespace

/// Samples that an estimate is made from: so many places in the set, and as many samples there as have one full check.
static constexpr uint64_t placesTried = 4, samplesTried = 16;

static std::vector<Places> placesToTry(uint64_t count) {
  if (count <= placesTried * samplesTried)
    return {{0, count}};
  std::vector<Places> places;
  for (uint64_t i = 0; i < placesTried; ++i) {
    uint64_t begin = (count - samplesTried) / (placesTried - 1) * i;
    places.push_back({begin, begin + samplesTried});
  }
  return places;
}

Expected<DataSetEstimate> kgen::estimateDataSet(const DataSetOptions &options) {
  using Clock = std::chrono::steady_clock;
  auto since = [](Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); };
  Clock::time_point begin = Clock::now();
  Makers makers(options.plan, options.jobs, std::make_unique<Helpers>(options.plan.sample));
  Clock::time_point start = Clock::now();
  if (Error error = makers.pipeline.start(placesToTry(options.plan.shardSize())))
    return std::move(error);
  uint64_t made = 0, bytes = 0;
  ZstdWriter zstd;
  for (bool isOver = false; !isOver;)
    if (std::optional<Block> block = makers.pipeline.next(isOver)) {
      if (!block->error.empty())
        return llvm::createStringError(block->error);
      made += block->samples.size();
      for (const Sample &sample : block->samples) {
        std::string line = sample.line + "\n";
        bytes += checksLine(sample).size() + 1;
        bytes += options.plan.format == SampleFormat::JsonLinesZstd ? zstd.compress(line).size() : line.size();
      }
    }
  bytes += options.plan.format == SampleFormat::JsonLinesZstd ? zstd.finish().size() : 0;
  double times = double(options.plan.shardSize()) / double(std::max<uint64_t>(made, 1)), elapsed = since(start);
  return DataSetEstimate{uint64_t(double(bytes) * times), since(begin) - elapsed + elapsed * times};
}

Expected<DataSetSummary> kgen::writeDataSet(const DataSetOptions &options) { return Run(options).run(); }
