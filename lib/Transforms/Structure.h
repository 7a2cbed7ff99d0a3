// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ifs and loops of value form with other results: adding and dropping what they hand on. Each makes a new op in the
// place of the old one, which is gone afterwards, and keeps names.

#ifndef KGEN_LIB_TRANSFORMS_STRUCTURE_H
#define KGEN_LIB_TRANSFORMS_STRUCTURE_H

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace kgen::transforms {

/// Fails, with an error, for an op with regions that is no `if`, loop or kernel.
mlir::LogicalResult checkStructure(mlir::Operation *op);

/// Whether a value is made in a region of `op`, or handed to one.
inline bool isInside(mlir::Value value, mlir::Operation *op) {
  return op->isAncestor(value.getParentBlock()->getParentOp());
}

/// The yield whose values the op around the region takes.
YieldOp getYield(mlir::Region &region);

/// An op as an `if` or loop, or null; asked of all ops, most of which have no regions, at the least cost.
inline mlir::RegionBranchOpInterface asStructure(mlir::Operation *op) {
  return op->getNumRegions() ? mlir::dyn_cast<mlir::RegionBranchOpInterface>(op) : mlir::RegionBranchOpInterface();
}

/// An access to an array or gradient, to an element or to the part that a tile is: the values that it reads and that it
/// writes or updates by, null if it has none.
struct MemoryAccess {
  mlir::Value array, read, written;
};

/// The access that an op is, if it is one.
std::optional<MemoryAccess> memoryAccessOf(mlir::Operation *op);

/// The flow of values through an `if` or loop: each operand, of itself or of a yield, and the values that take it over.
mlir::RegionBranchSuccessorMapping flowsOf(mlir::RegionBranchOpInterface op);

/// Adds to `values` all in `body` that is computed from them, through ifs and loops too.
void addDependents(mlir::Region &body, llvm::DenseSet<mlir::Value> &values);

/// The arguments to which the author's adjoint gives adjoints, in its order.
llvm::SmallVector<mlir::Value> differentiableArguments(CustomAdjointOp op);

/// Adds a parameter to a kernel, after those it has.
mlir::BlockArgument addParameter(KernelOp kernel, mlir::Type type, mlir::Location loc);

/// Adds results to an `if`, after those it has. The yields are left for the caller to extend.
IfOp addResults(IfOp branch, mlir::TypeRange types);

/// Adds carried values to a loop, after those it has. The body's yield is left for the caller to extend.
LoopOpInterface addCarries(LoopOpInterface loop, mlir::ValueRange inits);

/// Drops what is yielded for some results of an `if` or loop.
void dropYielded(mlir::Operation *op, const llvm::BitVector &dropped);

/// Drops results of an `if` or loop; of a loop, initial values and block arguments too. Nothing may use them, and what
/// is yielded for them is gone already.
mlir::Operation *dropResults(mlir::Operation *op, const llvm::BitVector &dropped);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_STRUCTURE_H
