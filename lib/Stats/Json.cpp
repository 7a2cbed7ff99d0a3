// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON in, located errors out.

#include "Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace kgen;
using namespace kgen::stats;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// Deeper rows are refused: the code that visits them recurses.
static constexpr unsigned maxDepth = 32;

namespace {

/// Builds the value, and remembers the error in the text.
struct Builder : nlohmann::detail::json_sax_dom_parser<Json> {
  using Base = nlohmann::detail::json_sax_dom_parser<Json>;
  explicit Builder(Json &root) : Base(root, /*allow_exceptions=*/false) {}

  bool start_object(std::size_t size) {
    keys.emplace_back();
    return ++depth <= maxDepth && Base::start_object(size);
  }
  bool end_object() {
    keys.pop_back();
    return --depth, Base::end_object();
  }
  bool key(std::string &name) {
    if (keys.back().insert(name).second)
      return Base::key(name);
    doubled = name;
    return false;
  }
  bool start_array(std::size_t size) { return ++depth <= maxDepth && Base::start_array(size); }
  bool end_array() { return --depth, Base::end_array(); }

  template <class Exception> bool parse_error(std::size_t position, const std::string &, const Exception &exception) {
    column = position;
    // `[json.exception.parse_error.101] parse error at line 1, column 5: what; last read: '...'`
    StringRef text = StringRef(exception.what()).split(": ").second;
    message = text.split("; last read").first.str();
    return false;
  }

  unsigned depth = 0;
  std::vector<std::set<std::string>> keys;
  std::string doubled;
  std::size_t column = 0;
  std::string message;
};

} // namespace

Error kgen::stats::locatedError(const Twine &where, const Twine &what) {
  std::string place = where.str();
  return llvm::createStringError(place + (place.empty() ? "" : ": error: ") + what.str());
}

Expected<Json> kgen::stats::parseLine(StringRef text, StringRef file, uint64_t line) {
  Json value;
  Builder builder(value);
  if (Json::sax_parse(text.begin(), text.end(), &builder))
    return value;
  std::string where = (file + ":" + Twine(line)).str();
  if (builder.depth > maxDepth)
    return locatedError(where, "expected at most " + Twine(maxDepth) + " nested lists and objects");
  if (!builder.doubled.empty())
    return locatedError(where, "expected each field of an object once but got '" + builder.doubled + "' twice");
  return locatedError(where + ":" + Twine(builder.column), "not JSON: " + builder.message);
}

const Json &kgen::stats::fieldOf(const Json &object, StringRef name) {
  static const Json nothing;
  if (!object.is_object())
    return nothing;
  auto found = object.find(name.str());
  return found == object.end() ? nothing : *found;
}

StringRef kgen::stats::textOf(const Json &object, StringRef name) {
  const Json &field = fieldOf(object, name);
  return field.is_string() ? StringRef(*field.get_ptr<const Json::string_t *>()) : StringRef();
}

uint64_t kgen::stats::integerOf(const Json &object, StringRef name) {
  const Json &field = fieldOf(object, name);
  return field.is_number_unsigned() ? field.get<uint64_t>() : 0;
}

