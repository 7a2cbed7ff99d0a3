// RUN: kgen-translate --kgen-to-cuda --style=native --no-backward --with-metadata %s | %python -m json.tool | FileCheck %s
// What a launcher reads of an entry point.

// CHECK:      "ir_forward": "extern
// CHECK:      "native_entry": {
// CHECK-NEXT:     "kernel": "scale",
// CHECK-NEXT:     "name": "scale_kernel",
// CHECK-NEXT:     "parameters": [
// CHECK:          "argument": 0,
// CHECK-NEXT:     "name": "x",
// CHECK-NEXT:     "type": "float*",
// CHECK-NEXT:     "what": "array"
// CHECK:          "argument": 0,
// CHECK-NEXT:     "dimension": 1,
// CHECK-NEXT:     "name": "x_cols",
// CHECK-NEXT:     "type": "int",
// CHECK-NEXT:     "what": "extent"
// CHECK:          "argument": 1,
// CHECK-NEXT:     "name": "s",
// CHECK-NEXT:     "type": "float",
// CHECK-NEXT:     "what": "value"
// CHECK:          "dimension": 0,
// CHECK-NEXT:     "name": "height",
// CHECK-NEXT:     "type": "int",
// CHECK-NEXT:     "what": "launch"
// CHECK:          "dimension": 1,
// CHECK-NEXT:     "name": "width",
// CHECK:      "rank": 2
kgen.kernel @scale(%x: !kgen.array<2, f32>, %s: f32) {
  %i, %j = kgen.tid : si32, si32
  %0 = kgen.load %x[%i, %j] : !kgen.array<2, f32>
  %1 = kgen.mul %0, %s : f32
  kgen.store %x[%i, %j], %1 : !kgen.array<2, f32>
  kgen.return
}
