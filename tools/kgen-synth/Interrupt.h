// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signals, and a machine that has no more memory: what was finished is on the disk already, so ending is easy.

#ifndef KGEN_TOOLS_KGENSYNTH_INTERRUPT_H
#define KGEN_TOOLS_KGENSYNTH_INTERRUPT_H

#include <atomic>
#include <string>

/// From now on the first SIGINT, SIGTERM or SIGHUP is only remembered, in what is returned; the second ends the
/// process.
const std::atomic<int> *handleInterrupts();

/// From now on a child that has gone, and a file that may not grow, are errors of a write.
void handleFailedWrites();

/// The signal that came, or 0.
int interruptRequested();

/// From now on one message and status 1 where an allocation fails.
void handleExhaustedMemory();

/// What keeps so many threads from running under the limit of virtual memory (`ulimit -v`), or "".
std::string whyTooLittleMemory(unsigned threads);

#endif // KGEN_TOOLS_KGENSYNTH_INTERRUPT_H
