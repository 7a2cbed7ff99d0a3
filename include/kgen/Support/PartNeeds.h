// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions that an object made with `--concurrent` states for a launch whose parts run at the same time. Needs
// the standard library only.

#ifndef KGEN_SUPPORT_PARTNEEDS_H
#define KGEN_SUPPORT_PARTNEEDS_H

#include <cstdint>

namespace kgen {

/// One condition under which no element is updated by two parts of a launch.
struct PartNeed {
  enum Kind : int32_t {
    OwnElements, ///< each part but the first is handed a copy of the array, all zeros, that is added to it at the end
    OwnGradient, ///< the same with the array's gradient
    Ascending,  ///< in an array of 32-bit integers, of which thread t looks at t + first and at the one behind it, none
                ///< is negative or less than the one before it
    ShortLaunch ///< the launch has no more than `most` threads along its dimension `first`
  };
  enum Scalar : int32_t { Float32, Float64, Int32, Int64 };

  int32_t kind = OwnElements;
  /// The array: the offset of its descriptor in the struct of arguments, its dimensions, the bytes of an element, and
  /// its scalars.
  int32_t offset = 0, rank = 1, elementBytes = 0, scalar = Int32;
  int32_t first = 0;
  int32_t most = 0;

  bool operator==(const PartNeed &) const = default;
};

/// All of them, as constants of the object: `NAME_needs`, for the entry point `NAME_apart`, which updates no array of
/// the list atomically, beside `NAME`, which needs no condition.
struct PartNeeds {
  /// The size of the struct of arguments, and the number of needs that follow.
  int32_t argumentBytes = 0, count = 0;

  const PartNeed *begin() const { return reinterpret_cast<const PartNeed *>(this + 1); }
  const PartNeed *end() const { return begin() + count; }
};

} // namespace kgen

#endif // KGEN_SUPPORT_PARTNEEDS_H
