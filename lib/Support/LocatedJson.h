// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON with the place of each value in the text, read by nlohmann/json's event parser. Python's NaN and Infinity are
// taken, which JSON proper has not. Needs no LLVM and throws nothing.

#ifndef KGEN_LIB_SUPPORT_LOCATEDJSON_H
#define KGEN_LIB_SUPPORT_LOCATEDJSON_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kgen::json {

struct Value;
using List = std::vector<Value>;
struct Member;
using Object = std::vector<Member>;
/// An integer beyond 64 bits: its digits. Nothing that kgen reads can hold it, but messages tell it.
struct BigInteger {
  std::string digits;
};

/// A value and the byte that it starts at.
struct Value {
  std::variant<std::nullptr_t, bool, int64_t, uint64_t, double, BigInteger, std::string, std::unique_ptr<List>,
               std::unique_ptr<Object>>
      data = nullptr;
  size_t offset = 0;

  template <class T> const T *get() const { return std::get_if<T>(&data); }
  const List *list() const;
  const Object *object() const;
  /// A word for its kind: `a list`.
  std::string_view kind() const;
};

struct Member {
  std::string key;
  size_t offset;
  Value value;
};

/// The fault in a text, and its byte.
struct Error {
  size_t offset = 0;
  std::string message;
};

/// Reads a text; two members of one key are an error.
std::optional<Value> parse(std::string_view text, Error &error);

/// `3:14`: the line and the column of a byte.
std::string lineAndColumn(std::string_view text, size_t offset);

} // namespace kgen::json

#endif // KGEN_LIB_SUPPORT_LOCATEDJSON_H
