// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which builtins make a value of a type out of values of which types: the builtin records, turned around. Weights are
// the generator's policy and stand here, not in the records.

#ifndef KGEN_LIB_SYNTHESIS_CHOICES_H
#define KGEN_LIB_SYNTHESIS_CHOICES_H

#include "kgen/IR/Builtins.h"
#include "kgen/Support/Rng.h"
#include "kgen/Synthesis/Categories.h"
#include "llvm/ADT/DenseMap.h"

namespace kgen::synthesis {

/// How often real kernels use a builtin, roughly, against the others of its group. Zero: never chosen freely.
unsigned commonness(const BuiltinInfo &info);

/// Whether an author can write a builtin with operands of these types.
bool isWritable(const BuiltinInfo &info, mlir::TypeRange types);

/// A builtin with operands of certain types.
struct Choice {
  const BuiltinInfo *info;
  llvm::SmallVector<mlir::Type, 3> operands;
};

/// All choices over a set of types, for one category of kernels.
class Choices {
public:
  /// `types`: what values of the kernel may be.
  Choices(llvm::ArrayRef<mlir::Type> types, Category category);

  /// A choice whose result is of type `type`, or null if there is none.
  const Choice *pick(mlir::Type type, Rng &rng) const;

private:
  void add(const BuiltinInfo &info, llvm::ArrayRef<mlir::Type> types, unsigned weight);

  struct Group {
    llvm::SmallVector<Choice> choices;
    llvm::SmallVector<unsigned> weights;
  };
  llvm::DenseMap<mlir::Type, Group> groups; // looked up, never walked
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_CHOICES_H
