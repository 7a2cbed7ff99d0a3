// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the backward may read from memory: it runs when all threads have finished the forward.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H

#include "Activity.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace kgen::transforms {

/// The writes of a kernel, each array's in program order. Arrays that are different arguments do not overlap; an op
/// that does not say what it writes may write everything.
class Writes {
public:
  explicit Writes(KernelOp kernel);

  /// A write that may change, after the load, the element that it read; null where it is proven unchanged.
  mlir::Operation *findOverwrite(AccessOpInterface load) const;
  /// Whether anything may write to an array.
  bool isWritten(mlir::Value array) const { return !to(array).empty(); }
  /// Why the winner of an atomic min or max cannot be told from the final element; nullopt where it can.
  std::optional<llvm::StringRef> whyNoWinner(AccessOpInterface atomic, const Activity &activity) const;

private:
  llvm::ArrayRef<mlir::Operation *> to(mlir::Value array) const;

  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Operation *>> writes;
  /// How many coordinates of the thread the kernel asks for.
  unsigned rank;
  /// Those that may write everything.
  llvm::SmallVector<mlir::Operation *> unknown;
};

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_MEMORY_H
