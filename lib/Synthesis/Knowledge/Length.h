// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extents of arrays as the library of knowledge says them. Read once, with the library.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_LENGTH_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_LENGTH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kgen::knowledge {

/// The extent of one dimension: `4`, `n`, `n+1`, `2*n`, or, in the library, `T*n` with the extent of a tile.
struct Length {
  /// The name of a size of the launch; "" for a number, which is `offset`.
  std::string size = {};
  int64_t offset = 0, factor = 1;
  /// The name of the tile whose extent is the factor; "" if the factor is known.
  std::string tile = {};

  static Length of(llvm::StringRef size) { return {.size = size.str()}; }
  static Length ofNumber(int64_t number) { return {.offset = number}; }
  /// The extent that a text of the library stands for; nullopt if it stands for none.
  static std::optional<Length> parse(llvm::StringRef text);

  auto operator<=>(const Length &other) const = default;
  bool isNumber() const { return size.empty(); }
  /// Whether this is a size and nothing is done to it.
  bool isSize() const { return !isNumber() && *this == of(size); }
  /// The text that `parse` reads.
  std::string text() const;
};

std::vector<Length> lengthsOf(llvm::ArrayRef<std::string> sizes);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_LENGTH_H
