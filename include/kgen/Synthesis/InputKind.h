// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the numbers of an input are drawn. Shared by the library of knowledge, which says it, and by the cases, which do
// it.

#ifndef KGEN_SYNTHESIS_INPUTKIND_H
#define KGEN_SYNTHESIS_INPUTKIND_H

#include <cstdint>

namespace kgen {

/// How the numbers of an input are drawn, if an interval does not say enough.
enum class InputKind : uint8_t {
  Uniform,
  /// Vectors and quaternions of length one, and transforms whose rotation is one.
  Unit,
  /// Rotation matrices.
  Rotation,
  /// Symmetric positive definite matrices.
  Spd,
  /// Rising along the last dimension.
  Increasing,
  /// Vectors along one axis, as gravity is.
  AlongY,
  AlongZ,
  /// Indices below and above half of the last: two arrays of these name distinct rows.
  LowHalf,
  HighHalf,
  /// Indices that differ within a row.
  Ends,
  /// From the first number to the last, never falling: the beginnings of the rows of a packed table.
  Offsets,
  Permutation,
  /// One, or now and then zero.
  Flag,
};

} // namespace kgen

#endif // KGEN_SYNTHESIS_INPUTKIND_H
