// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers for the parameters of a generated kernel, with three decimals, so that they are short in every text.

#include "Streams.h"
#include "kgen/Interpreter/Interpreter.h"

using namespace mlir;
using namespace kgen;

/// A decimal of three places; the quotient of whole numbers is the double nearest to it.
static double decimal(Rng &rng, double low, double high) {
  return double(rng.uniformInt(int64_t(low * 1000.0), int64_t(high * 1000.0))) / 1000.0;
}

static Numbers drawNumbers(Rng &rng, const Parameter &parameter, bool isFloat, int64_t count) {
  if (!isFloat) {
    std::vector<int64_t> values(count);
    for (int64_t &value : values)
      value = rng.uniformInt(int64_t(parameter.low), int64_t(parameter.high));
    return values;
  }
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

Case kgen::drawCase(const GeneratedKernel &kernel, const KernelPlan &plan, unsigned attempt, unsigned number) {
  Rng rng = randomFor(plan, attempt, Stream::Inputs, number);
  Case result;
  result.kernel = KernelOp(kernel.kernel).getSymName().str();
  result.dim.assign(kernel.dim.begin(), kernel.dim.end());
  for (const Parameter &parameter : kernel.parameters) {
    CaseArg &arg = result.args.emplace_back();
    arg.name = parameter.name;
    arg.type = elementTypeOf(parameter.type);
    arg.role = parameter.role;
    arg.shape.assign(parameter.shape.begin(), parameter.shape.end());
    int64_t count = arg.type.numComponents();
    for (int64_t extent : arg.shape)
      count *= extent;
    arg.values = drawNumbers(rng, parameter, arg.type.isFloat(), count);
    bool isWritten = arg.role == Role::Out || arg.role == Role::InOut;
    if (isWritten)
      arg.weight = drawWeights(rng, count);
    arg.grad = arg.isFloatArray() && arg.role != Role::Out;
  }
  return result;
}
