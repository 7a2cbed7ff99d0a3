// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the threads, and hands their blocks on in the order of the samples.

#include "Pipeline.h"
#include "llvm/Support/Errno.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;

/// Samples that a child process is started for at most: twice as many take 5 MB more of two threads, for 1 % of the
/// time.
static constexpr uint64_t maxBlock = 24;
/// Blocks that are made or wait to be written, for each thread.
static constexpr unsigned blocksPerJob = 2;
/// MLIR recurses; what a main thread has is enough.
static constexpr size_t stackSize = 8 << 20;

Pipeline::~Pipeline() { finish(); }

const StageTimes &Pipeline::finish() {
  stop();
  for (std::unique_ptr<Worker> &worker : workers)
    if (std::exchange(worker->isStarted, false))
      pthread_join(worker->thread, nullptr);
  return times;
}

Error Pipeline::start(llvm::ArrayRef<Places> places) {
  left.assign(places.begin(), places.end());
  uint64_t count = 0;
  for (const Places &range : places)
    count += range.end - range.begin;
  blockSize = std::clamp<uint64_t>(count / (jobs * 4), 1, maxBlock);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackSize);
  for (unsigned i = 0; i < jobs; ++i) {
    auto worker = std::make_unique<Worker>();
    worker->pipeline = this;
    if (Error error = SampleMaker::create(plan.sample, python).moveInto(worker->maker))
      return error;
    workers.push_back(std::move(worker));
  }
  for (std::unique_ptr<Worker> &worker : workers) {
    int failed = pthread_create(&worker->thread, &attributes, runThread, worker.get());
    worker->isStarted = failed == 0;
    running += failed == 0;
    if (failed)
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "cannot start " + std::to_string(jobs) +
                                                                         " threads: " + llvm::sys::StrError(failed) +
                                                                         "; ask for fewer with --jobs");
  }
  std::lock_guard<std::mutex> lock(mutex);
  isOpen = true;
  changed.notify_all();
  return Error::success();
}

void *Pipeline::runThread(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  worker->pipeline->run(*worker->maker);
  return nullptr;
}

Block *Pipeline::takeWork() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return isOpen || stopped; });
  auto isDone = [&] { return stopped || left.empty(); };
  changed.wait(lock, [&] { return isDone() || blocks.size() < blocksPerJob * jobs; });
  if (isDone())
    return nullptr;
  Block &block = blocks.emplace_back();
  Places &range = left.front();
  uint64_t nextFile = (range.begin / samplesPerFile + 1) * samplesPerFile;
  block.begin = range.begin;
  block.end = range.begin = std::min({range.begin + blockSize, nextFile, range.end});
  if (range.begin == range.end)
    left.pop_front();
  return &block;
}

void Pipeline::run(SampleMaker &maker) {
  StageTimes own;
  collectStageTimes(&own);
  while (Block *block = takeWork()) {
    make(maker, *block);
    std::lock_guard<std::mutex> lock(mutex);
    block->isMade = !stopped;
    changed.notify_all();
  }
  std::lock_guard<std::mutex> lock(mutex);
  times.add(own);
  --running;
  changed.notify_all();
}

bool Pipeline::isStopped() {
  std::lock_guard<std::mutex> lock(mutex);
  return stopped;
}

void Pipeline::make(SampleMaker &maker, Block &block) {
  for (uint64_t place = block.begin; place < block.end && !isStopped(); ++place) {
    mlir::FailureOr<Sample> sample = maker.make(plan.kernelPlan(plan.indexOf(place)));
    if (mlir::failed(sample)) {
      block.error = "sample " + std::to_string(plan.indexOf(place)) + " could not be made";
      break;
    }
    block.samples.push_back(std::move(*sample));
  }
  if (isStopped())
    return;
  StageScope stage(Stage::TextChecks);
  checks.run(block.samples);
  for (Sample &sample : block.samples) { // the line says it all, and may have to wait
    sample.forms.clear();
    sample.line.shrink_to_fit();
  }
}

std::optional<Block> Pipeline::next(bool &isOver) {
  std::unique_lock<std::mutex> lock(mutex);
  auto isReady = [&] { return !blocks.empty() && blocks.front().isMade; };
  auto hasNone = [&] { return stopped ? !isReady() : blocks.empty() && left.empty(); };
  changed.wait_for(lock, std::chrono::milliseconds(250), [&] { return isReady() || hasNone(); });
  isOver = hasNone();
  if (!isReady())
    return std::nullopt;
  Block block = std::move(blocks.front());
  blocks.pop_front();
  changed.notify_all();
  return block;
}

bool Pipeline::endsWithin(std::chrono::milliseconds time) {
  std::unique_lock<std::mutex> lock(mutex);
  return changed.wait_for(lock, time, [&] { return running == 0; });
}

void Pipeline::stop() {
  std::lock_guard<std::mutex> lock(mutex);
  stopped = true;
  changed.notify_all();
}
