// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interfaces of ops, and queries over them: the memory that an op touches.

#ifndef KGEN_IR_INTERFACES_H
#define KGEN_IR_INTERFACES_H

#include "kgen/IR/Builtins.h"
#include "kgen/IR/Types.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "kgen/IR/KgenEnums.h.inc"

namespace kgen {

class AccessOpInterface;
class TileAccessOpInterface;
class YieldOp;

/// The output of `print`.
struct OutputResource : public mlir::SideEffects::Resource::Base<OutputResource> {
  llvm::StringRef getName() final { return "Output"; }
};

/// The place at which the thread goes on.
struct ControlFlowResource : public mlir::SideEffects::Resource::Base<ControlFlowResource> {
  llvm::StringRef getName() final { return "ControlFlow"; }
};

/// An op of floats that says that no slope leads from its operands to its results.
template <typename ConcreteType> class NoSlope : public mlir::OpTrait::TraitBase<ConcreteType, NoSlope> {};

/// The steps of a path, or indices, in order: a value or an integer attribute each.
llvm::SmallVector<mlir::OpFoldResult> mixedIndices(llvm::ArrayRef<int64_t> literals, mlir::ValueRange values,
                                                   mlir::MLIRContext *context);

namespace detail {

// Functions that the generated code of ops calls.
void buildAccess(mlir::OpBuilder &builder, mlir::OperationState &state, mlir::Value array,
                 llvm::ArrayRef<mlir::OpFoldResult> indices, mlir::Value value, mlir::StringAttr literalsName);
mlir::Type accessedType(mlir::Type array, llvm::ArrayRef<mlir::OpFoldResult> indices);
mlir::ParseResult parseRead(mlir::OpAsmParser &parser, mlir::OperationState &state, mlir::StringAttr literalsName);
void printRead(mlir::OpAsmPrinter &printer, AccessOpInterface op, llvm::ArrayRef<llvm::StringRef> elided);
mlir::ParseResult parseWrite(mlir::OpAsmParser &parser, mlir::OperationState &state, mlir::StringAttr literalsName);
void printWrite(mlir::OpAsmPrinter &printer, AccessOpInterface op, llvm::ArrayRef<llvm::StringRef> elided);
llvm::LogicalResult inferElement(std::optional<mlir::Location> loc, mlir::ValueRange operands,
                                 mlir::DenseI64ArrayAttr literals, llvm::SmallVectorImpl<mlir::Type> &results);
llvm::LogicalResult verifyAccess(AccessOpInterface op);
llvm::LogicalResult verifyTileAccess(TileAccessOpInterface op);
void getAdjointReads(mlir::Operation *op, const BuiltinInfo &info, unsigned operand,
                     llvm::SmallVectorImpl<mlir::Value> &reads);
mlir::Value buildAdjoint(mlir::Operation *op, const BuiltinInfo &info, mlir::OpBuilder &b, mlir::Location loc,
                         unsigned operand, mlir::Value g, llvm::function_ref<mlir::Value(mlir::Value)> primal);

} // namespace detail
} // namespace kgen

#include "kgen/IR/KgenInterfaces.h.inc"

namespace kgen {

/// The memory that something may touch: arrays, gradients and variables.
struct TouchedMemory {
  llvm::SmallVector<mlir::Value, 2> values;
  /// All memory, because an op did not say which.
  bool everything = false;

  bool empty() const { return values.empty() && !everything; }
  bool contains(mlir::Value memory) const { return everything || llvm::is_contained(values, memory); }
  bool intersects(const TouchedMemory &other) const;
};

/// The memory that an op, with its nested ops, may read or write. An op that declares no effects may touch everything.
TouchedMemory readBy(mlir::Operation *op);
TouchedMemory writtenBy(mlir::Operation *op);

} // namespace kgen

#endif // KGEN_IR_INTERFACES_H
