// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marshals the arguments of a case. A struct's fields are laid out as C does; fields that the case does not name would
// not be seen here, so the size is held against the entry's own.

#include "kgen/Support/CaseLaunch.h"
#include "kgen/Support/CaseStorage.h"
#include <algorithm>
#include <cstring>

namespace kgen {

/// Warp's `launch_bounds_t` of up to two dimensions and of more, and its `array_t`.
static constexpr size_t smallBounds = 24, largeBounds = 32, descriptorBytes = 56;

template <typename T> static void append(std::vector<std::byte> &to, T value) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(T));
}

/// Bounds of as many dimensions as have room; the others are folded into the multiplier.
static std::vector<std::byte> bounds(const Case &c, size_t size) {
  size_t rank = std::min(c.dim.size(), (size - 16) / sizeof(uint32_t));
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

static std::vector<std::byte> descriptor(const CaseArg &arg, uint64_t data, uint64_t gradient) {
  std::vector<std::byte> result;
  append(result, data);
  append(result, gradient);
  int32_t shape[4] = {}, strides[4] = {};
  int64_t stride = arg.type.numComponents() * scalarSize(arg.type.scalar);
  for (size_t d = arg.shape.size(); d-- > 0; stride *= arg.shape[d]) {
    shape[d] = static_cast<int32_t>(arg.shape[d]);
    strides[d] = static_cast<int32_t>(stride);
  }
  for (int32_t extent : shape)
    append(result, extent);
  for (int32_t own : strides)
    append(result, own);
  append(result, static_cast<uint16_t>(arg.shape.size()));
  result.resize(descriptorBytes);
  return result;
}

/// Puts an argument after others: into a struct where `size` is not 0, aligned as C does, else as a parameter of its
/// own.
static void place(std::vector<std::vector<std::byte>> &parameters, std::vector<std::byte> bytes, size_t alignment,
                  bool inStruct) {
  if (!inStruct) {
    parameters.push_back(std::move(bytes));
    return;
  }
  std::vector<std::byte> &all = parameters.back();
  all.resize((all.size() + alignment - 1) / alignment * alignment);
  all.insert(all.end(), bytes.begin(), bytes.end());
}

std::string CaseLaunch::bind(const Case &c, const std::vector<size_t> &parameterBytes, const Allocate &allocate) {
  if (parameterBytes.empty() || (parameterBytes[0] != smallBounds && parameterBytes[0] != largeBounds))
    return "the entry point's first parameter is not Warp's launch bounds";
  size_t fields = c.structFields.size();
  arrays.assign(c.args.size(), {});
  forward = {bounds(c, parameterBytes[0])};
  std::vector<std::vector<std::byte>> adjoints;
  if (fields) {
    forward.emplace_back();
    adjoints.emplace_back();
  }
  size_t alignmentOfStruct = 1;
  for (size_t i = 0; i < c.args.size(); ++i) {
    const CaseArg &arg = c.args[i];
    Array &array = arrays[i];
    std::vector<std::byte> own, adjoint;
    size_t alignment = scalarSize(arg.type.scalar);
    if (arg.isArray()) {
      alignment = sizeof(uint64_t);
      array.data.resize(std::max<size_t>(numbersSize(arg.values) * scalarSize(arg.type.scalar), 1));
      writeNumbers(arg.type.scalar, arg.values, array.data.data());
      array.dataAddress = allocate(arg.name, array.data);
      if (arg.isFloatArray()) {
        array.gradient.resize(array.data.size());
        if (!arg.weight.empty())
          writeNumbers(arg.type.scalar, arg.weight, array.gradient.data());
        array.gradientAddress = allocate("adj_" + arg.name, array.gradient);
      }
      own = descriptor(arg, array.dataAddress, array.gradientAddress);
      adjoint = descriptor(arg, array.gradientAddress, 0);
    } else {
      own.resize(numbersSize(arg.values) * scalarSize(arg.type.scalar));
      writeNumbers(arg.type.scalar, arg.values, own.data());
      adjoint.resize(own.size());
    }
    place(forward, std::move(own), alignment, i < fields);
    place(adjoints, std::move(adjoint), alignment, i < fields);
    if (i < fields)
      alignmentOfStruct = std::max(alignmentOfStruct, alignment);
  }
  if (fields)
    for (std::vector<std::byte> *all : {&forward[1], &adjoints[0]})
      all->resize((all->size() + alignmentOfStruct - 1) / alignmentOfStruct * alignmentOfStruct);
  if (forward.size() != parameterBytes.size())
    return "expected " + std::to_string(parameterBytes.size() - 1) + " arguments but got " +
           std::to_string(forward.size() - 1);
  for (size_t i = 1; i < forward.size(); ++i)
    if (forward[i].size() != parameterBytes[i])
      return "expected " + std::to_string(parameterBytes[i]) + " bytes for parameter " + std::to_string(i) +
             " but got " + std::to_string(forward[i].size());
  backward = forward;
  backward.insert(backward.end(), adjoints.begin(), adjoints.end());
  return "";
}

std::vector<NamedNumbers> CaseLaunch::outputs(const Case &c) const {
  std::vector<NamedNumbers> result;
  for (const CaseArg *arg : outputArgs(c))
    result.push_back(
        {arg->name, arg->type.scalar,
         readNumbers(arg->type.scalar, arrays[arg - c.args.data()].data.data(), numbersSize(arg->values))});
  return result;
}

std::vector<NamedNumbers> CaseLaunch::gradients(const Case &c) const {
  std::vector<NamedNumbers> result;
  for (const CaseArg *arg : gradientArgs(c))
    result.push_back(
        {arg->name, arg->type.scalar,
         readNumbers(arg->type.scalar, arrays[arg - c.args.data()].gradient.data(), numbersSize(arg->values))});
  return result;
}

} // namespace kgen
