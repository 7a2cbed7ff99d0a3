// Tiles from the definitions of their ops: parts that hang over the edge, an array with a dimension more, sums with what
// was there before, and the same again by machine code, which has them as loops.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/parts.mlir --case %t/parts.json --backward | FileCheck %s --check-prefix=PARTS
// RUN: %if machine-code %{ kgen-run %t/parts.mlir --case %t/parts.json --backward --device cpu | FileCheck %s --check-prefix=PARTS %}
// RUN: kgen-run %t/sums.mlir --case %t/sums.json --backward | FileCheck %s --check-prefix=SUMS
// RUN: %if machine-code %{ kgen-run %t/sums.mlir --case %t/sums.json --backward --device cpu | FileCheck %s --check-prefix=SUMS %}
// RUN: not kgen-run %t/promise.mlir --case %t/promise.json 2>&1 | FileCheck %s --check-prefix=PROMISE
// RUN: not kgen-run %t/page.mlir --case %t/page.json 2>&1 | FileCheck %s --check-prefix=PAGE
// RUN: not kgen-run %t/race.mlir --case %t/race.json --check-races 2>&1 | FileCheck %s --check-prefix=RACE

// Page 1 of w is [[5, 6, 7], [8, 9, 10]]; the tile of 2x2 from (1, 2) has one element of it, 10. Weights of b are 1 to 4.
// PARTS: {"outputs": {"b": [10.0, 0.0, 0.0, 0.0]}, "grads": {"w": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], "b": [0.0, 0.0, 0.0, 0.0]}}
// The tile is a[1:5] of 1, 2, 3, with 0 outside; before, b was 10, 20, 30.
// SUMS: {"outputs": {"b": [12.0, 23.0, 30.0], "c": [10.0, 20.0, 30.0, 0.0]}, "grads": {"a": [0.0, 1.0, 10.0], "b": [6.0, 17.0, 108.0], "c": [0.0, 0.0, 0.0, 0.0]}}
// PROMISE: promise.mlir:3:8: error: expected an index from -3 to 2 for dimension 0 of 'a' but got 3, in thread 0
// PAGE: page.mlir:3:8: error: expected an index from -2 to 1 for dimension 0 of 'w' but got p = 2, in thread 0
// RACE: error: race: thread {{.*}} touches b[1] too, and one of the two accesses is a plain store

//--- parts.mlir
kgen.kernel @parts(%w: !kgen.array<3, f32>, %b: !kgen.array<2, f32>) {
  %zero = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %t = kgen.tile.load %w[%one, %one, %two] : !kgen.array<3, f32> -> !kgen.tile<2x2xf32>
  kgen.tile.store %b[%zero, %zero], %t : !kgen.array<2, f32>, !kgen.tile<2x2xf32>
  kgen.return
}
//--- parts.json
{"dim": 1, "args": [
  {"name": "w", "dtype": "float32", "role": "in", "value": [[[-1, 0, 1], [2, 3, 4]], [[5, 6, 7], [8, 9, 10]]]},
  {"name": "b", "dtype": "float32", "role": "out", "value": [[9, 9], [9, 9]], "weight": [[1, 2], [3, 4]]}]}

//--- sums.mlir
kgen.kernel @sums(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>, %c: !kgen.array<1, f32>) {
  %zero = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %t = kgen.tile.load %a[%one] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  %old = kgen.tile.add %b[%zero], %t : !kgen.array<1, f32>, !kgen.tile<4xf32> -> !kgen.tile<4xf32>
  kgen.tile.store %c[%zero], %old : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.return
}
//--- sums.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "float32", "role": "in", "value": [1, 2, 3]},
  {"name": "b", "dtype": "float32", "role": "inout", "value": [10, 20, 30], "weight": [1, 10, 100]},
  {"name": "c", "dtype": "float32", "role": "out", "value": [0, 0, 0, 0], "weight": [5, 7, 8, 9]}]}

//--- promise.mlir
kgen.kernel @promise(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>) {
  %one = kgen.constant 1 : si32
  %t = kgen.tile.load %a[%one] {unchecked} : !kgen.array<1, f32> -> !kgen.tile<3xf32>
  kgen.tile.store %b[%one], %t : !kgen.array<1, f32>, !kgen.tile<3xf32>
  kgen.return
}
//--- promise.json
{"dim": 1, "args": [
  {"name": "a", "dtype": "float32", "role": "in", "value": [1, 2, 3]},
  {"name": "b", "dtype": "float32", "role": "out", "value": [0, 0, 0]}]}

//--- page.mlir
kgen.kernel @page(%w: !kgen.array<2, f32>, %p: si32) {
  %zero = kgen.constant 0 : si32
  %t = kgen.tile.load %w[%p, %zero] : !kgen.array<2, f32> -> !kgen.tile<2xf32>
  kgen.tile.store %w[%zero, %zero], %t : !kgen.array<2, f32>, !kgen.tile<2xf32>
  kgen.return
}
//--- page.json
{"dim": 1, "args": [
  {"name": "w", "dtype": "float32", "role": "inout", "value": [[1, 2], [3, 4]]},
  {"name": "p", "dtype": "int32", "role": "scalar", "value": 2}]}

//--- race.mlir
kgen.kernel @race(%a: !kgen.array<1, f32>, %b: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %t = kgen.tile.load %a[%i] : !kgen.array<1, f32> -> !kgen.tile<2xf32>
  kgen.tile.store %b[%i], %t : !kgen.array<1, f32>, !kgen.tile<2xf32>
  kgen.return
}
//--- race.json
{"dim": 2, "args": [
  {"name": "a", "dtype": "float32", "role": "in", "value": [1, 2, 3]},
  {"name": "b", "dtype": "float32", "role": "out", "value": [0, 0, 0]}]}
