// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of element types, whether a case fits a kernel, and which of its arguments are reported. Reading is in
// ParseCase.cpp, bytes are in CaseStorage.cpp.

#define JSON_NOEXCEPTION
#include "kgen/Support/Case.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace kgen;

namespace {
struct ScalarName {
  ScalarType type;
  std::string_view name;
  /// The letters that end the name of a vector or matrix of it: `vec3d`.
  std::string_view suffix;
};
} // namespace

static constexpr ScalarName scalarNames[] = {
    {ScalarType::Bool, "bool", ""},         {ScalarType::Int8, "int8", "b"},
    {ScalarType::UInt8, "uint8", "ub"},     {ScalarType::Int16, "int16", "s"},
    {ScalarType::UInt16, "uint16", "us"},   {ScalarType::Int32, "int32", "i"},
    {ScalarType::UInt32, "uint32", "ui"},   {ScalarType::Int64, "int64", "l"},
    {ScalarType::UInt64, "uint64", "ul"},   {ScalarType::Float16, "float16", "h"},
    {ScalarType::BFloat16, "bfloat16", ""}, {ScalarType::Float32, "float32", "f"},
    {ScalarType::Float64, "float64", "d"},
};

bool kgen::isFloatType(ScalarType type) { return type >= ScalarType::Float16; }

int64_t ElementType::numComponents() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

static const ScalarName &nameOf(ScalarType type) { return scalarNames[static_cast<unsigned>(type)]; }

std::string ElementType::name() const {
  if (form == Scalar)
    return std::string(nameOf(scalar).name);
  std::string text = form == Vector ? "vec" : form == Matrix ? "mat" : form == Quaternion ? "quat" : "transform";
  bool isLong = std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent > 9; });
  if (form == Vector || form == Matrix)
    for (size_t i = 0; i < shape.size(); ++i)
      text += (i && isLong ? "x" : "") + std::to_string(shape[i]);
  std::string suffix(nameOf(scalar).suffix);
  return text + (suffix.empty() ? "_" + std::string(nameOf(scalar).name) : suffix);
}

static std::optional<ScalarType> scalarOfSuffix(std::string_view suffix) {
  if (suffix.empty())
    return ScalarType::Float32;
  for (const ScalarName &candidate : scalarNames)
    if (candidate.suffix == suffix)
      return candidate.type;
  return std::nullopt;
}

static std::optional<ElementType> makeElement(ElementType::Form form, std::vector<int64_t> shape,
                                              std::string_view suffix) {
  std::optional<ScalarType> scalar = scalarOfSuffix(suffix);
  bool floatsOnly = form == ElementType::Quaternion || form == ElementType::Transform;
  if (!scalar || (floatsOnly && !isFloatType(*scalar)))
    return std::nullopt;
  return ElementType{form, *scalar, std::move(shape)};
}

/// Takes a prefix off the front.
static bool consume(std::string_view &text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix)
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Takes an extent of up to `digits` decimal digits off the front.
static std::optional<int64_t> consumeExtent(std::string_view &text, size_t digits) {
  int64_t extent = 0;
  size_t count = 0;
  for (; count < std::min(digits, text.size()) && text[count] >= '0' && text[count] <= '9'; ++count)
    extent = extent * 10 + (text[count] - '0');
  text.remove_prefix(count);
  return extent > 0 ? std::optional(extent) : std::nullopt;
}

/// `3` of a vector, `34` or `3x4` of a matrix, and the letters of the scalar.
static std::optional<ElementType> parseAggregate(std::string_view text, bool isMatrix) {
  constexpr size_t maxDigits = 4;
  bool isLong = text.find('x') != text.npos;
  std::vector<int64_t> extents;
  for (int i = 0; i < (isMatrix ? 2 : 1); ++i) {
    if (i == 1 && isLong && !consume(text, "x"))
      return std::nullopt;
    std::optional<int64_t> extent = consumeExtent(text, isMatrix && !isLong ? 1 : maxDigits);
    if (!extent)
      return std::nullopt;
    extents.push_back(*extent);
  }
  return makeElement(isMatrix ? ElementType::Matrix : ElementType::Vector, std::move(extents), text);
}

