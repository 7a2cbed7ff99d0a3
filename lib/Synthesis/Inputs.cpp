// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers for the parameters of a generated kernel, with three decimals, so that they are short in every text.

#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Synthesis/Generator.h"
#include <cmath>

using namespace mlir;
using namespace kgen;

/// A decimal of three places; the quotient of whole numbers is the double nearest to it.
static double decimal(Rng &rng, double low, double high) {
  return double(rng.uniformInt(int64_t(low * 1000.0), int64_t(high * 1000.0))) / 1000.0;
}

/// Rows of a table of integers, each drawn by itself.
static int64_t rowLengthOf(const Parameter &parameter, ArrayRef<int64_t> sizes, int64_t count) {
  int64_t rows = parameter.shape.empty() ? 1 : std::max<int64_t>(1, parameter.shape.front().in(sizes));
  return std::max<int64_t>(1, count / rows);
}

/// Integers of a kind that an interval does not describe; false where the kind is for floats.
static bool drawSpecial(Rng &rng, const Parameter &parameter, ArrayRef<int64_t> sizes, int64_t first, int64_t last,
                        std::vector<int64_t> &values) {
  int64_t half = (last - first + 1) / 2, length = rowLengthOf(parameter, sizes, values.size());
  switch (parameter.kind) {
  case InputKind::LowHalf:
  case InputKind::HighHalf:
    for (int64_t &value : values)
      value = parameter.kind == InputKind::LowHalf ? rng.uniformInt(first, first + std::max<int64_t>(half, 1) - 1)
                                                   : rng.uniformInt(std::min(first + half, last), last);
    return true;
  case InputKind::Ends: // distinct neighbours of a first one, in turn
    for (size_t begin = 0; begin < values.size(); begin += length) {
      int64_t start = rng.uniformInt(first, last),
              step = rng.uniformInt(1, std::max<int64_t>(1, (last - first) / length));
      for (size_t k = begin; k < std::min(begin + length, values.size()); ++k)
        values[k] = first + (start - first + int64_t(k - begin) * step) % (last - first + 1);
    }
    return true;
  case InputKind::Offsets:
    for (int64_t &value : values)
      value = rng.uniformInt(first, last);
    llvm::sort(values);
    if (!values.empty()) {
      values.front() = first;
      values.back() = last;
    }
    return true;
  case InputKind::Permutation:
    for (auto [i, value] : llvm::enumerate(values))
      value = first + int64_t(i);
    rng.shuffle(values);
    return true;
  case InputKind::Flag:
    for (int64_t &value : values)
      value = rng.chance(75) ? last : first;
    return true;
  default:
    return false;
  }
}

static std::vector<int64_t> drawIntegers(Rng &rng, const Parameter &parameter, ArrayRef<int64_t> sizes, int64_t count,
                                         unsigned number) {
  int64_t first = parameter.first.in(sizes), last = std::max(first, parameter.last.in(sizes));
  if (parameter.selects)
    return std::vector<int64_t>(count, first + int64_t(number) % (last - first + 1));
  std::vector<int64_t> values(count);
  if (drawSpecial(rng, parameter, sizes, first, last, values))
    return values;
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

/// A number of six decimals: three would leave a vector's length visibly off one.
static double fine(double value) { return std::floor(value * 1e6 + 0.5) / 1e6; }

/// Fills `out` with a vector of length one. Square roots are the same on every machine.
static void drawUnit(Rng &rng, MutableArrayRef<double> out) {
  for (;;) {
    double square = 0.0;
    for (double &x : out) {
      x = rng.uniformReal(-1.0, 1.0);
      square += x * x;
    }
    if (square < 0.05 || square > 1.0)
      continue;
    for (double &x : out)
      x = fine(x / std::sqrt(square));
    return;
  }
}

static void drawRotation(Rng &rng, MutableArrayRef<double> out) {
  if (out.size() == 4) {
    double v[2];
    drawUnit(rng, v);
    out[0] = out[3] = v[0];
    out[1] = -v[1];
    out[2] = v[1];
    return;
  }
  double q[4];
  drawUnit(rng, q);
  double x = q[0], y = q[1], z = q[2], w = q[3];
  double rows[9] = {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w),       2.0 * (x * z + y * w),
                    2.0 * (x * y + z * w),       1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w),
                    2.0 * (x * z - y * w),       2.0 * (y * z + x * w),       1.0 - 2.0 * (x * x + y * y)};
  for (auto [to, from] : llvm::zip(out, rows))
    to = fine(from);
}

