// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with a tape, and the slopes of what is recorded and of what the author reverses himself.

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

bool CustomAdjointOp::hasSlope() { return true; }

void CustomAdjointOp::getAdjointReads(unsigned operand, SmallVectorImpl<Value> &reads) {
  if (operand > 0)
    llvm::append_range(reads, getArguments());
}

/// A call of the author's function, of which each argument of floats takes one result. The call is inlined later, and
/// what several arguments ask for is merged.
Value CustomAdjointOp::buildAdjoint(OpBuilder &b, Location loc, unsigned operand, Value g, PrimalValues primal) {
  if (operand == 0 || !isFloatArith(getOperand(operand).getType()))
    return {};
  SmallVector<Value> arguments = llvm::map_to_vector(getArguments(), [&](Value value) { return primal(value); });
  arguments.push_back(g);
  SmallVector<Type> results;
  unsigned number = 0;
  for (auto [i, argument] : llvm::enumerate(getArguments())) {
    if (!isFloatArith(argument.getType()))
      continue;
    if (i + 1 == operand)
      number = results.size();
    results.push_back(argument.getType());
  }
  auto call = CallOp::create(b, loc, results, getAdjointAttr(), arguments, ArrayAttr(), ArrayAttr());
  return call.getResult(number);
}

LogicalResult CustomAdjointOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getAdjointAttr());
  if (!function)
    return emitOpError("expected the function that is the adjoint, ") << getAdjointAttr();
  SmallVector<Type> arguments(getArguments().getTypes()), results;
  llvm::copy_if(arguments, std::back_inserter(results), [](Type type) { return isFloatArith(type); });
  arguments.push_back(getType());
  if (llvm::equal(function.getArgumentTypes(), arguments) && llvm::equal(function.getResultTypes(), results))
    return success();
  InFlightDiagnostic diagnostic = emitOpError("expected ")
                                  << getAdjointAttr()
                                  << " to take the arguments and the result's adjoint, and to return an "
                                  << "adjoint for each argument of floats";
  diagnostic.attachNote(function.getLoc()) << "the function is here";
  return diagnostic;
}
