// Structs, quaternions, transforms, parts of elements, views and calls.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/args.mlir --case %t/args.json | FileCheck %s --check-prefix=ARGS
// RUN: kgen-run %t/balls.mlir --case %t/balls.json --check-races | FileCheck %s --check-prefix=BALLS
// RUN: kgen-run %t/views.mlir --case %t/views.json | FileCheck %s --check-prefix=VIEWS
// RUN: kgen-run %t/poses.mlir --case %t/poses.json | FileCheck %s --check-prefix=POSES
// RUN: kgen-run %t/calls.mlir --case %t/calls.json | FileCheck %s --check-prefix=CALLS
// RUN: kgen-run %t/print.mlir --case %t/print.json 2>&1 >/dev/null | FileCheck %s --check-prefix=PRINT --match-full-lines
// RUN: not kgen-run %t/assert.mlir --case %t/print.json 2>&1 | FileCheck %s --check-prefix=ASSERT
// RUN: not kgen-run %t/expect.mlir --case %t/print.json 2>&1 | FileCheck %s --check-prefix=EXPECT
// RUN: not kgen-run %t/row.mlir --case %t/views.json 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not kgen-run %t/part.mlir --case %t/balls.json 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not kgen-run %t/empty.mlir --case %t/print.json 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not kgen-run %t/race.mlir --case %t/balls.json --check-races 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not kgen-run %t/args.mlir --case %t/other-field.json 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not kgen-run %t/args.mlir --case %t/balls.json 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not kgen-run %t/balls.mlir --case %t/shapes.json 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not kgen-run %t/print.mlir --case %t/no-struct.json 2>&1 | FileCheck %s --check-prefix=NOSTRUCT

// FIELD: args.mlir:4:16: error: expected a field of 'Args' but got 'z'
// SHAPES: error: expected the case's arguments 'balls.id' and 'balls.center' to have one shape, as fields of one array
// NOSTRUCT: error: expected a struct as first parameter, since the case has 'struct', but got 'si32'
// NAMES: args.mlir:4:1: error: expected a case with 4 arguments for 'k' but got 3

//--- args.mlir
// The first parameter is a struct of arrays; its scale, which the case does not give, is zero.
// ARGS: "y": [3.0, 5.0]
!Args = !kgen.struct<"Args", scale: f32, y: array<1, f32>, x: array<1, f32>>
kgen.kernel @k(%args: !Args, %n: f32) {
  %i = kgen.tid : si32
  %x = kgen.extract %args[x] : !Args
  %y = kgen.extract %args[y] : !Args
  %scale = kgen.extract %args[scale] : !Args
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %scale, %0 : f32
  %2 = kgen.add %0, %n : f32
  %3 = kgen.add %1, %2 : f32
  kgen.store %y[%i], %3 : !kgen.array<1, f32>
  kgen.return
}
//--- args.json
{"dim": 2, "struct": {"type": "Args", "fields": ["x", "y"]}, "args": [
  {"name": "x", "dtype": "float32", "role": "in", "value": [1, 3]},
  {"name": "y", "dtype": "float32", "role": "out", "value": [0, 0]},
  {"name": "n", "dtype": "float32", "role": "scalar", "value": 2}]}
//--- other-field.json
{"dim": 2, "struct": {"fields": ["z"]}, "args": [{"name": "z", "dtype": "float32", "role": "in", "value": [1, 3]}]}

