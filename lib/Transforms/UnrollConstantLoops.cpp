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
using namespace kgen::transforms;

/// The most ops that one loop may become.
static constexpr uint64_t maxOps = 512;

/// The number of trips, where the loop is to be written out.
static std::optional<uint64_t> getTrips(ForOp loop, unsigned maxTrips) {
  std::optional<uint64_t> trips = loop.getConstantTripCount();
  if (!trips || *trips > maxTrips)
    return std::nullopt;
  uint64_t size = 0;
  loop.getBody().walk([&](Operation *) { ++size; });
  return size * *trips > maxOps ? std::nullopt : trips;
}

static void unrollLoop(ForOp loop, uint64_t trips) {
  OpBuilder builder(loop);
  Block &body = loop.getBody().front();
  Value induction = loop.getInductionVar();
  int64_t first = *getConstantBound(loop.getLower()), step = *getConstantBound(loop.getStep());
  SmallVector<Value> carried(loop.getInits());
  for (uint64_t trip = 0; trip < trips; ++trip) {
    IRMapping mapping;
    auto literal = builder.getIntegerAttr(induction.getType(), first + static_cast<int64_t>(trip) * step);
    Value constant = ConstantOp::create(builder, unnamedLoc(loop.getLoc()), literal, StringAttr());
    mapping.map(induction, constant);
    mapping.map(ValueRange(loop.getCarries()), carried);
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    for (auto [value, next] : llvm::zip(carried, getYield(loop.getBody()).getValues()))
      value = mapping.lookupOrDefault(next);
  }
  loop->replaceAllUsesWith(carried);
  loop.erase();
}

bool kgen::unrollConstantLoop(ForOp loop, unsigned maxTrips) {
  std::optional<uint64_t> trips = getTrips(loop, maxTrips);
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
