// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect itself: its registrations, and the queries that concern more than one op.

#include "ValueLayoutCache.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Kgen.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

#include "kgen/IR/KgenDialect.cpp.inc"
#include "kgen/IR/KgenEnums.cpp.inc"
#include "kgen/IR/KgenInterfaces.cpp.inc"

namespace {

/// Structs print by their names, which a module defines above its kernels.
struct StructAliases : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Type type, raw_ostream &os) const override {
    auto structType = dyn_cast<StructType>(type);
    if (!structType)
      return AliasResult::NoAlias;
    os << structType.getName();
    return AliasResult::FinalAlias;
  }
};

} // namespace

void KgenDialect::initialize() {
  registerTypes();
  addInterfaces<ValueLayoutCache, StructAliases>();
  registerKgenDialectOperations(this);
}

/// Comments and docstrings. Attributes on ops of other dialects belong to the code that put them there.
LogicalResult KgenDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  auto isText = [](Attribute value) { return isa<StringAttr>(value); };
  auto lines = dyn_cast<ArrayAttr>(attribute.getValue());
  if (op->getDialect() != this)
    return success();
  if (llvm::is_contained({"kgen.lead", "kgen.trail", "kgen.else_lead", "kgen.options", "kgen.defaults"}, name))
    return lines && llvm::all_of(lines, isText) ? success()
                                                : op->emitOpError("expected '")
                                                      << name << "' to be an array of strings but got "
                                                      << attribute.getValue();
  if (name == pairedAttrName && !isa<SinOp, CosOp>(op))
    return op->emitOpError("expected '") << name << "' on 'kgen.sin' and 'kgen.cos' only";
  if ((name == spellingAttrName || name == inPlaceAttrName) && !isa<CallOp>(op))
    return op->emitOpError("expected '") << name << "' on 'kgen.call' only";
  if (name == spellingAttrName)
    return CallSpelling::read(attribute.getValue(), op->getNumOperands())
               ? success()
               : op->emitOpError("expected '")
                     << name << "' to be a text with places for operands and constants but got "
                     << attribute.getValue();
  if (name == "kgen.in_full" || name == pairedAttrName || name == inPlaceAttrName)
    return isa<UnitAttr>(attribute.getValue())
               ? success()
               : op->emitOpError("expected '") << name << "' without a value but got " << attribute.getValue();
  if (!llvm::is_contained({"kgen.tail", "kgen.else_tail", "kgen.doc", "kgen.called", "kgen.annotations"}, name))
    return isa<KernelOp, FuncOp>(op) // tools mark them
               ? success()
               : op->emitOpError("expected an attribute of the kgen dialect but got '") << name << "'";
  if (!isText(attribute.getValue()))
    return op->emitOpError("expected '") << name << "' to be a string but got " << attribute.getValue();
  if (name == "kgen.doc" && !isa<KernelOp, FuncOp>(op))
    return op->emitOpError("expected 'kgen.doc' on a kernel or function only");
  return success();
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

static std::optional<int64_t> computeBound(OpFoldResult bound, unsigned maxDepth) {
  if (std::optional<int64_t> constant = getConstant(bound))
    return constant;
  Operation *op = cast<Value>(bound).getDefiningOp();
  if (!maxDepth || !isa_and_nonnull<AddOp, SubOp, MulOp>(op) || !op->getResult(0).getType().isInteger(32))
    return std::nullopt;
  std::optional<int64_t> a = computeBound(op->getOperand(0), maxDepth - 1),
                         b = computeBound(op->getOperand(1), maxDepth - 1);
  if (!a || !b)
    return std::nullopt;
  int64_t exact = isa<AddOp>(op) ? *a + *b : isa<SubOp>(op) ? *a - *b : *a * *b;
  return llvm::isInt<32>(exact) ? std::optional<int64_t>(exact) : std::nullopt;
}

std::optional<int64_t> kgen::getConstantBound(OpFoldResult bound) { return computeBound(bound, /*maxDepth=*/4); }

std::optional<bool> kgen::getConstantBool(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto attr = constant ? dyn_cast<BoolAttr>(constant.getValue()) : BoolAttr();
  return attr ? std::optional<bool>(attr.getValue()) : std::nullopt;
}

ForOp kgen::getForInductionVarOwner(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
  return loop && loop.getInductionVar() == argument ? loop : ForOp();
}

unsigned kgen::countCoordinates(KernelOp kernel) {
  unsigned count = 0;
  kernel.walk([&](TidOp op) { count = std::max(count, op->getNumResults()); });
  return count;
}

bool kgen::isEarlyExit(Operation *op) {
  if (isa<BreakOp, ContinueOp, UnreachableOp>(op))
    return true;
  return isa<ReturnOp>(op) && !isa<KernelOp, FuncOp>(op->getParentOp());
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