//--- balls.mlir
// An array of structs is an array for each field. Thread i writes the center's component i of the first ball: no race.
// BALLS: "balls.center": {{\[}}10.0, 11.0, 2.0, 3.0, 4.0, 5.0], "balls.radius": [1.0, 3.0]
!Ball = !kgen.struct<"Ball", id: si32, center: vec<3xf32>, radius: f32>
kgen.kernel @k(%balls: !kgen.array<1, !Ball>) {
  %i = kgen.tid : si32
  %ten = kgen.constant 10.0 : f32
  %old = kgen.load %balls[0, center, %i] : !kgen.array<1, !Ball>
  %new = kgen.add %old, %ten : f32
  kgen.store %balls[0, center, %i], %new : !kgen.array<1, !Ball>
  %was = kgen.atomic add %balls[%i, radius], %old : !kgen.array<1, !Ball>
  kgen.return
}
//--- balls.json
{"dim": 2, "args": [
  {"name": "balls.id", "dtype": "int32", "role": "in", "value": [7, 8]},
  {"name": "balls.center", "dtype": "vec3", "role": "inout", "value": [[0, 1, 2], [3, 4, 5]]},
  {"name": "balls.radius", "dtype": "float32", "role": "inout", "value": [1, 2]}]}
//--- shapes.json
{"dim": 2, "args": [
  {"name": "balls.id", "dtype": "int32", "role": "in", "value": [7]},
  {"name": "balls.center", "dtype": "vec3", "role": "inout", "value": [[0, 1, 2], [3, 4, 5]]},
  {"name": "balls.radius", "dtype": "float32", "role": "inout", "value": [1, 2]}]}

//--- race.mlir
// Both threads write the radius of the first ball.
// RACE: race.mlir:6:3: error: race: thread 0 touches balls[0] too, and one of the two accesses is a plain store
!Ball = !kgen.struct<"Ball", id: si32, center: vec<3xf32>, radius: f32>
kgen.kernel @k(%balls: !kgen.array<1, !Ball>) {
  %ten = kgen.constant 10.0 : f32
  kgen.store %balls[0, radius], %ten : !kgen.array<1, !Ball>
  kgen.return
}

//--- part.mlir
// PART: part.mlir:6:8: error: expected an index from -3 to 2 in a vector but got i = 3, in thread 0
!Ball = !kgen.struct<"Ball", id: si32, center: vec<3xf32>, radius: f32>
kgen.kernel @k(%balls: !kgen.array<1, !Ball>) {
  %i = kgen.constant 3 : si32
  // Not the id, which follows three floats earlier.
  %0 = kgen.load %balls[0, center, %i] : !kgen.array<1, !Ball>
  kgen.return
}

//--- views.mlir
// The plane 1 of a 2x2x3 array, its row 1, and the component 2 of that; the extents of a plane are 2 and 3.
// VIEWS: "x": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 23.0]
kgen.func @last(%row: !kgen.array<1, f32>) -> f32 {
  %0 = kgen.load %row[-1] : !kgen.array<1, f32>
  kgen.return %0 : f32
}
kgen.kernel @k(%x: !kgen.array<3, f32>) {
  %one = kgen.constant 1 : si32
  %plane = kgen.view %x[%one] : !kgen.array<3, f32>
  %row = kgen.view %plane[-1] : !kgen.array<2, f32>
  %last = kgen.call @last(%row) : (!kgen.array<1, f32>) -> f32
  %rows = kgen.shape %plane[0] : !kgen.array<2, f32>
  %cols = kgen.shape %row[0] : !kgen.array<1, f32>
  %0 = kgen.mul %rows, %cols : si32
  %1 = kgen.mul %rows, %cols : si32
  %2 = kgen.add %0, %1 : si32
  %3 = kgen.cast %2 : si32 to f32
  %4 = kgen.add %3, %last : f32
  kgen.store %row[2], %4 : !kgen.array<1, f32>
  kgen.return
}
//--- views.json
{"dim": 1, "args": [{"name": "x", "dtype": "float32", "role": "inout",
  "value": [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]}]}

//--- row.mlir
// ROW: row.mlir:4:10: error: expected an index from -2 to 1 for dimension 1 of 'x' but got 2, in thread 0
kgen.kernel @k(%x: !kgen.array<3, f32>) {
  %plane = kgen.view %x[1] : !kgen.array<3, f32>
  %row = kgen.view %plane[2] : !kgen.array<2, f32>
  kgen.return
}

