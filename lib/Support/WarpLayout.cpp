// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the structs that Warp's launches pass.

#include "kgen/Support/WarpLayout.h"
#include <algorithm>
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

PlacedArray::PlacedArray(const std::vector<int64_t> &shape, size_t elementBytes, ArrayLayout layout)
    : descriptor(describeArray(shape, elementBytes)), elementBytes(elementBytes) {
  size_t rank = shape.size();
  int64_t gap = layout == ArrayLayout::Gaps, stride = elementBytes * (1 + gap);
  for (size_t k = 0; k < rank; ++k) {
    size_t d = layout == ArrayLayout::Columns ? k : rank - 1 - k;
    bool isNegative = layout == ArrayLayout::Backwards;
    descriptor.strides[d] = static_cast<int32_t>(isNegative ? -stride : stride);
    if (isNegative && shape[d] > 0)
      descriptor.data += stride * (shape[d] - 1);
    stride *= shape[d] + gap;
  }
  bytes = stride;
}

size_t PlacedArray::offsetOf(size_t n) const {
  int64_t offset = descriptor.data;
  for (size_t d = descriptor.rank; d-- > 0; n /= descriptor.shape[d])
    offset += static_cast<int64_t>(n % descriptor.shape[d]) * descriptor.strides[d];
  return offset;
}

void PlacedArray::scatter(std::span<const std::byte> rows, std::span<std::byte> placed) const {
  for (size_t n = 0; n * elementBytes < rows.size(); ++n)
    std::memcpy(&placed[offsetOf(n)], &rows[n * elementBytes], elementBytes);
}

void PlacedArray::gather(std::span<const std::byte> placed, std::span<std::byte> rows) const {
  for (size_t n = 0; n * elementBytes < rows.size(); ++n)
    std::memcpy(&rows[n * elementBytes], &placed[offsetOf(n)], elementBytes);
}

size_t memoryOf(size_t arrayBytes) { return std::max<size_t>((arrayBytes + 3) / 4 * 4, 1); }

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
