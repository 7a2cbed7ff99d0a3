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

template <class From> static void write(Kind kind, std::byte *to, From value) {
  visitKind(kind, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T number = T();
    if constexpr (std::is_same_v<T, bool>)
      number = value != From(0);
    else if constexpr (isFloating<T>)
      number = T(static_cast<double>(value));
    else
      number = static_cast<T>(static_cast<int64_t>(value));
    std::memcpy(to, &number, sizeof(T));
  });
}

void writeNumber(Kind kind, std::byte *to, double value) { write(kind, to, value); }
void writeNumber(Kind kind, std::byte *to, int64_t value) { write(kind, to, value); }

Array::Array(std::string name, Kind kind, unsigned components, llvm::ArrayRef<int64_t> shape)
    : name(std::move(name)), kind(kind), components(components), shape(shape.begin(), shape.end()),
      elementBytes(components * numberSize(kind)) {
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  numNumbers = elements * components;
  data = std::make_unique<std::byte[]>(elements * elementBytes);
  touches.resize(elements);
}

void Array::assign(const Numbers &numbers) {
  unsigned size = numberSize(kind);
  std::visit(
      [&](const auto &list) {
        assert(static_cast<int64_t>(list.size()) == numNumbers && "as many numbers as the array has");
        std::byte *to = data.get();
        for (auto number : list) {
          write(kind, to, number);
          to += size;
        }
      },
      numbers);
}

void Array::assignSlopes(llvm::ArrayRef<double> slopes) {
  assert(kind == Kind::DualF64 && "only dual numbers have derivatives");
  Dual *numbers = reinterpret_cast<Dual *>(data.get());
  for (auto [index, slope] : llvm::enumerate(slopes))
    numbers[index].slope = slope;
}

Numbers Array::values() const {
  return visitKind(kind, [&](auto tag) -> Numbers {
    using T = typename decltype(tag)::type;
    llvm::ArrayRef<T> numbers(reinterpret_cast<const T *>(data.get()), numNumbers);
    if constexpr (isFloating<T>) {
      std::vector<double> list(numbers.size());
      for (auto [to, from] : llvm::zip(list, numbers))
        to = valueOf(from);
      return list;
    } else {
      return std::vector<int64_t>(numbers.begin(), numbers.end());
    }
  });
}

std::vector<double> Array::slopes() const {
  std::vector<double> list;
  if (kind != Kind::DualF64)
    return list;
  for (const Dual &number : llvm::ArrayRef<Dual>(reinterpret_cast<const Dual *>(data.get()), numNumbers))
    list.push_back(number.slope);
  return list;
}

std::optional<int64_t> Array::findRace(int64_t index, int64_t thread, Access access) {
  Touch &touch = touches[index];
  int32_t other = access == Store ? touch.any : touch.stored;
  int32_t self = static_cast<int32_t>(thread);
  bool races = other != nobody && other != self;
  int32_t witness = other == several ? touch.stored : other;
  touch.any = touch.any == nobody || touch.any == self ? self : several;
  if (access == Store)
    touch.stored = self;
  if (!races)
    return std::nullopt;
  return witness;
}

} // namespace kgen::interpreter
