// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads make samples in any order; one of them, the caller's, writes them in the order of their indices.

#include "kgen/Synthesis/DataSet.h"
#include "CompleteFile.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace kgen;

/// How far threads may run ahead of the writer, in samples for each thread: it bounds the memory.
static constexpr uint64_t runAhead = 32;

static LogicalResult fail(const Twine &message) {
  llvm::errs() << "kgen-synth: error: " << message << "\n";
  return failure();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {

/// Makes samples on several threads and hands them out in order.
class Workers {
public:
  explicit Workers(const DataSetOptions &options) : options(options) {}

  ~Workers() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      stop = true;
    }
    changed.notify_all();
    for (std::thread &thread : threads)
      thread.join();
  }

  LogicalResult start() {
    for (unsigned i = 0; i < std::max(1u, options.jobs); ++i) {
      std::string error;
      std::unique_ptr<SampleMaker> maker = SampleMaker::create(options.plan.sample, error);
      if (!maker)
        return fail(error);
      threads.emplace_back([this, maker = std::move(maker)] { run(*maker); });
    }
    return success();
  }

  /// Sample `index`; failure where it could not be made, which has been reported.
  FailureOr<Sample> take(uint64_t index) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return done.count(index) != 0; });
    auto node = done.extract(index);
    taken = index + 1;
    changed.notify_all();
    return std::move(node.mapped());
  }

private:
  void run(SampleMaker &maker) {
    while (std::optional<uint64_t> index = nextIndex()) {
      FailureOr<Sample> sample = maker.make(options.plan.kernelPlan(*index));
      std::lock_guard<std::mutex> lock(mutex);
      done.emplace(*index, std::move(sample));
      changed.notify_all();
    }
  }

  std::optional<uint64_t> nextIndex() {
    std::unique_lock<std::mutex> lock(mutex);
    uint64_t limit = runAhead * std::max(1u, options.jobs);
    changed.wait(lock, [&] { return stop || next >= options.plan.count || next < taken + limit; });
    if (stop || next >= options.plan.count)
      return std::nullopt;
    return next++;
  }

  const DataSetOptions &options;
  std::mutex mutex;
  std::condition_variable changed;
  uint64_t next = 0, taken = 0;
  bool stop = false;
  std::map<uint64_t, FailureOr<Sample>> done;
  std::vector<std::thread> threads;
};

/// How far it is: a line that is rewritten in place, or, where standard error is no terminal, one at every tenth.
class Progress {
public:
  Progress(bool shown, uint64_t count) : shown(shown), inPlace(llvm::errs().is_displayed()), count(count) {}
  ~Progress() {
    if (shown && inPlace)
      llvm::errs() << "\r\033[K";
  }

  void show(uint64_t written) {
    uint64_t part = written * (inPlace ? 100 : 10) / count;
    if (!shown || part == last)
      return;
    last = part;
    llvm::errs() << (inPlace ? "\r" : "") << "kgen-synth: " << written << "/" << count << " samples"
                 << (inPlace ? "" : "\n");
  }

private:
  bool shown, inPlace;
  uint64_t count;
  uint64_t last = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

/// The writing side of a data set.
class Writer {
public:
  explicit Writer(const DataSetOptions &options) : options(options), manifest(Manifest::start(options.plan)) {}

  LogicalResult open() {
    if (std::error_code code = llvm::sys::fs::create_directories(options.directory, true, llvm::sys::fs::all_all))
      return unwritable(code.message());
    return writeHeader();
  }

  LogicalResult writeAll(Workers &workers) {
    Progress progress(options.progress, options.plan.count);
    for (uint64_t index = 0; index < options.plan.count; ++index) {
      if (index % samplesPerFile == 0 && (failed(closeFiles()) || failed(openFiles(index / samplesPerFile))))
        return failure();
      FailureOr<Sample> sample = workers.take(index);
      if (failed(sample))
        return failure();
      add(*samples, samplesFile, sample->line);
      add(*checks, checksFile, sample->checks);
      manifest.samples += 1;
      manifest.rejectedDraws += sample->attempt;
      manifest.samplesByCategory[index % options.plan.categories.size()] += 1;
      if (samples->error() || checks->error())
        return unwritable((samples->error() ? samples->error() : checks->error()).message());
      progress.show(index + 1);
    }
    return closeFiles();
  }

