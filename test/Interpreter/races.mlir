// Threads that touch one element: a warning, once, or an error with --check-races. Loads alone and atomics alone are
// not a race.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/shift.mlir --case %t/k.json 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: not kgen-run %t/shift.mlir --case %t/k.json --check-races 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not kgen-run %t/mixed.mlir --case %t/k.json --check-races 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not kgen-run %t/after-loads.mlir --case %t/k.json --check-races 2>&1 | FileCheck %s --check-prefix=LOADS
// RUN: kgen-run %t/sound.mlir --case %t/k.json --check-races 2>&1 | FileCheck %s --check-prefix=SOUND

//--- k.json
{"dim": 4, "args": [{"name": "x", "dtype": "float32", "role": "inout", "value": [1, 2, 3, 4]}]}

//--- shift.mlir
// WARN: shift.mlir:10:3: warning: race: thread 0 touches x[0] too, and one of the two accesses is a plain store, in thread 1
// WARN-NOT: warning
// WARN: "x": [2.0, 3.0, 1.0, 1.0]
// ERROR: shift.mlir:10:3: error: race: thread 0 touches x[0] too, and one of the two accesses is a plain store, in thread 1
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %one = kgen.constant 1 : si32
  %left = kgen.sub %i, %one : si32
  kgen.store %x[%left], %0 : !kgen.array<1, f32>
  kgen.return
}

//--- mixed.mlir
// MIXED: mixed.mlir:6:8: error: race: thread 0 touches x[0] too, and one of the two accesses is a plain store, in thread 1
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 1.0 : f32
  kgen.store %x[%i], %0 : !kgen.array<1, f32>
  %1 = kgen.atomic add %x[0], %0 : !kgen.array<1, f32>
  kgen.return
}

//--- after-loads.mlir
// LOADS: after-loads.mlir:8:5: error: race: another thread touches x[0] too, and one of the two accesses is a plain store, in thread 3
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %three = kgen.constant 3 : si32
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  %1 = kgen.cmp eq %i, %three : si32
  kgen.if %1 {
    kgen.store %x[0], %0 : !kgen.array<1, f32>
  }
  kgen.return
}

//--- sound.mlir
// SOUND-NOT: race
// SOUND: "x": [5.0, 2.0, 3.0, 4.0]
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[1] : !kgen.array<1, f32>
  %1 = kgen.constant 1.0 : f32
  kgen.atomic add %x[0], %1 : !kgen.array<1, f32>
  kgen.return
}
