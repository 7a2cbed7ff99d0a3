// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements at one address for all threads of a launch, that are in registers while threads run one after the other.

#ifndef KGEN_LIB_CONVERSION_PROMOTEDELEMENTS_H
#define KGEN_LIB_CONVERSION_PROMOTEDELEMENTS_H

#include "KernelLowering.h"

namespace kgen::conversion {

/// The elements of one body. Threads add in the same order as in memory, so the bits are the same.
class PromotedElements {
public:
  struct Element {
    mlir::Value array;
    mlir::SmallVector<mlir::OpFoldResult> indices;
    mlir::Value slot; // memory of the function's own, of which LLVM makes registers
  };

  /// Those of a kernel: its arrays are parameters, each of these is only updated, at literals or parameters, and
  /// `isKept` holds for it.
  PromotedElements(KernelOp kernel, llvm::function_ref<bool(mlir::Value array)> isKept);

  bool empty() const { return elements.empty(); }
  mlir::ArrayRef<Element> getElements() const { return elements; }
  /// All arrays and gradients of the kernel, which may not overlap those of the elements; none if there are no
  /// elements.
  mlir::ArrayRef<mlir::Value> getArrays() const { return arrays.getArrayRef(); }
  /// The slot of an element; null where it stays in memory.
  mlir::Value find(mlir::Value array, mlir::ArrayRef<mlir::OpFoldResult> indices) const;

  /// Makes the slots, before the body is lowered.
  void allocate(KernelLowering &k);
  /// Fills the slots, and writes them back, once the body is known.
  void load(KernelLowering &k) const;
  void store(KernelLowering &k) const;

private:
  mlir::SmallVector<Element> elements;
  llvm::SetVector<mlir::Value> arrays;
};

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_PROMOTEDELEMENTS_H
