// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing, with one behaviour on every host, and indices that are out of range.

#include "HostFunctions.h"
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <utility>

namespace kgen::runtime {

/// Output of kernels goes to standard error: standard output is for results.
static int printToStandardError(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  return count;
}

static int printNowhere(const char *, ...) { return 0; }

/// The first index that is out of range, of whichever thread.
static std::mutex faultLock;
static std::optional<IndexFault> firstFault;

static void noteIndexFault(int64_t check, int64_t index, int64_t extent) {
  std::lock_guard<std::mutex> guard(faultLock);
  if (!firstFault)
    firstFault = IndexFault{check, index, extent};
}

std::optional<IndexFault> takeIndexFault() {
  std::lock_guard<std::mutex> guard(faultLock);
  return std::exchange(firstFault, std::nullopt);
}

llvm::SmallVector<HostFunction> hostFunctions(bool prints) {
  auto *print = prints ? &printToStandardError : &printNowhere;
  return {
      {"printf", reinterpret_cast<void *>(print)},
      {"kgen_index_fault", reinterpret_cast<void *>(&noteIndexFault)},
  };
}

} // namespace kgen::runtime
