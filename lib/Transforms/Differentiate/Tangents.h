// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward mode: turns a kernel in value form into one that computes, beside each value, its tangent: the derivative of
// the value along a direction in the space of the arguments.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TANGENTS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TANGENTS_H

#include "Singularities.h"

namespace kgen::transforms {

/// Lets a backward kernel be an ordinary one: the gradient of an array is the adjoint argument, always, and what takes
/// it leaves a zero.
void lowerGradients(KernelOp backward);

/// Adds a tangent to each parameter of a prepared kernel, and to each active value. The slopes are those of the adjoint
/// rules: a rule is linear in the adjoint of the result, and its transpose, by the rules of the ops that it is made of,
/// takes a tangent of the operand to one of the result.
class Tangents {
public:
  /// `module` has the functions that the author wrote for adjoints.
  Tangents(KernelOp kernel, mlir::ModuleOp module);

  mlir::LogicalResult run();

private:
  void addParameters();
  mlir::LogicalResult visitBlock(mlir::Block &block);
  mlir::LogicalResult visit(mlir::Operation &op);
  mlir::LogicalResult visitIf(IfOp op);
  mlir::LogicalResult visitLoop(LoopOpInterface op);
  mlir::LogicalResult visitSlope(SlopeOpInterface op);
  mlir::LogicalResult visitCustom(CustomAdjointOp op);
  mlir::Value pushThrough(CustomAdjointOp op, CallOp adjoints);
  mlir::LogicalResult visitAccess(AccessOpInterface op);
  mlir::LogicalResult visitExtremum(AtomicOp op, mlir::Value array);

  /// The tangent of the result of an op that is linear in all that has one: the op itself, of tangents. Null for
  /// others.
  mlir::Value applyToTangents(mlir::Operation *op);
  /// The part of the result's tangent that comes from the tangent `t` of an operand.
  mlir::FailureOr<mlir::Value> push(SlopeOpInterface op, unsigned operand, mlir::Value t);
  mlir::Value tangentOrZero(mlir::Value value);
  void setTangent(mlir::Value value, mlir::Value tangent);

  KernelOp kernel;
  mlir::ModuleOp module;
  Activity activity;
  Singularities singularities;
  mlir::OpBuilder b;
  /// The location of the op that is being visited.
  mlir::Location loc;
  /// Of values and arrays; a value without one has the tangent zero.
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;
};

/// Whether what the author's adjoint returns is linear in the adjoints of the results: then it has a transpose. Says
/// yes only where the ops show it.
bool isLinearAdjoint(CustomAdjointOp op, mlir::ModuleOp module);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_TANGENTS_H
