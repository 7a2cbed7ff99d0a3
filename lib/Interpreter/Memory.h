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

/// An array in memory. Elements are `components` numbers each.
class Array {
public:
  Array(std::string name, Kind kind, unsigned components, llvm::ArrayRef<int64_t> shape);

  /// The element with a flat index.
  std::byte *element(int64_t index) { return data.get() + index * elementBytes; }

  /// Sets all numbers.
  void assign(const Numbers &numbers);
  /// Sets the derivatives of all numbers, which are dual.
  void assignSlopes(llvm::ArrayRef<double> slopes);
  Numbers values() const;
  std::vector<double> slopes() const;

  /// The thread of an earlier access that races with this one of `thread`, or nullopt. Notes the access.
  enum Access : uint8_t { Load, Store, Atomic };
  std::optional<int64_t> findRace(int64_t index, int64_t thread, Access access);

  const std::string name;
  const Kind kind;
  const unsigned components;
  const std::vector<int64_t> shape;
  /// Where adjoints of its elements are summed up; null for none.
  Array *gradient = nullptr;

private:
  static constexpr int32_t nobody = -1, several = -2;
  /// Who touched an element: a thread, nobody or several.
  struct Touch {
    int32_t any = nobody, stored = nobody;
  };
  unsigned elementBytes;
  int64_t numNumbers;
  std::unique_ptr<std::byte[]> data;
  std::vector<Touch> touches;
};

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_MEMORY_H
