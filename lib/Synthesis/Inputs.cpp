// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers for the parameters of a generated kernel, with three decimals, so that they are short in every text.

#include "kgen/Synthesis/Generator.h"
#include "kgen/Interpreter/Interpreter.h"

using namespace mlir;
using namespace kgen;

/// A decimal of three places; the quotient of whole numbers is the double nearest to it.
static double decimal(Rng &rng, double low, double high) {
  return double(rng.uniformInt(int64_t(low * 1000.0), int64_t(high * 1000.0))) / 1000.0;
}

static std::vector<int64_t> drawIntegers(Rng &rng, const Parameter &parameter, ArrayRef<int64_t> sizes, int64_t count,
                                         unsigned number) {
  int64_t first = parameter.first.in(sizes), last = std::max(first, parameter.last.in(sizes));
  if (parameter.selects)
    return std::vector<int64_t>(count, first + int64_t(number) % (last - first + 1));
  std::vector<int64_t> values(count);
  for (int64_t &value : values)
    value = rng.uniformInt(first, last);
  if (parameter.namesOthers && last > 0) {
    int64_t rowLength = std::max<int64_t>(1, count / std::max<int64_t>(1, parameter.shape.front().in(sizes)));
    for (auto [i, value] : llvm::enumerate(values))
      if (value == int64_t(i) / rowLength)
        value = (value + 1 + rng.below(last)) % (last + 1);
  }
  return values;
}

static std::vector<double> drawFloats(Rng &rng, const Parameter &parameter, int64_t count) {
  std::vector<double> values(count);
  for (double &value : values)
    value = decimal(rng, parameter.low, parameter.high);
  return values;
}

/// What each number of an output counts for in the loss: of either sign, and not small.
static std::vector<double> drawWeights(Rng &rng, int64_t count) {
  std::vector<double> weights(count);
  for (double &weight : weights) {
    double magnitude = decimal(rng, 0.5, 1.5);
    weight = rng.chance(50) ? -magnitude : magnitude;
  }
  return weights;
}

/// Least extents of a launch of 64 threads.
static int64_t largeExtent(unsigned rank) { return rank == 1 ? 64 : rank == 2 ? 8 : rank == 3 ? 4 : 3; }

static SmallVector<int64_t> drawSizes(const GeneratedKernel &kernel, Rng &rng, LaunchSize size) {
  SmallVector<int64_t> sizes;
  for (auto [i, range] : llvm::enumerate(kernel.sizes)) {
    if (i < kernel.rank && size == LaunchSize::Large) {
      int64_t least = largeExtent(kernel.rank);
      sizes.push_back(rng.uniformInt(least, least + least / 8));
    } else {
      sizes.push_back(rng.uniformInt(range.low, range.high));
    }
  }
  return sizes;
}

Case kgen::drawCase(const GeneratedKernel &kernel, Rng &rng, LaunchSize size, unsigned number) {
  SmallVector<int64_t> sizes = drawSizes(kernel, rng, size);
  Case result;
  result.kernel = KernelOp(kernel.kernel).getSymName().str();
  result.dim.assign(sizes.begin(), sizes.begin() + kernel.rank);
  for (const Parameter &parameter : kernel.parameters) {
    CaseArg &arg = result.args.emplace_back();
    arg.name = parameter.name;
    arg.type = elementTypeOf(parameter.type);
    arg.role = parameter.role;
    int64_t count = arg.type.numComponents();
    for (Extent extent : parameter.shape)
      count *= arg.shape.emplace_back(extent.in(sizes));
    if (arg.type.isFloat())
      arg.values = drawFloats(rng, parameter, count);
    else
      arg.values = drawIntegers(rng, parameter, sizes, count, number);
    bool isWritten = arg.role == Role::Out || arg.role == Role::InOut;
    if (isWritten)
      arg.weight = drawWeights(rng, count);
    arg.grad = arg.isFloatArray() && arg.role != Role::Out;
  }
  return result;
}
