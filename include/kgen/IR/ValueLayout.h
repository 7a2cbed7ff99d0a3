// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of a value: its scalars, their names, and their offsets in memory as Warp lays values out. Lowering,
// interpreter, runtime, cases and names use it; they know no type of vectors, matrices or structs themselves.

#ifndef KGEN_IR_VALUELAYOUT_H
#define KGEN_IR_VALUELAYOUT_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace kgen::ir {
class ValueLayoutCache;
} // namespace kgen::ir

namespace kgen {

/// One leaf of a value: a scalar, or an array's descriptor.
struct ValueLeaf {
  /// The suffix to the value's name: nothing for a scalar's own leaf, `.x` in a short vector, `.01` in a matrix,
  /// `.center.x` in a struct.
  std::string path;
  mlir::Type type;
  /// Bytes from the start of the value.
  unsigned offset;
};

/// The part that one step of a path leads to: a component, a row of a matrix, a field.
struct ValuePart {
  mlir::Type type;
  /// The number of its first leaf among those of the whole.
  unsigned leaf;
  /// Bytes from the start of the whole.
  unsigned offset;
};

/// The layout of a type of values. One object for each type, made at the first request and kept by the dialect.
class ValueLayout {
public:
  /// Of a value or an array.
  static const ValueLayout &of(mlir::Type type);

  /// The leaves in the order of memory; matrices by rows.
  llvm::ArrayRef<ValueLeaf> getLeaves() const { return leaves; }
  /// The parts that one step leads to, by number; none in a scalar or array. All parts except fields are alike and
  /// follow one another.
  llvm::ArrayRef<ValuePart> getParts() const { return parts; }
  /// The extents that index the leaves, if all are of one type: none for a scalar or array, a vector's length, a
  /// matrix's rows and columns, 4 for a quaternion, 7 for a transform; none for a struct.
  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  /// The leaves that one index of the first extent stands for: 1 in a vector, the columns in a matrix.
  unsigned getWidth() const { return extents.size() == 2 ? extents[1] : 1; }
  /// Bytes in memory.
  unsigned getSize() const { return size; }
  unsigned getAlignment() const { return alignment; }

private:
  explicit ValueLayout(mlir::Type type);
  friend ir::ValueLayoutCache;

  llvm::SmallVector<ValueLeaf, 1> leaves;
  llvm::SmallVector<ValuePart, 1> parts;
  llvm::SmallVector<int64_t, 2> extents;
  unsigned size = 0, alignment = 1;
};

/// Bytes of a scalar in memory, which is its alignment too; a bool takes one.
unsigned scalarBytes(mlir::Type scalar);

} // namespace kgen

#endif // KGEN_IR_VALUELAYOUT_H
