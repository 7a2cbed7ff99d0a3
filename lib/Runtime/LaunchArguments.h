// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a launch in memory, as Warp 1.19 lays them out.

#ifndef KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
#define KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H

#include "kgen/Support/Case.h"
#include <memory>

namespace kgen::runtime {

/// Warp's `array_t`.
struct ArrayDescriptor {
  void *data = nullptr, *grad = nullptr;
  int32_t shape[4] = {}, strides[4] = {};
  uint16_t rank = 0, flags = 0;
};
static_assert(sizeof(ArrayDescriptor) == 56);

/// Arrays with their values and gradients, and the structs that point to them.
class LaunchArguments {
public:
  /// Arrays get the values of the case; arrays of floats also get a gradient, of the weights or of zeros.
  explicit LaunchArguments(const Case &c);

  /// The kernel's argument struct.
  void *arguments() { return argumentBytes.data(); }
  /// The struct of its adjoints: arrays are their gradients, all else is zero.
  void *adjoints() { return adjointBytes.data(); }

  Numbers values(size_t argument) const;
  Numbers gradient(size_t argument) const;

private:
  struct Array {
    std::vector<std::byte> data, grad;
  };
  void addArray(const CaseArg &arg);
  void addValue(const CaseArg &arg);
  void append(const void *bytes, const void *adjoint, size_t size, size_t alignment);

  const Case &c;
  std::vector<Array> arrays; // one for each argument; empty for arguments by value
  std::vector<std::byte> argumentBytes, adjointBytes;
};

/// Warp's `launch_bounds_t<rank>` of a launch over `dim`: extents beyond the rank are folded into one multiplier.
std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank);

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
