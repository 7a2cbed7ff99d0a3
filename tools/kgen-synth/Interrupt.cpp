// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Installs the handlers, which do the least that a signal allows.

#include "Interrupt.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <new>
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
  // A child that has gone, and a file that has grown past a limit, are errors of a write.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return &received;
}

int interruptRequested() { return received; }

[[noreturn]] static void outOfMemory() {
  static constexpr char message[] = "kgen-synth: error: out of memory; what is finished is kept, and the same command "
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
