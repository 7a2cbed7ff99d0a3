// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the thread's CPU clock at the beginning and the end of a scope.

#include "kgen/Support/StageTimes.h"
#include <ctime>
#include <iterator>

using namespace kgen;

const char *kgen::getName(Stage stage) {
  static constexpr const char *names[] = {"other",      "draw",         "interpret",    "differentiate", "verify",
                                          "hash",       "print_kgen",   "print_python", "print_cpp",     "print_cuda",
                                          "lower",      "translate",    "libdevice",    "optimise",      "emit",
                                          "print_llvm", "check_python", "check_cpu",    "check_ptx",     "run_cpu",
                                          "read_ptx",   "run_ptx",      "text_checks",  "write_line"};
  static_assert(std::size(names) == numStages);
  return names[static_cast<size_t>(stage)];
}

void StageTimes::add(const StageTimes &other) {
  for (size_t i = 0; i < numStages; ++i)
    seconds[i] += other.seconds[i];
}

static thread_local StageTimes *collected = nullptr;
static thread_local Stage current = Stage::Other;
static thread_local double since = 0.0;

static double threadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

/// Adds the elapsed time to the stage that the thread was in.
static void enter(Stage stage) {
  double now = threadSeconds();
  collected->seconds[static_cast<size_t>(current)] += now - since;
  current = stage;
  since = now;
}

void kgen::collectStageTimes(StageTimes *times) {
  collected = times;
  since = times ? threadSeconds() : 0.0;
  current = Stage::Other;
}

StageScope::StageScope(Stage stage) : outer(current) {
  if (collected)
    enter(stage);
}

StageScope::~StageScope() {
  if (collected)
    enter(outer);
}
