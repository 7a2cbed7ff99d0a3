// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp 1.19's own structs of a launch, as bytes. Needs the standard library only.

#ifndef KGEN_SUPPORT_WARPLAYOUT_H
#define KGEN_SUPPORT_WARPLAYOUT_H

#include <cstddef>
#include <cstdint>
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

/// Warp's `launch_bounds_t<rank>` of a launch over `dim`: extents beyond the rank are folded into one multiplier.
std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank);

} // namespace kgen

#endif // KGEN_SUPPORT_WARPLAYOUT_H
