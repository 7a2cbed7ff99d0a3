// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors, matrices and quaternions made of components, transforms and structs of fields, and the neutral ones.

#include "Constructors.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

//===----------------------------------------------------------------------===//
// Which type
//===----------------------------------------------------------------------===//

Type Constructors::readType(PyNode node) {
  if (Type type = readValueType(node, program))
    return type;
  if (node.is("Call") && Program::dotted(node.child("func")) == "type") {
    if (failed(expectArguments(node, 1)))
      return nullptr;
    // Nothing is computed for the sake of a type.
    Aside aside(builder);
    Value value = importExpression(node.list("args").front());
    return value ? value.getType() : Type();
  }
  bool isLocal = node.is("Name") && names.lookup(node.text("id")).is(Operand::Type);
  bool isMember = node.is("Attribute") && !node.child("ref") && node.text("attr") == "dtype";
  if (!isLocal && !isMember)
    return nullptr;
  return importOperand(node).type;
}

/// The type of an argument that says what is constructed; null where it has none.
Type Constructors::typeOfArgument(PyNode argument) {
  ScopedDiagnosticHandler quiet(program.getContext(), [](Diagnostic &) { return success(); });
  llvm::SaveAndRestore<unsigned> unsaid(context.errors);
  Aside aside(builder);
  Value value = argument.is("List") ? Value() : importExpression(argument);
  return value ? value.getType() : Type();
}

std::optional<int64_t> Constructors::readStaticInteger(PyNode node) {
  if (std::optional<int64_t> value = readConstantInteger(node, program))
    return value;
  if (!node.is("Attribute") && !node.is("Subscript") && !node.is("Call"))
    return std::nullopt;
  return evaluateInteger(node);
}

std::optional<int64_t> Constructors::evaluateInteger(PyNode node) {
  Aside aside(builder);
  Value value = importExpression(node);
  return value ? getConstant(value) : std::nullopt;
}

Type Constructors::constructedType(PyNode call, const Operand &callee) {
  if (callee.is(Operand::Type))
    return isComposite(callee.type) ? callee.type : Type();
  StringRef name = callee.text;
  std::string plain = name.consume_front("wp.types.") ? ("wp." + name).str() : name.str();
  name = plain;
  bool isVector = name == "wp.vector", isMatrix = name == "wp.matrix";
  bool isQuat = name == "wp.quaternion", isTransform = name == "wp.transformation";
  if (!isVector && !isMatrix && !isQuat && !isTransform)
    return nullptr;
  // Without a length there is one component for each argument.
  PyNode dtype = argument(call, "dtype"), extents = argument(call, isVector ? "length" : "shape");
  PyNodes given = call.list("args");
  // Without a dtype, the scalars are those of the arguments; a vector alone is copied.
  Type first = dtype || given.empty() ? Type() : typeOfArgument(given.front());
  if (first && isVec(first) && isVector && !extents && given.size() == 1)
    return first;
  Type scalar = dtype ? readType(dtype) : first ? elementType(first) : Type(builder.getF32Type());
  if (!scalar || !isNumber(scalar))
    return nullptr;
  if (isQuat || isTransform) {
    if (!isFloat(scalar))
      return nullptr;
    return isQuat ? quatOf(scalar) : transformOf(scalar);
  }
  SmallVector<int64_t> sizes;
  for (PyNode node : isVector &&extents ? PyNodes{extents} : extents.list("elts"))
    sizes.push_back(readStaticInteger(node).value_or(0));
  if (isVector && !extents)
    sizes.push_back(call.list("args").size());
  if (sizes.size() != (isVector ? 1u : 2u) || !areExtents(sizes))
    return nullptr;
  if (isVector)
    return VecType::get(program.getContext(), sizes[0], scalar);
  return MatType::get(program.getContext(), sizes[0], sizes[1], scalar);
}

//===----------------------------------------------------------------------===//
// Of components
//===----------------------------------------------------------------------===//

/// True where the type of the components is that of the values alone: Warp wants them to be of one.
static bool isAnonymous(PyNode call) {
  StringRef name = call.child("func").child("ref").text("name");
  name.consume_front("types.");
  return (name == "vector" || name == "matrix") && !argument(call, "dtype");
}

