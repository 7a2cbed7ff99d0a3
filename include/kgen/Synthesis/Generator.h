// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes kernels. What is made follows from category, seed and index, and is well-formed by construction: operands lie
// in their builtins' domains, indices in their arrays, and no two threads touch an element but by atomics.

#ifndef KGEN_SYNTHESIS_GENERATOR_H
#define KGEN_SYNTHESIS_GENERATOR_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"
#include "kgen/Synthesis/Categories.h"
#include "mlir/IR/OwningOpRef.h"

namespace kgen {

/// What a parameter of a generated kernel is given in a launch.
struct Parameter {
  std::string name;
  mlir::Type type;
  Role role = Role::In;
  /// An array's extents.
  llvm::SmallVector<int64_t, 2> shape;
  /// Values are drawn from here; integers with both ends.
  double low = 0.0, high = 0.0;
};

/// A kernel in source form, in a module of its own, and how to launch it.
struct GeneratedKernel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
  llvm::SmallVector<int64_t, 2> dim;
  llvm::SmallVector<Parameter> parameters;
};

/// Which kernel to make.
struct KernelPlan {
  Category category;
  uint64_t seed = 0;
  uint64_t index = 0;
};

/// Draw number `attempt` of the kernel that `plan` asks for. It verifies; nothing else has been asked of it yet.
GeneratedKernel drawKernel(mlir::MLIRContext *context, const KernelPlan &plan, unsigned attempt);

/// Numbers for the arguments of a draw, set `number` of them.
Case drawCase(const GeneratedKernel &kernel, const KernelPlan &plan, unsigned attempt, unsigned number);

} // namespace kgen

#endif // KGEN_SYNTHESIS_GENERATOR_H
