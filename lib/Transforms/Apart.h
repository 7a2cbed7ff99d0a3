// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether another thread, lane or trip can hit an element: one answer for all that rests on it, which are plain updates
// instead of atomic ones, lanes, copies of sums, and values that a backward reads again. An index that is affine in a
// coordinate tells threads apart as long as it neither leaves 32 bits nor counts from the end.

#ifndef KGEN_LIB_TRANSFORMS_APART_H
#define KGEN_LIB_TRANSFORMS_APART_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// When different counts, of a thread's coordinate or of the trips of a loop, lead to different elements of an array:
/// in all launches, or where `step * (counts - 1) + reach` is less than a limit. A launch sees to that once.
struct Apart {
  enum Kind : uint8_t {
    Always,
    /// The limit is 2^31, for counts from 0 on: no index wraps. Counts are not negative.
    WhileInt32,
    /// The limit is the extent of the array along the dimension, for counts of which any two differ by less than
    /// `counts`: of two indices that lie so close, one never counts from the end to where the other counts from the
    /// start.
    WithinExtent,
  };
  Kind kind = Always;
  unsigned dimension = 0;
  /// By how much the index changes from one count to the next.
  int64_t step = 0;
  /// By how much accesses of one count differ; `WhileInt32`: what they add at most.
  int64_t reach = 0;

  /// The most counts for which it holds below a limit.
  int64_t mostCounts(int64_t limit) const;
};

/// The weakest condition under which accesses to one array, in threads or trips of different counts, hit different
/// elements; nullopt if there is none. `isCounter` knows the values that count; the other terms of an index must be
/// `isFixed`: one value in all accesses that are compared.
std::optional<Apart> findApart(llvm::ArrayRef<AccessOpInterface> accesses,
                               llvm::function_ref<bool(mlir::Value)> isCounter,
                               llvm::function_ref<bool(mlir::Value)> isFixed);

/// The same of the threads of a launch, for each of its `rank` coordinates: no element is hit by two threads with
/// different ones. Each is `Always` or `WhileInt32`, for as many counts as the launch has along the coordinate.
std::optional<llvm::SmallVector<Apart, 3>> findApartThreads(llvm::ArrayRef<AccessOpInterface> accesses, unsigned rank);
/// Whether that holds in all launches.
bool areThreadsApart(llvm::ArrayRef<AccessOpInterface> accesses, unsigned rank);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_APART_H
