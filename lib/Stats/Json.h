// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a data set as JSON values, and the types of their columns. Whatever a file holds, the outcome is a value or
// one located message; accessors give an empty value where there is none of the kind asked for.

#ifndef KGEN_LIB_STATS_JSON_H
#define KGEN_LIB_STATS_JSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <nlohmann/json.hpp>

namespace kgen::stats {

/// Keeps the order of an object's fields.
using Json = nlohmann::ordered_json;

/// An error that prints as `where: error: what`, or without `where` where it is empty.
llvm::Error locatedError(const llvm::Twine &where, const llvm::Twine &what);

/// Parses one line of a file.
llvm::Expected<Json> parseLine(llvm::StringRef text, llvm::StringRef file, uint64_t line);

/// The first difference of two values, or "": `cases[0].dim[1]: expected 4 but got 5`.
std::string describeDifference(const Json &expected, const Json &got, const std::string &path = "");

/// A field of an object; null where there is none.
const Json &fieldOf(const Json &object, llvm::StringRef name);
/// A string field; "" where there is none.
llvm::StringRef textOf(const Json &object, llvm::StringRef name);
/// A field that is a whole number from 0 on; 0 where there is none.
uint64_t integerOf(const Json &object, llvm::StringRef name);
/// A list of numbers.
std::vector<double> numbersOf(const Json &object, llvm::StringRef name);

/// The type that Arrow would infer for a value.
struct ColumnType {
  enum Kind : uint8_t { Unknown, Bool, Integer, Number, String, List, Object };
  Kind kind = Unknown;
  /// Fields of an object by name; of a list, its elements' type under the name "[]".
  std::map<std::string, ColumnType> fields;
};

/// The type of a value, or what keeps it from having one (`cases[1].dim: expected a value but got null`).
llvm::Expected<ColumnType> typeOf(const Json &value);

/// Widens `type` to hold `other` too; an error names the field in which they differ.
llvm::Error widen(ColumnType &type, const ColumnType &other, const std::string &path = "");

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_JSON_H
