// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with a tape, and the slopes of recorded values and of values with the author's own adjoint.

#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

using PrimalValues = llvm::function_ref<Value(Value)>;

bool KernelOp::hasTape() {
  if (!isBackward())
    return getTapeOf().has_value();
  auto forward = SymbolTable::lookupNearestSymbolFrom<KernelOp>(*this, getAdjointOfAttr());
  return forward && forward.getTapeOf();
}

Value KernelOp::getTape() {
  if (!hasTape())
    return {};
  unsigned count = isBackward() ? getNumArguments() / 2 : getNumArguments();
  return getBody().getArgument(count - 1);
}

//===----------------------------------------------------------------------===//
// Recorded values
//===----------------------------------------------------------------------===//

bool RecordOp::hasSlope() { return isFloatArith(getType()); }
void RecordOp::getAdjointReads(unsigned, SmallVectorImpl<Value> &) {}
Value RecordOp::buildAdjoint(OpBuilder &, Location, unsigned operand, Value g, PrimalValues) {
  return operand == getValueMutable().getOperandNumber() ? g : Value();
}

//===----------------------------------------------------------------------===//
// Adjoints of the author's
//===----------------------------------------------------------------------===//

/// The types of the arguments that have an adjoint.
static SmallVector<Type> adjointTypes(TypeRange arguments) {
  return llvm::filter_to_vector(arguments, [](Type type) { return isFloatArith(type); });
}

CallOp CustomAdjointOp::buildCall(OpBuilder &b, Location loc, ValueRange primals, ValueRange adjoints) {
  SmallVector<Value> arguments(primals);
  llvm::append_range(arguments, adjoints);
  SmallVector<Type> types = adjointTypes(getArguments().getTypes());
  return CallOp::create(b, loc, types, getAdjointAttr(), arguments, ArrayAttr(), ArrayAttr());
}

LogicalResult CustomAdjointOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getAdjointAttr());
  if (!function)
    return emitOpError("expected the function that is the adjoint, ") << getAdjointAttr();
  SmallVector<Type> arguments(getArguments().getTypes()), results = adjointTypes(arguments);
  llvm::append_range(arguments, getResultTypes());
  if (llvm::equal(function.getArgumentTypes(), arguments) && llvm::equal(function.getResultTypes(), results))
    return success();
  InFlightDiagnostic diagnostic = emitOpError("expected ")
                                  << getAdjointAttr()
                                  << " to take the arguments and the results' adjoints, and to return an "
                                  << "adjoint for each argument of floats";
  diagnostic.attachNote(function.getLoc()) << "the function is here";
  return diagnostic;
}