std::optional<ElementType> kgen::parseElementType(std::string_view name) {
  if (name == "int")
    return ElementType{ElementType::Scalar, ScalarType::Int32, {}};
  if (name == "float")
    return ElementType{ElementType::Scalar, ScalarType::Float32, {}};
  for (const ScalarName &candidate : scalarNames)
    if (candidate.name == name)
      return ElementType{ElementType::Scalar, candidate.type, {}};
  if (consume(name, "quat"))
    return makeElement(ElementType::Quaternion, {4}, name);
  if (consume(name, "transform"))
    return makeElement(ElementType::Transform, {7}, name);
  if (consume(name, "spatial_vector"))
    return makeElement(ElementType::Vector, {6}, name);
  if (consume(name, "spatial_matrix"))
    return makeElement(ElementType::Matrix, {6, 6}, name);
  bool isMatrix = consume(name, "mat");
  if (!isMatrix && !consume(name, "vec"))
    return std::nullopt;
  return parseAggregate(name, isMatrix);
}

size_t kgen::numbersSize(const Numbers &numbers) {
  return std::visit([](const auto &list) { return list.size(); }, numbers);
}

int64_t Case::numThreads() const {
  int64_t count = 1;
  for (int64_t extent : dim)
    count *= extent;
  return count;
}

template <class Predicate> static std::vector<const CaseArg *> select(const Case &c, Predicate predicate) {
  std::vector<const CaseArg *> selected;
  for (const CaseArg &arg : c.args)
    if (predicate(arg))
      selected.push_back(&arg);
  return selected;
}

std::vector<const CaseArg *> kgen::outputArgs(const Case &c) {
  bool isWeighted = std::any_of(c.args.begin(), c.args.end(), [](const CaseArg &arg) { return !arg.weight.empty(); });
  return select(c, [&](const CaseArg &arg) {
    return !arg.weight.empty() || (arg.isWritten() && !(isWeighted && arg.isFloatArray()));
  });
}

std::vector<const CaseArg *> kgen::gradientArgs(const Case &c) {
  std::vector<const CaseArg *> marked = select(c, [](const CaseArg &arg) { return arg.grad; });
  if (!marked.empty())
    return marked;
  return select(c, [](const CaseArg &arg) { return arg.isFloatArray(); });
}

std::string_view kgen::roleName(Role role) {
  static constexpr std::string_view names[] = {"in", "out", "inout", "scratch", "scalar"};
  return names[static_cast<size_t>(role)];
}

std::vector<NamedNumbers> kgen::nameNumbers(const Case &c, const std::vector<const CaseArg *> &args,
                                            const std::function<Numbers(size_t)> &numbersOf) {
  std::vector<NamedNumbers> named;
  for (const CaseArg *arg : args)
    named.push_back({arg->name, arg->type.scalar, numbersOf(arg - c.args.data())});
  return named;
}

//===----------------------------------------------------------------------===//
// Cases and kernels
//===----------------------------------------------------------------------===//

/// `2-dimensional array of float32`, or the type of a value.
static std::string describe(const ElementType &type, size_t rank) {
  return rank == 0 ? type.name() + " by value" : std::to_string(rank) + "-dimensional array of " + type.name();
}

static std::string mismatch(const CaseParameter &parameter, const CaseArg &arg, size_t index) {
  if (!parameter.name.empty() && parameter.name != arg.name)
    return "expected the case's argument " + std::to_string(index) + " to be '" + parameter.name + "' but got '" +
           arg.name + "'";
  size_t rank = arg.isArray() ? arg.shape.size() : 0;
  if (arg.type == parameter.type && rank == parameter.rank)
    return "";
  std::string wanted = describe(parameter.type, parameter.rank), got = describe(arg.type, rank);
  if (wanted == got)
    return "";
  return "expected the case's argument '" + arg.name + "' to be a " + wanted + " but got a " + got;
}

