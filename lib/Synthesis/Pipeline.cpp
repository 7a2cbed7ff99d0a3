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

Error Pipeline::start(uint64_t begin) {
  nextPlace = begin;
  uint64_t left = plan.shardSize() - begin;
  blockSize = std::clamp<uint64_t>(left / (jobs * 4), 1, maxBlock);
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
  auto isDone = [&] { return stopped || nextPlace >= plan.shardSize(); };
  changed.wait(lock, [&] { return isDone() || blocks.size() < blocksPerJob * jobs; });
  if (isDone())
    return nullptr;
  Block &block = blocks.emplace_back();
  uint64_t nextFile = (nextPlace / samplesPerFile + 1) * samplesPerFile;
  block.begin = nextPlace;
  block.end = nextPlace = std::min({nextPlace + blockSize, nextFile, plan.shardSize()});
  return &block;
}

void Pipeline::run(SampleMaker &maker) {
  StageTimes own;
  collectStageTimes(&own);
  while (Block *block = takeWork()) {
    make(maker, *block);
    std::lock_guard<std::mutex> lock(mutex);
    block->isMade = true;
    changed.notify_all();
  }
  std::lock_guard<std::mutex> lock(mutex);
  times.add(own);
}

void Pipeline::make(SampleMaker &maker, Block &block) {
  for (uint64_t place = block.begin; place < block.end; ++place) {
    mlir::FailureOr<Sample> sample = maker.make(plan.kernelPlan(plan.indexOf(place)));
    if (mlir::failed(sample)) {
      block.error = "sample " + std::to_string(plan.indexOf(place)) + " could not be made";
      break;
    }
    block.samples.push_back(std::move(*sample));
  }
  StageScope stage(Stage::TextChecks);
  if (Error error = checks.run(block.samples)) {
    block.error = llvm::toString(std::move(error));
    block.samples.clear();
  }
  for (Sample &sample : block.samples) { // the line says it all, and may have to wait
    sample.forms.clear();
    sample.line.shrink_to_fit();
  }
}

std::optional<Block> Pipeline::next(bool &isOver) {
  std::unique_lock<std::mutex> lock(mutex);
  auto isReady = [&] { return !blocks.empty() && blocks.front().isMade; };
  auto hasNone = [&] { return blocks.empty() && (stopped || nextPlace >= plan.shardSize()); };
  changed.wait_for(lock, std::chrono::milliseconds(250), [&] { return isReady() || hasNone(); });
  isOver = hasNone();
  if (!isReady())
    return std::nullopt;
  Block block = std::move(blocks.front());
  blocks.pop_front();
  changed.notify_all();
  return block;
}

void Pipeline::stop() {
  std::lock_guard<std::mutex> lock(mutex);
  stopped = true;
  changed.notify_all();
}
