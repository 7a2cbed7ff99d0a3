// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a launch in memory, as Warp 1.19 lays them out.

#ifndef KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
#define KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H

#include "GuardedMemory.h"
#include "kgen/IR/KernelCase.h"
#include "kgen/Support/WarpLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <span>

namespace kgen::runtime {

/// Arrays with their values and gradients, and the structs that point to them.
class LaunchArguments {
public:
  /// Arrays get the values of the case, which fits the kernel; arrays of floats, and of structs, also get a gradient,
  /// of the weights or of zeros. Fields that the case does not name are zero.
  LaunchArguments(KernelOp kernel, const Case &c);

  /// The kernel's argument struct.
  void *arguments() { return argumentBytes.data(); }
  /// The struct of its adjoints: arrays are their gradients, all else is zero.
  void *adjoints() { return adjointBytes.data(); }

  /// Puts the arrays elsewhere: `place` is asked for the address of an array's elements, or of its gradient's, which
  /// stay in this memory; the structs then hold those addresses.
  void relocate(llvm::function_ref<uint64_t(const std::string &name, llvm::MutableArrayRef<std::byte> bytes)> place);
  /// The parameters one by one, as a GPU's entry point takes them: the bounds, the arguments, a backward's adjoints.
  llvm::SmallVector<std::span<const std::byte>> parameters(std::span<const std::byte> bounds, bool isBackward) const;

  /// Final values, and gradients, of the arguments that are reported.
  std::vector<NamedNumbers> outputs() const;
  std::vector<NamedNumbers> gradients() const;

private:
  /// The elements of an array, and of its gradient.
  struct Array {
    std::string name;
    size_t elementBytes = 0;
    /// Of its descriptors in the two structs.
    size_t at = 0;
    GuardedBytes data, grad;
  };
  /// The part of an array that an argument is: its elements, or a field of each, so many bytes from their start.
  struct Bound {
    Array *array = nullptr;
    size_t offset = 0;
  };
  Array &addArray(const CaseArg &arg, size_t elementBytes, bool hasGradient, size_t at);
  void bind(const CaseArg &arg, const CasePlace &place, mlir::Type parameter, size_t at);
  void spread(const CaseArg &arg, size_t offset, const Numbers &numbers, size_t elementBytes, GuardedBytes &to) const;
  Numbers collect(const CaseArg &arg, size_t offset, size_t elementBytes, const GuardedBytes &from) const;

  const Case &c;
  std::vector<std::unique_ptr<Array>> arrays;
  llvm::SmallDenseMap<unsigned, Array *> ofStructs; // by parameter
  std::vector<Bound> bound;                         // one for each argument; null for arguments by value
  std::vector<std::byte> argumentBytes, adjointBytes;
  /// The offset of each parameter in the structs, and its size.
  std::vector<std::pair<size_t, size_t>> parameterPlaces;
};

} // namespace kgen::runtime

#endif // KGEN_LIB_RUNTIME_LAUNCHARGUMENTS_H
