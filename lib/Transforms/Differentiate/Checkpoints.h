// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a loop at the start of its trips, the last trip first, from a constant number of slots.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_CHECKPOINTS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_CHECKPOINTS_H

#include "Replay.h"

namespace kgen::transforms {

/// Binomial checkpointing (A. Griewank and A. Walther, Algorithm 799: revolve, ACM TOMS 26, 2000), with the trip that
/// is reversed next as all that is known: from the last checkpoint before it the state is brought forward, and what
/// slots are free get checkpoints on the way. With S slots, n trips take t advances each, where C(S + t, t) reaches n;
/// all states are kept where n is at most S. The slots are variables, vectors with one for each scalar of the state.
class Checkpoints {
public:
  /// Declares the slots, at the builder's place, and keeps the state before the first trip.
  Checkpoints(mlir::OpBuilder &b, const Needs &needs, LoopOpInterface loop, unsigned slots,
              const mlir::IRMapping &values);

  /// Maps what is needed of the loop's carried values to what they are when `trip` starts. The trips are asked for one
  /// after the other, downwards.
  void restore(mlir::Value trip, mlir::IRMapping &values);

private:
  mlir::Value number(int64_t value) { return number(si32, value); }
  mlir::Value number(mlir::Type type, int64_t value) { return createNumber(b, loc, type, value); }
  /// The scalars of the state, in slot `top`.
  llvm::SmallVector<mlir::Value> load(mlir::Value top);
  void store(mlir::Value top, mlir::ValueRange state);
  mlir::Value read(mlir::Value variable, mlir::Value index);
  /// The trip whose state is kept next, between two trips of which the first is kept; below zero if no slot is free.
  mlir::Value placeNext(mlir::Value from, mlir::Value to, mlir::Value top);
  mlir::Value reach(mlir::Value trips, mlir::Value slots);
  /// Keeps the state where that is due, in a slot more than the one with the state of `from`; returns where the next
  /// is.
  mlir::Value keepIfDue(mlir::Value trip, mlir::Value from, mlir::Value to, mlir::Value next, mlir::ValueRange state);

  mlir::OpBuilder &b;
  Replay replay;
  LoopOpInterface loop;
  unsigned slots;
  mlir::Location loc;
  mlir::Type si32, ui64;
  llvm::SmallVector<unsigned> kept;
  /// Variables: for each scalar of the state, the trips that states are of, the last slot that is used.
  llvm::SmallVector<mlir::Value> states;
  mlir::Value trips, last;
};

/// Bytes that one slot takes of a loop's state.
unsigned getStateBytes(const Needs &needs, LoopOpInterface loop);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_CHECKPOINTS_H
