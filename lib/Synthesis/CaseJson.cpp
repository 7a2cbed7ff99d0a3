// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases as JSON. Values are nested as arrays are; results are flat, as `kgen-run` prints them.

#include "CaseJson.h"

using namespace kgen;
using llvm::ArrayRef;
using llvm::StringRef;

static StringRef nameOf(Role role) {
  switch (role) {
  case Role::In:
    return "in";
  case Role::Out:
    return "out";
  case Role::InOut:
    return "inout";
  case Role::Scratch:
    return "scratch";
  case Role::Scalar:
    return "scalar";
  }
  return "";
}

static void write(int64_t value, llvm::raw_ostream &os) { os << value; }
static void write(double value, llvm::raw_ostream &os) { printNumber(value, os); }

/// `[[a, b], [c, d]]` for a shape of (2, 2); a bare number for no shape.
template <typename T>
static const T *writeNested(ArrayRef<int64_t> shape, const T *next, llvm::raw_ostream &os) {
  if (shape.empty()) {
    write(*next, os);
    return next + 1;
  }
  os << '[';
  for (int64_t i = 0; i < shape.front(); ++i) {
    os << (i ? ", " : "");
    next = writeNested(shape.drop_front(), next, os);
  }
  os << ']';
  return next;
}

template <typename T>
static void writeFlat(ArrayRef<T> values, llvm::raw_ostream &os) {
  os << '[';
  llvm::interleaveComma(values, os, [&](T value) { write(value, os); });
  os << ']';
}

static void writeArgument(const CaseArg &arg, llvm::json::OStream &json) {
  std::vector<int64_t> shape = arg.shape;
  llvm::append_range(shape, arg.type.shape);
  json.attribute("name", arg.name);
  json.attribute("dtype", arg.type.name());
  json.attribute("role", nameOf(arg.role));
  if (arg.grad)
    json.attribute("grad", true);
  auto nested = [&](const auto &values) {
    json.rawValue([&](llvm::raw_ostream &os) { writeNested(ArrayRef<int64_t>(shape), values.data(), os); });
  };
  json.attributeBegin("value");
  std::visit(nested, arg.values);
  json.attributeEnd();
  if (arg.weight.empty())
    return;
  json.attributeBegin("weight");
  nested(arg.weight);
  json.attributeEnd();
}

static void writeResults(const Outcome &outcome, llvm::json::OStream &json) {
  json.attributeObject("outputs", [&] {
    for (auto [arg, values] : llvm::zip_equal(outcome.inputs.args, outcome.outputs)) {
      if (arg.weight.empty())
        continue;
      json.attributeBegin(arg.name);
      auto flat = [&](const auto &list) {
        json.rawValue([&](llvm::raw_ostream &os) { writeFlat(ArrayRef(list), os); });
      };
      std::visit(flat, values);
      json.attributeEnd();
    }
  });
  if (outcome.gradients.empty())
    return;
  json.attributeObject("grads", [&] {
    for (auto [arg, values] : llvm::zip_equal(outcome.inputs.args, outcome.gradients)) {
      if (!arg.grad)
        continue;
      json.attributeBegin(arg.name);
      json.rawValue([&, &list = values](llvm::raw_ostream &os) { writeFlat(ArrayRef<double>(list), os); });
      json.attributeEnd();
    }
  });
}

/// Three significant digits, rounded up: a bound stays a bound.
static double rounded(double tolerance) {
  double unit = 1.0; // a power of ten, exact
  while (tolerance * unit < 100.0)
    unit *= 10.0;
  return std::ceil(tolerance * unit - 1e-6) / unit;
}

void kgen::writeCase(const Outcome &outcome, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("kernel", outcome.inputs.kernel);
    json.attributeArray("dim", [&] {
      for (int64_t extent : outcome.inputs.dim)
        json.value(extent);
    });
    json.attributeArray("args", [&] {
      for (const CaseArg &arg : outcome.inputs.args)
        json.object([&] { writeArgument(arg, json); });
    });
    writeResults(outcome, json);
    json.attributeBegin("rtol");
    json.rawValue([&](llvm::raw_ostream &os) { printNumber(rounded(outcome.tolerance), os); });
    json.attributeEnd();
    json.attribute("tolerance", outcome.toleranceReason);
  });
}
