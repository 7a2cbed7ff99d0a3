// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be taken away from a module. Knows no test and decides nothing: whether a smaller module verifies and is
// still interesting is for the driver to find out.

#ifndef KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H
#define KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace kgen {

/// A kind of things to take away. Each makes fewer of what it takes and no more of what a reduction before it in the
/// list takes, so that going through the list until nothing changes comes to an end.
struct Reduction {
  /// How many things of this kind a module has, in an order that follows from the module alone.
  unsigned (*count)(mlir::ModuleOp module);
  /// Takes those from `from` to `to` (exclusive) away as far as they can be; false where none could.
  bool (*apply)(mlir::ModuleOp module, unsigned from, unsigned to);
};

/// All of them, what takes most away first.
llvm::ArrayRef<Reduction> reductions();

} // namespace kgen

#endif // KGEN_TOOLS_KGEN_REDUCE_REDUCTIONS_H