/// Warp's names of the arguments of its constructors of fixed length.
static ArrayRef<StringRef> argumentNames(Type type) {
  static constexpr StringRef components[] = {"x", "y", "z", "w"}, parts[] = {"w", "v"};
  if (isQuat(type))
    return components;
  return isVec(type) && numComponents(type) == 6 && isF32(elementType(type)) ? ArrayRef(parts) : ArrayRef<StringRef>();
}

Value Constructors::importConstructor(PyNode node, Type type) {
  PyNodes arguments = node.list("args");
  if (any_of(arguments, [](PyNode argument) { return argument.is("Starred"); }))
    return constructOfStarred(node, type);
  bool namesNone = all_of(node.list("keywords"), [](PyNode keyword) { return keyword.text("arg") == "dtype"; });
  if (isTransform(type) && namesNone && (arguments.size() == 1 || arguments.size() == 2))
    return constructTransform(node, type);
  if (isStruct(type) || (isTransform(type) && arguments.size() + node.list("keywords").size() <= 2))
    return constructFields(node, type);
  for (PyNode keyword : node.list("keywords")) {
    StringRef name = keyword.text("arg");
    if (name == "dtype" || name == "length" || name == "shape")
      continue;
    if (ArrayRef<StringRef> names = argumentNames(type);
        arguments.size() < names.size() && names[arguments.size()] == name) {
      arguments.push_back(keyword.child("value"));
      continue;
    }
    error(keyword) << "expected a positional argument but got '" << name << "'";
    return nullptr;
  }
  // A module constant may be of a list of rows.
  while (any_of(arguments, [](PyNode argument) { return argument.is("List"); })) {
    PyNodes flat;
    for (PyNode argument : arguments)
      if (argument.is("List"))
        append_range(flat, argument.list("elts"));
      else
        flat.push_back(argument);
    arguments = flat;
  }
  size_t count = numComponents(type);
  bool isOfVectors = arguments.size() == 2 && (isQuat(type) || (isVec(type) && count == 6 && isF32(elementType(type))));
  if (isOfVectors)
    return constructOfVectors(node, type, arguments);
  if (arguments.size() > 1 && arguments.size() != count) {
    bool areVectors = isMat(type) && any_of(arguments, [&](PyNode argument) {
                        Type given = typeOfArgument(argument);
                        return given && isVec(given);
                      });
    error(node) << "expected 0, 1 or " << count << " components for " << typeName(type) << " but got "
                << arguments.size() << (areVectors ? " with vectors; write wp.matrix_from_cols(...)" : "");
    return nullptr;
  }
  SmallVector<Value> components;
  for (PyNode argument : arguments) {
    std::optional<Literal> literal = isAnonymous(node) ? literalOf(argument) : std::nullopt;
    if (literal && arguments.size() > 1 && literal->naturalType(program.getContext()) != elementType(type)) {
      error(argument) << "expected values of one type but got " << typeName(elementType(type)) << " and "
                      << typeName(literal->naturalType(program.getContext()));
      return nullptr;
    }
    Value component = importComponent(argument, elementType(type));
    if (!component)
      return nullptr;
    // `wp.vec3(v)` of a vec3 is v.
    if (arguments.size() == 1 && component.getType() == type)
      return component;
    if (arguments.size() == 1 && isAggregate(component.getType()))
      return convertComponents(argument, type, component);
    if (failed(expectType(argument, elementType(type), component)))
      return nullptr;
    components.push_back(component);
  }
  return constructOfComponents(node, type, components);
}

/// `wp.vec4(*v, 1.0)`.
Value Constructors::constructOfStarred(PyNode node, Type type) {
  SmallVector<Value> components;
  auto add = [&](PyNode argument, Value component) {
    components.push_back(component);
    return success(component && succeeded(expectType(argument, elementType(type), component)));
  };
  for (PyNode argument : node.list("args")) {
    if (!argument.is("Starred")) {
      if (failed(add(argument, importComponent(argument, elementType(type)))))
        return nullptr;
      continue;
    }
    FailureOr<std::vector<Operand>> elements = places.expandStarred(argument);
    if (failed(elements))
      return nullptr;
    for (const Operand &element : *elements)
      if (failed(add(argument, toValue(argument, element))))
        return nullptr;
  }
  if (size_t count = numComponents(type); components.size() > 1 && components.size() != count) {
    error(node) << "expected 0, 1 or " << count << " components for " << typeName(type) << " but got "
                << components.size();
    return nullptr;
  }
  return constructOfComponents(node, type, components);
}

