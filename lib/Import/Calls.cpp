// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: casts, len, tid, atomics, and builtins by the table that the records make. No builtin is named here for its own
// sake.

#include "KernelImporter.h"
#include "PyTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

/// Warp's name for one of Python's own functions, and the name that kgen has for a builtin with two.
static StringRef canonicalCallee(StringRef callee) {
  return llvm::StringSwitch<StringRef>(callee)
      .Case("abs", "wp.abs")
      .Case("min", "wp.min")
      .Case("max", "wp.max")
      .Case("round", "wp.round")
      .Case("pow", "wp.pow")
      .Case("len", "wp.len")
      .Default(callee);
}

/// The operator that a function of Warp's is, or "".
static StringRef operatorOf(StringRef callee) {
  return llvm::StringSwitch<StringRef>(callee).Case("wp.pow", "**").Case("wp.mod", "%").Case("wp.floordiv", "//").Default("");
}

static std::optional<AtomicKind> atomicKind(StringRef callee) {
  return llvm::StringSwitch<std::optional<AtomicKind>>(callee)
      .Case("wp.atomic_add", AtomicKind::add)
      .Case("wp.atomic_sub", AtomicKind::sub)
      .Case("wp.atomic_min", AtomicKind::min)
      .Case("wp.atomic_max", AtomicKind::max)
      .Default(std::nullopt);
}

Value KernelImporter::importCall(PyNode node) {
  PyNode function = node.child("func");
  std::string dotted = Program::dotted(function);
  if (function.is("Name") && variables.isLocal(function.text("id"))) {
    error(function) << "expected a function but got the local name " << describe(function);
    return nullptr;
  }
  if (Type type = scalarByName(dotted, program.getContext()))
    return importCast(node, type);
  if (Type type = constructedType(node))
    return importConstructor(node, type);
  StringRef callee = canonicalCallee(dotted);
  if (callee == "wp.identity")
    return importIdentity(node);
  if (callee == "wp.tid")
    return importThreadIndex(node);
  if (callee == "wp.len")
    return importLength(node);
  if (std::optional<AtomicKind> kind = atomicKind(callee))
    return importAtomic(node, *kind);
  return importBuiltin(node, callee);
}

LogicalResult KernelImporter::expectArguments(PyNode node, unsigned count) {
  if (PyNodes keywords = node.list("keywords"); !keywords.empty())
    return error(keywords.front()) << "expected no keyword arguments for " << describe(node.child("func")) << " but got '"
                                   << keywords.front().text("arg") << "'";
  size_t given = node.list("args").size();
  if (given == count)
    return success();
  return error(node) << "expected " << count << (count == 1 ? " argument" : " arguments") << " for "
                     << describe(node.child("func")) << " but got " << given;
}

//===----------------------------------------------------------------------===//
// Calls that are no builtins
//===----------------------------------------------------------------------===//

Value KernelImporter::importCast(PyNode node, Type type) {
  if (failed(expectArguments(node, 1)))
    return nullptr;
  PyNode operand = node.list("args").front();
  if (std::optional<Literal> literal = literalOf(operand); literal && !literal->type)
    return createLiteral(operand, *literal, type);
  Value value = importExpression(operand);
  if (!value || value.getType() == type)
    return value;
  if (!isScalar(value.getType())) {
    error(operand) << "expected a scalar but got " << typeName(value.getType());
    return nullptr;
  }
  // A name of a literal has the digits of the literal, not those of its type.
  auto named = operand.is("Name") ? literalNames.find(operand.text("id")) : literalNames.end();
  if (named != literalNames.end() && value.getType().isF32() && isFloat(type)) {
    Literal literal = *readLiteral(named->second, program);
    if (literal.real != static_cast<float>(literal.real))
      return createLiteral(operand, literal, type);
  }
  return CastOp::create(builder, location(node), type, value);
}

Value KernelImporter::importLength(PyNode node) {
  if (failed(expectArguments(node, 1)))
    return nullptr;
  PyNode operand = node.list("args").front();
  Value value = importExpression(operand);
  if (!value)
    return nullptr;
  Type type = value.getType();
  if (isArray(type))
    return ShapeOp::create(builder, location(node), value, int64_t(0));
  Literal length;
  if (auto vec = dyn_cast<VecType>(type))
    length.integer = vec.getLength();
  else if (auto mat = dyn_cast<MatType>(type))
    length.integer = mat.getRows();
  else {
    error(operand) << "expected an array, vector or matrix but got " << typeName(type);
    return nullptr;
  }
  return createLiteral(node, length);
}

Value KernelImporter::importThreadIndex(PyNode node) {
  if (failed(expectArguments(node, 0)))
    return nullptr;
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  return TidOp::create(builder, location(node), type).getResult(0);
}

