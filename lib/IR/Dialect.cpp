// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect itself: what it registers, and the questions that concern more than one op.

#include "ValueLayoutCache.h"
#include "kgen/IR/Kgen.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace kgen;

#include "kgen/IR/KgenDialect.cpp.inc"
#include "kgen/IR/KgenEnums.cpp.inc"
#include "kgen/IR/KgenInterfaces.cpp.inc"

void KgenDialect::initialize() {
  registerTypes();
  addInterfaces<ValueLayoutCache>();
  registerKgenDialectOperations(this);
}

Operation *KgenDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || typed.getType() != type || !isScalar(type))
    return nullptr;
  return ConstantOp::create(builder, loc, typed, /*symbol=*/StringAttr());
}

std::optional<int64_t> kgen::getLiteral(OpFoldResult operand) {
  if (auto attr = dyn_cast_if_present<IntegerAttr>(dyn_cast<Attribute>(operand)))
    return attr.getValue().getSExtValue();
  return std::nullopt;
}

std::optional<int64_t> kgen::getConstant(OpFoldResult operand) {
  auto value = dyn_cast_if_present<Value>(operand);
  if (!value)
    return getLiteral(operand);
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? getLiteral(constant.getValue()) : std::nullopt;
}

std::optional<bool> kgen::getConstantBool(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto attr = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return attr ? std::optional<bool>(attr.getValue()) : std::nullopt;
}

bool kgen::isEarlyExit(Operation *op) {
  if (isa<BreakOp, ContinueOp, UnreachableOp>(op))
    return true;
  return isa<ReturnOp>(op) && !isa<KernelOp>(op->getParentOp());
}

LogicalResult kgen::verifyValueForm(Operation *kernel) {
  WalkResult result = kernel->walk([](Operation *op) {
    if (!isa<VarOp, GetOp, SetOp>(op) && !isEarlyExit(op))
      return WalkResult::advance();
    op->emitError("expected value form but got '") << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