Value Constructors::constructOfComponents(PyNode node, Type type, ArrayRef<Value> components) {
  Location loc = location(node);
  if (isQuat(type) && components.size() == 1) {
    error(node) << "expected 0 or 4 components for " << typeName(type) << " but got 1";
    return nullptr;
  }
  if (!isTransform(type) || components.empty())
    return ConstructOp::create(builder, loc, type, components);
  // A transform of seven numbers.
  Value parts[] = {ConstructOp::create(builder, loc, partType(type, 0), components.take_front(3)),
                   ConstructOp::create(builder, loc, partType(type, 1), components.drop_front(3))};
  return ConstructOp::create(builder, loc, type, parts);
}

/// A transform of a position and a rotation, of a position alone, of one number seven times, or another transform.
Value Constructors::constructTransform(PyNode node, Type type) {
  PyNodes arguments = node.list("args");
  Type scalar = elementType(type);
  Value first = importComponent(arguments[0], scalar);
  if (!first)
    return nullptr;
  bool isFill = isScalar(first.getType());
  if (arguments.size() == 2 && isFill) {
    error(node) << "expected 0, 1 or 7 components for " << typeName(type)
                << ", or a position and a rotation, but got 2";
    return nullptr;
  }
  if (isTransform(first.getType()) && arguments.size() == 1) {
    if (failed(expectType(arguments[0], type, first, " to copy")))
      return nullptr;
    return first;
  }
  if (failed(expectType(arguments[0], isFill ? scalar : partType(type, 0), first)))
    return nullptr;
  if (isFill) {
    SmallVector<Value> components(7, first);
    if (first.getDefiningOp<ConstantOp>()) // a literal stands seven times, as where an author writes it out
      for (Value &component : drop_begin(components))
        component = importComponent(arguments[0], scalar);
    return constructOfComponents(node, type, components);
  }
  Value rotation = arguments.size() == 1 ? createNoRotation(node, scalar) : importExpression(arguments[1]);
  if (!rotation || (arguments.size() == 2 && failed(expectType(arguments[1], partType(type, 1), rotation))))
    return nullptr;
  return ConstructOp::create(builder, location(node), type, ValueRange{first, rotation});
}

/// `wp.vec3d(v)` of a vector of other scalars, `wp.mat33d(m)`.
Value Constructors::convertComponents(PyNode node, Type type, Value value) {
  Type from = value.getType();
  auto shapeOf = [](Type aggregate) {
    auto matrix = dyn_cast<MatType>(aggregate);
    return matrix ? std::pair(matrix.getRows(), matrix.getCols()) : std::pair(numParts(aggregate), 0u);
  };
  if (!isAggregate(type)) {
    (void)expectType(node, elementType(type), value);
    return nullptr;
  }
  if (isVec(type) != isVec(from) || shapeOf(type) != shapeOf(from)) {
    error(node) << "expected a " << (isVec(type) ? "vector" : "matrix") << " as large as " << typeName(type)
                << " to copy but got " << typeName(from);
    return nullptr;
  }
  SmallVector<Value> components;
  for (unsigned i = 0, count = numComponents(type); i < count; ++i)
    components.push_back(
        CastOp::create(builder, location(node), elementType(type), places.componentAt(node, value, i)));
  return ConstructOp::create(builder, location(node), type, components);
}

/// `wp.spatial_vector(w, v)` of two vectors of three, `wp.quat(v, w)` of a vector and a scalar.
Value Constructors::constructOfVectors(PyNode node, Type type, ArrayRef<PyNode> arguments) {
  Type scalar = elementType(type), vector = VecType::get(program.getContext(), 3, scalar);
  Location loc = location(node);
  SmallVector<Value> components;
  for (auto [i, argument] : enumerate(arguments)) {
    bool isVector = i == 0 || isVec(type);
    Value part = isVector ? importExpression(argument) : importComponent(argument, scalar);
    if (!part || failed(expectType(argument, isVector ? vector : scalar, part)))
      return nullptr;
    if (!isVector) {
      components.push_back(part);
      continue;
    }
    for (int64_t position : {0, 1, 2}) {
      OpFoldResult index = builder.getI64IntegerAttr(position);
      components.push_back(ExtractOp::create(builder, loc, part, index));
    }
  }
  auto construct = ConstructOp::create(builder, loc, type, components);
  construct->setAttr("kgen.called", builder.getStringAttr(isQuat(type) ? "wp.quat" : "wp.spatial_vector"));
  return construct;
}

