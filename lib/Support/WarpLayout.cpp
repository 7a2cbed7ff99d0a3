// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the structs that Warp's launches pass.

#include "kgen/Support/WarpLayout.h"
#include <cstring>

namespace kgen {

ArrayDescriptor describeArray(const std::vector<int64_t> &shape, size_t elementBytes) {
  ArrayDescriptor descriptor;
  descriptor.rank = static_cast<uint16_t>(shape.size());
  int64_t stride = elementBytes;
  for (size_t d = shape.size(); d-- > 0; stride *= shape[d]) {
    descriptor.shape[d] = static_cast<int32_t>(shape[d]);
    descriptor.strides[d] = static_cast<int32_t>(stride);
  }
  return descriptor;
}

std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank) {
  uint64_t size = 1, multiplier = 1;
  std::vector<uint32_t> shape(rank, 1);
  for (size_t d = 0; d < dim.size(); ++d) {
    uint64_t extent = dim[d];
    size *= extent;
    if (d < rank)
      shape[d] = static_cast<uint32_t>(extent);
    else
      multiplier *= extent;
  }
  size_t shapeBytes = (rank * sizeof(uint32_t) + 7) / 8 * 8;
  std::vector<std::byte> bytes(shapeBytes + 2 * sizeof(uint64_t));
  std::memcpy(bytes.data(), shape.data(), rank * sizeof(uint32_t));
  std::memcpy(bytes.data() + shapeBytes, &size, sizeof(size));
  std::memcpy(bytes.data() + shapeBytes + sizeof(size), &multiplier, sizeof(multiplier));
  return bytes;
}

} // namespace kgen
