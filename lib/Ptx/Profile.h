// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a warp's accesses and branches on a GPU. Threads run one after another here: those of a warp that execute
// an instruction for the k-th time count as one request.

#ifndef KGEN_LIB_PTX_PROFILE_H
#define KGEN_LIB_PTX_PROFILE_H

#include "Exec.h"
#include <map>
#include <tuple>
#include <vector>

namespace kgen::ptx {

/// The property of an op that is profiled besides its executions: nothing, a branch, or an access of so many bytes.
enum : uint8_t { NoTraffic = 0, BranchTraffic = 255 };

/// For one line, by warps: requests to memory, their sectors and passes, and branches whose lanes go both ways.
struct LineTraffic {
  uint64_t requests = 0, sectors = 0, conflicts = 0, divergent = 0;
};

class Profile {
public:
  explicit Profile(size_t numLines) : counts(numLines), traffic(numLines) {}

  /// Notes an op before it is executed.
  void note(const Exec &x, const MicroOp *op);
  /// The threads of the block have ended, or wait for good.
  void endBlock();

  std::vector<uint64_t> counts;
  std::vector<LineTraffic> traffic;

private:
  struct Request {
    uint8_t what = NoTraffic;
    bool isShared = false, isGlobal = false;
    /// Addresses; of a branch, whether it is taken.
    std::vector<uint64_t> lanes;
  };
  /// A line, an op of it, the warp, and how often its lanes were there before.
  using Key = std::tuple<uint32_t, const MicroOp *, uint32_t, uint32_t>; // sums alone are made of them, in any order
  std::map<Key, Request> requests;
  /// How often a thread was at an op.
  std::map<std::pair<const MicroOp *, uint32_t>, uint32_t> visits;
};

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_PROFILE_H