//--- poses.mlir
// The sum of two transforms, by component; then w, and the position's y, changed.
// POSES: "y": [3.0, -1.0, 5.0, 0.0, 0.0, 0.0, 7.0], "q": [1.0, 2.0, 3.0, 9.0]
kgen.kernel @k(%t: !kgen.transform<f32>, %y: !kgen.array<1, transform<f32>>, %q: !kgen.array<1, quat<f32>>) {
  %p = kgen.extract %t[p] : !kgen.transform<f32>
  %rot = kgen.load %q[0] : !kgen.array<1, quat<f32>>
  %none = kgen.construct : !kgen.quat<f32>
  %moved = kgen.construct %p, %none : !kgen.transform<f32>
  %sum = kgen.add %t, %moved : !kgen.transform<f32>
  %v = kgen.var %sum : !kgen.transform<f32>
  %7 = kgen.constant 7.0 : f32
  kgen.set %v[q, 3], %7 : f32 in !kgen.transform<f32>
  %one = kgen.constant 1 : si32
  %minus = kgen.constant -1.0 : f32
  kgen.set %v[p, %one], %minus : f32 in !kgen.transform<f32>
  %0 = kgen.get %v : !kgen.transform<f32>
  kgen.store %y[0], %0 : !kgen.array<1, transform<f32>>
  %9 = kgen.constant 9.0 : f32
  kgen.store %q[0, 3], %9 : !kgen.array<1, quat<f32>>
  kgen.return
}
//--- poses.json
{"dim": 1, "args": [
  {"name": "t", "dtype": "transform", "role": "scalar", "value": [1.5, 2, 2.5, 0, 0, 0, 1]},
  {"name": "y", "dtype": "transform", "role": "out", "value": [[0, 0, 0, 0, 0, 0, 0]]},
  {"name": "q", "dtype": "quat", "role": "inout", "value": [[1, 2, 3, 4]]}]}

//--- calls.mlir
// The first pair in the table whose sum is the one that is sought, or (-1, -1): a return from two loops. Each thread's
// call begins anew; a value from the call before it is still there.
// CALLS: "y": [0, 2, -1, -1, 1, 2]
!Pair = !kgen.struct<"Pair", first: si32, second: si32>
kgen.func @add(%a: si32, %b: si32) -> si32 {
  %0 = kgen.add %a, %b : si32
  kgen.return %0 : si32
}
kgen.func @find(%table: !kgen.array<1, si32>, %sought: si32) -> (si32, si32) {
  %n = kgen.shape %table[0] : !kgen.array<1, si32>
  %one = kgen.constant 1 : si32
  kgen.for %i = 0 to %n step 1 {
    %a = kgen.load %table[%i] : !kgen.array<1, si32>
    %first = kgen.call @add(%i, %one) : (si32, si32) -> si32
    kgen.for %j = %first to %n step 1 {
      %b = kgen.load %table[%j] : !kgen.array<1, si32>
      %sum = kgen.call @add(%a, %b) : (si32, si32) -> si32
      %hit = kgen.cmp eq %sum, %sought : si32
      kgen.if %hit {
        kgen.return %i, %j : si32, si32
      }
    }
  }
  %none = kgen.constant -1 : si32
  kgen.return %none, %none : si32, si32
}
kgen.func @pair(%table: !kgen.array<1, si32>, %sought: si32) -> !Pair {
  %i, %j = kgen.call @find(%table, %sought) : (!kgen.array<1, si32>, si32) -> (si32, si32)
  %pair = kgen.construct %i, %j : !Pair
  kgen.return %pair : !Pair
}
kgen.kernel @k(%table: !kgen.array<1, si32>, %sought: !kgen.array<1, si32>, %y: !kgen.array<2, si32>) {
  %i = kgen.tid : si32
  %s = kgen.load %sought[%i] : !kgen.array<1, si32>
  %pair = kgen.call @pair(%table, %s) : (!kgen.array<1, si32>, si32) -> !Pair
  %zero = kgen.constant 0 : si32
  %other = kgen.call @pair(%table, %zero) : (!kgen.array<1, si32>, si32) -> !Pair
  %first = kgen.extract %pair[first] : !Pair
  %second = kgen.extract %pair[second] : !Pair
  kgen.store %y[%i, 0], %first : !kgen.array<2, si32>
  kgen.store %y[%i, 1], %second : !kgen.array<2, si32>
  kgen.return
}
//--- calls.json
{"dim": 3, "args": [
  {"name": "table", "dtype": "int32", "role": "in", "value": [5, 2, 9]},
  {"name": "sought", "dtype": "int32", "role": "in", "value": [14, 3, 11]},
  {"name": "y", "dtype": "int32", "role": "out", "value": [[0, 0], [0, 0], [0, 0]]}]}

