// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `print(x)`: printf on the CPU, vprintf on a GPU, with Warp's formats.

#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

using namespace mlir;

namespace kgen::conversion {

/// The address of a string; the module holds each string once.
static Value stringAddress(KernelLowering &k, StringRef text) {
  std::string contents = (text + StringRef("\0", 1)).str();
  unsigned count = 0;
  LLVM::GlobalOp string;
  for (auto global : k.module.getOps<LLVM::GlobalOp>()) {
    ++count;
    if (auto value = dyn_cast_or_null<StringAttr>(global.getValueAttr()); value && value.getValue() == contents)
      string = global;
  }
  if (!string) {
    OpBuilder atStart(k.module.getBodyRegion());
    Type type = LLVM::LLVMArrayType::get(atStart.getI8Type(), contents.size());
    string = LLVM::GlobalOp::create(atStart, k.loc, type, /*isConstant=*/true, LLVM::Linkage::Private,
                                    ("kgen.text" + Twine(count)).str(), atStart.getStringAttr(contents));
  }
  return LLVM::AddressOfOp::create(k.builder, k.loc, string);
}

/// A scalar as C's variadic functions take it, and its format.
static std::pair<Value, std::string> promote(KernelLowering &k, Type type, Value value, bool asFloat) {
  Type f64 = k.builder.getF64Type(), i32 = k.builder.getI32Type();
  if (isFloat(type))
    return {type.isF64() ? value : LLVM::FPExtOp::create(k.builder, k.loc, f64, value).getResult(), "%g"};
  if (asFloat) {
    if (type.isSignedInteger())
      return {LLVM::SIToFPOp::create(k.builder, k.loc, f64, value), "%g"};
    return {LLVM::UIToFPOp::create(k.builder, k.loc, f64, value), "%g"};
  }
  bool isUnsigned = type.isUnsignedInteger();
  if (type.getIntOrFloatBitWidth() == 64)
    return {value, isUnsigned ? "%llu" : "%lld"};
  if (type.getIntOrFloatBitWidth() < 32)
    value = isUnsigned ? LLVM::ZExtOp::create(k.builder, k.loc, i32, value).getResult()
                       : LLVM::SExtOp::create(k.builder, k.loc, i32, value).getResult();
  return {value, isUnsigned ? "%u" : "%d"};
}

static void callPrintf(KernelLowering &k, Value format, ValueRange arguments) {
  OpBuilder atStart(k.module.getBodyRegion());
  Type i32 = k.builder.getI32Type(), pointer = k.pointerType();
  if (!k.onGPU()) {
    auto printf = LLVM::lookupOrCreateFn(atStart, k.module, "printf", pointer, i32, /*isVarArg=*/true);
    SmallVector<Value> all = {format};
    llvm::append_range(all, arguments);
    LLVM::CallOp::create(k.builder, k.loc, *printf, all);
    return;
  }
  auto vprintf = LLVM::lookupOrCreateFn(atStart, k.module, "vprintf", {pointer, pointer}, i32);
  OpBuilder b = k.prologue();
  Type type = LLVM::LLVMStructType::getLiteral(k.builder.getContext(), SmallVector<Type>(arguments.getTypes()));
  Value one = LLVM::ConstantOp::create(b, k.loc, i32, b.getI32IntegerAttr(1));
  Value packed = LLVM::AllocaOp::create(b, k.loc, pointer, type, one, /*alignment=*/8);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Value slot = LLVM::GEPOp::create(k.builder, k.loc, pointer, type, packed, ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    LLVM::StoreOp::create(k.builder, k.loc, argument, slot);
  }
  SmallVector<Value> all = {format, packed};
  LLVM::CallOp::create(k.builder, k.loc, *vprintf, all);
}

/// One call for each component, and one for the end of each line.
static void printLarge(PrintOp op, KernelLowering &k) {
  Type type = op.getValue().getType();
  unsigned count = numComponents(type), perLine = ValueLayout::of(type).getExtents().back();
  Value line = stringAddress(k, "\n");
  k.forEach(count / perLine, [&](Value row) {
    Value width = k.constant(row.getType(), perLine);
    Value first = LLVM::MulOp::create(k.builder, k.loc, row, width);
    k.forEach(perLine, [&](Value column) {
      Value index = LLVM::AddOp::create(k.builder, k.loc, first, column);
      Value component = k.loadComponent(type, k.getScalar(op.getValue()), index);
      auto [argument, conversion] = promote(k, elementType(type), component, /*asFloat=*/true);
      callPrintf(k, stringAddress(k, conversion + " "), argument);
    });
    callPrintf(k, line, {});
  });
}

LogicalResult lowerPrint(PrintOp op, KernelLowering &k) {
  Type type = op.getValue().getType(), scalar = elementType(type);
  if (isInMemory(type)) {
    printLarge(op, k);
    return success();
  }
  Components components = k.get(op.getValue());
  if (isBool(type)) {
    Value yes = stringAddress(k, "True\n"), no = stringAddress(k, "False\n");
    Value format = LLVM::SelectOp::create(k.builder, k.loc, components.front(), yes, no);
    callPrintf(k, format, {});
    return success();
  }
  // Vectors and matrices have a space behind each number, quaternions and transforms between them.
  bool isAggregate = !isScalar(type), isSpaced = isVec(type) || isMat(type);
  unsigned perLine = isAggregate ? ValueLayout::of(type).getExtents().back() : 1;
  SmallVector<std::string> conversions;
  SmallVector<Value> arguments;
  for (auto [i, component] : llvm::enumerate(components)) {
    auto [argument, conversion] = promote(k, scalar, component, isAggregate);
    arguments.push_back(argument);
    conversions.push_back(conversion + (isSpaced ? " " : "") + (isSpaced && (i + 1) % perLine == 0 ? "\n" : ""));
  }
  std::string format = llvm::join(conversions, isSpaced ? "" : " ");
  if (isTransform(type))
    format = "(" + llvm::join(ArrayRef(conversions).take_front(3), " ") + ") (" +
             llvm::join(ArrayRef(conversions).drop_front(3), " ") + ")";
  if (!isSpaced)
    format += "\n";
  callPrintf(k, stringAddress(k, format), arguments);
  return success();
}

//===----------------------------------------------------------------------===//
// By a format
//===----------------------------------------------------------------------===//

/// The format with a length for each conversion that the arguments have: 64-bit integers are `ll`.
static std::string withLengths(StringRef format, TypeRange types) {
  std::string result;
  for (auto next = types.begin(); !format.empty();) {
    size_t start = format.find('%');
    result += format.take_front(start);
    format = format.substr(std::min(start, format.size()));
    if (format.empty())
      break;
    size_t end = format.find_first_of("diuxXoceEfFgGaA%", 1);
    StringRef conversion = format.take_front(end + 1);
    format = format.substr(conversion.size());
    if (conversion.back() == '%') {
      result += conversion;
      continue;
    }
    Type type = *next++;
    bool isWide = !isFloat(type) && type.getIntOrFloatBitWidth() == 64;
    result += conversion.drop_back().rtrim("hlqjzt").str() + (isWide ? "ll" : "") + conversion.back();
  }
  return result;
}

LogicalResult lowerPrintf(PrintfOp op, KernelLowering &k) {
  SmallVector<Value> arguments;
  for (Value value : op.getArguments()) {
    Type type = value.getType();
    Value scalar = k.getScalar(value);
    if (isBool(type))
      arguments.push_back(LLVM::ZExtOp::create(k.builder, k.loc, k.builder.getI32Type(), scalar));
    else
      arguments.push_back(promote(k, type, scalar, /*asFloat=*/false).first);
  }
  callPrintf(k, stringAddress(k, withLengths(op.getFormat(), op.getArguments().getTypes())), arguments);
  return success();
}

} // namespace kgen::conversion