  FailureOr<DataSetSummary> close() {
    manifest.complete = true;
    auto file = CompleteFile::create(options.directory, "manifest.json");
    if (!file)
      return unwritable(llvm::toString(file.takeError()));
    (*file)->os() << manifest.toJson();
    // It comes last: where it is, all is.
    if (llvm::Error error = (*file)->complete())
      return unwritable(llvm::toString(std::move(error)));
    return DataSetSummary{manifest.samples, manifest.rejectedDraws};
  }

private:
  LogicalResult unwritable(const Twine &reason) {
    return fail("cannot write to '" + options.directory + "': " + reason);
  }

  /// What C++ and CUDA C++ include.
  LogicalResult writeHeader() {
    const FormOptions &forms = options.plan.sample.forms;
    bool hasCText = forms.target == SampleTarget::CUDA || forms.target == SampleTarget::All;
    if (!hasCText || forms.selfContained)
      return success();
    llvm::SmallString<128> path(options.directory);
    llvm::sys::path::append(path, "kgen");
    if (std::error_code code = llvm::sys::fs::create_directories(path, true, llvm::sys::fs::all_all))
      return unwritable(code.message());
    auto file = CompleteFile::create(path, "kgen.cuh");
    if (!file)
      return unwritable(llvm::toString(file.takeError()));
    (*file)->os() << kgenHeader();
    if (llvm::Error error = (*file)->complete())
      return unwritable(llvm::toString(std::move(error)));
    return success();
  }

  LogicalResult openFiles(uint64_t number) {
    const std::tuple<std::unique_ptr<CompleteFile> *, DataFile *, StringRef> both[] = {
        {&samples, &samplesFile, "samples"}, {&checks, &checksFile, "checks"}};
    for (auto [file, data, kind] : both) {
      *data = DataFile();
      data->name = llvm::formatv("{0}-{1,0+5}.jsonl", kind, number).str();
      auto created = CompleteFile::create(options.directory, data->name);
      if (!created)
        return unwritable(llvm::toString(created.takeError()));
      *file = std::move(*created);
    }
    for (llvm::SHA256 &hash : hashes)
      hash.init();
    return success();
  }

  void add(CompleteFile &file, DataFile &data, StringRef line) {
    file.os() << line << '\n';
    data.rows += 1;
    data.bytes += line.size() + 1;
    llvm::SHA256 &hash = hashes[&data == &checksFile];
    hash.update(line);
    hash.update("\n");
  }

  LogicalResult closeFiles() {
    if (!samples)
      return success();
    for (CompleteFile *file : {checks.get(), samples.get()})
      if (llvm::Error error = file->complete())
        return unwritable(llvm::toString(std::move(error)));
    samplesFile.sha256 = llvm::toHex(hashes[0].final(), true);
    checksFile.sha256 = llvm::toHex(hashes[1].final(), true);
    manifest.files.push_back(samplesFile);
    manifest.files.push_back(checksFile);
    samples.reset();
    checks.reset();
    return success();
  }

  const DataSetOptions &options;
  Manifest manifest;
  std::unique_ptr<CompleteFile> samples, checks;
  DataFile samplesFile, checksFile;
  std::array<llvm::SHA256, 2> hashes;
};

} // namespace

FailureOr<DataSetSummary> kgen::writeDataSet(const DataSetOptions &options) {
  Writer writer(options);
  if (failed(writer.open()))
    return failure();
  Workers workers(options);
  if (failed(workers.start()) || failed(writer.writeAll(workers)))
    return failure();
  return writer.close();
}