//--- print.mlir
// PRINT: n = 3, 003, 0x3, -1 4294967295 255; x = 2.50 (100%)
// PRINT-NEXT: 1 2 3 4
// PRINT-NEXT: (1 2 3) (0 0 0 1)
kgen.kernel @k(%n: si32, %x: f32) {
  %minus = kgen.constant -1 : si32
  %byte = kgen.constant 255 : ui8
  kgen.printf "n = %d, %03d, %#x, %i %u %u; x = %.2f (100%%)\n", %n, %n, %n, %minus, %minus, %byte, %x : si32, si32, si32, si32, si32, ui8, f32
  %1 = kgen.constant 1.0 : f32
  %2 = kgen.constant 2.0 : f32
  %3 = kgen.constant 3.0 : f32
  %4 = kgen.constant 4.0 : f32
  %0 = kgen.constant 0.0 : f32
  %q = kgen.construct %1, %2, %3, %4 : !kgen.quat<f32>
  kgen.print %q : !kgen.quat<f32>
  %p = kgen.construct %1, %2, %3 : !kgen.vec<3xf32>
  %i = kgen.construct %0, %0, %0, %1 : !kgen.quat<f32>
  %t = kgen.construct %p, %i : !kgen.transform<f32>
  kgen.print %t : !kgen.transform<f32>
  kgen.return
}
//--- print.json
{"dim": 1, "args": [
  {"name": "n", "dtype": "int32", "role": "scalar", "value": 3},
  {"name": "x", "dtype": "float32", "role": "scalar", "value": 2.5}]}
//--- no-struct.json
{"dim": 1, "struct": {"fields": ["n"]}, "args": [
  {"name": "n", "dtype": "int32", "role": "scalar", "value": 3},
  {"name": "x", "dtype": "float32", "role": "scalar", "value": 2.5}]}

//--- assert.mlir
// ASSERT: assert.mlir:5:3: error: expected the assertion to hold but it does not: "n is even", in thread 0
kgen.kernel @k(%n: si32, %x: f32) {
  %no = kgen.constant false
  kgen.print %n : si32
  kgen.assert %no, "n is even"
  kgen.return
}

//--- expect.mlir
// EXPECT: expect.mlir:3:3: error: expected the two values to be different but they are not, in thread 0
kgen.kernel @k(%n: si32, %x: f32) {
  kgen.expect neq %n, %n : si32
  kgen.return
}

//--- empty.mlir
// The arrays in a struct of zeros have no elements.
// EMPTY: empty.mlir:9:8: error: expected no index, for an extent of 0, for dimension 0 of an array without elements but got 0, in thread 0
!S = !kgen.struct<"S", a: array<1, f32>>
kgen.kernel @k(%n: si32, %x: f32) {
  %s = kgen.construct : !S
  %a = kgen.extract %s[a] : !S
  %extent = kgen.shape %a[0] : !kgen.array<1, f32>
  kgen.print %extent : si32
  %0 = kgen.load %a[0] : !kgen.array<1, f32>
  kgen.return
}
