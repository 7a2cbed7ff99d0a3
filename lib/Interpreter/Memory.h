// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrays of a run: numbers of one kind, row-major, and who touched each element.

#ifndef KGEN_LIB_INTERPRETER_MEMORY_H
#define KGEN_LIB_INTERPRETER_MEMORY_H

#include "Numbers.h"
#include "kgen/Support/Case.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <memory>

namespace kgen::interpreter {

/// The size of a number of a kind, in bytes.
unsigned numberSize(Kind kind);

/// Writes a number into storage of a kind, rounding or wrapping to it.
void writeNumber(Kind kind, std::byte *to, double value);
void writeNumber(Kind kind, std::byte *to, int64_t value);

/// Numbers of one kind, one after another.
struct NumberRun {
  Kind kind = Kind::Bool;
  unsigned count = 1;
  /// Bytes from the start of an element.
  uint32_t offset = 0;
};

/// An array in memory: elements one after another, row-major.
class Array {
public:
  /// `unit` is the size of what two threads may touch without a race: an element, or the smallest of its numbers; where
  /// no race can be, or none is asked for, it need not be watched.
  Array(std::string name, uint32_t elementBytes, uint32_t unit, llvm::ArrayRef<int64_t> shape, bool isWatched);

  /// The element with a flat index.
  std::byte *element(int64_t index) { return data.get() + index * elementBytes; }

  /// Sets the numbers of a run in all elements.
  void assign(const NumberRun &run, const Numbers &numbers);
  /// Sets the derivatives of the numbers of a run, which are dual.
  void assignSlopes(const NumberRun &run, llvm::ArrayRef<double> slopes);
  /// Sets the stored ones of the numbers of a run that has both.
  void assignStored(const NumberRun &run, llvm::ArrayRef<double> numbers);
  Numbers values(const NumberRun &run) const;
  std::vector<double> storedValues(const NumberRun &run) const;
  std::vector<double> slopes(const NumberRun &run) const;

  /// The thread of an earlier access that races with this one of `thread` to some bytes of an element, or nullopt.
  /// Notes the access.
  enum Access : uint8_t { Load, Store, Atomic };
  std::optional<int64_t> findRace(int64_t index, uint32_t offset, uint32_t bytes, int64_t thread, Access access) {
    if (touches.empty())
      return std::nullopt;
    if (unitsPerElement == 1) [[likely]]
      return touch(touches[index], static_cast<int32_t>(thread), access);
    return findRaceInParts(index, offset, bytes, static_cast<int32_t>(thread), access);
  }

  const std::string name;
  const std::vector<int64_t> shape;
  /// Where adjoints of its elements are summed up; null for none.
  Array *gradient = nullptr;

private:
  static constexpr int32_t nobody = -1, several = -2;
  /// Who touched an element: a thread, nobody or several.
  struct Touch {
    int32_t any = nobody, stored = nobody;
  };
  /// Calls `f` with the bytes of each number of a run, in order.
  template <class F> void forEachNumber(const NumberRun &run, F f) const;
  std::optional<int64_t> findRaceInParts(int64_t index, uint32_t offset, uint32_t bytes, int32_t thread, Access access);
  static std::optional<int64_t> touch(Touch &unit, int32_t self, Access access) {
    int32_t other = access == Store ? unit.any : unit.stored;
    bool races = other != nobody && other != self;
    int32_t witness = other == several ? unit.stored : other;
    unit.any = unit.any == nobody || unit.any == self ? self : several;
    if (access == Store)
      unit.stored = self;
    if (!races) [[likely]]
      return std::nullopt;
    return witness;
  }

  uint32_t elementBytes, unit, unitsPerElement;
  int64_t numElements;
  std::unique_ptr<std::byte[]> data;
  std::vector<Touch> touches;
};

/// An array as a value: memory and, of a view, what of it is seen. Null memory is an array without elements.
struct ArrayValue {
  Array *memory = nullptr;
  /// The index of the first element that is seen.
  int64_t first = 0;
  /// The dimension of the memory that is the first one here.
  int64_t dimension = 0;

  int64_t extent(unsigned d) const { return memory ? memory->shape[dimension + d] : 0; }
};

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_MEMORY_H
