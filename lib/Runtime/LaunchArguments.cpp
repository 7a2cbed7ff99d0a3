// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills Warp's argument structs and launch bounds from a case, and reads the answers back out of them.

#include "LaunchArguments.h"
#include "kgen/Support/CaseStorage.h"
#include <algorithm>
#include <cstring>

namespace kgen::runtime {

LaunchArguments::LaunchArguments(const Case &c) : c(c), arrays(c.args.size()) {
  for (const CaseArg &arg : c.args)
    arg.isArray() ? addArray(arg) : addValue(arg);
  if (argumentBytes.empty()) // an empty struct has an address, too
    append("", "", 1, 1);
}

void LaunchArguments::append(const void *bytes, const void *adjoint, size_t size, size_t alignment) {
  size_t at = (argumentBytes.size() + alignment - 1) / alignment * alignment;
  argumentBytes.resize(at + size);
  adjointBytes.resize(at + size);
  std::memcpy(argumentBytes.data() + at, bytes, size);
  std::memcpy(adjointBytes.data() + at, adjoint, size);
}

void LaunchArguments::addArray(const CaseArg &arg) {
  Array &array = arrays[&arg - c.args.data()];
  size_t bytes = numbersSize(arg.values) * scalarSize(arg.type.scalar);
  array.data.resize(std::max<size_t>(bytes, 1)); // a pointer, even of an empty array: null means no gradient
  writeNumbers(arg.type.scalar, arg.values, array.data.data());
  ArrayDescriptor descriptor;
  descriptor.data = array.data.data();
  if (arg.isFloatArray()) {
    array.grad.resize(array.data.size());
    writeNumbers(arg.type.scalar, arg.weight, array.grad.data());
    descriptor.grad = array.grad.data();
  }
  descriptor.rank = arg.shape.size();
  int64_t stride = arg.type.numComponents() * scalarSize(arg.type.scalar);
  for (size_t d = arg.shape.size(); d-- > 0; stride *= arg.shape[d]) {
    descriptor.shape[d] = arg.shape[d];
    descriptor.strides[d] = stride;
  }
  ArrayDescriptor adjoint = descriptor;
  adjoint.data = descriptor.grad;
  adjoint.grad = nullptr;
  append(&descriptor, &adjoint, sizeof(descriptor), alignof(ArrayDescriptor));
}

void LaunchArguments::addValue(const CaseArg &arg) {
  size_t size = scalarSize(arg.type.scalar);
  std::vector<std::byte> value(numbersSize(arg.values) * size), zero(value.size());
  writeNumbers(arg.type.scalar, arg.values, value.data());
  append(value.data(), zero.data(), value.size(), size);
}

Numbers LaunchArguments::values(size_t argument) const {
  const CaseArg &arg = c.args[argument];
  return readNumbers(arg.type.scalar, arrays[argument].data.data(), numbersSize(arg.values));
}

Numbers LaunchArguments::gradient(size_t argument) const {
  const CaseArg &arg = c.args[argument];
  return readNumbers(arg.type.scalar, arrays[argument].grad.data(), numbersSize(arg.values));
}

std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank) {
  uint64_t size = 1, multiplier = 1;
  std::vector<uint32_t> shape(rank, 1);
  for (size_t d = 0; d < dim.size(); ++d) {
    uint64_t extent = dim[d];
    size *= extent;
    if (d < rank)
      shape[d] = extent;
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

} // namespace kgen::runtime
