// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory between pages that nobody may touch. Unchecked code that leaves an array ends there, rather than in what the
// process needs.

#ifndef KGEN_LIB_RUNTIME_GUARDEDMEMORY_H
#define KGEN_LIB_RUNTIME_GUARDEDMEMORY_H

#include <cstddef>
#include <vector>

namespace kgen::runtime {

/// At least one byte, aligned to 64; its end is less than 64 bytes before the pages behind it. Never null.
std::byte *allocateGuarded(size_t bytes);
void freeGuarded(std::byte *memory, size_t bytes);

template <class T> struct GuardedAllocator {
  using value_type = T;
  GuardedAllocator() = default;
  template <class U> GuardedAllocator(const GuardedAllocator<U> &) {}
  T *allocate(size_t count) { return reinterpret_cast<T *>(allocateGuarded(count * sizeof(T))); }
  void deallocate(T *memory, size_t count) { freeGuarded(reinterpret_cast<std::byte *>(memory), count * sizeof(T)); }
  bool operator==(const GuardedAllocator &) const = default;
};
using GuardedBytes = std::vector<std::byte, GuardedAllocator<std::byte>>;

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_GUARDEDMEMORY_H