/// `A A^T + I`, of a size that `high` says.
static void drawSpd(Rng &rng, double high, MutableArrayRef<double> out) {
  size_t n = out.size() == 4 ? 2 : 3;
  SmallVector<double> a(n * n);
  for (double &x : a)
    x = decimal(rng, -0.7, 0.7);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = i == j ? 1.0 : 0.0;
      for (size_t k = 0; k < n; ++k)
        sum += a[i * n + k] * a[j * n + k];
      out[i * n + j] = fine(sum * high / 2.0);
    }
}

/// The one axis along which vectors of a kind are.
static std::optional<int64_t> axisOf(InputKind kind) {
  if (kind == InputKind::AlongY || kind == InputKind::AlongZ)
    return kind == InputKind::AlongY ? 1 : 2;
  return std::nullopt;
}

static std::vector<double> drawFloats(Rng &rng, const Parameter &parameter, ArrayRef<int64_t> shape, int64_t count,
                                      int64_t components) {
  std::vector<double> values(count);
  int64_t length = shape.empty() ? 1 : std::max<int64_t>(1, shape.back());
  for (int64_t i = 0; i < count; i += components) {
    MutableArrayRef<double> element = MutableArrayRef(values).slice(i, components);
    if (parameter.kind == InputKind::Unit && components == 7) {
      for (double &value : element.take_front(3))
        value = decimal(rng, parameter.low, parameter.high);
      drawUnit(rng, element.drop_front(3));
    } else if (parameter.kind == InputKind::Unit && components > 1)
      drawUnit(rng, element);
    else if (parameter.kind == InputKind::Rotation && components >= 4)
      drawRotation(rng, element);
    else if (parameter.kind == InputKind::Spd && components >= 4)
      drawSpd(rng, parameter.high, element);
    else if (parameter.kind == InputKind::Increasing)
      element[0] = std::floor((parameter.low + (parameter.high - parameter.low) *
                                                   (double(i % length) + decimal(rng, 0.1, 0.9)) / double(length)) *
                              1000.0) /
                   1000.0;
    else if (std::optional<int64_t> axis = axisOf(parameter.kind))
      element[std::min(*axis, components - 1)] = decimal(rng, parameter.low, parameter.high);
    else
      for (double &value : element)
        value = parameter.kind == InputKind::Flag && rng.chance(20) ? 0.0 : decimal(rng, parameter.low, parameter.high);
  }
  return values;
}

/// The weight of each number of an output in the loss: of either sign, and not small.
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

static int64_t product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  for (int64_t extent : extents)
    result *= extent;
  return result;
}

/// Numbers of an array; guesses at extents make more of an array of four dimensions than a machine has memory for.
static constexpr int64_t maxArrayNumbers = 1 << 16;

std::optional<Case> kgen::drawCase(const GeneratedKernel &kernel, Rng &rng, LaunchSize size, unsigned number) {
  SmallVector<int64_t> sizes = drawSizes(kernel, rng, size);
  Case result;
  result.kernel = KernelOp(kernel.kernel).getSymName().str();
  result.dim.assign(sizes.begin(), sizes.begin() + kernel.rank);
  if (kernel.isRow)
    result.dim = {product(result.dim)};
  if (kernel.oneThread)
    result.dim.assign(kernel.rank, 1);
  result.structType = kernel.structType;
  for (const Parameter &parameter : kernel.parameters) {
    CaseArg &arg = result.args.emplace_back();
    arg.name = parameter.name;
    if (result.args.size() <= kernel.numFields)
      result.structFields.push_back(arg.name);
    arg.type = elementTypeOf(parameter.type);
    arg.role = parameter.role;
    int64_t count = arg.type.numComponents();
    for (Extent extent : parameter.shape)
      count *= arg.shape.emplace_back(extent.in(sizes));
    if (count > maxArrayNumbers)
      return std::nullopt;
    if (arg.type.isFloat())
      arg.values = drawFloats(rng, parameter, arg.shape, count, arg.type.numComponents());
    else
      arg.values = drawIntegers(rng, parameter, sizes, count, number);
    if (parameter.isFlat)
      arg.shape = {product(arg.shape)};
    if (arg.isWritten() && arg.isFloatArray())
      arg.weight = drawWeights(rng, count);
    arg.grad = arg.isFloatArray() && arg.role != Role::Out;
  }
  return result;
}