Value Constructors::importComponent(PyNode node, Type scalar) {
  // A plain literal takes the type of the components, whatever its own.
  if (std::optional<Literal> literal = literalOf(node); literal && !literal->type)
    return createLiteral(node, *literal, scalar);
  return importExpression(node);
}

//===----------------------------------------------------------------------===//
// Of fields
//===----------------------------------------------------------------------===//

Value Constructors::constructFields(PyNode node, Type type) {
  unsigned count = numParts(type);
  SmallVector<PyNode> given(count);
  PyNodes positional = node.list("args");
  for (auto [i, argument] : enumerate(positional))
    if (i < count)
      given[i] = argument;
  for (PyNode keyword : node.list("keywords")) {
    if (isTransform(type) && keyword.text("arg") == "dtype")
      continue;
    std::optional<unsigned> field = findField(type, keyword.text("arg"));
    if (!field || given[*field]) {
      error(keyword) << "expected a field of " << typeName(type) << ", each once, but got '" << keyword.text("arg")
                     << "'";
      return nullptr;
    }
    given[*field] = keyword.child("value");
  }
  size_t present = llvm::count_if(given, [](PyNode argument) { return static_cast<bool>(argument); });
  bool isTranslation = isTransform(type) && present == 1 && given[0];
  if (isTranslation) { // the rotation is that of nothing
    Value position = importExpression(given[0]);
    if (!position || failed(expectType(given[0], partType(type, 0), position)))
      return nullptr;
    return ConstructOp::create(builder, location(node), type,
                               ValueRange{position, createNoRotation(node, elementType(type))});
  }
  if (positional.size() > count || (present && present < count)) {
    error(node) << "expected all " << count << " fields of " << typeName(type) << ", or none, but got "
                << std::max(positional.size(), present);
    return nullptr;
  }
  SmallVector<Value> fields;
  for (unsigned i = 0; present && i < count; ++i) {
    Type expected = partType(type, i);
    Value value = isScalar(expected) ? importComponent(given[i], expected) : importExpression(given[i]);
    if (!value || failed(expectType(given[i], expected, value)))
      return nullptr;
    fields.push_back(value);
  }
  return ConstructOp::create(builder, location(node), type, fields);
}

//===----------------------------------------------------------------------===//
// Neutral ones
//===----------------------------------------------------------------------===//

Value Constructors::importIdentity(PyNode node) {
  PyNode size = argument(node, "n", 0), dtype = argument(node, "dtype", 1);
  std::optional<int64_t> extent = size ? readStaticInteger(size) : std::nullopt;
  if (!extent || !areExtents({*extent, *extent})) {
    error(node) << "expected a literal size 'n' from 1 to 64 for wp.identity";
    return nullptr;
  }
  Type scalar = dtype ? readType(dtype) : builder.getF32Type();
  if (!scalar || !isFloat(scalar)) {
    error(dtype) << "expected a float type but got " << describe(dtype);
    return nullptr;
  }
  Type type = MatType::get(program.getContext(), *extent, *extent, scalar);
  return IdentityOp::create(builder, location(node), type);
}

Value Constructors::createNoRotation(PyNode node, Type scalar) {
  Location loc = location(node);
  SmallVector<Value> parts; // each a literal of its own, as text has them
  for (double part : {0.0, 0.0, 0.0, 1.0})
    parts.push_back(createNumber(builder, loc, scalar, part));
  return ConstructOp::create(builder, loc, quatOf(scalar), parts);
}

/// `wp.quat_identity()`, `wp.transform_identity(dtype=wp.float64)`.
Value Constructors::importNeutral(PyNode node, bool isTransform) {
  PyNode dtype = argument(node, "dtype", 0);
  Type scalar = dtype ? readType(dtype) : builder.getF32Type();
  if (!scalar || !isFloat(scalar)) {
    error(dtype) << "expected a float type but got " << describe(dtype);
    return nullptr;
  }
  Location loc = location(node);
  Value rotation = createNoRotation(node, scalar);
  if (!isTransform)
    return rotation;
  Type type = transformOf(scalar);
  Value position = ConstructOp::create(builder, loc, partType(type, 0), ValueRange());
  return ConstructOp::create(builder, loc, type, ValueRange{position, rotation});
}

} // namespace kgen::importer
