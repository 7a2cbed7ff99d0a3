// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the author's functions: arguments in the order of the parameters, the overload that takes them, its
// instance.

#include "UserCalls.h"
#include "Expressions.h"
#include "Generics.h"
#include "Places.h"
#include "PyTypes.h"
#include "References.h"
#include "TileCall.h"
#include "Tiles.h"
#include "Views.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// An argument in the words of a message.
static std::string describeArgument(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Value:
    return typeName(operand.value.getType());
  case Operand::Functions:
  case Operand::Builtin:
  case Operand::Gradient:
    return "a function";
  case Operand::Type:
    return "a type";
  case Operand::Text:
    return "a string";
  case Operand::View:
    return Views::describe(*operand.view);
  case Operand::Tile:
    return "a " + describeTile(operand) + " of the shape " + describeExtents(operand.extents);
  default:
    return "a tuple";
  }
}

FailureOr<std::vector<Argument>> UserCalls::importArguments(PyNode node) {
  std::vector<Argument> arguments;
  bool complete = true;
  auto add = [&](Operand operand, PyNode from, StringRef keyword) {
    complete &= operand && (!operand.is(Operand::Tile) || operand.value);
    arguments.push_back({std::move(operand), from, keyword});
  };
  for (PyNode given : node.list("args")) {
    if (!given.is("Starred")) {
      add(importOperand(given), given, "");
      continue;
    }
    FailureOr<std::vector<Operand>> elements = places.expandStarred(given);
    if (failed(elements))
      return failure();
    for (Operand &element : *elements)
      add(std::move(element), given.child("value"), "");
  }
  for (PyNode keyword : node.list("keywords")) {
    if (keyword.text("arg").empty())
      return error(keyword) << "expected arguments one by one but got '**'";
    add(importOperand(keyword.child("value")), keyword.child("value"), keyword.text("arg"));
  }
  if (!complete)
    return failure();
  return arguments;
}

Expected<std::vector<Operand>> UserCalls::bindArguments(PyNode definition, ArrayRef<Argument> arguments) {
  PyNodes parameters = definition.child("args").list("args"), defaults = definition.child("args").list("defaults");
  for (auto [field, star] : {std::pair("vararg", "*"), std::pair("kwarg", "**")})
    if (PyNode extra = definition.child("args").child(field))
      return createStringError("expected plain parameters but got '" + Twine(star) + extra.text("arg") + "'");
  std::vector<Operand> bound(parameters.size());
  size_t position = 0;
  for (const Argument &argument : arguments) {
    size_t place = position;
    if (argument.keyword.empty()) {
      ++position;
    } else {
      auto named = find_if(parameters, [&](PyNode parameter) { return parameter.text("arg") == argument.keyword; });
      place = named - parameters.begin();
    }
    if (place >= bound.size() || bound[place]) {
      std::string got = argument.keyword.empty() ? " but got " + std::to_string(arguments.size())
                                                 : ", each once, but got '" + argument.keyword.str() + "'";
      return createStringError("expected " + Twine(parameters.size()) +
                               (parameters.size() == 1 ? " argument" : " arguments") + got);
    }
    bound[place] = argument.operand;
  }
  for (auto [i, parameter] : enumerate(parameters)) {
    size_t fromEnd = parameters.size() - i;
    if (!bound[i] && fromEnd <= defaults.size())
      bound[i] = importOperand(defaults[defaults.size() - fromEnd]);
    if (!bound[i])
      return createStringError("expected an argument for the parameter '" + parameter.text("arg") + "'");
  }
  return bound;
}

