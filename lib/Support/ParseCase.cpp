// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a case from JSON. Whatever the text is, the outcome is a case or one message; nothing here may crash on bad
// input. Python's NaN and Infinity are taken, which JSON proper has not.

#include "kgen/Support/Case.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace kgen;
using llvm::StringRef;
namespace json = llvm::json;

namespace {
/// Nesting that the JSON reader, which recurses, is given at most.
constexpr unsigned maxNesting = 64;
/// Threads and array elements that a case may have.
constexpr int64_t maxElements = int64_t(1) << 28;

class CaseParser {
public:
  CaseParser(StringRef path, std::string &error) : path(path), error(error) {}
  std::optional<Case> parse(StringRef text);

private:
  bool fail(const llvm::Twine &message) {
    error = (path + ": error: " + (where.empty() ? "" : where + ": ") + message).str();
    return false;
  }
  bool quoteNonFinite(StringRef text, std::string &result);
  bool parseDim(const json::Value *value, Case &result);
  bool parseArg(const json::Object &object, CaseArg &result);
  bool parseValues(const json::Object &object, CaseArg &result);
  bool parseIntegers(const json::Value &value, llvm::ArrayRef<int64_t> extents, CaseArg &result);
  bool readShape(const json::Value &shape, const CaseArg &arg, std::vector<int64_t> &extents);
  bool measure(const json::Value &value, const CaseArg &arg, std::vector<int64_t> &extents);
  template <class T>
  bool flatten(const json::Value &value, llvm::ArrayRef<int64_t> extents, std::vector<T> &result);
  bool readNumber(const json::Value &value, double &result);
  bool readNumber(const json::Value &value, int64_t &result);

  StringRef path;
  std::string &error;
  /// What is being read, for messages: `argument 'x'`.
  std::string where;
};
} // namespace

/// A word for what a JSON value is.
static StringRef kindName(const json::Value *value) {
  if (!value)
    return "nothing";
  switch (value->kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "a bool";
  case json::Value::Number:
    return "a number";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "a list";
  case json::Value::Object:
    return "an object";
  }
  llvm_unreachable("all kinds are covered");
}

/// Whether a type of less than 64 bits has the number; those of 64 bits have all that was read.
static bool fits(int64_t number, ScalarType type) {
  switch (type) {
  case ScalarType::Bool:
    return llvm::isUInt<1>(number);
  case ScalarType::Int8:
    return llvm::isInt<8>(number);
  case ScalarType::Int16:
    return llvm::isInt<16>(number);
  case ScalarType::Int32:
    return llvm::isInt<32>(number);
  case ScalarType::UInt8:
    return llvm::isUInt<8>(number);
  case ScalarType::UInt16:
    return llvm::isUInt<16>(number);
  case ScalarType::UInt32:
    return llvm::isUInt<32>(number);
  default:
    return true;
  }
}

/// Quotes the words that Python writes for numbers that are not finite, and refuses nesting that is too deep.
bool CaseParser::quoteNonFinite(StringRef text, std::string &result) {
  unsigned depth = 0;
  while (!text.empty()) {
    char c = text.front();
    size_t length = 1;
    if (c == '"') {
      while (length < text.size() && text[length] != '"')
        length += text[length] == '\\' ? 2 : 1;
      length = std::min(length + 1, text.size());
    } else if (c == '[' || c == '{') {
      if (++depth > maxNesting)
        return fail("expected at most " + llvm::Twine(maxNesting) + " nested lists");
    } else if (c == ']' || c == '}') {
      depth -= depth != 0;
    } else if (c == 'N' || c == 'I' || c == '-') {
      for (StringRef word : {"NaN", "Infinity", "-Infinity"})
        if (text.starts_with(word))
          length = word.size();
    }
    bool quote = length > 1 && c != '"';
    result += quote ? '"' + text.take_front(length).str() + '"' : text.take_front(length).str();
    text = text.drop_front(length);
  }
  return true;
}

