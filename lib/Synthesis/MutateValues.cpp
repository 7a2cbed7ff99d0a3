// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of one op in its place. Integers stay as they are: they index arrays.

#include "Choices.h"
#include "Mutations.h"
#include "kgen/IR/Predicates.h"
#include "kgen/Synthesis/Randomize.h"
#include <cmath>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

/// Whether `other` is finite wherever the operands of `info` were meant to lie.
static bool isAtHome(const BuiltinInfo &info, const BuiltinInfo &other) {
  for (auto [i, domain] : llvm::enumerate(other.domains))
    if (i >= info.domains.size() || domain.low > info.domains[i].low || domain.high < info.domains[i].high)
      return false;
  return true;
}

static SmallVector<const BuiltinInfo *> replacements(Operation *op, const BuiltinInfo &info) {
  SmallVector<const BuiltinInfo *> others;
  TypeRange types = op->getOperandTypes();
  for (const BuiltinInfo *other : allBuiltins())
    if (other != &info && commonness(*other) > 0 && isWritable(*other, types) && isAtHome(info, *other) &&
        other->resultType(types) == op->getResult(0).getType())
      others.push_back(other);
  return others;
}

bool mutations::changeBuiltin(FunctionOpInterface function, Rng &rng) {
  auto places = placesOf<BuiltinOpInterface>(function, [](BuiltinOpInterface op) {
    return isFloatArith(op->getResult(0).getType()) && !replacements(op, op.getBuiltinInfo()).empty();
  });
  if (places.empty())
    return false;
  BuiltinOpInterface place = rng.pick(places);
  SmallVector<const BuiltinInfo *> others = replacements(place, place.getBuiltinInfo());
  SmallVector<unsigned> weights =
      llvm::map_to_vector(others, [](const BuiltinInfo *info) { return commonness(*info); });
  OpBuilder builder(place);
  Operation *old = place;
  Value result = createBuiltin(builder, old->getLoc(), *others[rng.pickWeighted(weights)], old->getOperands());
  old->getResult(0).replaceAllUsesWith(result);
  old->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

double kgen::synthesis::shortNumber(Rng &rng, double low, double high) {
  // A quotient of whole numbers is the double nearest to the decimal that will be printed.
  int64_t hundredths = rng.uniformInt(int64_t(std::ceil(low * 100.0)), int64_t(std::floor(high * 100.0)));
  return double(hundredths == 0 ? 50 : hundredths) / 100.0;
}

/// So many hundredths of a number, with three digits; only arithmetic that is the same everywhere.
static double nearby(double value, int64_t hundredths) {
  double target = value * double(hundredths) / 100.0, places = 1.0;
  while (std::fabs(target) * places < 100.0)
    places *= 10.0;
  return std::floor(target * places + 0.5) / places;
}

static SmallVector<ConstantOp> changeableConstants(FunctionOpInterface function) {
  return placesOf<ConstantOp>(function, [](ConstantOp op) {
    auto value = dyn_cast<FloatAttr>(op.getValueAttr());
    return value && std::fabs(value.getValueAsDouble()) > 1e-30 && std::fabs(value.getValueAsDouble()) < 1e30;
  });
}

/// Makes the number another one. A module constant is the same wherever it is read.
static void setConstant(ConstantOp place, FloatAttr value) {
  place.setValueAttr(value);
  if (StringAttr symbol = place.getSymbolAttr())
    place->getParentOfType<ModuleOp>().walk([&](ConstantOp other) {
      if (other.getSymbolAttr() == symbol && other.getType() == place.getType())
        other.setValueAttr(value);
    });
}

static FloatAttr nearby(FloatAttr value, int64_t hundredths) {
  return FloatAttr::get(value.getType(), nearby(value.getValueAsDouble(), hundredths));
}

bool mutations::changeConstant(FunctionOpInterface function, Rng &rng) {
  SmallVector<ConstantOp> places = changeableConstants(function);
  if (places.empty())
    return false;
  ConstantOp place = rng.pick(places);
  auto old = cast<FloatAttr>(place.getValueAttr());
  setConstant(place, nearby(old, rng.pick({50, 75, 80, 125, 150, 200})));
  return place.getValueAttr() != old;
}

bool kgen::changeOneNumber(KernelOp kernel, ArrayRef<FuncOp> functions, Rng &rng, unsigned tries,
                           llvm::function_ref<bool()> isWanted) {
  SmallVector<ConstantOp> places = changeableConstants(kernel);
  for (FuncOp function : functions)
    llvm::append_range(places, changeableConstants(function));
  for (unsigned i = 0; i < tries && !places.empty(); ++i) {
    ConstantOp place = rng.pick(places);
    auto old = cast<FloatAttr>(place.getValueAttr());
    setConstant(place, nearby(old, rng.uniformInt(50, 200)));
    if (isWanted())
      return true;
    setConstant(place, old);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Whether a loop would not end, or an index leave its array, if this came out otherwise.
static bool isSafeToChange(Operation *op) { return !isa<WhileOp>(op->getParentOp()); }

bool mutations::changeCondition(FunctionOpInterface function, Rng &rng) {
  auto places = placesOf<Operation *>(function, [](Operation *op) {
    if (auto comparison = dyn_cast<CmpOp>(op))
      return isFloat(comparison.getLhs().getType()) && isSafeToChange(op) &&
             swapSides(comparison.getPredicate()) != comparison.getPredicate();
    // Integers in conditions keep indices in range.
    auto readsFloats = [](Value side) {
      auto comparison = side.getDefiningOp<CmpOp>();
      return comparison && isFloat(comparison.getLhs().getType());
    };
    return isa<AndOp, OrOp>(op) && llvm::all_of(op->getOperands(), readsFloats) && isSafeToChange(op);
  });
  if (places.empty())
    return false;
  Operation *place = rng.pick(places);
  if (auto comparison = dyn_cast<CmpOp>(place)) {
    comparison.setPredicate(swapSides(comparison.getPredicate()));
    return true;
  }
  OpBuilder builder(place);
  const BuiltinInfo *other = lookupBuiltin(isa<AndOp>(place) ? "kgen.or" : "kgen.and");
  place->getResult(0).replaceAllUsesWith(createBuiltin(builder, place->getLoc(), *other, place->getOperands()));
  place->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether a loop's variable is part of an index or a bound, perhaps by way of others.
static bool reachesIndex(Value value, unsigned depth = 0) {
  for (Operation *user : value.getUsers()) {
    if (isa<LoadOp, StoreOp, AtomicOp, ForOp, SetOp, ExtractOp, InsertOp>(user) || depth > 8)
      return true;
    if (user->getNumResults() == 1 && isInt(user->getResult(0).getType()) &&
        reachesIndex(user->getResult(0), depth + 1))
      return true;
  }
  return false;
}

bool mutations::changeTrips(FunctionOpInterface function, Rng &rng) {
  auto trips = [](ForOp loop) -> int64_t {
    std::optional<int64_t> lower = getLiteral(loop.getLower()), upper = getLiteral(loop.getUpper());
    bool byOne = getLiteral(loop.getStep()) == 1;
    return lower && upper && byOne ? *upper - *lower : 0;
  };
  auto places = placesOf<ForOp>(
      function, [&](ForOp loop) { return trips(loop) > (reachesIndex(loop.getInductionVar()) ? 2 : 0); });
  if (places.empty())
    return false;
  ForOp loop = rng.pick(places);
  int64_t old = trips(loop);
  int64_t most = reachesIndex(loop.getInductionVar()) ? old - 1 : old + 3;
  int64_t changed = rng.uniformInt(std::min<int64_t>(2, most), most);
  if (changed == old)
    changed = old + 1;
  SmallVector<int64_t> bounds(loop.getStaticBounds());
  bounds[1] = bounds[0] + changed;
  loop.setStaticBounds(bounds);
  return true;
}
