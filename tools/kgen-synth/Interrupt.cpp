// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Installs the handlers, which do the least that a signal allows.

#include "Interrupt.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstdint>
#include <fstream>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

static std::atomic<int> received{0};

static void remember(int signal) {
  if (received.exchange(signal) == 0)
    return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

const std::atomic<int> *handleInterrupts() {
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(signal, &action, nullptr);
  return &received;
}

void handleFailedWrites() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int interruptRequested() { return received; }

[[noreturn]] static void outOfMemory() {
  static constexpr char message[] = "kgen-synth: error: out of memory; finished samples are kept, and the same command "
                                    "goes on from there (--jobs 1 needs the least)\n";
  // Where several threads find none at once, one says so.
  static std::atomic_flag isSaid = ATOMIC_FLAG_INIT;
  while (isSaid.test_and_set())
    ::pause();
  (void)!::write(2, message, sizeof(message) - 1);
  _exit(1);
}

void handleExhaustedMemory() {
  std::set_new_handler(outOfMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { outOfMemory(); }, nullptr);
}

/// What a thread takes at least: its stack, and what it makes samples with.
static constexpr uint64_t bytesPerThread = 28 << 20;

std::string whyTooLittleMemory(unsigned threads) {
  rlimit limit = {};
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages; // what is mapped by now, most of it code
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || pages == 0)
    return "";
  uint64_t needed = pages * uint64_t(sysconf(_SC_PAGESIZE)) + threads * bytesPerThread;
  if (needed <= limit.rlim_cur)
    return "";
  return "expected at least " + std::to_string(needed >> 20) + " MB of virtual memory (ulimit -v) for " +
         std::to_string(threads) + (threads == 1 ? " thread" : " threads, fewer with --jobs,") + " but the limit is " +
         std::to_string(limit.rlim_cur >> 20) + " MB";
}
