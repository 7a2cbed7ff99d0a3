// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops with literal bounds and few trips are written out: then their carried values are values like all others, and
// their indices are literals.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace kgen;

/// The most ops that one loop may become.
static constexpr uint64_t maxOps = 512;

/// A bound that is a literal, or has become one when a loop around was written out.
static std::optional<int64_t> getConstantBound(OpFoldResult bound) {
  if (std::optional<int64_t> literal = getLiteral(bound))
    return literal;
  auto constant = cast<Value>(bound).getDefiningOp<ConstantOp>();
  return constant ? std::optional(cast<IntegerAttr>(constant.getValue()).getValue().getSExtValue()) : std::nullopt;
}

/// The values of the induction variable, where the loop is to be written out.
static std::optional<SmallVector<int64_t>> getTrips(ForOp loop, unsigned maxTrips) {
  if (cast<YieldOp>(loop.getBody().front().getTerminator()).getMore())
    return std::nullopt;
  std::optional<int64_t> lower = getConstantBound(loop.getLower()), upper = getConstantBound(loop.getUpper()),
                         step = getConstantBound(loop.getStep());
  if (!lower || !upper || !step)
    return std::nullopt;
  SmallVector<int64_t> trips;
  for (int64_t i = *lower; *step > 0 ? i < *upper : *step < 0 && i > *upper; i += *step) {
    if (trips.size() == maxTrips)
      return std::nullopt;
    trips.push_back(i);
  }
  uint64_t size = 0;
  loop.getBody().walk([&](Operation *) { ++size; });
  if (size * trips.size() > maxOps)
    return std::nullopt;
  return trips;
}

static void unrollLoop(ForOp loop, ArrayRef<int64_t> trips) {
  OpBuilder builder(loop);
  Block &body = loop.getBody().front();
  Value induction = loop.getInductionVar();
  SmallVector<Value> carried(loop.getInits());
  for (int64_t trip : trips) {
    IRMapping mapping;
    auto literal = builder.getIntegerAttr(induction.getType(), trip);
    Value constant = ConstantOp::create(builder, unnamedLoc(loop.getLoc()), literal, StringAttr());
    mapping.map(induction, constant);
    mapping.map(ValueRange(loop.getCarries()), carried);
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    for (auto [value, next] : llvm::zip(carried, cast<YieldOp>(body.getTerminator()).getValues()))
      value = mapping.lookupOrDefault(next);
  }
  loop->replaceAllUsesWith(carried);
  loop.erase();
}

bool kgen::unrollConstantLoop(ForOp loop, unsigned maxTrips) {
  std::optional<SmallVector<int64_t>> trips = getTrips(loop, maxTrips);
  if (trips)
    unrollLoop(loop, *trips);
  return trips.has_value();
}

void kgen::unrollConstantLoops(KernelOp kernel, unsigned maxTrips) {
  bool changed;
  do { // a loop that is written out may give loops inside of it literal bounds
    changed = false;
    kernel.getBody().walk([&](ForOp loop) { changed |= unrollConstantLoop(loop, maxTrips); });
  } while (changed);
  simplifyValueForm(kernel);
  makeNamesUnique(kernel);
}
