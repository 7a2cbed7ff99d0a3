// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes extents: `[NUMBER* | TILE*] SIZE [+NUMBER | -NUMBER]`, or `NUMBER`.

#include "Length.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen::knowledge;
using llvm::StringRef;

static bool isName(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::optional<Length> Length::parse(StringRef text) {
  Length length;
  if (!text.getAsInteger(10, length.offset))
    return length;
  if (auto [factor, rest] = text.split('*'); !rest.empty()) {
    if (factor.getAsInteger(10, length.factor)) {
      if (!isName(factor))
        return std::nullopt;
      length.tile = factor.str();
    }
    text = rest;
  }
  size_t sign = text.find_first_of("+-");
  StringRef name = text.take_front(sign), offset = text.substr(sign);
  bool hasOffset = !offset.empty();
  offset.consume_front("+");
  if (!isName(name) || (hasOffset && offset.getAsInteger(10, length.offset)))
    return std::nullopt;
  length.size = name.str();
  return length;
}

std::string Length::text() const {
  if (isNumber())
    return std::to_string(offset);
  std::string by = factor != 1 ? std::to_string(factor) : tile;
  std::string more = offset == 0 ? "" : (offset > 0 ? "+" : "") + std::to_string(offset);
  return (by.empty() ? "" : by + "*") + size + more;
}

std::vector<Length> kgen::knowledge::lengthsOf(llvm::ArrayRef<std::string> sizes) {
  std::vector<Length> lengths;
  for (const std::string &size : sizes)
    lengths.push_back(Length::of(size));
  return lengths;
}
