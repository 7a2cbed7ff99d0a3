// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of a module. They know no test and decide nothing: the driver finds out whether a smaller module verifies
// and is still interesting.

#ifndef KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H
#define KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace kgen {

/// A kind of things to take away. Each removes some of its kind and adds none of the kinds before it in the list, so
/// that repeating the list until nothing changes comes to an end.
struct Reduction {
  /// How many things of this kind a module has, in an order that follows from the module alone.
  unsigned (*count)(mlir::ModuleOp module);
  /// Removes those from `from` to `to` (exclusive) as far as possible; false if none could be removed.
  bool (*apply)(mlir::ModuleOp module, unsigned from, unsigned to);
};

/// All of them, those that remove most first.
llvm::ArrayRef<Reduction> reductions();

} // namespace kgen

#endif // KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H
