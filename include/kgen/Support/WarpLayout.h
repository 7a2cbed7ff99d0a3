// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp 1.19's own structs of a launch, as bytes. Needs the standard library only.

#ifndef KGEN_SUPPORT_WARPLAYOUT_H
#define KGEN_SUPPORT_WARPLAYOUT_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kgen {

/// Warp's `array_t`; addresses are those of the device, strides are in bytes.
struct ArrayDescriptor {
  uint64_t data = 0, grad = 0;
  int32_t shape[4] = {}, strides[4] = {};
  uint16_t rank = 0, flags = 0;
};
static_assert(sizeof(ArrayDescriptor) == 56);

/// Of a contiguous array, the last dimension fastest, of elements of so many bytes; it has no address yet.
ArrayDescriptor describeArray(const std::vector<int64_t> &shape, size_t elementBytes);

/// How elements lie in memory: by rows, as Warp makes arrays; or as in views of others, which a kernel may be given
/// too.
enum class ArrayLayout {
  Rows,
  Gaps,     ///< space for one more element after each, and for one more row after each
  Columns,  ///< the first dimension fastest
  Backwards ///< negative strides: the first element has the highest address
};

/// An array in memory: its descriptor, whose `data` is the first element's distance from the lowest byte, and its
/// bytes.
struct PlacedArray {
  ArrayDescriptor descriptor;
  size_t elementBytes = 0, bytes = 0;
  PlacedArray() = default;
  PlacedArray(const std::vector<int64_t> &shape, size_t elementBytes, ArrayLayout layout);
  /// Elements by rows to their places, and back.
  void scatter(std::span<const std::byte> rows, std::span<std::byte> placed) const;
  void gather(std::span<const std::byte> placed, std::span<std::byte> rows) const;

private:
  /// The place of the element that is the n-th by rows.
  size_t offsetOf(size_t n) const;
};

/// Bytes of the memory that an array of so many bytes lies in: whole words, since a GPU makes atomics of 8 and 16 bits
/// on the word around them, and some even for an empty array, whose address is not null.
size_t memoryOf(size_t arrayBytes);

/// Warp's `launch_bounds_t<rank>` of a launch over `dim`: extents beyond the rank are folded into one multiplier.
std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank);

} // namespace kgen

#endif // KGEN_SUPPORT_WARPLAYOUT_H
