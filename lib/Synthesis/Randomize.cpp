// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which changes are made, and how often.

#include "kgen/Synthesis/Randomize.h"
#include "Mutations.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

namespace {
struct Mutation {
  bool (*apply)(FunctionOpInterface function, Rng &rng);
  unsigned weight;
};
} // namespace

/// A change of a kernel's parameters; a function's are those of its calls.
template <bool (*apply)(KernelOp, Rng &)> static bool toKernel(FunctionOpInterface function, Rng &rng) {
  auto kernel = dyn_cast<KernelOp>(function.getOperation());
  return kernel && apply(kernel, rng);
}

static constexpr Mutation allMutations[] = {
    {mutations::changeBuiltin, 24},  {mutations::changeConstant, 16},     {mutations::changeCondition, 8},
    {mutations::changeTrips, 8},     {mutations::extendExpression, 14},   {mutations::insertStatement, 8},
    {mutations::insertBranch, 8},    {mutations::insertLoop, 6},          {mutations::removeStatement, 6},
    {toKernel<mutations::widen>, 4}, {toKernel<mutations::makeArray>, 6},
};

/// Makes the negation of a literal the literal that Python reads there.
static void foldNegations(FunctionOpInterface function) {
  for (NegOp negation : placesOf<NegOp>(function, [](NegOp op) { return isFloat(op.getType()); })) {
    auto literal = negation.getA().getDefiningOp<ConstantOp>();
    if (!literal || literal.getSymbolAttr())
      continue;
    OpBuilder builder(negation);
    auto value = cast<FloatAttr>(literal.getValueAttr());
    Value negated = createNumber(builder, negation.getLoc(), value.getType(), -value.getValueAsDouble());
    negation.getResult().replaceAllUsesWith(negated);
    negation.erase();
    if (literal.use_empty())
      literal.erase();
  }
}

static unsigned sizeOf(FunctionOpInterface function) {
  unsigned size = 0;
  function.getFunctionBody().walk([&](Operation *) { ++size; });
  return size;
}

unsigned kgen::randomize(KernelOp kernel, ArrayRef<FuncOp> functions, Rng &rng, unsigned count) {
  SmallVector<unsigned> weights = llvm::map_to_vector(allMutations, [](const Mutation &m) { return m.weight; });
  SmallVector<FunctionOpInterface> places = {kernel};
  llvm::append_range(places, functions);
  SmallVector<unsigned> sizes = llvm::map_to_vector(places, sizeOf);
  unsigned made = 0;
  for (unsigned tries = 0; made < count && tries < 8 * count; ++tries) {
    const Mutation &mutation = allMutations[rng.pickWeighted(weights)];
    made += mutation.apply(functions.empty() ? places.front() : places[rng.pickWeighted(sizes)], rng);
  }
  for (FunctionOpInterface place : places) {
    foldNegations(place);
    place->removeDiscardableAttr("kgen.doc"); // it is of what the author wrote
    makeNamesUnique(place);
  }
  return made;
}
