// A backward kernel by hand: gradients start from the weights, threads run from the last to the first, and the adjoint
// of a store leaves a zero behind.
//
// RUN: split-file %s %t
// RUN: kgen-run %t/k.mlir --case %t/k.json --backward | FileCheck %s

//--- k.mlir
// y[i] = s x[i]^2 for x = 2, 3, 4 and s = 0.5, weights 1, 10, 100. The gradient of y is taken; order has the number
// of the thread that came first.
// CHECK: {"outputs": {"y": [2.0, 4.5, 8.0]}, "grads": {"x": [2.0, 30.0, 400.0], "y": [0.0, 0.0, 0.0], "order": [2.0]}}
kgen.kernel @k(%x: !kgen.array<1, f32>, %s: f32, %y: !kgen.array<1, f32>, %order: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %0, %0 : f32
  %2 = kgen.mul %s, %1 : f32
  kgen.store %y[%i], %2 : !kgen.array<1, f32>
  kgen.return
}
kgen.kernel @k_backward(%x: !kgen.array<1, f32>, %s: f32, %y: !kgen.array<1, f32>, %order: !kgen.array<1, f32>,
                        %adj_x: !kgen.array<1, f32>, %adj_s: f32, %adj_y: !kgen.array<1, f32>,
                        %adj_order: !kgen.array<1, f32>) attributes {adjoint_of = @k} {
  %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f32>
  %grad_order = kgen.gradient %order, %adj_order : !kgen.array<1, f32>
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f32
  %0 = kgen.gradient_read %grad_order[0] : !kgen.gradient<1, f32>
  %1 = kgen.cmp eq %0, %zero : f32
  kgen.if %1 {
    %2 = kgen.cast %i : si32 to f32
    kgen.gradient_add %grad_order[0], %2 : !kgen.gradient<1, f32>
  }
  %3 = kgen.load %x[%i] : !kgen.array<1, f32>
  %4 = kgen.gradient_take %grad_y[%i] : !kgen.gradient<1, f32>
  %5 = kgen.mul %4, %s : f32
  %6 = kgen.mul %5, %3 : f32
  %7 = kgen.add %6, %6 : f32
  kgen.gradient_add %grad_x[%i], %7 : !kgen.gradient<1, f32>
  kgen.return
}
//--- k.json
{"dim": 3, "args": [
  {"name": "x", "dtype": "float32", "role": "in", "value": [2, 3, 4]},
  {"name": "s", "dtype": "float32", "role": "scalar", "value": 0.5},
  {"name": "y", "dtype": "float32", "role": "out", "value": [0, 0, 0], "weight": [1, 10, 100]},
  {"name": "order", "dtype": "float32", "role": "scratch", "value": [0]}]}
