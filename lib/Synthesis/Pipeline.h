// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that make samples, a block at a time, and hand the blocks out in order. How many threads there are, and how
// long a block is, changes no sample; it bounds the memory.

#ifndef KGEN_LIB_SYNTHESIS_PIPELINE_H
#define KGEN_LIB_SYNTHESIS_PIPELINE_H

#include "SetWriter.h"
#include "TextChecks.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Synthesis/Manifest.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <pthread.h>

namespace kgen::synthesis {

/// Samples of consecutive places.
struct Block {
  uint64_t begin = 0, end = 0;
  std::vector<Sample> samples;
  bool isMade = false;
  /// Why there are no more of them; what a compiler says has been reported already.
  std::string error;
};

class Pipeline {
public:
  Pipeline(const DataSetPlan &plan, unsigned jobs, TextChecks &checks, PythonReader *python)
      : plan(plan), jobs(jobs), checks(checks), python(python) {}
  ~Pipeline();

  /// Starts to make places of the plan; an error if no thread can be started.
  llvm::Error start(llvm::ArrayRef<Places> places);

  /// The next block, if it comes within a quarter of a second; `isOver` if there is none any more.
  std::optional<Block> next(bool &isOver);

  /// Makes no further sample; only blocks that are made already still come.
  void stop();

  /// Waits for the threads to end, and returns their CPU time by stage.
  const StageTimes &finish();

  /// Whether all threads have ended, after a moment for those that are about to.
  bool endsWithin(std::chrono::milliseconds time);

private:
  static void *runThread(void *worker);
  void run(SampleMaker &maker);
  void make(SampleMaker &maker, Block &block);
  bool isStopped();
  Block *takeWork();

  struct Worker {
    Pipeline *pipeline;
    std::unique_ptr<SampleMaker> maker;
    pthread_t thread;
    bool isStarted = false;
  };

  const DataSetPlan &plan;
  unsigned jobs;
  TextChecks &checks;
  PythonReader *python;
  std::mutex mutex;
  std::condition_variable changed;
  /// Started and not yet handed out, in order; a deque's elements stay where they are.
  std::deque<Block> blocks;
  /// The places that no thread has begun, in order.
  std::deque<Places> left;
  uint64_t blockSize = 1;
  /// Whether all threads are there: none takes memory for a sample before the last has its stack.
  bool isOpen = false;
  bool stopped = false;
  unsigned running = 0;
  StageTimes times;
  std::vector<std::unique_ptr<Worker>> workers;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_PIPELINE_H