Value KernelImporter::importAtomic(PyNode node, AtomicKind kind) {
  PyNodes arguments = node.list("args");
  for (PyNode keyword : node.list("keywords")) {
    if (keyword.text("arg") != "value") {
      error(keyword) << "expected 'value' as keyword but got '" << keyword.text("arg") << "'";
      return nullptr;
    }
    arguments.push_back(keyword.child("value"));
  }
  if (arguments.size() < 3) {
    error(node) << "expected an array, its indices and a value for " << describe(node.child("func")) << " but got "
                << arguments.size() << (arguments.size() == 1 ? " argument" : " arguments");
    return nullptr;
  }
  Value array = importExpression(arguments.front());
  if (!array)
    return nullptr;
  if (!isArray(array.getType())) {
    error(arguments.front()) << "expected an array but got " << typeName(array.getType());
    return nullptr;
  }
  Indices indices;
  for (PyNode index : ArrayRef(arguments).drop_front().drop_back()) {
    indices.push_back(importIndex(index));
    if (!indices.back())
      return nullptr;
  }
  Type element = typeAt(node, array.getType(), indices);
  if (!element)
    return nullptr;
  if (!isArith(element)) {
    error(arguments.front()) << "expected an array of numbers but got " << typeName(array.getType());
    return nullptr;
  }
  Value value = importExpression(arguments.back());
  if (!value || failed(expectType(arguments.back(), element, value)))
    return nullptr;
  return AtomicOp::create(builder, location(node), kind, array, indices, value);
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

static ArrayRef<const BuiltinInfo *> overloadsOf(StringRef callee) {
  StringRef symbol = operatorOf(callee);
  return symbol.empty() ? lookupPython(Spelling::Call, callee) : lookupPython(Spelling::Infix, symbol);
}

FailureOr<PyNodes> KernelImporter::orderArguments(PyNode node, StringRef callee) {
  PyNodes arguments = node.list("args");
  for (PyNode argument : arguments)
    if (argument.is("Starred"))
      return error(argument) << "expected an argument but got a starred expression; write the components";
  ArrayRef<const BuiltinInfo *> overloads = overloadsOf(callee);
  ArrayRef<BuiltinOperand> names = overloads.empty() ? ArrayRef<BuiltinOperand>() : overloads.front()->operands;
  for (PyNode keyword : node.list("keywords")) {
    // In order is how anybody writes them.
    if (arguments.size() >= names.size() || names[arguments.size()].keyword != keyword.text("arg"))
      return error(keyword) << "expected a positional argument for " << describe(node.child("func")) << " but got '"
                            << keyword.text("arg") << "'";
    arguments.push_back(keyword.child("value"));
  }
  return arguments;
}

Value KernelImporter::applyBuiltin(PyNode node, ArrayRef<const BuiltinInfo *> overloads, ValueRange operands) {
  for (const BuiltinInfo *info : overloads)
    if (info->numOperands == operands.size() && info->accepts(operands.getTypes()))
      return createBuiltin(builder, location(node), *info, operands);
  return nullptr;
}

Value KernelImporter::importBuiltin(PyNode node, StringRef callee) {
  ArrayRef<const BuiltinInfo *> overloads = overloadsOf(callee);
  if (overloads.empty())
    return refuseCall(node, callee);
  FailureOr<PyNodes> arguments = orderArguments(node, callee);
  if (failed(arguments))
    return nullptr;
  SmallVector<Value> operands = map_to_vector(*arguments, [&](PyNode argument) { return importExpression(argument); });
  if (!all_of(operands, [](Value operand) { return operand; }))
    return nullptr;
  // Numbers serve as the condition of `where`.
  if (callee == "wp.where" && !operands.empty() && isNumber(operands[0].getType()))
    operands[0] = toBool((*arguments)[0], operands[0]);
  if (Value result = applyBuiltin(node, overloads, operands))
    return result;
  unsigned expected = overloads.front()->numOperands;
  InFlightDiagnostic diagnostic = error(node);
  if (operands.size() != expected) {
    diagnostic << "expected " << expected << (expected == 1 ? " argument" : " arguments") << " for "
               << describe(node.child("func")) << " but got " << operands.size();
    return nullptr;
  }
  diagnostic << "expected operands that " << describe(node.child("func")) << " takes but got ";
  interleave(operands, [&](Value operand) { diagnostic << typeName(operand.getType()); },
             [&] { diagnostic << ", "; });
  // The usual slip: a literal or a variable of another type than the first operand.
  Type first = operands[callee == "wp.where" ? 1 : 0].getType();
  for (auto [operand, argument] : zip_equal(operands, *arguments))
    if (isNumber(first) && isNumber(operand.getType()) && operand.getType() != first) {
      diagnostic << "; write " << wayRound(argument, first);
      return nullptr;
    }
  if (isInt(first))
    diagnostic << "; write " << wayRound(arguments->front(), builder.getF32Type());
  return nullptr;
}

Value KernelImporter::refuseCall(PyNode node, StringRef callee) {
  PyNode function = node.child("func");
  InFlightDiagnostic diagnostic = error(function);
  if (!function.child("ref") || (callee.starts_with("wp.") && !function.child("ref").flag("implicit")))
    diagnostic << "expected a builtin that kgen has but got " << describe(function);
  else
    diagnostic << "expected a builtin but got " << Program::describeGlobal(function);
  if (Program::isFunction(function))
    diagnostic << "; write its body in the kernel";
  else if (Program::isStruct(function))
    diagnostic << "; use one local name for each field";
  else if (callee == "wp.select")
    diagnostic << "; write wp.where(condition, value_if_true, value_if_false)";
  return nullptr;
}

} // namespace kgen