std::optional<Case> CaseParser::parse(StringRef text) {
  std::string quoted;
  if (!quoteNonFinite(text, quoted))
    return std::nullopt;
  llvm::Expected<json::Value> root = json::parse(quoted);
  if (!root) {
    // `[1:10, byte=10]: Expected , or } after object property`
    std::string message = llvm::toString(root.takeError());
    auto [position, what] = StringRef(message).trim().split("]: ");
    error = (path + ":" + position.drop_front().split(',').first + ": error: not JSON: " + what).str();
    return std::nullopt;
  }
  const json::Object *object = root->getAsObject();
  if (!object) {
    fail("expected a case, an object, but got " + kindName(&*root));
    return std::nullopt;
  }
  if (object->get("struct")) {
    fail("struct parameters are not supported yet; expected a case without 'struct'");
    return std::nullopt;
  }
  Case result;
  if (const json::Value *kernel = object->get("kernel"); kernel && kernel->kind() != json::Value::Null) {
    if (!kernel->getAsString()) {
      fail("expected 'kernel', a string, but got " + kindName(kernel));
      return std::nullopt;
    }
    result.kernel = kernel->getAsString()->str();
  }
  if (!parseDim(object->get("dim"), result))
    return std::nullopt;
  const json::Array *args = object->getArray("args");
  if (!args) {
    fail("expected 'args', a list of arguments, but got " + kindName(object->get("args")));
    return std::nullopt;
  }
  for (auto [index, value] : llvm::enumerate(*args)) {
    where = "argument " + std::to_string(index);
    const json::Object *arg = value.getAsObject();
    if (!arg) {
      fail("expected an object but got " + kindName(&value));
      return std::nullopt;
    }
    if (!parseArg(*arg, result.args.emplace_back()))
      return std::nullopt;
  }
  return result;
}

bool CaseParser::parseDim(const json::Value *value, Case &result) {
  json::Array single;
  const json::Array *extents = value ? value->getAsArray() : nullptr;
  if (!extents && value) {
    single.push_back(*value);
    extents = &single;
  }
  if (!extents || extents->empty() || extents->size() > 4)
    return fail("expected 'dim', one to four launch dimensions");
  int64_t threads = 1;
  for (const json::Value &extent : *extents) {
    std::optional<int64_t> number = extent.getAsInteger();
    if (!number || *number < 0 || *number > maxElements)
      return fail("expected a launch dimension from 0 to " + llvm::Twine(maxElements));
    threads *= *number;
    if (threads > maxElements)
      return fail("expected at most " + llvm::Twine(maxElements) + " threads");
    result.dim.push_back(*number);
  }
  return true;
}

static std::optional<Role> parseRole(StringRef text) {
  static constexpr std::pair<StringRef, Role> roles[] = {
      {"in", Role::In},
      {"out", Role::Out},
      {"inout", Role::InOut},
      {"scratch", Role::Scratch},
      {"scalar", Role::Scalar}};
  for (auto [name, role] : roles)
    if (name == text)
      return role;
  return std::nullopt;
}

bool CaseParser::parseArg(const json::Object &object, CaseArg &result) {
  std::optional<StringRef> name = object.getString("name");
  if (!name)
    return fail("expected 'name', a string, but got " + kindName(object.get("name")));
  result.name = name->str();
  where = "argument '" + result.name + "'";
  std::optional<StringRef> dtype = object.getString("dtype");
  if (!dtype)
    return fail("expected 'dtype', a string, but got " + kindName(object.get("dtype")));
  std::optional<ElementType> type = parseElementType(*dtype);
  if (!type)
    return fail("expected a dtype such as float32, int32, vec3 or mat33d but got '" + *dtype + "'");
  result.type = std::move(*type);
  std::optional<StringRef> role = object.getString("role");
  std::optional<Role> parsed = role ? parseRole(*role) : std::nullopt;
  if (!parsed)
    return fail("expected role in, out, inout, scratch or scalar but got " +
                (role ? "'" + role->str() + "'" : kindName(object.get("role")).str()));
  result.role = *parsed;
  const json::Value *grad = object.get("grad");
  if (grad && grad->kind() != json::Value::Null && !grad->getAsBoolean())
    return fail("expected 'grad', a bool, but got " + kindName(grad));
  result.grad = grad && grad->getAsBoolean().value_or(false);
  if (result.grad && !result.isFloatArray())
    return fail("expected an array of floats, since 'grad' is true");
  return parseValues(object, result);
}

bool CaseParser::parseValues(const json::Object &object, CaseArg &result) {
  const json::Value *value = object.get("value");
  if (!value)
    return fail("expected 'value' but got nothing");
  std::vector<int64_t> extents;
  const json::Value *shape = object.get("shape");
  if (shape ? !readShape(*shape, result, extents) : !measure(*value, result, extents))
    return false;
  if (result.isArray())
    result.shape.assign(extents.begin(), extents.end() - result.type.shape.size());
  if (shape) { // the values are flat
    int64_t count = 1;
    for (int64_t extent : extents)
      count *= extent;
    extents = {count};
  }
  if (result.type.isFloat()) {
    std::vector<double> &floats = result.values.emplace<std::vector<double>>();
    if (!flatten(*value, extents, floats))
      return false;
    for (double &number : floats)
      number = roundTo(result.type.scalar, number);
  } else if (!parseIntegers(*value, extents, result)) {
    return false;
  }
  const json::Value *weight = object.get("weight");
  if (!weight || weight->kind() == json::Value::Null || (weight->getAsArray() && weight->getAsArray()->empty()))
    return true;
  where += ", weight";
  if (!result.isFloatArray())
    return fail("expected no weight, since the argument is not an array of floats");
  return flatten(*weight, extents, result.weight);
}

