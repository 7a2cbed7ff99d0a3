// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running parts of the primal again in the backward: the slice of an if or a loop that computes what is needed.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REPLAY_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REPLAY_H

#include "Needs.h"
#include "mlir/IR/IRMapping.h"

namespace kgen::transforms {

/// Emits the slice of one if or loop, the root, at the builder's place.
class Replay {
public:
  Replay(mlir::OpBuilder &b, const Needs &needs, mlir::Operation *root) : b(b), needs(needs), root(root) {}

  /// Maps the needed results of the root in `values`; returns the number of trips of a loop that is counted, else null.
  mlir::Value run(mlir::IRMapping &values);
  /// Runs the first `trips` trips of the root, a loop, and maps what is needed of its carried values to what they are
  /// after those.
  void runTrips(mlir::Value trips, mlir::IRMapping &values);

  /// Emits one trip of a loop; it is known by its number and starts with `carries`, the kept ones. Returns what the
  /// next one starts with.
  llvm::SmallVector<mlir::Value> emitTripAt(LoopOpInterface op, mlir::Value trip, mlir::ValueRange carries,
                                            llvm::ArrayRef<unsigned> kept, mlir::IRMapping values);

private:
  /// Emits so many trips of a loop, without conditions.
  ForOp emitTrips(LoopOpInterface op, mlir::Value trips, llvm::ArrayRef<unsigned> kept, const mlir::IRMapping &values);
  /// Emits a trip that gets the kept carried values as `carries`; returns what the next one gets.
  llvm::SmallVector<mlir::Value> emitTrip(LoopOpInterface op, mlir::ValueRange carries, llvm::ArrayRef<unsigned> kept,
                                          mlir::IRMapping &values);
  bool isNeeded(mlir::Value result) const;
  /// The numbers of the carried values that are needed.
  llvm::SmallVector<unsigned> keptCarries(LoopOpInterface op) const;
  void emitBlock(mlir::Block &block, mlir::IRMapping &values);
  void emitOp(mlir::Operation &op, mlir::IRMapping &values);
  void emitIf(IfOp op, mlir::IRMapping &values);
  mlir::Value emitLoop(LoopOpInterface op, mlir::IRMapping &values, bool count);
  void emitBody(LoopOpInterface op, LoopOpInterface replayed, llvm::ArrayRef<unsigned> kept, bool count,
                mlir::IRMapping values);
  void emitCondition(LoopOpInterface op, LoopOpInterface replayed, llvm::ArrayRef<unsigned> kept,
                     mlir::IRMapping values);

  mlir::OpBuilder &b;
  const Needs &needs;
  mlir::Operation *root;
};

/// Maps the results of `op` if it is not computed again: they are recalled from the tape, reloaded from where they were
/// stored, or other names of mapped values; else false.
bool emitKnown(mlir::OpBuilder &b, const Needs &needs, mlir::Operation &op, mlir::IRMapping &values);
/// The value that the forward has recorded.
mlir::Value emitRecall(mlir::OpBuilder &b, RecordOp record, const mlir::IRMapping &values);

/// Maps the `kept` ones of a loop's carried values or results to what they are `again`, and names those alike.
void mapKept(mlir::ValueRange primal, llvm::ArrayRef<unsigned> kept, mlir::ValueRange again, mlir::IRMapping &values);

/// The induction variable in a trip that is known by its number, counted from zero.
mlir::Value createInductionVar(mlir::OpBuilder &b, mlir::Location loc, ForOp op, mlir::Value trip,
                               const mlir::IRMapping &values);

/// The carried integer `i` of the same increment in all trips, in a trip that is known by its number.
mlir::Value createClosedForm(mlir::OpBuilder &b, mlir::Location loc, LoopOpInterface op, unsigned i, mlir::Value trip,
                             const mlir::IRMapping &values);

/// The numbers of the carried values that make up the state of a loop: those that running it again takes, except those
/// that follow from the number of a trip.
llvm::SmallVector<unsigned> stateCarries(const Needs &needs, LoopOpInterface loop);

/// A bound or index in the backward.
mlir::OpFoldResult mapOperand(mlir::OpFoldResult operand, const mlir::IRMapping &values);
llvm::SmallVector<mlir::OpFoldResult> mapOperands(llvm::ArrayRef<mlir::OpFoldResult> operands,
                                                  const mlir::IRMapping &values);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_REPLAY_H
