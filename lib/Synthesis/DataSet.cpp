// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads make samples in any order; one of them, the caller's, writes them in the order of their indices.

#include "kgen/Synthesis/DataSet.h"
#include "CompleteFile.h"
#include "kgen/Support/Hash.h"
#include "kgen/Target/LLVM.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
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

static KernelPlan planOf(const DataSetOptions &options, uint64_t index) {
  return {options.categories[index % options.categories.size()], options.seed, index};
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
      std::unique_ptr<SampleMaker> maker = SampleMaker::create(options.sample, error);
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
      FailureOr<Sample> sample = maker.make(planOf(options, *index));
      std::lock_guard<std::mutex> lock(mutex);
      done.emplace(*index, std::move(sample));
      changed.notify_all();
    }
  }

  std::optional<uint64_t> nextIndex() {
    std::unique_lock<std::mutex> lock(mutex);
    uint64_t limit = runAhead * std::max(1u, options.jobs);
    changed.wait(lock, [&] { return stop || next >= options.count || next < taken + limit; });
    if (stop || next >= options.count)
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

/// The hash of the libdevice that PTX was made with, or "" where none took part.
static std::string libdeviceHash(SampleTarget target) {
  if (target != SampleTarget::NVPTX && target != SampleTarget::All)
    return "";
  auto buffer = llvm::MemoryBuffer::getFile(defaultLibdevice());
  return buffer ? sha256((*buffer)->getBuffer()) : "";
}

static void writeManifest(const DataSetOptions &options, const DataSetSummary &summary,
                          const std::map<std::string, int64_t> &categories, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("kgen_version", kgenVersion());
    json.attribute("llvm_version", LLVM_VERSION_STRING);
    json.attributeObject("options", [&] {
      json.attribute("count", options.count);
      json.attribute("target", getName(options.sample.target));
      json.attribute("seed", options.seed);
      json.attributeArray("categories", [&] {
        for (Category category : options.categories)
          json.value(getName(category));
      });
      json.attribute("backward", options.sample.backward);
      if (options.sample.target == SampleTarget::NVPTX || options.sample.target == SampleTarget::All)
        json.attribute("chip", options.sample.chip);
    });
    if (std::string hash = libdeviceHash(options.sample.target); !hash.empty())
      json.attribute("libdevice_sha256", hash);
    json.attribute("samples", summary.samples);
    json.attribute("rejected_draws", summary.rejected);
    json.attribute("duplicates_drawn_again", summary.duplicates);
    json.attributeObject("samples_by_category", [&] {
      for (const auto &[category, count] : categories)
        json.attribute(category, count);
    });
  });
  os << "\n";
}

namespace {

/// The writing side of a data set.
class Writer {
public:
  explicit Writer(const DataSetOptions &options) : options(options) {}

  LogicalResult open() {
    if (std::error_code code = llvm::sys::fs::create_directories(options.directory, true, llvm::sys::fs::all_all))
      return unwritable(code.message());
    const std::pair<std::unique_ptr<CompleteFile> *, StringRef> files[] = {
        {&samples, "samples.jsonl"}, {&checks, "checks.jsonl"}, {&manifest, "manifest.json"}};
    for (auto [file, name] : files) {
      auto created = CompleteFile::create(options.directory, name);
      if (!created)
        return unwritable(llvm::toString(created.takeError()));
      *file = std::move(*created);
    }
    return success();
  }

  LogicalResult writeAll(Workers &workers) {
    Progress progress(options.progress, options.count);
    for (uint64_t index = 0; index < options.count; ++index) {
      FailureOr<Sample> sample = workers.take(index);
      if (failed(sample) || failed(makeDistinct(*sample, index)))
        return failure();
      samples->os() << sample->line << "\n";
      checks->os() << sample->checks << "\n";
      summary.samples += 1;
      summary.rejected += sample->attempt;
      categories[getName(sample->category).str()] += 1;
      if (samples->error() || checks->error())
        return unwritable((samples->error() ? samples->error() : checks->error()).message());
      progress.show(index + 1);
    }
    return success();
  }

  FailureOr<DataSetSummary> close() {
    writeManifest(options, summary, categories, manifest->os());
    // The samples come last: where they are, all is.
    for (CompleteFile *file : {checks.get(), manifest.get(), samples.get()})
      if (llvm::Error error = file->complete())
        return unwritable(llvm::toString(std::move(error)));
    return summary;
  }

private:
  LogicalResult unwritable(const Twine &reason) {
    return fail("cannot write to '" + options.directory + "': " + reason);
  }

  /// Two samples of one structure are all but impossible; where it happens, the later one is drawn again.
  LogicalResult makeDistinct(Sample &sample, uint64_t index) {
    while (!ids.insert(sample.id).second) {
      std::string error;
      if (!spare && !(spare = SampleMaker::create(options.sample, error)))
        return fail(error);
      FailureOr<Sample> other = spare->make(planOf(options, index), sample.attempt + 1);
      if (failed(other))
        return failure();
      sample = std::move(*other);
      summary.duplicates += 1;
    }
    return success();
  }

  const DataSetOptions &options;
  DataSetSummary summary;
  std::map<std::string, int64_t> categories;
  llvm::StringSet<> ids;
  std::unique_ptr<SampleMaker> spare;
  std::unique_ptr<CompleteFile> samples, checks, manifest;
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
