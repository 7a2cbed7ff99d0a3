// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a kernel is what its category promises.

#ifndef KGEN_LIB_SYNTHESIS_SUITS_H
#define KGEN_LIB_SYNTHESIS_SUITS_H

#include "kgen/IR/Kgen.h"
#include "kgen/Synthesis/Categories.h"
#include "kgen/Synthesis/Generator.h"

namespace kgen::synthesis {

/// A kernel with loops in the place of tiles, by which it is counted and hashed; the kernel itself if its module has no
/// tiles.
struct KernelOfLoops {
  explicit KernelOfLoops(KernelOp given);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
};

/// True where the kernel does what kernels of its category are about.
bool suits(KernelOp kernel, Category category);

/// The same of a plan. Real kernels are plainer, many only move data: in their mix it is enough to be of the category
/// more than of others.
bool suits(KernelOp kernel, const KernelPlan &plan);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_SUITS_H