FailureOr<std::optional<Choice>> UserCalls::chooseOverload(ArrayRef<unsigned> functions, ArrayRef<Argument> arguments,
                                                           std::string &problem) {
  std::optional<Choice> chosen;
  Fit best = Fit::No;
  // Literals that were to stand for arguments of a function that is not called after all.
  auto dropDefaults = [&](ArrayRef<Operand> bound) {
    for (const Operand &operand : bound) {
      auto literal = operand.is(Operand::Value) ? operand.value.getDefiningOp<ConstantOp>() : ConstantOp();
      bool isGiven = any_of(arguments, [&](const Argument &given) { return given.operand.value == operand.value; });
      if (literal && literal->use_empty() && getName(operand.value).empty() && !isGiven)
        literal.erase();
    }
  };
  for (unsigned candidate : functions) {
    PyNode definition = program.definition(candidate);
    if (!definition)
      return failure();
    Expected<std::vector<Operand>> bound = bindArguments(definition, arguments);
    if (!bound) {
      problem = toString(bound.takeError());
      continue;
    }
    Fit fit = Fit::Exact;
    for (auto [parameter, operand] : zip_equal(definition.child("args").list("args"), *bound))
      fit = std::min(fit, fitAnnotation(parameter.child("annotation"), operand, program));
    if (fit > best) {
      best = fit;
      if (chosen)
        dropDefaults(chosen->arguments);
      chosen = Choice{candidate, std::move(*bound)};
    } else {
      dropDefaults(*bound);
    }
  }
  return chosen;
}

/// The number of the parameter of a function that has a name.
std::optional<unsigned> UserCalls::findParameter(unsigned function, StringRef name) const {
  for (auto [i, parameter] : enumerate(program.definition(function).child("args").list("args")))
    if (parameter.text("arg") == name)
      return i;
  return std::nullopt;
}

Operand UserCalls::callFunction(PyNode node, const Choice &choice) {
  if (program.roleOf(choice.function) == "func_native") {
    refuseNative(node, choice.function);
    return Operand();
  }
  FailureOr<SmallVector<Place>> referred = references.readPlaces(node, choice.function);
  if (failed(referred))
    return Operand();
  FuncOp callee = module.instantiate(choice.function, choice.arguments, node, context.file);
  if (!callee) {
    ++context.errors; // which have been reported
    return Operand();
  }
  SmallVector<Value> operands;
  for (const Operand &argument : choice.arguments)
    if (argument.is(Operand::Value) || argument.is(Operand::Tile))
      operands.push_back(argument.value);
  auto call = CallOp::create(builder, location(node), callee, operands);
  if (!node.is("Call")) // an operator, which stays one in the text
    call->setAttr("kgen.called", builder.getStringAttr(expressions.symbolOf(node.text("op"))));
  ResultRange own = call.getResults().drop_back(referred->size());
  for (auto [place, result] : zip_equal(*referred, call.getResults().take_back(referred->size())))
    places.store(node, place, result);
  std::vector<Operand> results;
  for (auto [i, result] : enumerate(own)) {
    Operand tile = module.tileResult(callee, i);
    results.push_back(tile ? Operand::ofTile(result, tile.type, tile.extents) : Operand(result));
    if (std::optional<unsigned> parameter = tile ? findParameter(choice.function, tile.text) : std::nullopt) {
      results.back().text = choice.arguments[*parameter].text;
      results.back().isContiguous = tile.isContiguous && choice.arguments[*parameter].isContiguous;
    }
  }
  return results.size() == 1 ? results.front() : Operand::ofTuple(std::move(results));
}

Operand UserCalls::importUserCall(PyNode node, ArrayRef<unsigned> functions) {
  FailureOr<std::vector<Argument>> arguments = importArguments(node);
  if (failed(arguments))
    return Operand();
  std::string problem;
  FailureOr<std::optional<Choice>> choice = chooseOverload(functions, *arguments, problem);
  if (failed(choice))
    return Operand();
  if (!*choice)
    return refuseUserCall(node, functions, *arguments, problem);
  bool isNative = program.roleOf((*choice)->function) == "func_native";
  return isNative || succeeded(checkBuiltins(*arguments)) ? callFunction(node, **choice) : Operand();
}

//===----------------------------------------------------------------------===//
// Operators that are calls
//===----------------------------------------------------------------------===//

bool UserCalls::isUserOperator(PyNode node, Value lhs, Value rhs) {
  if (!Program::isFunction(node))
    return false;
  std::string problem;
  auto choice = chooseOverload(Program::functionIds(node), {{lhs, node, ""}, {rhs, node, ""}}, problem);
  return failed(choice) || choice->has_value();
}

