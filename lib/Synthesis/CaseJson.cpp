// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases as JSON. Values are flat; `shape` says how an array's elements lie.

#include "CaseJson.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::ArrayRef;
using llvm::StringRef;

/// The most bytes of a number, with a comma.
static constexpr size_t maxNumber = 33;

/// With a point, integers too: a column has one type in every row.
template <std::integral T> static char *write(char *to, T value) {
  return std::copy_n(".0", 2, std::to_chars(to, to + maxNumber, value).ptr);
}
static char *write(char *to, std::floating_point auto value) { return writeNumber(to, value); }

template <typename List> static void writeList(StringRef name, const List &list, llvm::json::OStream &json) {
  json.attributeBegin(name);
  json.rawValue([&](llvm::raw_ostream &os) {
    char piece[4096], *to = piece;
    *to++ = '[';
    for (size_t i = 0; i < list.size(); ++i) {
      if (i)
        *to++ = ',';
      to = write(to, list[i]);
      if (std::end(piece) - to > ptrdiff_t(maxNumber))
        continue;
      os.write(piece, to - piece);
      to = piece;
    }
    *to++ = ']';
    os.write(piece, to - piece);
  });
  json.attributeEnd();
}

static void writeNumbers(StringRef name, ScalarType type, const Numbers &numbers, llvm::json::OStream &json) {
  if (const auto *bits = std::get_if<std::vector<int64_t>>(&numbers); bits && type == ScalarType::UInt64)
    return writeList(name, std::vector<uint64_t>(bits->begin(), bits->end()), json);
  std::visit([&](const auto &list) { writeList(name, list, json); }, numbers);
}

static void writeArgument(const CaseArg &arg, llvm::json::OStream &json) {
  json.attribute("name", arg.name);
  json.attribute("dtype", arg.type.name());
  json.attributeArray("shape", [&] {
    for (int64_t extent : arg.shape)
      json.value(extent);
  });
  json.attribute("role", StringRef(roleName(arg.role)));
  json.attribute("grad", arg.grad);
  writeNumbers("value", arg.type.scalar, arg.values, json);
  writeList("weight", arg.weight, json);
}

/// The results of a run, with no more digits than the type holds: a tolerance is wider than those by far.
static void writeResult(ScalarType type, const Numbers &numbers, llvm::json::OStream &json) {
  const auto *doubles = std::get_if<std::vector<double>>(&numbers);
  if (doubles && type != ScalarType::Float64)
    writeList("values", std::vector<float>(doubles->begin(), doubles->end()), json);
  else
    writeNumbers("values", type, numbers, json);
}

/// Three significant digits, rounded up: a bound stays a bound.
static double rounded(double tolerance) {
  if (!(tolerance > 0.0))
    return 0.0;
  double unit = std::pow(10.0, 2.0 - std::floor(std::log10(tolerance)));
  return std::ceil(tolerance * unit - 1e-6) / unit;
}

static void writeBound(StringRef name, double bound, llvm::json::OStream &json) {
  json.attributeBegin(name);
  json.rawValue([&](llvm::raw_ostream &os) { os << formatNumber(rounded(bound)); });
  json.attributeEnd();
}

/// `[{"name": ..., "values": [...], "rtol": ..., "atol": ...}, ...]` of the arguments that are asked for.
template <typename Lists>
static void writeResults(StringRef group, const Outcome &outcome, const Lists &lists, ArrayRef<Tolerance> tolerances,
                         bool (*isAsked)(const CaseArg &), llvm::json::OStream &json) {
  json.attributeArray(group, [&] {
    if (lists.empty()) // a kernel without gradients
      return;
    for (auto [arg, values, tolerance] : llvm::zip_equal(outcome.inputs.args, lists, tolerances))
      if (isAsked(arg))
        json.object([&, &arg = arg, &values = values, &tolerance = tolerance] {
          json.attribute("name", arg.name);
          writeResult(arg.type.scalar, values, json);
          writeBound("rtol", tolerance.rtol, json);
          writeBound("atol", tolerance.atol, json);
        });
  });
}

void kgen::synthesis::writeCase(const Outcome &outcome, bool gradients, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("kernel", outcome.inputs.kernel);
    json.attributeArray("dim", [&] {
      for (int64_t extent : outcome.inputs.dim)
        json.value(extent);
    });
    json.attributeObject("struct", [&] {
      json.attribute("type", outcome.inputs.structType);
      json.attribute("fields", llvm::join(outcome.inputs.structFields, " ")); // a list that is empty has no type
    });
    json.attributeArray("args", [&] {
      for (const CaseArg &arg : outcome.inputs.args)
        json.object([&] { writeArgument(arg, json); });
    });
    writeResults(
        "outputs", outcome, outcome.outputs, outcome.outputTolerances,
        [](const CaseArg &arg) { return arg.isWritten(); }, json);
    if (gradients)
      writeResults(
          "grads", outcome, outcome.gradients, outcome.gradientTolerances, [](const CaseArg &arg) { return arg.grad; },
          json);
    json.attribute("tolerance", outcome.toleranceReason);
  });
}
