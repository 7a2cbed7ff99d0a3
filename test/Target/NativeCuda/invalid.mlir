// RUN: split-file %s %t
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/atomic.mlir 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/cast.mlir 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/print.mlir 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/four.mlir 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/struct.mlir 2>&1 | FileCheck %s --check-prefix=STRUCT
// RUN: not kgen-translate --kgen-to-cuda --style=native --no-backward %t/chosen.mlir 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: not kgen-translate --kgen-to-cuda --style=native %t/print.mlir 2>&1 | FileCheck %s --check-prefix=BACKWARD
// RUN: not kgen-translate --kgen-to-ptx --style=native --no-backward %t/print.mlir 2>&1 | FileCheck %s --check-prefix=BACKWARD
// What the native style has no text for is named, and where it stands; nothing is printed.

// ATOMIC: atomic.mlir:3:8: error: expected what native CUDA text has, but got an atomic add of ui64
// CAST: cast.mlir:4:8: error: expected what native CUDA text has, but got a cast of f64 to si8
// PRINT: print.mlir:3:3: error: expected what native CUDA text has, but got kgen.print
// FOUR: four.mlir:2:20: error: expected what native CUDA text has, but got a launch of four dimensions
// STRUCT: struct.mlir:1:1: error: expected what native CUDA text has, but got a parameter of !kgen.struct<"S", a: array<1, f32>>
// CHOSEN: chosen.mlir:5:8: error: expected what native CUDA text has, but got an array that is neither a parameter nor a part of one
// BACKWARD: kgen-translate: error: expected --kgen-to-cuda and --no-backward with --style=native, and no --self-contained

//--- atomic.mlir
kgen.kernel @k(%x: !kgen.array<1, ui64>, %v: ui64) {
  %i = kgen.tid : si32
  %0 = kgen.atomic add %x[%i], %v : !kgen.array<1, ui64>
  kgen.return
}
//--- cast.mlir
kgen.kernel @k(%x: !kgen.array<1, f64>, %y: !kgen.array<1, si8>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  %1 = kgen.cast %0 : f64 to si8
  kgen.store %y[%i], %1 : !kgen.array<1, si8>
  kgen.return
}
//--- print.mlir
kgen.kernel @k(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  kgen.print %i : si32
  kgen.return
}
//--- four.mlir
kgen.kernel @k(%x: !kgen.array<4, f32>) {
  %i, %j, %k, %l = kgen.tid : si32, si32, si32, si32
  %0 = kgen.constant 1.0 : f32
  kgen.store %x[%i, %j, %k, %l], %0 : !kgen.array<4, f32>
  kgen.return
}
//--- struct.mlir
kgen.kernel @k(%s: !kgen.struct<"S", a: array<1, f32>>) {
  kgen.return
}
//--- chosen.mlir
kgen.kernel @k(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.constant 3 : si32
  %1 = kgen.cmp lt %i, %0 : si32
  %a = kgen.if %1 -> !kgen.array<1, f32> {
    kgen.yield %x : !kgen.array<1, f32>
  } else {
    kgen.yield %y : !kgen.array<1, f32>
  }
  kgen.return
}
