// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constructs of a kernel's Python, counted as the census of real kernels counted it (data/real-kernels.json).

#ifndef KGEN_LIB_STATS_KERNELSHAPE_H
#define KGEN_LIB_STATS_KERNELSHAPE_H

#include "PythonText.h"
#include <array>
#include <bitset>

namespace kgen::stats {

/// Numbers about a kernel, of its own text alone.
enum class Measure : uint8_t {
  Sloc,
  BodySloc,
  Stmts,
  Nargs,
  Arrays,
  Depth,
  Loops,
  DynLoops,
  Branches,
  Loads,
  Stores,
  Atomics,
  CompLoads,
  Calls,
  UserCalls,
  Returns
};
inline constexpr size_t numMeasures = 16;
/// Their names, those of data/real-kernels.json.
extern const std::array<llvm::StringLiteral, numMeasures> measureNames;
/// The same for people.
extern const std::array<llvm::StringLiteral, numMeasures> measureTitles;

/// Things that a kernel has or has not.
enum class Trait : uint8_t {
  If,
  Vectors,
  TupleUnpacking,
  UserFunctions,
  For,
  DynamicFor,
  EarlyReturn,
  SeveralThreadIndices,
  AndOr,
  Arrays2d,
  ShapeOrLen,
  Atomics,
  Bool,
  ModuleConstants,
  Transforms,
  Matrices,
  Quaternions,
  BitOperations,
  SpatialVectors,
  ComponentStores,
  While,
  Continue,
  RowViews,
  Break,
  MatrixProduct,
  Ternary
};
inline constexpr size_t numTraits = 26;
extern const std::array<llvm::StringLiteral, numTraits> traitNames;

struct KernelShape {
  std::array<unsigned, numMeasures> measures{};
  std::bitset<numTraits> traits;
  /// Builtins called, by Warp's names, in order of the text, each as often as it is called.
  std::vector<llvm::StringRef> builtins;

  unsigned &operator[](Measure measure) { return measures[static_cast<size_t>(measure)]; }
  void set(Trait trait) { traits.set(static_cast<size_t>(trait)); }
};

KernelShape measureKernel(const PyKernel &kernel);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_KERNELSHAPE_H
