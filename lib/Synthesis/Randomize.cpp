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
  bool (*apply)(KernelOp kernel, Rng &rng);
  unsigned weight;
};
} // namespace

static constexpr Mutation allMutations[] = {
    {mutations::changeBuiltin, 24},  {mutations::changeConstant, 16},   {mutations::changeCondition, 8},
    {mutations::changeTrips, 8},     {mutations::extendExpression, 14}, {mutations::insertStatement, 8},
    {mutations::insertBranch, 8},    {mutations::insertLoop, 6},        {mutations::removeStatement, 6},
    {mutations::widen, 4},           {mutations::makeArray, 6},
};

unsigned kgen::randomize(KernelOp kernel, Rng &rng, unsigned count) {
  SmallVector<unsigned> weights = llvm::map_to_vector(allMutations, [](const Mutation &m) { return m.weight; });
  unsigned made = 0;
  for (unsigned tries = 0; made < count && tries < 8 * count; ++tries)
    made += allMutations[rng.pickWeighted(weights)].apply(kernel, rng);
  makeNamesUnique(kernel);
  return made;
}
