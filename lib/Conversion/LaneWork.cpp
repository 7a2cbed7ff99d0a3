// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneWork.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;

namespace kgen::conversion {

/// In instructions, roughly. Less than that is compiled in two tenths of a second, whatever it is in proportion to.
static constexpr uint64_t alwaysTried = 1500;
/// All ways together, that of the threads one by one included, are at most so many times as long as that one.
static constexpr uint64_t mostGrowth = 3;
/// Bits of the registers that every CPU with lanes has.
static constexpr unsigned registerBits = 256;
/// Instructions for an element that lies apart, in each lane: its address, the access, and its place in the vector; and
/// a branch where the lane may not run, or one after the other where lanes may have the element in common.
static constexpr uint64_t perElement = 3, perGuarded = 6;

/// Of one thread.
static uint64_t workOf(Operation *op) {
  auto count = [](TypeRange types) {
    uint64_t sum = 0;
    for (Type type : types)
      if (!isa<ArrayType, GradientType, VarType>(type))
        sum += numComponents(type);
    return sum;
  };
  if (isa<ConstantOp, ConstructOp, GetOp>(op))
    return 0;
  return std::max<uint64_t>({count(op->getResultTypes()), count(op->getOperandTypes()) / 2, 1});
}

/// The work of one thread, and of so many lanes.
static std::pair<uint64_t, uint64_t> measure(KernelOp kernel, const LaneAnalysis &analysis, unsigned count) {
  uint64_t alone = 0, together = 0;
  uint64_t registers = std::max(1u, count * analysis.getWidth() / registerBits);
  kernel.walk([&](Operation *op) {
    uint64_t work = workOf(op);
    alone += work;
    together += analysis.isWide(op) || analysis.isDivergent(op) ? work * registers : work;
    auto access = dyn_cast<AccessOpInterface>(op);
    bool isOneNumber = access && numComponents(access.getAccessedType()) == 1; // others are taken apart
    if (!access || analysis.isUniform(access) || (isOneNumber && analysis.followOneAnother(access)))
      return;
    bool isAtTop = op->getParentOp() == kernel, isOwn = analysis.areElementsOwn(access.getArray());
    bool isGuarded = !isAtTop || (access.writesElement() && !isOwn);
    together += count * work * (isGuarded ? perGuarded : perElement);
  });
  return {alone, together};
}

LaneWays chooseWays(KernelOp kernel, const LaneAnalysis &analysis, unsigned count, bool mayGiveUp) {
  auto [alone, together] = measure(kernel, analysis, count);
  auto fits = [&, alone = alone](uint64_t ways) { return ways + alone <= std::max(alwaysTried, mostGrowth * alone); };
  if (fits(2 * together))
    return {count};
  if (fits(together))
    return {count, /*hasExtras=*/false};
  uint64_t half = measure(kernel, analysis, count / 2).second;
  if (count > 4 && mayGiveUp && fits(half))
    return {count / 2, /*hasExtras=*/false};
  return {mayGiveUp ? 0 : count, /*hasExtras=*/false};
}

} // namespace kgen::conversion
