// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of kernels as cases name them, and cases compared with kernels. lib/Support decides what fits.

#include "kgen/IR/KernelCase.h"
#include "kgen/IR/ValueLayout.h"

using namespace kgen;
using mlir::LogicalResult;

static ScalarType scalarTypeOf(mlir::Type type) {
  if (isBool(type))
    return ScalarType::Bool;
  if (isFloat(type))
    return type.isF16()    ? ScalarType::Float16
           : type.isBF16() ? ScalarType::BFloat16
           : type.isF32()  ? ScalarType::Float32
                           : ScalarType::Float64;
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return isUnsigned ? ScalarType::UInt8 : ScalarType::Int8;
  case 16:
    return isUnsigned ? ScalarType::UInt16 : ScalarType::Int16;
  case 32:
    return isUnsigned ? ScalarType::UInt32 : ScalarType::Int32;
  default:
    return isUnsigned ? ScalarType::UInt64 : ScalarType::Int64;
  }
}

ElementType kgen::elementTypeOf(mlir::Type type) {
  if (auto array = mlir::dyn_cast<ArrayType>(type))
    return elementTypeOf(array.getElementType());
  static constexpr ElementType::Form forms[] = {ElementType::Scalar, ElementType::Vector, ElementType::Matrix};
  llvm::ArrayRef<int64_t> extents = ValueLayout::of(type).getExtents();
  ElementType::Form form = isQuat(type)        ? ElementType::Quaternion
                           : isTransform(type) ? ElementType::Transform
                                               : forms[extents.size()];
  return {form, scalarTypeOf(elementType(type)), extents.vec()};
}

//===----------------------------------------------------------------------===//
// Arguments and parameters
//===----------------------------------------------------------------------===//

namespace {

/// An argument that a kernel asks for.
struct Wanted {
  CasePlace place;
  CaseParameter parameter;
};

/// Takes parameters apart into arguments.
class Arguments {
public:
  explicit Arguments(KernelOp kernel) : kernel(kernel) {}

  /// Adds the arguments that parameter number `index` needs.
  LogicalResult add(mlir::BlockArgument parameter) {
    mlir::Type type = parameter.getType();
    auto array = mlir::dyn_cast<ArrayType>(type);
    bool ofStructs = array && isStruct(array.getElementType());
    CasePlace place{parameter.getArgNumber(), {}, ofStructs, {}};
    return add(parameter, ofStructs ? array.getElementType() : type, ofStructs ? array.getRank() : 0,
               getName(parameter).str(), place);
  }

  llvm::SmallVector<Wanted> list;

private:
  /// `rank` is that of the array of structs that the field is in.
  LogicalResult add(mlir::BlockArgument parameter, mlir::Type type, unsigned rank, const std::string &name,
                    CasePlace &place) {
    auto array = mlir::dyn_cast<ArrayType>(type);
    if (array && (place.inElement || isStruct(array.getElementType())))
      return mlir::emitError(parameter.getLoc())
             << "expected arrays of numbers as fields, for a case, but got " << type << " for '" << name << "'";
    if (!isStruct(type)) {
      place.type = place.inElement ? ArrayType::get(type.getContext(), rank, type) : type;
      list.push_back({place, {name, elementTypeOf(type), array ? array.getRank() : rank}});
      return mlir::success();
    }
    for (unsigned field = 0; field < numParts(type); ++field) {
      place.path.push_back(field);
      if (failed(add(parameter, partType(type, field), rank, name + "." + fieldName(type, field).str(), place)))
        return mlir::failure();
      place.path.pop_back();
    }
    return mlir::success();
  }

  KernelOp kernel;
};

} // namespace

/// Takes, of the fields of the first parameter, those that a case names, in its order.
static LogicalResult selectFields(mlir::BlockArgument parameter, const Case &c, llvm::SmallVectorImpl<Wanted> &fields) {
  auto type = mlir::dyn_cast<StructType>(parameter.getType());
  if (!type)
    return mlir::emitError(parameter.getLoc())
           << "expected a struct as first parameter, since the case has 'struct', but got " << parameter.getType();
  llvm::SmallVector<Wanted> selected;
  std::string prefix = getName(parameter).str() + ".";
  for (const std::string &name : c.structFields) {
    auto *field = llvm::find_if(fields, [&](const Wanted &wanted) { return wanted.parameter.name == prefix + name; });
    if (field == fields.end())
      return mlir::emitError(parameter.getLoc())
             << "expected a field of '" << type.getName() << "' but got '" << name << "'";
    selected.push_back(*field);
    selected.back().parameter.name = name;
  }
  fields.assign(selected);
  return mlir::success();
}

/// The fields of an array of structs have one shape.
static LogicalResult verifyShapes(KernelOp kernel, llvm::ArrayRef<Wanted> wanted, const Case &c) {
  for (size_t i = 1; i < wanted.size(); ++i) {
    const CasePlace &place = wanted[i].place, &before = wanted[i - 1].place;
    if (place.inElement && place.parameter == before.parameter && c.args[i].shape != c.args[i - 1].shape)
      return mlir::emitError(kernel.getBody().getArgument(place.parameter).getLoc())
             << "expected the case's arguments '" << c.args[i - 1].name << "' and '" << c.args[i].name
             << "' to have one shape, as fields of one array";
  }
  return mlir::success();
}

mlir::FailureOr<llvm::SmallVector<CasePlace>> kgen::casePlaces(KernelOp kernel, const Case &c) {
  auto parameters = kernel.getBody().front().getArguments();
  if (kernel.isBackward())
    parameters = parameters.take_front(parameters.size() / 2);
  Arguments arguments(kernel);
  for (mlir::BlockArgument parameter : parameters) {
    if (failed(arguments.add(parameter)))
      return mlir::failure();
    if (parameter.getArgNumber() == 0 && !c.structFields.empty() && failed(selectFields(parameter, c, arguments.list)))
      return mlir::failure();
  }
  auto expected = llvm::map_to_vector(arguments.list, [](const Wanted &wanted) { return wanted.parameter; });
  std::optional<CaseMismatch> mismatch = matchArguments(kernel.getSymName(), {expected.begin(), expected.end()}, c);
  if (mismatch) {
    mlir::Location loc = kernel.getLoc();
    if (mismatch->parameter)
      loc = parameters[arguments.list[*mismatch->parameter].place.parameter].getLoc();
    return mlir::emitError(loc) << mismatch->message;
  }
  if (failed(verifyShapes(kernel, arguments.list, c)))
    return mlir::failure();
  return llvm::map_to_vector(arguments.list, [](const Wanted &wanted) { return wanted.place; });
}

LogicalResult kgen::verifyCase(KernelOp kernel, const Case &c) {
  return mlir::success(succeeded(casePlaces(kernel, c)));
}
