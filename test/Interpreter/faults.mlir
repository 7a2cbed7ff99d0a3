// What a run is stopped for: each with its line, its names and its thread.
//
// RUN: split-file %s %t
// RUN: not kgen-run %t/index.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not kgen-run %t/negative.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not kgen-run %t/component.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=COMPONENT
// RUN: not kgen-run %t/undefined.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not kgen-run %t/divisor.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=DIVISOR
// RUN: not kgen-run %t/shift.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not kgen-run %t/cast.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not kgen-run %t/overflow.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not kgen-run %t/endless.mlir --case %t/x.json 2>&1 | FileCheck %s --check-prefix=ENDLESS
//--- x.json
{"dim": [2, 2], "args": [{"name": "x", "dtype": "float32", "role": "inout", "value": [0.0, 1e10]}]}

//--- index.mlir
// INDEX: index.mlir:6:3: error: expected an index from -2 to 1 for dimension 0 of 'x' but got next = 2, in thread (1, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 1.0 : f32
  %next = kgen.add %i, %i : si32
  kgen.store %x[%next], %0 : !kgen.array<1, f32>
  kgen.return
}

//--- negative.mlir
// NEGATIVE: negative.mlir:3:8: error: expected an index from -2 to 1 for dimension 0 of 'x' but got -3, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[-3] : !kgen.array<1, f32>
  kgen.return
}

//--- component.mlir
// COMPONENT: component.mlir:6:8: error: expected an index from -3 to 2 in a vector but got n = 3, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %0 = kgen.construct : !kgen.vec<3xf32>
  %1 = kgen.constant 3 : si32
  %n = kgen.copy %1 : si32
  %2 = kgen.extract %0[%n] : !kgen.vec<3xf32>
  kgen.return
}

//--- undefined.mlir
// UNDEFINED: undefined.mlir:11:8: error: expected 's' to have a value but nothing was assigned to it yet, in thread (1, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %s = kgen.var : f32
  %zero = kgen.constant 0 : si32
  %0 = kgen.cmp eq %i, %zero : si32
  kgen.if %0 {
    %1 = kgen.constant 1.0 : f32
    kgen.set %s, %1 : f32
  }
  %2 = kgen.get %s : f32
  kgen.return
}

//--- divisor.mlir
// DIVISOR: divisor.mlir:4:8: error: expected an integer divisor other than 0 but got 0, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.mod %i, %i : si32
  kgen.return
}

//--- shift.mlir
// SHIFT: shift.mlir:5:8: error: expected a shift amount from 0 to below the width of the type, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %0 = kgen.constant 1 : si32
  %1 = kgen.constant 32 : si32
  %2 = kgen.lshift %0, %1 : si32
  kgen.return
}

//--- cast.mlir
// CAST: cast.mlir:4:8: error: expected a number that the integer type can hold but got 1e+10, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[1] : !kgen.array<1, f32>
  %1 = kgen.cast %0 : f32 to si32
  kgen.return
}

//--- overflow.mlir
// OVERFLOW: overflow.mlir:3:3: error: expected the loop variable to stay within int32 but its next value is 2147483649, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  kgen.for %k = 2147483643 to 2147483647 step 3 {
    kgen.yield
  }
  kgen.return
}

//--- endless.mlir
// ENDLESS: endless.mlir:4:3: error: loop did not end after 10000000 trips, in thread (0, 0)
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %0 = kgen.constant true
  kgen.while {
    kgen.yield %0 : i1
  } do {
    kgen.yield
  }
  kgen.return
}
