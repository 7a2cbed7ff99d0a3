// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a launch on several threads of the process. Needs the standard library only: for whoever loads objects that
// `kgen-translate --kgen-to-object --concurrent` made.

#ifndef KGEN_RUNTIME_THREADS_H
#define KGEN_RUNTIME_THREADS_H

#include "kgen/Support/PartNeeds.h"
#include <cstddef>
#include <functional>
#include <memory>

namespace kgen {

/// What such an object has of a kernel in one direction, by its symbols; `apart` and `needs` are null where it has
/// none.
struct PartsEntry {
  void *shared = nullptr, *apart = nullptr;
  const PartNeeds *needs = nullptr;
};

/// A launch as an entry point takes it: bounds, struct of arguments, and of a backward that of adjoints, else null. So
/// many threads, and how many of them that follow one another have equal coordinates.
struct PartsLaunch {
  void *dim = nullptr, *arguments = nullptr, *adjoints = nullptr;
  int64_t size = 0, together = 1;
};

/// Threads that are kept from launch to launch, as is the memory of what they add to. Not for use by two threads at
/// once.
class Threads {
public:
  /// The caller of `launch` is one of them.
  explicit Threads(unsigned count);
  ~Threads();

  /// Runs the parts of a launch at the same time. What several parts add to is summed by each in a copy, one on each
  /// thread, and those in the order of the parts, where that costs little beside the launch: the numbers then do not
  /// depend on when which thread comes. Else they update it atomically, in whatever order they come, and there are more
  /// parts than threads: a thread that is done takes the next.
  void launch(const PartsEntry &entry, const PartsLaunch &launch);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace kgen

#endif // KGEN_RUNTIME_THREADS_H
