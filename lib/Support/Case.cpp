// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of element types, and what of a case is reported. Reading is in ParseCase.cpp.

#include "kgen/Support/Case.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace kgen;
using llvm::StringRef;

namespace {
struct ScalarName {
  ScalarType type;
  StringRef name;
  /// The letters that end the name of a vector or matrix of it: `vec3d`.
  StringRef suffix;
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

double kgen::roundTo(ScalarType type, double value) {
  llvm::APFloat number(value);
  bool losesInfo;
  if (type == ScalarType::Float16)
    number.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  else if (type == ScalarType::BFloat16)
    number.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  else if (type == ScalarType::Float32)
    return static_cast<float>(value);
  return number.convertToDouble();
}

int64_t ElementType::numComponents() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

static const ScalarName &nameOf(ScalarType type) { return scalarNames[static_cast<unsigned>(type)]; }

std::string ElementType::name() const {
  if (form == Scalar)
    return nameOf(scalar).name.str();
  std::string text = form == Vector ? "vec" : form == Matrix ? "mat" : form == Quaternion ? "quat" : "transform";
  if (form == Vector || form == Matrix)
    for (int64_t extent : shape)
      text += std::to_string(extent);
  StringRef suffix = nameOf(scalar).suffix;
  return text + (suffix.empty() ? "_" + nameOf(scalar).name.str() : suffix.str());
}

static std::optional<ScalarType> scalarOfSuffix(StringRef suffix) {
  if (suffix.empty())
    return ScalarType::Float32;
  for (const ScalarName &candidate : scalarNames)
    if (candidate.suffix == suffix)
      return candidate.type;
  return std::nullopt;
}

static std::optional<ElementType> makeElement(ElementType::Form form, std::vector<int64_t> shape, StringRef suffix) {
  std::optional<ScalarType> scalar = scalarOfSuffix(suffix);
  bool floatsOnly = form == ElementType::Quaternion || form == ElementType::Transform;
  if (!scalar || (floatsOnly && !isFloatType(*scalar)))
    return std::nullopt;
  return ElementType{form, *scalar, std::move(shape)};
}

/// Takes one decimal digit from 2 to 9 off the front.
static std::optional<int64_t> consumeExtent(StringRef &text) {
  if (text.empty() || text.front() < '2' || text.front() > '9')
    return std::nullopt;
  int64_t extent = text.front() - '0';
  text = text.drop_front();
  return extent;
}

std::optional<ElementType> kgen::parseElementType(StringRef name) {
  if (name == "int")
    return ElementType{ElementType::Scalar, ScalarType::Int32, {}};
  if (name == "float")
    return ElementType{ElementType::Scalar, ScalarType::Float32, {}};
  for (const ScalarName &candidate : scalarNames)
    if (candidate.name == name)
      return ElementType{ElementType::Scalar, candidate.type, {}};
  if (name.consume_front("quat"))
    return makeElement(ElementType::Quaternion, {4}, name);
  if (name.consume_front("transform"))
    return makeElement(ElementType::Transform, {7}, name);
  bool matrix = name.consume_front("mat");
  if (!matrix && !name.consume_front("vec"))
    return std::nullopt;
  std::optional<int64_t> first = consumeExtent(name);
  std::optional<int64_t> second = matrix ? consumeExtent(name) : std::nullopt;
  if (!first || (matrix && !second))
    return std::nullopt;
  if (matrix)
    return makeElement(ElementType::Matrix, {*first, *second}, name);
  return makeElement(ElementType::Vector, {*first}, name);
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
  std::vector<const CaseArg *> weighted = select(c, [](const CaseArg &arg) { return !arg.weight.empty(); });
  if (!weighted.empty())
    return weighted;
  return select(c, [](const CaseArg &arg) { return arg.role == Role::Out || arg.role == Role::InOut; });
}

std::vector<const CaseArg *> kgen::gradientArgs(const Case &c) {
  std::vector<const CaseArg *> marked = select(c, [](const CaseArg &arg) { return arg.grad; });
  if (!marked.empty())
    return marked;
  return select(c, [](const CaseArg &arg) { return arg.isFloatArray(); });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printNumber(int64_t value, llvm::raw_ostream &os) { os << value; }

void kgen::printNumber(double value, llvm::raw_ostream &os) {
  if (std::isnan(value)) {
    os << "NaN";
    return;
  }
  if (std::isinf(value)) {
    os << (value < 0 ? "-Infinity" : "Infinity");
    return;
  }
  double magnitude = std::fabs(value);
  bool plain = magnitude == 0.0 || (magnitude >= 1e-4 && magnitude < 1e16); // as Python's repr
  char buffer[32];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                                           plain ? std::chars_format::fixed : std::chars_format::scientific);
  StringRef text(buffer, end.ptr - buffer);
  os << text << (text.find_first_of(".e") == StringRef::npos ? ".0" : "");
}

static void printGroup(StringRef key, const std::vector<std::pair<std::string, Numbers>> &group,
                       llvm::raw_ostream &os) {
  os << '"' << key << "\": {";
  llvm::interleaveComma(group, os, [&](const auto &entry) {
    os << '"' << entry.first << "\": [";
    std::visit(
        [&](const auto &list) { llvm::interleaveComma(list, os, [&](auto number) { printNumber(number, os); }); },
        entry.second);
    os << ']';
  });
  os << '}';
}

void kgen::printResult(const CaseResult &result, llvm::raw_ostream &os) {
  os << '{';
  printGroup("outputs", result.outputs, os);
  os << ", ";
  printGroup("grads", result.grads, os);
  os << "}\n";
}