std::optional<CaseMismatch> kgen::matchArguments(std::string_view kernel, const std::vector<CaseParameter> &parameters,
                                                 const Case &c) {
  if (c.args.size() != parameters.size())
    return CaseMismatch{std::nullopt, "expected a case with " + std::to_string(parameters.size()) + " arguments for '" +
                                          std::string(kernel) + "' but got " + std::to_string(c.args.size())};
  for (size_t i = 0; i < parameters.size(); ++i)
    if (std::string message = mismatch(parameters[i], c.args[i], i); !message.empty())
      return CaseMismatch{i, message};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text. Numbers are written here: the library's own writer makes null of numbers that are not finite.
//===----------------------------------------------------------------------===//

/// Writes a number of at most six decimals at a tenth of the library's cost; returns the end, or null for other
/// numbers. No two texts of fifteen digits are one double, so there is no shorter text than this.
static char *writeMillionths(char *to, double value) {
  double magnitude = std::fabs(value);
  if (!(magnitude >= 1e-4 && magnitude < 1e8))
    return nullptr;
  auto millionths = static_cast<int64_t>(magnitude * 1e6 + 0.5);
  if (millionths / 1e6 != magnitude)
    return nullptr;
  if (value < 0)
    *to++ = '-';
  to = std::to_chars(to, to + 10, static_cast<uint32_t>(millionths / 1000000)).ptr;
  *to++ = '.';
  auto rest = static_cast<uint32_t>(millionths % 1000000);
  do { // digit by digit, until none but zeros are left
    rest *= 10;
    *to++ = char('0' + rest / 1000000);
    rest %= 1000000;
  } while (rest != 0);
  return to;
}

/// The shortest text of a number, as Python's repr has it.
template <class T> static char *writeShortest(char *to, T value) {
  if (!std::isfinite(value)) {
    std::string_view text = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    return std::copy(text.begin(), text.end(), to);
  }
  if (value == 0)
    return std::copy_n(std::signbit(value) ? "-0.0" : "0.0", std::signbit(value) ? 4 : 3, to);
  double magnitude = std::fabs(value);
  bool plain = magnitude >= 1e-4 && magnitude < 1e16;
  char *end = std::to_chars(to, to + 30, value, plain ? std::chars_format::fixed : std::chars_format::scientific).ptr;
  return plain && value == std::trunc(value) ? std::copy_n(".0", 2, end) : end;
}

char *kgen::writeNumber(char *to, double value) {
  char *end = writeMillionths(to, value);
  return end ? end : writeShortest(to, value);
}

char *kgen::writeNumber(char *to, float value) { return writeShortest(to, value); }

std::string kgen::formatNumber(double value) {
  char buffer[32];
  return {buffer, writeNumber(buffer, value)};
}

std::string kgen::formatNumbers(ScalarType type, const Numbers &numbers) {
  auto format = [&](auto number) {
    if constexpr (std::is_same_v<decltype(number), double>)
      return formatNumber(number);
    else
      return type == ScalarType::UInt64 ? std::to_string(static_cast<uint64_t>(number)) : std::to_string(number);
  };
  std::string text = "[";
  auto append = [&](const auto &list) {
    for (size_t i = 0; i < list.size(); ++i)
      text += (i ? ", " : "") + format(list[i]);
  };
  std::visit(append, numbers);
  return text + "]";
}

std::string kgen::quoteJson(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
}

static std::string formatGroup(std::string_view key, const std::vector<NamedNumbers> &group) {
  std::string text = quoteJson(key) + ": {";
  for (size_t i = 0; i < group.size(); ++i)
    text += (i ? ", " : "") + quoteJson(group[i].name) + ": " + formatNumbers(group[i].type, group[i].values);
  return text + "}";
}

std::string kgen::formatResult(const CaseResult &result) {
  return "{" + formatGroup("outputs", result.outputs) + ", " + formatGroup("grads", result.grads) + "}\n";
}
