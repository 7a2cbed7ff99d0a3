// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps pages, and keeps those at both ends closed.

#include "GuardedMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace kgen::runtime {

/// Closed on each side.
static constexpr size_t guardBytes = size_t(1) << 16;
static constexpr size_t alignment = 64;

/// What lies between the closed pages.
static size_t openBytes(size_t bytes) {
  return llvm::alignTo(std::max<size_t>(bytes, 1), static_cast<size_t>(sysconf(_SC_PAGESIZE)));
}

/// From the first open page to the memory, which ends where the pages do.
static size_t bytesBefore(size_t bytes) {
  return openBytes(bytes) - llvm::alignTo(std::max<size_t>(bytes, 1), alignment);
}

std::byte *allocateGuarded(size_t bytes) {
  size_t open = openBytes(bytes);
  void *mapped = mmap(nullptr, open + 2 * guardBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  auto *first = static_cast<std::byte *>(mapped) + guardBytes;
  if (mapped == MAP_FAILED || mprotect(first, open, PROT_READ | PROT_WRITE))
    llvm::report_bad_alloc_error("cannot map memory for an array");
  return first + bytesBefore(bytes);
}

void freeGuarded(std::byte *memory, size_t bytes) {
  munmap(memory - bytesBefore(bytes) - guardBytes, openBytes(bytes) + 2 * guardBytes);
}

} // namespace kgen::runtime
