// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills Warp's argument structs and launch bounds from a case, and reads the answers back out of them.

#include "LaunchArguments.h"
#include "kgen/IR/ValueLayout.h"
#include "kgen/Support/CaseStorage.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

namespace kgen::runtime {

/// Bytes from the start of a parameter, or of its elements, to the end of a path.
static size_t offsetOf(mlir::Type type, llvm::ArrayRef<int64_t> path) {
  size_t offset = 0;
  for (int64_t field : path) {
    const ValuePart &part = ValueLayout::of(type).getParts()[field];
    offset += part.offset;
    type = part.type;
  }
  return offset;
}

LaunchArguments::LaunchArguments(KernelOp kernel, const Case &c) : c(c), bound(c.args.size()) {
  llvm::SmallVector<CasePlace> places = *casePlaces(kernel, c);
  size_t size = 0;
  for (mlir::Type type : kernel.getArgumentTypes()) {
    const ValueLayout &layout = ValueLayout::of(type);
    parameterPlaces.emplace_back(llvm::alignTo(size, layout.getAlignment()), layout.getSize());
    size = parameterPlaces.back().first + layout.getSize();
  }
  argumentBytes.resize(std::max<size_t>(size, 1)); // an empty struct has an address, too
  adjointBytes.resize(argumentBytes.size());
  for (auto [arg, place] : llvm::zip_equal(c.args, places))
    bind(arg, place, kernel.getArgumentTypes()[place.parameter], parameterPlaces[place.parameter].first);
}

/// Makes an array, with its descriptors at `at` in the two structs.
LaunchArguments::Array &LaunchArguments::addArray(const CaseArg &arg, size_t elementBytes, bool hasGradient,
                                                  size_t at) {
  Array &array = *arrays.emplace_back(std::make_unique<Array>());
  array.name = arg.name;
  array.elementBytes = elementBytes;
  array.at = at;
  ArrayDescriptor descriptor = describeArray(arg.shape, elementBytes);
  size_t size = elementBytes;
  for (int64_t extent : arg.shape)
    size *= extent;
  array.data.resize(memoryOf(size));
  descriptor.data = reinterpret_cast<uint64_t>(array.data.data());
  if (hasGradient) {
    array.grad.resize(array.data.size());
    descriptor.grad = reinterpret_cast<uint64_t>(array.grad.data());
  }
  ArrayDescriptor adjoint = descriptor;
  adjoint.data = descriptor.grad;
  adjoint.grad = 0;
  std::memcpy(argumentBytes.data() + at, &descriptor, sizeof(descriptor));
  std::memcpy(adjointBytes.data() + at, &adjoint, sizeof(adjoint));
  return array;
}

/// `at` is the beginning of the parameter. An array of structs is made by the first of its fields.
void LaunchArguments::bind(const CaseArg &arg, const CasePlace &place, mlir::Type parameter, size_t at) {
  size_t offset = offsetOf(place.inElement ? elementType(parameter) : parameter, place.path);
  if (!arg.isArray()) {
    std::vector<std::byte> value(numbersSize(arg.values) * scalarSize(arg.type.scalar));
    writeNumbers(arg.type.scalar, arg.values, value.data());
    std::copy(value.begin(), value.end(), argumentBytes.begin() + at + offset);
    return;
  }
  mlir::Type element = elementType(place.inElement ? parameter : place.type);
  Bound &own = bound[&arg - c.args.data()];
  if (place.inElement)
    own.array = ofStructs[place.parameter];
  if (!own.array)
    own.array = &addArray(arg, ValueLayout::of(element).getSize(), place.inElement || arg.isFloatArray(),
                          at + (place.inElement ? 0 : offset));
  if (place.inElement)
    ofStructs[place.parameter] = own.array;
  own.offset = place.inElement ? offset : 0;
  spread(arg, own.offset, arg.values, own.array->elementBytes, own.array->data);
  if (arg.isFloatArray() && !arg.weight.empty())
    spread(arg, own.offset, arg.weight, own.array->elementBytes, own.array->grad);
}

void LaunchArguments::relocate(
    llvm::function_ref<uint64_t(const std::string &, llvm::MutableArrayRef<std::byte>)> place) {
  auto put = [](std::vector<std::byte> &bytes, size_t at, uint64_t address) {
    std::memcpy(bytes.data() + at, &address, sizeof(address));
  };
  for (const std::unique_ptr<Array> &array : arrays) {
    put(argumentBytes, array->at + offsetof(ArrayDescriptor, data),
        place(array->name, {array->data.data(), array->data.size()}));
    if (array->grad.empty())
      continue;
    uint64_t gradient = place("adj_" + array->name, {array->grad.data(), array->grad.size()});
    put(argumentBytes, array->at + offsetof(ArrayDescriptor, grad), gradient);
    put(adjointBytes, array->at + offsetof(ArrayDescriptor, data), gradient);
  }
}

llvm::SmallVector<std::span<const std::byte>> LaunchArguments::parameters(std::span<const std::byte> bounds,
                                                                          bool isBackward) const {
  llvm::SmallVector<std::span<const std::byte>> result{bounds};
  auto append = [&](std::span<const std::byte> all) {
    for (auto [offset, size] : parameterPlaces)
      result.push_back(all.subspan(offset, size));
  };
  append(argumentBytes);
  if (isBackward)
    append(adjointBytes);
  return result;
}

/// Calls `f` with the place of each element's numbers, among all of the argument's and in the array.
template <class F> static void forEachElement(const CaseArg &arg, size_t offset, size_t elementBytes, F f) {
  size_t bytes = arg.type.numComponents() * scalarSize(arg.type.scalar);
  size_t count = bytes ? numbersSize(arg.values) * scalarSize(arg.type.scalar) / bytes : 0;
  for (size_t i = 0; i < count; ++i)
    f(i * bytes, i * elementBytes + offset, bytes);
}

void LaunchArguments::spread(const CaseArg &arg, size_t offset, const Numbers &numbers, size_t elementBytes,
                             GuardedBytes &to) const {
  std::vector<std::byte> all(numbersSize(numbers) * scalarSize(arg.type.scalar));
  writeNumbers(arg.type.scalar, numbers, all.data());
  forEachElement(arg, offset, elementBytes, [&](size_t own, size_t inArray, size_t bytes) {
    std::memcpy(to.data() + inArray, all.data() + own, bytes);
  });
}

Numbers LaunchArguments::collect(const CaseArg &arg, size_t offset, size_t elementBytes,
                                 const GuardedBytes &from) const {
  std::vector<std::byte> all(numbersSize(arg.values) * scalarSize(arg.type.scalar));
  forEachElement(arg, offset, elementBytes, [&](size_t own, size_t inArray, size_t bytes) {
    std::memcpy(all.data() + own, from.data() + inArray, bytes);
  });
  return readNumbers(arg.type.scalar, all.data(), numbersSize(arg.values));
}

std::vector<NamedNumbers> LaunchArguments::outputs() const {
  return nameNumbers(c, outputArgs(c), [&](size_t i) {
    return collect(c.args[i], bound[i].offset, bound[i].array->elementBytes, bound[i].array->data);
  });
}

std::vector<NamedNumbers> LaunchArguments::gradients() const {
  return nameNumbers(c, gradientArgs(c), [&](size_t i) {
    return collect(c.args[i], bound[i].offset, bound[i].array->elementBytes, bound[i].array->grad);
  });
}

} // namespace kgen::runtime
