// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a case from JSON. Whatever the text is, the outcome is a case or one message with its line and column; nothing
// here may crash on bad input.

#include "LocatedJson.h"
#include "kgen/Support/Case.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

using namespace kgen;

namespace {
/// Threads and array elements that a case may have.
constexpr int64_t maxElements = int64_t(1) << 28;

constexpr std::string_view caseFields[] = {"kernel", "dim",       "tiled",       "block_dim",   "args",
                                           "struct", "name",      "group",       "rtol",        "outputs",
                                           "grads",  "tolerance", "custom_grad", "thread_order"};
constexpr std::string_view argumentFields[] = {"name", "dtype", "role", "grad", "value", "weight", "shape"};

using Extents = std::vector<int64_t>;

class CaseParser {
public:
  CaseParser(std::string_view text, std::string_view path, std::string &error) : text(text), path(path), error(error) {}
  std::optional<Case> parse();

private:
  bool fail(size_t offset, const std::string &message) {
    error = std::string(path) + ":" + json::lineAndColumn(text, offset) +
            ": error: " + (where.empty() ? "" : where + ": ") + message;
    return false;
  }
  bool parseCase(const json::Value &root, Case &result);
  bool parseStruct(const json::Value &value, Case &result);
  bool addField(const json::Value &field, const std::string &name, Case &result);
  bool parseDim(const json::Value &value, Case &result);
  bool parseBlock(const json::Object &object);
  bool parseArg(const json::Value &value, CaseArg &result);
  bool parseGrad(const json::Object &object, CaseArg &result);
  bool parseShape(const json::Object &object, CaseArg &result);
  bool parseValues(const json::Object &object, const json::Value &whole, CaseArg &result);
  bool measure(const json::Value &value, CaseArg &result, Extents &extents);
  bool checkFields(const json::Object &object, const std::string_view *fields, size_t count);
  const json::Value *find(const json::Object &object, std::string_view key) const;
  bool missing(const json::Value &whole, const json::Value *value, const std::string &expected);
  bool readString(const json::Object &object, const json::Value &whole, std::string_view key, std::string &result);
  template <class T>
  bool flatten(const json::Value &value, const int64_t *extents, size_t rank, const ElementType &type,
               std::vector<T> &result);
  bool readNumber(const json::Value &value, const ElementType &type, double &result);
  bool readNumber(const json::Value &value, const ElementType &type, int64_t &result);
  bool readExtent(const json::Value &value, int64_t &result) const;

  std::string_view text, path;
  std::string &error;
  /// The part that is being read, for messages: `argument 'x'`.
  std::string where;
};
} // namespace

static std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

bool CaseParser::checkFields(const json::Object &object, const std::string_view *fields, size_t count) {
  for (const json::Member &member : object) {
    if (std::find(fields, fields + count, member.key) != fields + count)
      continue;
    std::string known;
    for (size_t i = 0; i < count; ++i)
      known += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + std::string(fields[i]);
    return fail(member.offset, "expected a field " + known + " but got " + quoted(member.key));
  }
  return true;
}

/// The value of a field; null if there is none, or only a `null`.
const json::Value *CaseParser::find(const json::Object &object, std::string_view key) const {
  for (const json::Member &member : object)
    if (member.key == key)
      return member.value.get<std::nullptr_t>() ? nullptr : &member.value;
  return nullptr;
}

bool CaseParser::missing(const json::Value &whole, const json::Value *value, const std::string &expected) {
  return fail(value ? value->offset : whole.offset,
              "expected " + expected + " but got " + std::string(value ? value->kind() : "nothing"));
}

bool CaseParser::readString(const json::Object &object, const json::Value &whole, std::string_view key,
                            std::string &result) {
  const json::Value *value = find(object, key);
  const std::string *string = value ? value->get<std::string>() : nullptr;
  if (!string)
    return missing(whole, value, quoted(key) + ", a string,");
  result = *string;
  return true;
}

//===----------------------------------------------------------------------===//
// The case
//===----------------------------------------------------------------------===//

std::optional<Case> CaseParser::parse() {
  json::Error reason;
  std::optional<json::Value> root = json::parse(text, reason);
  if (!root) {
    fail(reason.offset, reason.message);
    return std::nullopt;
  }
  Case result;
  if (!parseCase(*root, result))
    return std::nullopt;
  return result;
}

