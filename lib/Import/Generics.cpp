// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One reading of open annotations for both uses: a pattern that an argument's type is matched with, or a form that is
// filled in.

#include "Generics.h"
#include "PyTypes.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

namespace {

/// An open annotation: the type has to be a `kind`, which is made of `element` (nothing: anything).
struct Pattern {
  enum Kind { Any, Array, Vector, Matrix, Quat, Transform } kind;
  PyNode element;
  /// Of an array 1; of a vector and a matrix their extents; 0 where they are open.
  SmallVector<int64_t> extents;
};

} // namespace

static bool isAny(PyNode node) {
  StringRef kind = node.child("ref").text("kind");
  return kind == "any" || kind == "typevar" ||
         llvm::StringSwitch<bool>(Program::dotted(node))
             .Cases({"wp.types.Scalar", "wp.types.Float", "wp.types.Int"}, true)
             .Cases({"wp.Scalar", "wp.Float", "wp.Int"}, true)
             .Default(false);
}

/// The rank of an array's annotation; 0 where it is none.
static std::optional<Pattern> readPattern(PyNode node, const Program &program) {
  if (isAny(node))
    return Pattern{Pattern::Any, PyNode(), {}};
  PyNode constant = program.constant(node);
  PyNode call = constant.is("Call") ? constant : node;
  if (int64_t rank = arrayRank(call, program)) {
    // `wp.array(ndim=2)` is of any elements.
    PyNode element = arrayElement(call);
    if (!element || isGeneric(element, program))
      return Pattern{Pattern::Array, element, {rank}};
    return std::nullopt;
  }
  if (!call.is("Call"))
    return std::nullopt;
  auto kind = llvm::StringSwitch<std::optional<Pattern::Kind>>(Program::dotted(call.child("func")))
                  .Cases({"wp.types.vector", "wp.vector", "wp.vec"}, Pattern::Vector)
                  .Cases({"wp.types.matrix", "wp.matrix", "wp.mat"}, Pattern::Matrix)
                  .Cases({"wp.types.quaternion", "wp.quaternion"}, Pattern::Quat)
                  .Cases({"wp.types.transformation", "wp.transformation"}, Pattern::Transform)
                  .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  Pattern pattern{*kind, PyNode(), {}};
  bool isSized = *kind == Pattern::Vector || *kind == Pattern::Matrix;
  pattern.element = argument(call, "dtype", isSized ? 1 : 0);
  bool isOpen = !pattern.element || isAny(pattern.element);
  if (isSized) {
    PyNode extents = argument(call, *kind == Pattern::Vector ? "length" : "shape", 0);
    PyNodes nodes = *kind == Pattern::Vector ? PyNodes{extents} : extents.list("elts");
    for (PyNode extent : nodes)
      pattern.extents.push_back(extent && !isAny(extent) ? readConstantInteger(extent, program).value_or(0) : 0);
    if (*kind == Pattern::Matrix && pattern.extents.empty())
      pattern.extents = {0, 0};
    isOpen |= is_contained(pattern.extents, 0);
  }
  return isOpen ? std::optional(pattern) : std::nullopt;
}

bool isGeneric(PyNode annotation, const Program &program) { return readPattern(annotation, program).has_value(); }

bool isGenericSignature(PyNode definition, const Program &program) {
  return any_of(definition.child("args").list("args"), [&](PyNode parameter) {
    PyNode annotation = parameter.child("annotation");
    return annotation && isGeneric(annotation, program);
  });
}

//===----------------------------------------------------------------------===//
// As a pattern
//===----------------------------------------------------------------------===//

static bool fits(PyNode annotation, Type type, const Program &program);

static bool fitsExtents(ArrayRef<int64_t> wanted, ArrayRef<int64_t> extents) {
  return wanted.size() == extents.size() && all_of(zip(wanted, extents), [](auto pair) {
           return !std::get<0>(pair) || std::get<0>(pair) == std::get<1>(pair);
         });
}

static bool fits(const Pattern &pattern, Type type, const Program &program) {
  auto fitsElement = [&] { return !pattern.element || fits(pattern.element, elementType(type), program); };
  switch (pattern.kind) {
  case Pattern::Any:
    return true;
  case Pattern::Array:
    return isArray(type) && cast<ArrayType>(type).getRank() == pattern.extents[0] && fitsElement();
  case Pattern::Vector:
    return isVec(type) && fitsExtents(pattern.extents, {cast<VecType>(type).getLength()}) && fitsElement();
  case Pattern::Matrix:
    return isMat(type) &&
           fitsExtents(pattern.extents, {cast<MatType>(type).getRows(), cast<MatType>(type).getCols()}) &&
           fitsElement();
  case Pattern::Quat:
    return isQuat(type) && fitsElement();
  case Pattern::Transform:
    return isTransform(type) && fitsElement();
  }
  llvm_unreachable("all kinds are above");
}

static bool fits(PyNode annotation, Type type, const Program &program) {
  if (std::optional<Pattern> pattern = readPattern(annotation, program))
    return fits(*pattern, type, program);
  return readParameterType(annotation, program) == type;
}

PyNode referredType(PyNode annotation) {
  bool isReference = annotation.is("Subscript") && Program::dotted(annotation.child("value")) == "wp.ref";
  return isReference ? annotation.child("slice") : PyNode();
}

PyNodes referredArguments(PyNode call, ArrayRef<PyNode> parameters) {
  PyNodes referred;
  for (auto [i, parameter] : enumerate(parameters))
    if (referredType(parameter.child("annotation")))
      if (PyNode given = argument(call, parameter.text("arg"), i))
        referred.push_back(given);
  return referred;
}

