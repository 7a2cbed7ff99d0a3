// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a launch on several threads of the process. Needs the standard library only, so that other programs can load
// objects that `kgen-translate --kgen-to-object --concurrent` made.

#ifndef KGEN_RUNTIME_THREADS_H
#define KGEN_RUNTIME_THREADS_H

#include "kgen/Support/PartNeeds.h"
#include <cstddef>
#include <functional>
#include <memory>

namespace kgen {

/// The symbols of such an object for a kernel in one direction; `apart` and `needs` are null if it has none.
struct PartsEntry {
  void *shared = nullptr, *apart = nullptr;
  const PartNeeds *needs = nullptr;
};

/// A launch as an entry point takes it: bounds, struct of arguments, and for a backward that of adjoints, otherwise
/// null. The number of threads, and how many neighbours among them have equal coordinates.
struct PartsLaunch {
  void *dim = nullptr, *arguments = nullptr, *adjoints = nullptr;
  int64_t size = 0, together = 1;
};

/// Threads that are kept from launch to launch, as is the memory of their copies. Not for use by two threads at once.
class Threads {
public:
  /// The caller of `launch` is one of them.
  explicit Threads(unsigned count);
  ~Threads();

  /// Runs the parts of a launch at the same time. An element that several parts add to is summed by each part in a
  /// copy, one for each thread, and the copies in the order of the parts, if that costs little beside the launch. The
  /// numbers then do not depend on the order of arrival. Otherwise the parts update it atomically, in the order in
  /// which they arrive, and there are more parts than threads: a thread that is done takes the next.
  void launch(const PartsEntry &entry, const PartsLaunch &launch);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace kgen

#endif // KGEN_RUNTIME_THREADS_H