std::vector<double> kgen::stats::numbersOf(const Json &object, StringRef name) {
  std::vector<double> numbers;
  const Json &list = fieldOf(object, name);
  if (list.is_array())
    for (const Json &number : list)
      numbers.push_back(number.is_number() ? number.get<double>() : 0.0);
  return numbers;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// A value in a message; a long one without its end.
static std::string shown(const Json &value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

static std::string differenceOfObjects(const Json &expected, const Json &got, const std::string &path) {
  std::string before = path.empty() ? "" : path + ".";
  for (const auto &item : expected.items())
    if (!got.contains(item.key()))
      return "expected the field '" + before + item.key() + "' but got none";
  for (const auto &item : got.items())
    if (!expected.contains(item.key()))
      return "expected no field '" + before + item.key() + "' but got one";
  for (const auto &item : expected.items())
    if (std::string inner = describeDifference(item.value(), got[item.key()], before + item.key()); !inner.empty())
      return inner;
  return expected == got ? "" : "expected the fields of '" + path + "' in another order";
}

std::string kgen::stats::describeDifference(const Json &expected, const Json &got, const std::string &path) {
  if (expected.is_object() && got.is_object())
    return differenceOfObjects(expected, got, path);
  if (!expected.is_array() || !got.is_array())
    return expected == got && expected.type() == got.type()
               ? ""
               : path + ": expected " + shown(expected) + " but got " + shown(got);
  if (expected.size() != got.size())
    return path + ": expected a list of " + std::to_string(expected.size()) + " but got one of " +
           std::to_string(got.size());
  for (size_t i = 0; i < got.size(); ++i)
    if (std::string inner = describeDifference(expected[i], got[i], path + "[" + std::to_string(i) + "]");
        !inner.empty())
      return inner;
  return "";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static StringRef nameOf(ColumnType::Kind kind) {
  static constexpr llvm::StringLiteral names[] = {"nothing",  "a bool", "an integer", "a number",
                                                  "a string", "a list", "an object"};
  return names[kind];
}

static ColumnType::Kind kindOf(const Json &value) {
  switch (value.type()) {
  case Json::value_t::boolean:
    return ColumnType::Bool;
  case Json::value_t::number_integer:
  case Json::value_t::number_unsigned:
    return ColumnType::Integer;
  case Json::value_t::number_float:
    return ColumnType::Number;
  case Json::value_t::string:
    return ColumnType::String;
  case Json::value_t::array:
    return ColumnType::List;
  case Json::value_t::object:
    return ColumnType::Object;
  default:
    return ColumnType::Unknown;
  }
}

static std::string pathTo(const std::string &path, const std::string &name) {
  return name == "[]" || path.empty() ? path + name : path + "." + name;
}

static Expected<ColumnType> typeAt(const Json &value, const std::string &path) {
  ColumnType type{kindOf(value), {}};
  if (type.kind == ColumnType::Unknown)
    return locatedError("", "expected a value in '" + path + "' but got null");
  if (!value.is_structured())
    return type;
  for (const auto &item : value.items()) {
    std::string name = value.is_array() ? "[]" : item.key();
    Expected<ColumnType> inner = typeAt(item.value(), pathTo(path, name));
    if (!inner)
      return inner.takeError();
    auto [known, isNew] = type.fields.try_emplace(name, *inner);
    if (isNew)
      continue;
    if (Error error = widen(known->second, *inner, pathTo(path, name)))
      return error;
  }
  return type;
}

Expected<ColumnType> kgen::stats::typeOf(const Json &value) { return ::typeAt(value, ""); }

Error kgen::stats::widen(ColumnType &type, const ColumnType &other, const std::string &path) {
  auto isNumeric = [](ColumnType::Kind kind) { return kind == ColumnType::Integer || kind == ColumnType::Number; };
  if (type.kind != other.kind && !(isNumeric(type.kind) && isNumeric(other.kind)))
    return locatedError("", "expected '" + path + "' to be " + nameOf(type.kind) + ", as before, but got " +
                                nameOf(other.kind));
  type.kind = std::max(type.kind, other.kind);
  bool isObject = type.kind == ColumnType::Object;
  for (const auto &[name, inner] : type.fields)
    if (isObject && !other.fields.count(name))
      return locatedError("", "expected the field '" + pathTo(path, name) + "', as before, but got none");
  for (const auto &[name, inner] : other.fields) {
    auto [known, isNew] = type.fields.try_emplace(name, inner);
    if (isNew && isObject)
      return locatedError("", "expected no field '" + pathTo(path, name) + "', as before, but got one");
    if (Error error = isNew ? Error::success() : widen(known->second, inner, pathTo(path, name)))
      return error;
  }
  return Error::success();
}
