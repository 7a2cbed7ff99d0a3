// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors and matrices made from components, and the identity.

#include "KernelImporter.h"
#include "PyTypes.h"

using namespace llvm;
using namespace mlir;

namespace kgen {

Type KernelImporter::constructedType(PyNode call) {
  PyNode function = call.child("func");
  if (Type type = readValueType(function, program))
    return isAggregate(type) ? type : Type();
  std::string callee = Program::dotted(function);
  bool isVector = callee == "wp.vector";
  if (!isVector && callee != "wp.matrix")
    return nullptr;
  // Without a length there is one component for each argument.
  PyNode dtype = argument(call, "dtype"), extents = argument(call, isVector ? "length" : "shape");
  Type scalar = dtype ? readValueType(dtype, program) : builder.getF32Type();
  if (!scalar || !isNumber(scalar))
    return nullptr;
  SmallVector<int64_t> sizes;
  for (PyNode node : isVector && extents ? PyNodes{extents} : extents.list("elts"))
    sizes.push_back(readConstantInteger(node, program).value_or(0));
  if (isVector && !extents)
    sizes.push_back(call.list("args").size());
  if (sizes.size() != (isVector ? 1u : 2u) || !areExtents(sizes))
    return nullptr;
  if (isVector)
    return VecType::get(program.getContext(), sizes[0], scalar);
  return MatType::get(program.getContext(), sizes[0], sizes[1], scalar);
}

Value KernelImporter::importConstructor(PyNode node, Type type) {
  PyNodes arguments = node.list("args");
  for (PyNode keyword : node.list("keywords")) {
    StringRef name = keyword.text("arg");
    if (name == "dtype" || name == "length" || name == "shape")
      continue;
    error(keyword) << "expected a positional argument but got '" << name << "'";
    return nullptr;
  }
  size_t count = numComponents(type);
  if (arguments.size() > 1 && arguments.size() != count) {
    error(node) << "expected 0, 1 or " << count << " components for " << typeName(type) << " but got "
                << arguments.size();
    return nullptr;
  }
  SmallVector<Value> components;
  for (PyNode argument : arguments) {
    Value component = importComponent(argument, elementType(type));
    if (!component)
      return nullptr;
    // `wp.vec3(v)` of a vec3 is v.
    if (arguments.size() == 1 && component.getType() == type)
      return component;
    if (failed(expectType(argument, elementType(type), component)))
      return nullptr;
    components.push_back(component);
  }
  return ConstructOp::create(builder, location(node), type, components);
}

Value KernelImporter::importComponent(PyNode node, Type scalar) {
  // A plain literal takes the type of the components, whatever its own.
  if (std::optional<Literal> literal = literalOf(node); literal && !literal->type)
    return createLiteral(node, *literal, scalar);
  return importExpression(node);
}

Value KernelImporter::importIdentity(PyNode node) {
  PyNode size = argument(node, "n", 0), dtype = argument(node, "dtype", 1);
  std::optional<int64_t> extent = size ? readConstantInteger(size, program) : std::nullopt;
  if (!extent || *extent < 2 || *extent > 4) {
    error(node) << "expected a literal size 'n' from 2 to 4 for wp.identity";
    return nullptr;
  }
  Type scalar = dtype ? readValueType(dtype, program) : builder.getF32Type();
  if (!scalar || !isFloat(scalar)) {
    error(dtype) << "expected a float type but got " << describe(dtype);
    return nullptr;
  }
  Type type = MatType::get(program.getContext(), *extent, *extent, scalar);
  return IdentityOp::create(builder, location(node), type);
}

} // namespace kgen
