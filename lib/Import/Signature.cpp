// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decorators and the signature of a kernel or function, and what is wrong with them.

#include "Signature.h"
#include "Names.h"
#include "PyTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// True for an option of @wp.kernel; none of them changes what a thread computes.
static bool isKernelOption(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"name", "enable_backward", "launch_bounds", "cuda_max_registers", "enable_cuda_smem_spilling"}, true)
      .Cases({"cluster_dim", "module", "module_options", "entry_point_abi", "grid_stride"}, true)
      .Cases({"func", "key"}, true) // of wp.Kernel(func=f, key="name")
      .Default(false);
}

LogicalResult Signature::checkDecorators() {
  PyNodes decorators = function.list("decorator_list");
  if (decorators.empty()) // made a kernel by a call, as the program runs
    return success();
  auto isOther = [](PyNode decorator) {
    return Program::dotted(decorator.is("Call") ? decorator.child("func") : decorator) != "wp.kernel";
  };
  if (decorators.size() > 1) {
    auto other = find_if(decorators, isOther);
    PyNode shown = other == decorators.end() ? decorators[1] : *other;
    return error(shown) << "expected @wp.kernel alone but got another decorator, " << describe(shown);
  }
  for (PyNode keyword : decorators.front().list("keywords"))
    if (StringRef name = keyword.text("arg"); !isKernelOption(name))
      return error(keyword) << "expected an option of @wp.kernel such as 'enable_backward' but got '" << name << "'";
  return checkOptions();
}

PyNode Signature::kernelOption(StringRef name) const {
  PyNodes decorators = function.list("decorator_list");
  return context.isKernel && !decorators.empty() ? argument(decorators.front(), name) : PyNode();
}

bool Signature::readsBackward() const {
  PyNode option = kernelOption("enable_backward"), module = kernelOption("module_options");
  for (auto [key, value] : zip(module.list("keys"), module.list("values")))
    if (!option && key.text("value") == "enable_backward")
      option = value;
  std::optional<Literal> literal = option ? literalOf(option) : std::nullopt;
  return !(literal && literal->kind == Literal::Bool && literal->integer.isZero());
}

bool Signature::hasConstantParameters() const {
  return kernelOption("entry_point_abi").text("value") == "external_constant_params";
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !isDigit(name.front()) && all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
}

LogicalResult Signature::checkOptions() {
  if (PyNode name = kernelOption("name"); name.text("kind") == "str" && !isIdentifier(name.text("value")))
    return error(name) << "expected an identifier as the name of a kernel but got '" << name.text("value") << "'";
  PyNode abi = kernelOption("entry_point_abi");
  if (abi.text("kind") == "str" && abi.text("value") != "warp" && !hasConstantParameters())
    return error(abi) << "expected 'warp' or 'external_constant_params' as entry_point_abi but got '"
                      << abi.text("value") << "'";
  if (!hasConstantParameters())
    return success();
  if (context.hasBackward)
    return error(abi) << "expected enable_backward=False beside entry_point_abi='external_constant_params'";
  PyNodes parameters = function.child("args").list("args");
  if (parameters.size() != 1 || !Program::isStruct(parameters.front().child("annotation")))
    return error(function)
           << "expected exactly one parameter, a struct, with entry_point_abi='external_constant_params'";
  return success();
}

LogicalResult Signature::checkSignature(bool isKernel) {
  PyNode args = function.child("args");
  for (StringRef field : {"vararg", "kwarg"})
    if (PyNode extra = args.child(field)) {
      names.poison(extra.text("arg"));
      return error(extra) << "expected plain parameters but got '" << (field == "vararg" ? "*" : "**")
                          << extra.text("arg") << "'";
    }
  for (StringRef field : {"posonlyargs", "kwonlyargs"})
    if (PyNodes extra = args.list(field); !extra.empty())
      return error(extra.front()) << "expected plain parameters but '" << extra.front().text("arg") << "' is "
                                  << (field == "posonlyargs" ? "positional" : "keyword") << "-only";
  llvm::StringSet<> seen;
  for (PyNode parameter : args.list("args"))
    if (!seen.insert(parameter.text("arg")).second)
      return error(parameter) << "expected parameters of different names but got '" << parameter.text("arg")
                              << "' again";
  for (PyNode parameter : args.list("args"))
    if (PyNode type = parameter.child("annotation"); type.is("Call") && arrayRank(type, program))
      if (PyNodes made = type.list("args"); !made.empty()) {
        names.poison(parameter.text("arg"));
        return error(made.front()) << "expected the type of an array by keywords, such as 'dtype=float', but got "
                                   << describe(made.front()) << ", which Warp would make an array of";
      }
  if (!isKernel)
    return success();
  PyNode returns = function.child("returns");
  if (returns && !(returns.is("Constant") && returns.text("kind") == "none"))
    return error(returns) << "expected a kernel without a result; write it to an array";
  return success();
}

void Signature::refuseStruct(PyNode named) const {
  ++context.errors;
  unsigned id = Program::structId(named);
  if (std::string problem = program.structProblem(id); !problem.empty()) {
    emitError(program.placeOfStruct(id)) << "the struct " << describe(named) << " is no type: " << problem;
    return;
  }
  auto [field, file] = program.untypedField(id);
  emitError(FileLineColLoc::get(file, field.line(), field.column()))
      << "expected a type that kgen has for the field '" << field.text("name") << "' of the struct " << describe(named)
      << " but got " << Program::describeType(field.child("annotation"));
}

Type Signature::parameterType(PyNode parameter) {
  PyNode annotation = parameter.child("annotation");
  StringRef name = parameter.text("arg");
  if (!annotation) {
    error(parameter) << "expected a type for the parameter '" << name << "'; write '" << name << ": float'";
    return nullptr;
  }
  if (Type type = readParameterType(annotation, program))
    return type;
  PyNode element = annotation.is("Call") ? argument(annotation, "dtype", 0) : annotation.child("slice");
  if (PyNode named = Program::isStruct(annotation) || !element ? annotation : element; Program::isStruct(named)) {
    refuseStruct(named);
    return nullptr;
  }
  if (element && !readValueType(element, program)) {
    error(element) << "expected a scalar, vector, matrix, quaternion, transform or struct as element type but got "
                   << Program::describeType(element);
    return nullptr;
  }
  error(annotation) << "expected the type of a value or array but got " << Program::describeType(annotation);
  return nullptr;
}

} // namespace kgen::importer
