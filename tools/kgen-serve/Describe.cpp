// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel as its launcher sees it: Warp's struct of arguments, field by field.

#include "Serve.h"
#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/IR/Effects.h"
#include "kgen/IR/KernelCase.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace json = llvm::json;

namespace kgen::serve {

static json::Object describeType(Type type);

static json::Array describeFields(StructType type) {
  json::Array fields;
  for (auto [number, part] : llvm::enumerate(ValueLayout::of(type).getParts())) {
    json::Object field = describeType(part.type);
    field["name"] = fieldName(type, number);
    field["offset"] = part.offset;
    fields.push_back(std::move(field));
  }
  return fields;
}

/// `{"type", "size"}`, and `rank` and `element` of an array, `fields` of a struct, else `dtype`, `scalar` and `shape`.
static json::Object describeType(Type type) {
  json::Object description{{"type", llvm::formatv("{0}", type).str()}, {"size", ValueLayout::of(type).getSize()}};
  if (auto array = dyn_cast<ArrayType>(type)) {
    description["rank"] = array.getRank();
    description["element"] = describeType(array.getElementType());
  } else if (auto structure = dyn_cast<StructType>(type)) {
    description["fields"] = describeFields(structure);
  } else {
    ElementType element = elementTypeOf(type);
    description["dtype"] = element.name();
    description["scalar"] = ElementType{ElementType::Scalar, element.scalar, {}}.name();
    description["shape"] = json::Array(element.shape);
  }
  return description;
}

json::Object describeKernel(KernelOp kernel) {
  json::Array parameters;
  size_t size = 0;
  for (BlockArgument parameter : kernel.getBody().getArguments()) {
    const ValueLayout &layout = ValueLayout::of(parameter.getType());
    json::Object description = describeType(parameter.getType());
    size = llvm::alignTo(size, layout.getAlignment());
    description["name"] = getName(parameter);
    description["offset"] = size;
    description["written"] = mayBeWritten(parameter);
    size += layout.getSize();
    parameters.push_back(std::move(description));
  }
  return json::Object{{"name", kernel.getSymName()},
                      {"rank", launchRank(kernel)},
                      {"size", size},
                      {"parameters", std::move(parameters)}};
}

} // namespace kgen::serve
