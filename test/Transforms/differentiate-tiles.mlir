// RUN: split-file %s %t
// RUN: kgen-opt %t/moves.mlir --kgen-differentiate | FileCheck %s --check-prefix=MOVES
// RUN: kgen-opt %t/again.mlir --kgen-differentiate | FileCheck %s --check-prefix=AGAIN
// RUN: not kgen-opt %t/lost.mlir --kgen-differentiate=tape=false 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: kgen-opt %t/lost.mlir --kgen-differentiate | FileCheck %s --check-prefix=TAPE
// Gradients at the level of tiles: no loop over elements is reversed.

// The adjoint of a load adds, that of a store takes, that of a sum reads; a tile with two uses gets both.
// MOVES-LABEL: kgen.kernel @moves_backward(
// MOVES-NOT: kgen.for
// MOVES: %grad_a = kgen.gradient %a, %adj_a
// MOVES: %[[READ:.*]] = kgen.tile.load %grad_c[%i] : !kgen.gradient<1, f32> -> !kgen.tile<4xf32>
// MOVES-NEXT: %[[TAKEN:.*]] = kgen.tile.take %grad_b[%i] {unchecked} : !kgen.gradient<1, f32> -> !kgen.tile<4xf32>
// MOVES-DAG: kgen.tile.unpack %[[READ]]
// MOVES-DAG: kgen.tile.unpack %[[TAKEN]]
// MOVES: %[[SUM:.*]] = kgen.add
// MOVES-NEXT: %[[TILE:.*]] = kgen.tile.pack %[[SUM]]
// MOVES-NEXT: kgen.tile.add %grad_a[%i], %[[TILE]] : !kgen.gradient<1, f32>, !kgen.tile<4xf32>
// MOVES: kgen.return

// What an adjoint reads of a tile that nothing overwrites is loaded again.
// AGAIN-LABEL: kgen.kernel @again_backward(
// AGAIN: %[[T:.*]] = kgen.tile.load %a[%i]
// AGAIN: kgen.tile.unpack %[[T]]
// AGAIN: kgen.tile.take %grad_b[%i]
// AGAIN: kgen.tile.add %grad_a[%i]

// LOST: error: cannot differentiate kernel 'lost': the adjoint reads 't', a tile of an array that is written to
// TAPE-LABEL: kgen.kernel @lost_tape(
// TAPE: %[[T:.*]] = kgen.tile.load %a[%i]
// TAPE-NEXT: %[[V:.*]] = kgen.tile.unpack %[[T]]
// TAPE: kgen.record %kgen_tape[%{{.*}}], %[[V]] : !kgen.vec<4xf32>
// TAPE-LABEL: kgen.kernel @lost_tape_backward(
// TAPE: kgen.recall

//--- moves.mlir
kgen.kernel @moves(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %c: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  kgen.tile.store %b[%i], %t {unchecked} : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.tile.add %c[%i], %t : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.return
}

//--- again.mlir
kgen.kernel @again(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  %v = kgen.tile.unpack %t : !kgen.tile<4xf32> to !kgen.vec<4xf32>
  %s = kgen.cw_mul %v, %v : !kgen.vec<4xf32>
  %u = kgen.tile.pack %s : !kgen.vec<4xf32> to !kgen.tile<4xf32>
  kgen.tile.store %b[%i], %u : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.return
}

//--- lost.mlir
kgen.kernel @lost(%a: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  %v = kgen.tile.unpack %t : !kgen.tile<4xf32> to !kgen.vec<4xf32>
  %s = kgen.cw_mul %v, %v : !kgen.vec<4xf32>
  %u = kgen.tile.pack %s : !kgen.vec<4xf32> to !kgen.tile<4xf32>
  kgen.tile.store %a[%i], %u : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.return
}
