// Arrays, atomics, threads and printing.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/grid.mlir --case %t/grid.json | FileCheck %s --check-prefix=GRID
// RUN: kgen-run %t/atomics.mlir --case %t/atomics.json | FileCheck %s --check-prefix=ATOMICS
// RUN: kgen-run %t/print.mlir --case %t/print.json 2>&1 >/dev/null | FileCheck %s --check-prefix=PRINT

//--- grid.mlir
// Each element is 10 i + j of the thread that wrote it, from the last column backwards; the extents are 2 and 3.
// GRID: "y": [2, 1, 0, 12, 11, 10], "extents": [2, 3]
kgen.kernel @k(%y: !kgen.array<2, si32>, %extents: !kgen.array<1, si32>) {
  %i, %j = kgen.tid : si32, si32
  %ten = kgen.constant 10 : si32
  %0 = kgen.mul %i, %ten : si32
  %1 = kgen.add %0, %j : si32
  %back = kgen.invert %j : si32
  kgen.store %y[%i, %back], %1 : !kgen.array<2, si32>
  %2 = kgen.shape %y[0] : !kgen.array<2, si32>
  %3 = kgen.shape %y[1] : !kgen.array<2, si32>
  kgen.atomic max %extents[0], %2 : !kgen.array<1, si32>
  kgen.atomic max %extents[1], %3 : !kgen.array<1, si32>
  kgen.return
}
//--- grid.json
{"dim": [2, 3], "args": [
  {"name": "y", "dtype": "int32", "role": "out", "value": [[0, 0, 0], [0, 0, 0]]},
  {"name": "extents", "dtype": "int32", "role": "out", "value": [0, 0]}]}

//--- atomics.mlir
// The sum, the difference, the least and the greatest of 3, 1, 4; the element before each thread's addition. The NaN
// in the third dimension of the vectors stays where it is added and is replaced by min.
// ATOMICS: "r": [8.0, -8.0, 1.0, 4.0], "old": [0.0, 3.0, 4.0], "v": [8.0, NaN, 1.0, 1.0]
kgen.kernel @k(%x: !kgen.array<1, f32>, %r: !kgen.array<1, f32>, %old: !kgen.array<1, f32>,
               %v: !kgen.array<1, vec<2xf32>>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %before = kgen.atomic add %r[0], %0 : !kgen.array<1, f32>
  kgen.store %old[%i], %before : !kgen.array<1, f32>
  kgen.atomic sub %r[1], %0 {augmented} : !kgen.array<1, f32>
  kgen.atomic min %r[2], %0 : !kgen.array<1, f32>
  kgen.atomic max %r[3], %0 : !kgen.array<1, f32>
  %pair = kgen.construct %0 : !kgen.vec<2xf32>
  kgen.atomic add %v[0], %pair : !kgen.array<1, vec<2xf32>>
  kgen.atomic min %v[1], %pair : !kgen.array<1, vec<2xf32>>
  kgen.return
}
//--- atomics.json
{"dim": 3, "args": [
  {"name": "x", "dtype": "float32", "role": "in", "value": [3, 1, 4]},
  {"name": "r", "dtype": "float32", "role": "out", "value": [0, 0, 100, -100]},
  {"name": "old", "dtype": "float32", "role": "out", "value": [0, 0, 0]},
  {"name": "v", "dtype": "vec2", "role": "out", "value": [[0, NaN], [Infinity, NaN]]}]}

//--- print.mlir
// PRINT: {{^}}1e+06{{$}}
// PRINT-NEXT: {{^}}True{{$}}
// PRINT-NEXT: {{^}}0.5 0.5 {{$}}
// PRINT-NEXT: {{^}}1 0 {{$}}
// PRINT-NEXT: {{^}}0 1 {{$}}
// PRINT-NEXT: {{^}}255{{$}}
kgen.kernel @k(%n: ui8) {
  %0 = kgen.constant 1.0e+06 : f32
  kgen.print %0 : f32
  %1 = kgen.constant true
  kgen.print %1 : i1
  %2 = kgen.constant 5.0e-01 : f32
  %3 = kgen.construct %2 : !kgen.vec<2xf32>
  kgen.print %3 : !kgen.vec<2xf32>
  %4 = kgen.identity : !kgen.mat<2x2xf32>
  kgen.print %4 : !kgen.mat<2x2xf32>
  kgen.print %n : ui8
  kgen.return
}
//--- print.json
{"dim": 1, "args": [{"name": "n", "dtype": "uint8", "role": "scalar", "value": 255}]}
