// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marshals a case's arguments by Warp's convention, or as plain pointers and values.

#include "Arguments.h"
#include "kgen/Support/CaseStorage.h"
#include <cstring>

using namespace kgen;

/// Warp's `launch_bounds_t` and `array_t`.
static constexpr size_t smallBounds = 24, largeBounds = 32, descriptorSize = 56;

template <class T> static void append(std::vector<std::byte> &to, T value) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(T));
}

std::vector<std::byte> Arguments::descriptor(const CaseArg &arg, uint64_t data, uint64_t gradient) const {
  std::vector<std::byte> result;
  append(result, data);
  append(result, gradient);
  std::vector<int32_t> strides(4);
  int64_t stride = arg.type.numComponents() * scalarSize(arg.type.scalar);
  for (size_t d = arg.shape.size(); d-- > 0; stride *= arg.shape[d])
    strides[d] = stride;
  for (size_t d = 0; d < 4; ++d)
    append(result, d < arg.shape.size() ? static_cast<int32_t>(arg.shape[d]) : 0);
  for (int32_t own : strides)
    append(result, own);
  append(result, static_cast<uint16_t>(arg.shape.size()));
  result.resize(descriptorSize);
  return result;
}

/// Bounds of as many dimensions as the case has, where they fit: 24 bytes hold two of them.
static std::vector<std::byte> bounds(const Case &c, size_t size) {
  size_t rank = std::min<size_t>(c.dim.size(), (size - 16) / 4);
  std::vector<std::byte> result;
  uint64_t multiplier = 1;
  for (size_t d = 0; d < c.dim.size(); ++d)
    if (d < rank)
      append(result, static_cast<uint32_t>(c.dim[d]));
    else
      multiplier *= c.dim[d];
  result.resize(size - 16);
  append(result, static_cast<uint64_t>(c.numThreads()));
  append(result, multiplier);
  return result;
}

void Arguments::place(const Case &c, ptx::Memory &memory) {
  arrays.resize(c.args.size());
  for (size_t i = 0; i < c.args.size(); ++i) {
    const CaseArg &arg = c.args[i];
    if (!arg.isArray())
      continue;
    Array &array = arrays[i];
    array.data.resize(std::max<size_t>(numbersSize(arg.values) * scalarSize(arg.type.scalar), 1));
    writeNumbers(arg.type.scalar, arg.values, array.data.data());
    // What is only written has nothing to be read.
    array.dataAddress = memory.allocate(arg.name, array.data, true, isWarpEntry || arg.role != Role::Out);
    if (!isWarpEntry || !arg.isFloatArray())
      continue;
    array.gradient.resize(array.data.size());
    if (!arg.weight.empty())
      writeNumbers(arg.type.scalar, arg.weight, array.gradient.data());
    array.gradientAddress = memory.allocate("adj_" + arg.name, array.gradient);
  }
}

std::string Arguments::bind(const Case &c, const std::vector<ptx::Parameter> &parameters, ptx::Memory &memory) {
  size_t count = c.args.size();
  size_t first = parameters.empty() ? 0 : parameters[0].size;
  isWarpEntry = (first == smallBounds || first == largeBounds) &&
                (parameters.size() == count + 1 || parameters.size() == 2 * count + 1);
  isBackward = isWarpEntry && count && parameters.size() == 2 * count + 1;
  if (!isWarpEntry && parameters.size() != count)
    return "expected " + std::to_string(parameters.size()) + " arguments, as the entry point has parameters, but got " +
           std::to_string(count);
  place(c, memory);
  if (isWarpEntry)
    bytes.push_back(bounds(c, first));
  for (bool isAdjoint : {false, true})
    for (size_t i = 0; i < count && (!isAdjoint || isBackward); ++i) {
      const CaseArg &arg = c.args[i];
      const Array &array = arrays[i];
      std::vector<std::byte> &own = bytes.emplace_back();
      if (!arg.isArray()) {
        own.resize(numbersSize(arg.values) * scalarSize(arg.type.scalar));
        if (!isAdjoint)
          writeNumbers(arg.type.scalar, arg.values, own.data());
      } else if (isWarpEntry) {
        own = descriptor(arg, isAdjoint ? array.gradientAddress : array.dataAddress, isAdjoint ? 0 : array.gradientAddress);
      } else {
        append(own, array.dataAddress);
      }
      const ptx::Parameter &parameter = parameters[bytes.size() - 1];
      if (own.size() != parameter.size)
        return "expected " + std::to_string(parameter.size) + " bytes for '" + parameter.name + "' but the argument '" +
               arg.name + "' has " + std::to_string(own.size());
    }
  return "";
}

std::vector<std::span<const std::byte>> Arguments::parameters() const {
  return {bytes.begin(), bytes.end()};
}

CaseResult Arguments::result(const Case &c) const {
  CaseResult result;
  for (const CaseArg *arg : outputArgs(c))
    result.outputs.push_back({arg->name, arg->type.scalar,
                              readNumbers(arg->type.scalar, arrays[arg - c.args.data()].data.data(), numbersSize(arg->values))});
  if (isBackward)
    for (const CaseArg *arg : gradientArgs(c))
      result.grads.push_back({arg->name, arg->type.scalar,
                              readNumbers(arg->type.scalar, arrays[arg - c.args.data()].gradient.data(), numbersSize(arg->values))});
  return result;
}
