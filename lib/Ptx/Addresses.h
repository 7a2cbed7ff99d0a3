// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address space: 2^40 bytes for each allocation of global memory and for each of the other spaces, told apart by an
// address's upper bits. A pointer that leaves its allocation thus meets no other, whatever 32-bit arithmetic made it.

#ifndef KGEN_LIB_PTX_ADDRESSES_H
#define KGEN_LIB_PTX_ADDRESSES_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kgen::ptx {

inline constexpr unsigned windowBits = 40;
inline constexpr uint64_t windowMask = (uint64_t(1) << windowBits) - 1;
/// The place in its window at which an allocation of global memory begins.
inline constexpr uint64_t windowMiddle = uint64_t(1) << (windowBits - 1);

/// Windows of the spaces; no sum of two is a third, so that an address taken for one of another space meets nothing.
enum Window : uint64_t { LocalWindow = 1, SharedWindow = 5, ParamWindow = 7, FunctionWindow = 11, FirstGlobal = 64 };

inline constexpr uint64_t windowStart(uint64_t window) { return window << windowBits; }

/// An access: the thread's number in the grid, the time (0: never), and the place.
struct Mark {
  uint32_t thread = 0, time = 0;
  uint32_t line : 31 = 0, isAtomic : 1 = false;
};
/// The last accesses to a place, for races; two readers, of different threads.
struct Access {
  Mark writer, reader, other;
};

/// Bytes that can be accessed.
struct Region {
  std::string name;
  /// From the start of the window.
  uint64_t base = 0;
  std::byte *data = nullptr;
  size_t size = 0;
  bool isWritable = true, isConst = false;
  /// A set bit was never written; empty if all were.
  std::vector<uint8_t> shadow;
  /// The records of accesses for races, one for each so many bytes, no more than the smallest access takes.
  bool isWatched = false;
  uint8_t granule = 0;
  std::vector<Access> accesses;
  void watch(bool forRaces) {
    isWatched = forRaces;
    granule = 0;
    accesses.clear();
  }
  /// The bytes, if the region owns them.
  std::unique_ptr<std::byte[]> owned;
};

struct MemoryImpl {
  std::vector<Region> regions;
  uint64_t add(Region region) {
    region.base = windowMiddle;
    regions.push_back(std::move(region));
    return windowStart(FirstGlobal + regions.size() - 1) + windowMiddle;
  }
};

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_ADDRESSES_H