bool CaseParser::parseCase(const json::Value &root, Case &result) {
  const json::Object *object = root.object();
  if (!object)
    return missing(root, &root, "a case, an object,");
  if (!checkFields(*object, caseFields, std::size(caseFields)))
    return false;
  if (find(*object, "kernel") && !readString(*object, root, "kernel", result.kernel))
    return false;
  const json::Value *dim = find(*object, "dim");
  if (!dim)
    return missing(root, dim, "'dim', one to four launch dimensions,");
  const json::Value *args = find(*object, "args");
  if (!parseDim(*dim, result) || !parseBlock(*object))
    return false;
  if (!args || !args->list())
    return missing(root, args, "'args', a list of arguments,");
  result.argsPlace = std::string(path) + ":" + json::lineAndColumn(text, args->offset);
  for (const json::Value &arg : *args->list()) {
    where = "argument " + std::to_string(result.args.size());
    if (!parseArg(arg, result.args.emplace_back()))
      return false;
  }
  const json::Value *fields = find(*object, "struct");
  return !fields || parseStruct(*fields, result);
}

/// `{"type": "Args", "fields": ["x", "y"]}`: the first arguments.
bool CaseParser::parseStruct(const json::Value &value, Case &result) {
  static constexpr std::string_view known[] = {"type", "fields"};
  where = "struct";
  const json::Object *object = value.object();
  if (!object)
    return missing(value, &value, "an object");
  if (!checkFields(*object, known, std::size(known)))
    return false;
  const json::Value *fields = find(*object, "fields");
  if (!fields || (!fields->list() && !fields->get<std::string>()))
    return missing(value, fields, "'fields', a list of names,");
  if (const json::Value *type = find(*object, "type"); type && type->get<std::string>())
    result.structType = *type->get<std::string>();
  if (const std::string *names = fields->get<std::string>()) { // one text, as in a row of a table
    std::istringstream words(*names);
    for (std::string name; words >> name;)
      if (!addField(*fields, name, result))
        return false;
    return true;
  }
  for (const json::Value &field : *fields->list()) {
    const std::string *name = field.get<std::string>();
    if (!name)
      return missing(field, &field, "the name of a field");
    if (!addField(field, *name, result))
      return false;
  }
  return true;
}

bool CaseParser::addField(const json::Value &field, const std::string &name, Case &result) {
  size_t index = result.structFields.size();
  if (index >= result.args.size() || result.args[index].name != name)
    return fail(field.offset, "expected argument " + std::to_string(index) + " to be the field " + quoted(name) +
                                  (index < result.args.size() ? " but got " + quoted(result.args[index].name) : ""));
  result.structFields.push_back(name);
  return true;
}

bool CaseParser::readExtent(const json::Value &value, int64_t &result) const {
  const int64_t *negative = value.get<int64_t>();
  const uint64_t *number = value.get<uint64_t>();
  if (negative || !number || *number > uint64_t(maxElements))
    return false;
  result = static_cast<int64_t>(*number);
  return true;
}

bool CaseParser::parseDim(const json::Value &value, Case &result) {
  auto add = [&](const json::Value &extent) {
    if (readExtent(extent, result.dim.emplace_back()))
      return true;
    return fail(extent.offset, "expected a launch dimension from 0 to " + std::to_string(maxElements));
  };
  if (!value.list())
    return add(value);
  if (value.list()->empty() || value.list()->size() > 4)
    return fail(value.offset, "expected 'dim', one to four launch dimensions");
  int64_t threads = 1;
  for (const json::Value &extent : *value.list()) {
    if (!add(extent))
      return false;
    threads *= result.dim.back(); // of two numbers below 2^29
    if (threads > maxElements)
      return fail(value.offset, "expected at most " + std::to_string(maxElements) + " threads");
  }
  return true;
}