bool isTileAnnotation(PyNode node) {
  PyNode named = node.is("Subscript") ? node.child("value") : node.is("Call") ? node.child("func") : node;
  return Program::dotted(named) == "wp.tile" || Program::dotted(named) == "wp.types.tile";
}

/// Whether a tile is what `wp.tile[float, 4, 8]` or `wp.tile(dtype=float, shape=(4, 8))` says; what it leaves open is
/// anything.
static Fit fitTile(PyNode annotation, const Operand &tile, const Program &program) {
  if (isAny(annotation))
    return Fit::Generic;
  if (!isTileAnnotation(annotation))
    return Fit::No;
  PyNode slice = annotation.child("slice"), element = annotation.is("Call") ? argument(annotation, "dtype", 0) : slice;
  PyNodes extents = slice.list("elts");
  if (!extents.empty()) {
    element = extents.front();
    extents.erase(extents.begin());
  }
  if (PyNode shape = annotation.is("Call") ? argument(annotation, "shape", 1) : PyNode())
    extents = shape.is("Tuple") ? shape.list("elts") : PyNodes{shape};
  if (extents.size() == 1 && extents.front().is("Tuple"))
    extents = extents.front().list("elts");
  bool isOpen = !element || isAny(element) || extents.empty() || isAny(extents.front());
  if (element && !isAny(element) && readValueType(element, program) != tile.type)
    return Fit::No;
  if (extents.empty() || isAny(extents.front()))
    return Fit::Generic;
  auto fitsExtent = [&](auto pair) { return readConstantInteger(std::get<0>(pair), program) == std::get<1>(pair); };
  bool fits = extents.size() == tile.extents.size() && all_of(zip(extents, tile.extents), fitsExtent);
  return !fits ? Fit::No : isOpen ? Fit::Generic : Fit::Exact;
}

Fit fitAnnotation(PyNode annotation, const Operand &argument, const Program &program) {
  if (PyNode referred = referredType(annotation))
    return fitAnnotation(referred, argument, program);
  if (argument.is(Operand::Tile))
    return annotation ? fitTile(annotation, argument, program) : Fit::No;
  if (!annotation)
    return argument.is(Operand::Value) ? Fit::No : Fit::Generic;
  if (!argument.is(Operand::Value)) {
    bool isFunction = argument.is(Operand::Functions) || argument.is(Operand::Builtin);
    bool isOpen = isAny(annotation) || (isFunction && Program::dotted(annotation) == "wp.Function");
    bool isNeither = argument.is(Operand::Shape) || argument.is(Operand::Tuple) || argument.is(Operand::View);
    return isOpen && !isNeither ? Fit::Generic : Fit::No;
  }
  if (!fits(annotation, argument.value.getType(), program))
    return Fit::No;
  return isGeneric(annotation, program) ? Fit::Generic : Fit::Exact;
}

//===----------------------------------------------------------------------===//
// As a form
//===----------------------------------------------------------------------===//

static Type fill(PyNode annotation, Type filler, const Program &program) {
  std::optional<Pattern> pattern = readPattern(annotation, program);
  if (!pattern)
    return readParameterType(annotation, program);
  MLIRContext *context = program.getContext();
  if (pattern->kind == Pattern::Any)
    return filler;
  Type element = pattern->element ? fill(pattern->element, filler, program) : filler;
  if (pattern->kind == Pattern::Array)
    return element && isValue(element) ? ArrayType::get(context, pattern->extents[0], element) : Type();
  // Extents that are open become 3.
  for (int64_t &extent : pattern->extents)
    extent = extent ? extent : 3;
  if (!element || !isNumber(element))
    return nullptr;
  if (pattern->kind == Pattern::Vector)
    return VecType::get(context, pattern->extents[0], element);
  if (pattern->kind == Pattern::Matrix)
    return pattern->extents.size() == 2 ? MatType::get(context, pattern->extents[0], pattern->extents[1], element)
                                        : Type();
  if (!isFloat(element))
    return nullptr;
  return pattern->kind == Pattern::Quat ? quatOf(element) : transformOf(element);
}

std::optional<SmallVector<Type>> filledTypes(PyNode definition, Type whole, Type part, const Program &program) {
  SmallVector<Type> types;
  for (PyNode parameter : definition.child("args").list("args")) {
    PyNode annotation = parameter.child("annotation");
    types.push_back(!annotation ? Type() : fill(annotation, isAny(annotation) ? whole : part, program));
    if (!types.back())
      return std::nullopt;
  }
  return types;
}

std::optional<SmallVector<Type>> overloadTypes(PyNode definition, PyNode overload, const Program &program) {
  PyNodes parameters = definition.child("args").list("args");
  PyNodes given = overload.list("elts"), keys = overload.list("keys"), values = overload.list("values");
  if (given.empty() && keys.empty())
    return std::nullopt;
  SmallVector<Type> types;
  for (auto [i, parameter] : enumerate(parameters)) {
    PyNode type = i < given.size() ? given[i] : PyNode();
    for (auto [key, value] : zip(keys, values))
      if (key.text("value") == parameter.text("arg"))
        type = value;
    if (!type)
      type = parameter.child("annotation");
    types.push_back(type ? readParameterType(type, program) : Type());
    if (!types.back())
      return std::nullopt;
  }
  return types;
}

} // namespace kgen::importer
