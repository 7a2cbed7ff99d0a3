// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes kernels. A kernel follows from category, seed and index, and is well-formed by construction: operands lie in
// their builtins' domains, indices in their arrays, and no two threads touch an element except by atomics.

#ifndef KGEN_SYNTHESIS_GENERATOR_H
#define KGEN_SYNTHESIS_GENERATOR_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"
#include "kgen/Support/Rng.h"
#include "kgen/Synthesis/Categories.h"
#include "kgen/Synthesis/InputKind.h"
#include "kgen/Synthesis/Split.h"
#include "mlir/IR/OwningOpRef.h"

namespace kgen {

/// A number that differs between launches: a multiple of a size of the launch plus `offset`, or `offset` alone.
struct Extent {
  /// A place in `GeneratedKernel::sizes`, or -1.
  int size = -1;
  int64_t offset = 0, factor = 1;

  int64_t in(llvm::ArrayRef<int64_t> sizes) const { return offset + (size < 0 ? 0 : factor * sizes[size]); }
  Extent operator-(int64_t n) const { return {size, offset - n, factor}; }
  /// Whether this is at most `other` for all sizes.
  bool fits(Extent other) const { return size == other.size && factor == other.factor && offset <= other.offset; }
};

/// The interval from which a size is drawn for a launch, both ends included.
struct SizeRange {
  int64_t low, high;
};

/// The value of a parameter of a kernel in a launch.
struct Parameter {
  std::string name;
  mlir::Type type;
  Role role = Role::In;
  /// An array's extents.
  llvm::SmallVector<Extent, 2> shape;
  /// Floats are drawn from here.
  double low = 0.0, high = 0.0;
  /// Integers are drawn from here, both ends included.
  Extent first, last;
  /// Whether an integer chooses what the kernel does: cases take its values in turn.
  bool selects = false;
  /// Whether integers name rows other than their own, as lists of neighbours do.
  bool namesOthers = false;
  InputKind kind = InputKind::Uniform;
  /// Whether an array of this shape lies in one dimension, row by row.
  bool isFlat = false;
};

/// The source of a kernel.
struct Origin {
  /// `typed`, or `knowledge`: a kernel of the library in data/library.
  std::string generator = "typed";
  std::string idiom, domain;
  /// Idiom and number of the structure, and the group that a split has to keep together; empty if kernels are not
  /// numbered.
  std::string structure, family;
  /// How often the structures of the idiom were used up before.
  uint64_t pass = 0;
};

/// A kernel in source form, in a module of its own, and how to launch it.
struct GeneratedKernel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
  /// Dimensions of the launch grid: the first of the sizes.
  unsigned rank = 0;
  llvm::SmallVector<SizeRange> sizes;
  /// Whether its threads stand in a row: the launch has one dimension, the product of these.
  bool isRow = false;
  /// Whether one thread runs it, whatever the sizes.
  bool oneThread = false;
  llvm::SmallVector<Parameter> parameters;
  /// So many of the first parameters are the fields of a struct of this type, the kernel's first argument.
  unsigned numFields = 0;
  std::string structType;
  Origin origin;
};

/// The mix of kernels.
enum class Profile {
  /// Equal shares of each category.
  Balanced,
  /// Sizes, and how often a kernel loops, branches and adds atomically, are about those of kernels that people wrote.
  Real,
};

/// `balanced`, `real`.
llvm::StringRef getName(Profile profile);

/// Which kernel to make.
struct KernelPlan {
  Category category;
  uint64_t seed = 0;
  uint64_t index = 0;
  Profile profile = Profile::Balanced;
  /// How many categories take turns in the indices.
  uint64_t categories = 1;
  /// Families that it may be of.
  Split split = Split::All;

  /// Which of the kernels of its category it is.
  uint64_t ordinal() const { return index / categories; }
};

/// Draw number `attempt` of the kernel that `plan` asks for. It verifies and has passed no other check. Most kernels
/// come from the library of knowledge. A share, and the kernels that the library does not reach, come from the types
/// alone. It is of the plan's split. `next` counts the candidates of the library that were tried; it is zero at the
/// first attempt.
GeneratedKernel drawKernel(mlir::MLIRContext *context, const KernelPlan &plan, unsigned attempt, unsigned &next);

/// How many threads a case has.
enum class LaunchSize {
  /// A size that a reader can follow.
  Small,
  /// 64 at least: two warps.
  Large
};

/// Sizes and arguments for a launch; `number` says which value the parameters that select take. Nullopt if an array
/// would have more numbers than a text should hold.
std::optional<Case> drawCase(const GeneratedKernel &kernel, Rng &rng, LaunchSize size, unsigned number);

} // namespace kgen

#endif // KGEN_SYNTHESIS_GENERATOR_H