/// A block has one thread (S-120). So a launch of tiles, whose `dim` is without the block, has a thread for each tile.
bool CaseParser::parseBlock(const json::Object &object) {
  const json::Value *tiled = find(object, "tiled"), *size = find(object, "block_dim");
  if (tiled && !tiled->get<bool>())
    return missing(*tiled, tiled, "'tiled', a bool,");
  int64_t threads = 1;
  if (size && (!readExtent(*size, threads) || threads == 0))
    return fail(size->offset, "expected 'block_dim', the threads of a block, from 1 to " + std::to_string(maxElements));
  if (threads != 1)
    return fail(size->offset, "expected 1 as 'block_dim', since kgen has blocks of one thread only, but got " +
                                  std::to_string(threads));
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static std::optional<Role> parseRole(std::string_view text) {
  for (Role role : {Role::In, Role::Out, Role::InOut, Role::Scratch, Role::Scalar})
    if (roleName(role) == text)
      return role;
  return std::nullopt;
}

bool CaseParser::parseArg(const json::Value &value, CaseArg &result) {
  const json::Object *object = value.object();
  if (!object)
    return missing(value, &value, "an object");
  if (!checkFields(*object, argumentFields, std::size(argumentFields)) ||
      !readString(*object, value, "name", result.name))
    return false;
  where = "argument " + quoted(result.name);
  std::string dtype, role;
  if (!readString(*object, value, "dtype", dtype))
    return false;
  std::optional<ElementType> type = parseElementType(dtype);
  if (!type)
    return fail(find(*object, "dtype")->offset,
                "expected a dtype such as float32, int32, vec3 or mat33d but got " + quoted(dtype));
  result.type = std::move(*type);
  const json::Value *roleValue = find(*object, "role");
  if (!roleValue || !roleValue->get<std::string>())
    return missing(value, roleValue, "role in, out, inout, scratch or scalar");
  std::optional<Role> parsed = parseRole(*roleValue->get<std::string>());
  if (!parsed)
    return fail(roleValue->offset,
                "expected role in, out, inout, scratch or scalar but got " + quoted(*roleValue->get<std::string>()));
  result.role = *parsed;
  return parseGrad(*object, result) && parseValues(*object, value, result);
}

bool CaseParser::parseGrad(const json::Object &object, CaseArg &result) {
  const json::Value *grad = find(object, "grad");
  if (!grad)
    return true;
  if (!grad->get<bool>())
    return missing(*grad, grad, "'grad', a bool,");
  result.grad = *grad->get<bool>();
  if (result.grad && !result.isFloatArray())
    return fail(grad->offset, "expected an array of floats, since 'grad' is true");
  return true;
}

/// The array's extents, if they are given.
bool CaseParser::parseShape(const json::Object &object, CaseArg &result) {
  const json::Value &shape = *find(object, "shape");
  size_t atMost = result.isArray() ? 4 : 0, atLeast = result.isArray() ? 1 : 0;
  if (!shape.list() || shape.list()->size() > atMost || shape.list()->size() < atLeast)
    return fail(shape.offset, result.isArray() ? "expected 'shape', a list of one to four extents"
                                               : "expected an empty 'shape', since the argument is no array");
  int64_t count = result.type.numComponents();
  for (const json::Value &extent : *shape.list()) {
    if (!readExtent(extent, result.shape.emplace_back()))
      return fail(extent.offset, "expected an extent from 0 to " + std::to_string(maxElements));
    count *= result.shape.back();
    if (count > maxElements)
      return fail(shape.offset, "expected at most " + std::to_string(maxElements) + " numbers");
  }
  return true;
}

bool CaseParser::parseValues(const json::Object &object, const json::Value &whole, CaseArg &result) {
  const json::Value *value = find(object, "value");
  if (!value)
    return missing(whole, value, "'value'");
  Extents extents;
  bool isFlat = find(object, "shape");
  if (isFlat) {
    if (!parseShape(object, result))
      return false;
    int64_t count = result.type.numComponents();
    for (int64_t extent : result.shape)
      count *= extent;
    extents = {count};
  } else if (!measure(*value, result, extents)) {
    return false;
  }
  bool read =
      result.type.isFloat()
          ? flatten(*value, extents.data(), extents.size(), result.type, result.values.emplace<std::vector<double>>())
          : flatten(*value, extents.data(), extents.size(), result.type, result.values.emplace<std::vector<int64_t>>());
  const json::Value *weight = find(object, "weight");
  bool isEmpty = weight && weight->list() && weight->list()->empty(); // as in a row of a table
  if (!read || !weight || isEmpty)
    return read;
  where += ", weight";
  if (!result.isFloatArray())
    return fail(weight->offset, "expected no weight, since the argument is not an array of floats");
  return flatten(*weight, extents.data(), extents.size(), result.type, result.weight);
}

/// Finds the extents of a nested list by its first elements, and checks their number and the element's own.
bool CaseParser::measure(const json::Value &value, CaseArg &arg, Extents &extents) {
  const Extents &own = arg.type.shape;
  const json::Value *inner = &value;
  while (const json::List *list = inner->list()) {
    extents.push_back(list->size());
    if (list->empty())
      break;
    inner = &list->front();
  }
  if (arg.isArray() && !extents.empty() && extents.back() == 0)
    extents.insert(extents.end(), own.begin(), own.end()); // an empty list does not show its elements' shape
  size_t rank = extents.size() - std::min(extents.size(), own.size());
  if (!std::equal(extents.begin() + rank, extents.end(), own.begin(), own.end()))
    return fail(value.offset, "expected elements of type " + arg.type.name() + " but got a list of another shape");
  if (arg.isArray() && (rank < 1 || rank > 4))
    return fail(value.offset, "expected an array of one to four dimensions but got " + std::to_string(rank));
  if (!arg.isArray() && rank != 0)
    return fail(value.offset, "expected one " + arg.type.name() + " but got a list");
  if (arg.isArray())
    arg.shape.assign(extents.begin(), extents.begin() + rank);
  return true;
}

template <class T>
bool CaseParser::flatten(const json::Value &value, const int64_t *extents, size_t rank, const ElementType &type,
                         std::vector<T> &result) {
  if (rank == 0)
    return readNumber(value, type, result.emplace_back());
  const json::List *list = value.list();
  std::string expected = "expected a list of " + std::to_string(*extents);
  if (!list)
    return fail(value.offset, expected + " but got " + std::string(value.kind()));
  if (static_cast<int64_t>(list->size()) != *extents)
    return fail(value.offset, expected + " but got one of " + std::to_string(list->size()));
  return std::all_of(list->begin(), list->end(),
                     [&](const json::Value &element) { return flatten(element, extents + 1, rank - 1, type, result); });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool CaseParser::readNumber(const json::Value &value, const ElementType &type, double &result) {
  double number;
  if (const auto *real = value.get<double>())
    number = *real;
  else if (const auto *negative = value.get<int64_t>())
    number = static_cast<double>(*negative);
  else if (const auto *natural = value.get<uint64_t>())
    number = static_cast<double>(*natural);
  else if (const auto *big = value.get<json::BigInteger>())
    number = std::strtod(big->digits.c_str(), nullptr);
  else
    return missing(value, &value, "a number");
  result = roundTo(type.scalar, number);
  if (std::isfinite(number) == std::isfinite(result) && (std::isfinite(number) || !value.get<json::BigInteger>()))
    return true;
  return fail(value.offset, "expected a number that fits " + type.name() + " but got " + formatNumber(number));
}

/// The least and greatest number of an integer type; the latter as its bits.
static std::pair<int64_t, uint64_t> rangeOf(ScalarType type) {
  auto range = [](auto zero) -> std::pair<int64_t, uint64_t> {
    using Limits = std::numeric_limits<decltype(zero)>;
    return {std::is_signed_v<decltype(zero)> ? int64_t(Limits::min()) : 0, uint64_t(Limits::max())};
  };
  switch (type) {
  case ScalarType::Bool:
    return {0, 1};
  case ScalarType::Int8:
    return range(int8_t());
  case ScalarType::UInt8:
    return range(uint8_t());
  case ScalarType::Int16:
    return range(int16_t());
  case ScalarType::UInt16:
    return range(uint16_t());
  case ScalarType::Int32:
    return range(int32_t());
  case ScalarType::UInt32:
    return range(uint32_t());
  case ScalarType::UInt64:
    return range(uint64_t());
  default:
    return range(int64_t());
  }
}

bool CaseParser::readNumber(const json::Value &value, const ElementType &type, int64_t &result) {
  auto [least, greatest] = rangeOf(type.scalar);
  std::string got;
  if (const auto *negative = value.get<int64_t>()) {
    result = *negative;
    got = *negative < least ? std::to_string(*negative) : "";
  } else if (const auto *natural = value.get<uint64_t>()) {
    result = static_cast<int64_t>(*natural);
    got = *natural > greatest ? std::to_string(*natural) : "";
  } else if (const auto *big = value.get<json::BigInteger>()) {
    got = big->digits;
  } else if (const auto *flag = value.get<bool>()) {
    result = *flag;
  } else if (const auto *whole = value.get<double>(); whole && std::trunc(*whole) == *whole) { // `3.0`, in a table
    bool fits = *whole >= double(least) && *whole < std::ldexp(1.0, std::bit_width(greatest));
    result = !fits        ? 0
             : *whole < 0 ? static_cast<int64_t>(*whole)
                          : static_cast<int64_t>(static_cast<uint64_t>(*whole));
    got = fits ? "" : formatNumber(*whole);
  } else {
    return missing(value, &value, "an integer");
  }
  return got.empty() || fail(value.offset, "expected an integer that fits " + type.name() + " but got " + got);
}

std::optional<Case> kgen::parseCase(std::string_view json, std::string_view path, std::string &error) {
  return CaseParser(json, path, error).parse();
}
