// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function of plain pointers has to know of its arrays: the extents that its indices and strides need, and which
// arrays it changes. An array there is a parameter, or a view of one.

#ifndef KGEN_LIB_TARGET_TEXT_EXTENTS_H
#define KGEN_LIB_TARGET_TEXT_EXTENTS_H

#include "kgen/IR/IntegerRanges.h"
#include "kgen/IR/Kgen.h"

#include <map>
#include <set>

namespace kgen::text {

/// The part of a parameter that an array is: all of it, or what lies behind its first indices.
struct ArrayPart {
  mlir::BlockArgument parameter;
  /// The number of the parameter's dimensions that are fixed.
  unsigned fixed = 0;
};

/// The part that an array is; nullopt if it comes from elsewhere.
std::optional<ArrayPart> partOf(mlir::Value array);

/// The array arguments of a function.
struct ArrayUses {
  /// Parameters and dimensions whose extents are needed.
  std::set<std::pair<unsigned, unsigned>> extents;
  /// Parameters whose elements change.
  std::set<unsigned> changed;

  bool needs(unsigned parameter, unsigned dimension) const { return extents.count({parameter, dimension}); }
  bool changes(unsigned parameter) const { return changed.count(parameter); }
};

/// Finds the uses of each function of a module once.
class Extents {
public:
  const ArrayUses &of(mlir::FunctionOpInterface function);
  /// Whether an index may count from the end of its dimension.
  bool mayBeNegative(mlir::OpFoldResult index);

private:
  void add(ArrayUses &uses, mlir::Value array, llvm::ArrayRef<mlir::OpFoldResult> indices, bool changes);
  void addCall(ArrayUses &uses, CallOp call);

  std::map<mlir::Operation *, ArrayUses> found;
  IntegerRanges ranges = IntegerRanges(IntegerRanges::Code::Any);
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_EXTENTS_H
