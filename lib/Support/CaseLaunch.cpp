// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marshals the arguments of a case. A struct's fields are laid out as C does; fields that the case does not name would
// not be seen here, so each size is compared with the entry's own.

#include "kgen/Support/CaseLaunch.h"
#include "kgen/Support/CaseStorage.h"
#include "kgen/Support/WarpLayout.h"
#include <algorithm>
#include <cstring>

namespace kgen {

/// Bytes of Warp's launch bounds: of up to two dimensions, and of more.
static constexpr size_t smallBounds = 24, largeBounds = 32;

template <typename T> static std::vector<std::byte> asBytes(const T &value) {
  std::vector<std::byte> bytes(sizeof(T));
  std::memcpy(bytes.data(), &value, sizeof(T));
  return bytes;
}

static std::vector<std::byte> asBytes(ScalarType type, const Numbers &numbers) {
  std::vector<std::byte> bytes(numbersSize(numbers) * scalarSize(type));
  writeNumbers(type, numbers, bytes.data());
  return bytes;
}

static size_t alignTo(size_t size, size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

//===----------------------------------------------------------------------===//
// Arrays and parameters
//===----------------------------------------------------------------------===//

/// Warp's flag of an array whose gradient no backward clears.
static constexpr uint16_t retainsGradient = 1;

/// The bytes between elements that do not lie side by side: no number that a kernel may read.
static constexpr std::byte between{0xa5};

static std::vector<std::byte> asBytes(const PlacedArray &place, const std::vector<std::byte> &rows) {
  std::vector<std::byte> bytes(memoryOf(place.bytes), between);
  place.scatter(rows, bytes);
  return bytes;
}

void CaseLaunch::place(const Case &c, const Allocate &allocate, const ArrayViews &views) {
  arrays.assign(c.args.size(), {});
  size_t k = 0;
  for (size_t i = 0; i < c.args.size(); ++i) {
    const CaseArg &arg = c.args[i];
    Array &array = arrays[i];
    if (!arg.isArray())
      continue;
    auto layoutAt = [&](size_t at) { return isWarps ? views.layouts[at % views.layouts.size()] : ArrayLayout::Rows; };
    size_t elementBytes = arg.type.numComponents() * scalarSize(arg.type.scalar);
    std::vector<std::byte> rows = asBytes(arg.type.scalar, arg.values);
    array.gradientIn = views.gradients[k % views.gradients.size()];
    array.place = PlacedArray(arg.shape, elementBytes, layoutAt(k));
    array.data = asBytes(array.place, rows);
    array.dataAddress = allocate(arg.name, array.data, isWarps || arg.role != Role::Out) + array.place.descriptor.data;
    // A gradient that has a descriptor of its own need not lie as the array does.
    array.gradientPlace =
        PlacedArray(arg.shape, elementBytes, layoutAt(k + (array.gradientIn == GradientsIn::Adjoints)));
    ++k;
    if (!isWarps || !arg.isFloatArray())
      continue;
    rows.assign(rows.size(), std::byte(0));
    if (!arg.weight.empty())
      writeNumbers(arg.type.scalar, arg.weight, rows.data());
    array.gradient = asBytes(array.gradientPlace, rows);
    array.gradientAddress = allocate("adj_" + arg.name, array.gradient, true) + array.gradientPlace.descriptor.data;
  }
}

/// An argument, or its adjoint: an array that is its gradient, a value that is zero.
std::vector<std::byte> CaseLaunch::packOne(const CaseArg &arg, const Array &array, bool adjoint) const {
  if (!arg.isArray())
    return adjoint ? std::vector<std::byte>(numbersSize(arg.values) * scalarSize(arg.type.scalar))
                   : asBytes(arg.type.scalar, arg.values);
  if (!isWarps)
    return asBytes(array.dataAddress);
  bool isGiven = array.gradientIn != GradientsIn::None;
  if (adjoint && (!isGiven || array.gradientIn == GradientsIn::Arrays))
    return asBytes(ArrayDescriptor());
  ArrayDescriptor descriptor = (adjoint ? array.gradientPlace : array.place).descriptor;
  descriptor.data = adjoint ? array.gradientAddress : array.dataAddress;
  descriptor.grad = adjoint || !isGiven || array.gradientIn == GradientsIn::Adjoints ? 0 : array.gradientAddress;
  descriptor.flags = array.gradientIn == GradientsIn::Retained ? retainsGradient : 0;
  return asBytes(descriptor);
}

/// Fields of the struct that the case names make one parameter, each other argument one of its own.
std::vector<CaseLaunch::Bytes> CaseLaunch::pack(const Case &c, bool adjoints) const {
  std::vector<Bytes> result;
  size_t fields = c.structFields.size(), alignment = 1;
  if (fields)
    result.push_back({"the struct", {}});
  for (size_t i = 0; i < c.args.size(); ++i) {
    const CaseArg &arg = c.args[i];
    std::vector<std::byte> bytes = packOne(arg, arrays[i], adjoints);
    if (i >= fields) {
      result.push_back({arg.name, std::move(bytes)});
      continue;
    }
    std::vector<std::byte> &all = result.front().bytes;
    size_t own = arg.isArray() ? alignof(ArrayDescriptor) : scalarSize(arg.type.scalar);
    alignment = std::max(alignment, own);
    all.resize(alignTo(all.size(), own));
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  if (fields)
    result.front().bytes.resize(alignTo(result.front().bytes.size(), alignment));
  return result;
}

/// The number of dimensions of launch bounds. Two ranks have bounds of one size: the smaller one's kernel does not load
/// the last extent. If the loads are not known, the case is taken to have as many dimensions as the kernel.
static unsigned rankOf(const CaseLaunch::Parameter &bounds) {
  unsigned rank = (bounds.bytes - 16) / sizeof(uint32_t);
  size_t last = (rank - 1) * sizeof(uint32_t);
  auto isOfLast = [&](const std::pair<size_t, size_t> &read) {
    return read.first < last + sizeof(uint32_t) && last < read.first + read.second;
  };
  return bounds.reads && std::none_of(bounds.reads->begin(), bounds.reads->end(), isOfLast) ? rank - 1 : rank;
}

std::string CaseLaunch::bind(const Case &c, const std::vector<Parameter> &parameters, const Allocate &allocate,
                             const ArrayViews &views) {
  size_t fields = c.structFields.size(), count = c.args.size() - fields + (fields != 0);
  size_t first = parameters.empty() ? 0 : parameters[0].bytes;
  bool hasBounds = first == smallBounds || first == largeBounds;
  isWarps = hasBounds && (parameters.size() == count + 1 || parameters.size() == 2 * count + 1);
  takesAdjoints = isWarps && count && parameters.size() == 2 * count + 1;
  if (!isWarps && parameters.size() != count)
    return hasBounds
               ? "expected " + std::to_string(parameters.size() - 1) + " arguments but got " + std::to_string(count)
               : "expected " + std::to_string(parameters.size()) +
                     " arguments, as the entry point has parameters, but got " + std::to_string(count);
  place(c, allocate, views);
  arguments = pack(c, /*adjoints=*/false);
  adjoints = pack(c, /*adjoints=*/true);
  if (isWarps)
    arguments.insert(arguments.begin(), {"the launch bounds", launchBounds(c.dim, rankOf(parameters[0]))});
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Bytes &own = i < arguments.size() ? arguments[i] : adjoints[i - arguments.size()];
    if (own.bytes.size() != parameters[i].bytes)
      return "expected " + std::to_string(parameters[i].bytes) + " bytes for '" + parameters[i].name +
             "' but the argument '" + own.argument + "' has " + std::to_string(own.bytes.size());
  }
  return "";
}

void CaseLaunch::fitBounds(const Case &c, const std::vector<Parameter> &parameters) {
  if (isWarps)
    arguments.front().bytes = launchBounds(c.dim, rankOf(parameters[0]));
}

std::vector<std::span<const std::byte>> CaseLaunch::parameters(bool ofBackward) const {
  std::vector<std::span<const std::byte>> result;
  for (const Bytes &own : arguments)
    result.push_back(own.bytes);
  if (ofBackward)
    for (const Bytes &own : adjoints)
      result.push_back(own.bytes);
  return result;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

/// The numbers of an array, by rows.
static Numbers numbersOf(const CaseArg &arg, const PlacedArray &place, const std::vector<std::byte> &bytes) {
  size_t count = numbersSize(arg.values);
  std::vector<std::byte> rows(count * scalarSize(arg.type.scalar));
  place.gather(bytes, rows);
  return readNumbers(arg.type.scalar, rows.data(), count);
}

std::vector<NamedNumbers> CaseLaunch::outputs(const Case &c) const {
  return nameNumbers(c, outputArgs(c), [&](size_t i) { return numbersOf(c.args[i], arrays[i].place, arrays[i].data); });
}

std::vector<NamedNumbers> CaseLaunch::gradients(const Case &c) const {
  return nameNumbers(c, gradientArgs(c),
                     [&](size_t i) { return numbersOf(c.args[i], arrays[i].gradientPlace, arrays[i].gradient); });
}

} // namespace kgen
