// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a launch in memory, as Warp 1.19 lays them out.

#ifndef KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
#define KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H

#include "kgen/IR/KernelCase.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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
  /// Arrays get the values of the case, which fits the kernel; arrays of floats, and of structs, also get a gradient, of the
  /// weights or of zeros. Fields that the case does not name are zero.
  LaunchArguments(KernelOp kernel, const Case &c);

  /// The kernel's argument struct.
  void *arguments() { return argumentBytes.data(); }
  /// The struct of its adjoints: arrays are their gradients, all else is zero.
  void *adjoints() { return adjointBytes.data(); }

  /// Puts the arrays elsewhere: `place` is asked for the address of an array's elements, or of its gradient's, which stay
  /// in this memory; the structs then hold those addresses.
  void relocate(llvm::function_ref<uint64_t(const std::string &name, llvm::MutableArrayRef<std::byte> bytes)> place);
  /// The parameters one by one, as a GPU's entry point takes them.
  llvm::SmallVector<llvm::ArrayRef<std::byte>> parameters() const { return slice(argumentBytes); }
  llvm::SmallVector<llvm::ArrayRef<std::byte>> adjointParameters() const { return slice(adjointBytes); }

  Numbers values(size_t argument) const;
  Numbers gradient(size_t argument) const;

private:
  /// The elements of an array, and of its gradient.
  struct Array {
    std::string name;
    size_t elementBytes = 0;
    /// Of its descriptors in the two structs.
    size_t at = 0;
    std::vector<std::byte> data, grad;
  };
  /// What an argument is of an array: its elements, or a field of each, so many bytes from their start.
  struct Bound {
    Array *array = nullptr;
    size_t offset = 0;
  };
  llvm::SmallVector<llvm::ArrayRef<std::byte>> slice(llvm::ArrayRef<std::byte> bytes) const;
  Array &addArray(const CaseArg &arg, size_t elementBytes, bool hasGradient, size_t at);
  void bind(const CaseArg &arg, const CasePlace &place, mlir::Type parameter, size_t at);
  void spread(const CaseArg &arg, size_t offset, const Numbers &numbers, size_t elementBytes,
              std::vector<std::byte> &to) const;
  Numbers collect(const CaseArg &arg, size_t offset, size_t elementBytes, const std::vector<std::byte> &from) const;

  const Case &c;
  std::vector<std::unique_ptr<Array>> arrays;
  llvm::SmallDenseMap<unsigned, Array *> ofStructs; // by parameter
  std::vector<Bound> bound; // one for each argument; null for arguments by value
  std::vector<std::byte> argumentBytes, adjointBytes;
  /// Where each parameter begins in the structs, and its size.
  std::vector<std::pair<size_t, size_t>> parameterPlaces;
};

/// Warp's `launch_bounds_t<rank>` of a launch over `dim`: extents beyond the rank are folded into one multiplier.
std::vector<std::byte> launchBounds(const std::vector<int64_t> &dim, unsigned rank);

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