Value UserCalls::applyOperator(PyNode node, Value lhs, Value rhs, PyNode lhsNode, PyNode rhsNode) {
  if (Program::isFunction(node)) {
    std::string problem;
    auto choice = chooseOverload(Program::functionIds(node), {{lhs, lhsNode, ""}, {rhs, rhsNode, ""}}, problem);
    if (failed(choice))
      return nullptr;
    if (*choice) {
      Operand result = callFunction(node, **choice);
      return result ? toValue(node, result) : Value();
    }
  }
  return expressions.applyBinary(node, lhs, rhs, lhsNode, rhsNode);
}

/// Refuses a parameter of a called function whose type nothing says.
bool UserCalls::refuseParameter(PyNode call, unsigned callee, PyNode parameter) {
  PyNode annotation = parameter.child("annotation");
  if (PyNode referred = referredType(annotation))
    annotation = referred;
  if (annotation &&
      (isGeneric(annotation, program) || readParameterType(annotation, program) || isTileAnnotation(annotation)))
    return false;
  PyNode place = annotation ? annotation : parameter;
  StringRef name = parameter.text("arg");
  InFlightDiagnostic diagnostic = emitError(FileLineColLoc::get(program.fileOf(callee), place.line(), place.column()));
  if (annotation)
    diagnostic << "expected the type of a value or array but got " << Program::describeType(annotation);
  else
    diagnostic << "expected a type for the parameter '" << name << "'; write '" << name << ": float'";
  diagnostic.attachNote(location(call)) << "the call is here";
  return true;
}

/// A snippet of C++, which kgen does not read.
void UserCalls::refuseNative(PyNode node, unsigned function) {
  PyNode callee = node.child("func"), returns = program.definition(function).child("returns");
  StringRef name = program.functionName(function);
  if (Program::isStruct(returns))
    error(callee) << "expected a scalar, vector, matrix, quaternion or transform as the result of the snippet '" << name
                  << "' but got the struct " << describe(returns);
  else
    error(callee) << "expected a function in Python but '" << name << "' is a snippet of C++";
}

LogicalResult UserCalls::checkBuiltins(ArrayRef<Argument> arguments) {
  static constexpr StringRef special[] = {"wp.printf", "wp.print", "print", "wp.tid", "wp.len", "wp.grad", "wp.static"};
  for (const Argument &argument : arguments)
    if (argument.operand.is(Operand::Builtin) && is_contained(special, argument.operand.text))
      return error(argument.node)
             << "expected a function, or a builtin that computes a value from values, as argument but got "
             << describe(argument.node);
  return success();
}

Operand UserCalls::refuseUserCall(PyNode node, ArrayRef<unsigned> functions, ArrayRef<Argument> arguments,
                                  StringRef problem) {
  StringRef name = program.functionName(functions.front());
  auto refuse = [&](PyNode place, const Twine &message, StringRef note = "the function is here") {
    InFlightDiagnostic diagnostic = error(place) << message;
    for (unsigned function : functions)
      diagnostic.attachNote(program.placeOf(function)) << note;
    return Operand();
  };
  std::string given = llvm::join(
      map_range(arguments, [](const Argument &argument) { return describeArgument(argument.operand); }), ", ");
  if (functions.size() > 1)
    return refuse(node, "expected arguments that an overload of '" + name + "' takes but got " + given,
                  "an overload is here");
  if (!problem.empty())
    return refuse(node, problem + " for '" + name + "'");
  PyNodes parameters = program.definition(functions.front()).child("args").list("args");
  for (auto [parameter, argument] : zip(parameters, arguments)) {
    PyNode annotation = parameter.child("annotation");
    if (PyNode referred = referredType(annotation))
      annotation = referred;
    if (!argument.keyword.empty() || fitAnnotation(annotation, argument.operand, program) != Fit::No)
      continue;
    Type expected = annotation ? readParameterType(annotation, program) : Type();
    if (!expected)
      break;
    bool isCast =
        isScalar(expected) && argument.operand.is(Operand::Value) && isScalar(argument.operand.value.getType());
    return refuse(argument.node, "expected " + typeName(expected) + " for the parameter '" + parameter.text("arg") +
                                     "' of '" + name + "' but got " + describeArgument(argument.operand) +
                                     (isCast ? "; write " + wayRound(argument.node, expected) : std::string()));
  }
  for (PyNode parameter : parameters)
    if (refuseParameter(node, functions.front(), parameter))
      return Operand();
  return refuse(node, "expected arguments that '" + name + "' takes but got " + given);
}

} // namespace kgen::importer
