// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifiers of printed text: the author's names, kept apart from a language's own words, and short names for what the
// author did not name, made from what it is.

#ifndef KGEN_LIB_TARGET_TEXT_NAMES_H
#define KGEN_LIB_TARGET_TEXT_NAMES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::text {

/// Words of a language, made once and never changed.
using Words = llvm::StringSet<>;

inline const Words &noWords() {
  static const Words none;
  return none;
}

/// Hands out identifiers, each once.
class NameTable {
public:
  /// `words` are the language's own; with `takesAll`, any other identifier is a name.
  NameTable(const Words &words, bool takesAll) : words{&words}, takesAll(takesAll) {}

  /// `wanted`, with an underscore where it is a word of the language, numbered where it is taken.
  std::string take(llvm::StringRef wanted);
  bool isTaken(llvm::StringRef name) const { return taken.contains(name); }
  /// From now on these are words of the language too.
  void reserve(const Words &more) { words.push_back(&more); }
  void reserve(llvm::StringRef word) { reserved.insert(word); }

private:
  bool isReserved(llvm::StringRef name) const;
  llvm::SmallVector<const Words *, 3> words;
  llvm::StringSet<> reserved, taken;
  /// The number that a name was last made free with.
  llvm::StringMap<unsigned> lastNumber;
  bool takesAll;
};

/// A name for a value that the author did not name: `product`, `adj_x`, `sin_angle`. `textOf` gives the text of an
/// operand; an identifier in it may become part of the name.
std::string deriveName(mlir::Value value, llvm::function_ref<std::string(mlir::Value)> textOf);

/// The name of what an element of a gradient has or gets: `adj_x_i`.
std::string adjointName(AccessOpInterface access, llvm::function_ref<std::string(mlir::Value)> textOf);

/// A name without the number that made it unique: `x` of `x_0`.
llvm::StringRef baseName(llvm::StringRef name);

/// The type of an array's or gradient's elements.
mlir::Type storedType(mlir::Type type);

/// True for a plain identifier.
bool isIdentifier(llvm::StringRef text);

/// Refuses a kernel whose name is no identifier of the text: others call it by that name, so no number or underscore
/// may make it one. Any other function passes.
llvm::LogicalResult checkKernelName(mlir::Operation *function, bool takesUnicode);

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_NAMES_H