bool CaseParser::parseIntegers(const json::Value &value, llvm::ArrayRef<int64_t> extents, CaseArg &result) {
  std::vector<int64_t> &integers = result.values.emplace<std::vector<int64_t>>();
  if (!flatten(value, extents, integers))
    return false;
  for (int64_t number : integers)
    if (!fits(number, result.type.scalar))
      return fail("expected an integer that fits " + result.type.name() + " but got " + llvm::Twine(number));
  return true;
}

/// Takes the extents from `shape`, with which values are flat, and adds the element's own.
bool CaseParser::readShape(const json::Value &shape, const CaseArg &arg, std::vector<int64_t> &extents) {
  const json::Array *list = shape.getAsArray();
  if (!list || list->size() > 4 || list->empty() == arg.isArray())
    return fail("expected 'shape', a list of " + llvm::Twine(arg.isArray() ? "one to four" : "no") + " extents");
  int64_t count = arg.type.numComponents();
  for (const json::Value &value : *list) {
    std::optional<int64_t> extent = value.getAsInteger();
    if (!extent || *extent < 0 || *extent > maxElements || (count *= *extent) > maxElements)
      return fail("expected extents of at most " + llvm::Twine(maxElements) + " elements together");
    extents.push_back(*extent);
  }
  extents.insert(extents.end(), arg.type.shape.begin(), arg.type.shape.end());
  return true;
}

/// Finds the extents of a nested list by its first elements, and checks their number and the element's own.
bool CaseParser::measure(const json::Value &value, const CaseArg &arg, std::vector<int64_t> &extents) {
  llvm::ArrayRef<int64_t> own = arg.type.shape;
  const json::Value *inner = &value;
  while (const json::Array *list = inner->getAsArray()) {
    extents.push_back(list->size());
    if (list->empty())
      break;
    inner = &list->front();
  }
  if (arg.isArray() && !extents.empty() && extents.back() == 0)
    extents.insert(extents.end(), own.begin(), own.end()); // an empty list does not show its elements' shape
  size_t rank = extents.size() - std::min(extents.size(), own.size());
  if (!llvm::equal(llvm::ArrayRef(extents).drop_front(rank), own))
    return fail("expected elements of type " + arg.type.name() + " but got a list of another shape");
  if (arg.isArray() && (rank < 1 || rank > 4))
    return fail("expected an array of one to four dimensions but got " + llvm::Twine(rank));
  if (!arg.isArray() && rank != 0)
    return fail("expected one " + arg.type.name() + " but got a list");
  return true;
}

template <class T>
bool CaseParser::flatten(const json::Value &value, llvm::ArrayRef<int64_t> extents, std::vector<T> &result) {
  if (extents.empty()) {
    if (!readNumber(value, result.emplace_back()))
      return false;
    return true;
  }
  const json::Array *list = value.getAsArray();
  if (!list)
    return fail("expected a list of " + llvm::Twine(extents.front()) + " but got " + kindName(&value));
  if (static_cast<int64_t>(list->size()) != extents.front())
    return fail("expected a list of " + llvm::Twine(extents.front()) + " but got one of " + llvm::Twine(list->size()));
  for (const json::Value &element : *list)
    if (!flatten(element, extents.drop_front(), result))
      return false;
  return true;
}

bool CaseParser::readNumber(const json::Value &value, double &result) {
  if (std::optional<double> number = value.getAsNumber()) {
    result = *number;
    return true;
  }
  std::optional<StringRef> word = value.getAsString();
  if (word == "NaN")
    result = std::numeric_limits<double>::quiet_NaN();
  else if (word == "Infinity")
    result = std::numeric_limits<double>::infinity();
  else if (word == "-Infinity")
    result = -std::numeric_limits<double>::infinity();
  else
    return fail("expected a number but got " + kindName(&value));
  return true;
}

bool CaseParser::readNumber(const json::Value &value, int64_t &result) {
  if (std::optional<int64_t> number = value.getAsInteger())
    result = *number;
  else if (std::optional<uint64_t> bits = value.getAsUINT64())
    result = static_cast<int64_t>(*bits);
  else if (std::optional<bool> flag = value.getAsBoolean())
    result = *flag;
  else
    return fail("expected an integer but got " + kindName(&value));
  return true;
}

std::optional<Case> kgen::parseCase(StringRef text, StringRef path, std::string &error) {
  return CaseParser(path, error).parse(text);
}
