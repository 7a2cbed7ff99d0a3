// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays, between numbers of a case and numbers of a run.

#include "Memory.h"
#include <cassert>
#include <cstring>

namespace kgen::interpreter {

unsigned numberSize(Kind kind) {
  return visitKind(kind, [](auto tag) -> unsigned { return sizeof(typename decltype(tag)::type); });
}

template <class T, class From> static void write(std::byte *to, From value) {
  T number = T();
  if constexpr (std::is_same_v<T, bool>)
    number = value != From(0);
  else if constexpr (isFloating<T>)
    number = T(static_cast<double>(value));
  else
    number = static_cast<T>(static_cast<int64_t>(value));
  std::memcpy(to, &number, sizeof(T));
}

void writeNumber(Kind kind, std::byte *to, double value) {
  visitKind(kind, [&](auto tag) { write<typename decltype(tag)::type>(to, value); });
}
void writeNumber(Kind kind, std::byte *to, int64_t value) {
  visitKind(kind, [&](auto tag) { write<typename decltype(tag)::type>(to, value); });
}

Array::Array(std::string name, uint32_t elementBytes, uint32_t unit, llvm::ArrayRef<int64_t> shape, bool isWatched)
    : name(std::move(name)), shape(shape.begin(), shape.end()), elementBytes(elementBytes), unit(unit),
      unitsPerElement(elementBytes / unit), numElements(1) {
  for (int64_t extent : shape)
    numElements *= extent;
  data = std::make_unique<std::byte[]>(numElements * elementBytes);
  if (isWatched)
    touches.resize(numElements * unitsPerElement);
}

template <class F> void Array::forEachNumber(const NumberRun &run, F f) const {
  unsigned size = numberSize(run.kind);
  // Where elements are these numbers and no others, it is one row of them.
  bool isWhole = run.count * size == elementBytes;
  int64_t rows = isWhole ? 1 : numElements, perRow = isWhole ? numElements * run.count : run.count;
  for (int64_t row = 0; row < rows; ++row) {
    std::byte *at = data.get() + row * elementBytes + run.offset;
    for (int64_t i = 0; i < perRow; ++i, at += size)
      f(at);
  }
}

void Array::assign(const NumberRun &run, const Numbers &numbers) {
  std::visit(
      [&](const auto &list) {
        assert(static_cast<int64_t>(list.size()) == numElements * run.count && "as many numbers as the array has");
        visitKind(run.kind, [&, next = list.begin()](auto tag) mutable {
          forEachNumber(run, [&](std::byte *to) { write<typename decltype(tag)::type>(to, *next++); });
        });
      },
      numbers);
}

void Array::assignSlopes(const NumberRun &run, llvm::ArrayRef<double> slopes) {
  assert(run.kind == Kind::DualF64 && "only dual numbers have derivatives");
  const double *next = slopes.begin();
  forEachNumber(run, [&](std::byte *to) { reinterpret_cast<Dual *>(to)->slope = *next++; });
}

void Array::assignStored(const NumberRun &run, llvm::ArrayRef<double> numbers) {
  assert(run.kind == Kind::BothF32 && "only these are two");
  const double *next = numbers.begin();
  forEachNumber(run, [&](std::byte *to) { reinterpret_cast<Both *>(to)->stored = static_cast<float>(*next++); });
}

Numbers Array::values(const NumberRun &run) const {
  return visitKind(run.kind, [&](auto tag) -> Numbers {
    using T = typename decltype(tag)::type;
    std::conditional_t<isFloating<T>, std::vector<double>, std::vector<int64_t>> list(numElements * run.count);
    auto *to = list.data();
    forEachNumber(run, [&](const std::byte *from) {
      const T &number = *reinterpret_cast<const T *>(from);
      if constexpr (isFloating<T>)
        *to++ = valueOf(number);
      else
        *to++ = number;
    });
    return list;
  });
}

std::vector<double> Array::slopes(const NumberRun &run) const {
  std::vector<double> list;
  if (run.kind == Kind::DualF64)
    forEachNumber(run, [&](const std::byte *from) { list.push_back(reinterpret_cast<const Dual *>(from)->slope); });
  return list;
}

std::vector<double> Array::storedValues(const NumberRun &run) const {
  assert(run.kind == Kind::BothF32 && "only these are two");
  std::vector<double> list(numElements * run.count);
  double *to = list.data();
  forEachNumber(run, [&](const std::byte *from) { *to++ = reinterpret_cast<const Both *>(from)->stored; });
  return list;
}

std::optional<int64_t> Array::findRaceInParts(int64_t index, uint32_t offset, uint32_t bytes, int32_t thread,
                                              Access access) {
  std::optional<int64_t> race;
  Touch *first = &touches[index * unitsPerElement];
  for (uint32_t at = offset / unit, end = std::max(at + 1, (offset + bytes) / unit); at < end; ++at)
    if (std::optional<int64_t> other = touch(first[at], thread, access); other && !race)
      race = other;
  return race;
}

} // namespace kgen::interpreter
