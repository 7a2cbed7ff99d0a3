// The author's adjoint of a function with two results is not used yet.
kgen.func @soft(%x: f32) -> (f32, f32) attributes {grad = @adj_soft} {
  %0 = kgen.mul %x, %x : f32
  kgen.return %0, %x : f32, f32
}
kgen.func @adj_soft(%x: f32, %adj_a: f32, %adj_b: f32) -> f32 {
  %0 = kgen.constant 0.000000e+00 : f32
  %adj_x = kgen.var %0 : f32
  %1 = kgen.constant 3.000000e+00 : f32
  %2 = kgen.mul %adj_a, %1 : f32
  %3 = kgen.add %2, %adj_b : f32
  %4 = kgen.get %adj_x : f32
  %5 = kgen.add %4, %3 : f32
  kgen.set %adj_x, %5 : f32
  %6 = kgen.get %adj_x : f32
  kgen.return %6 : f32
}
kgen.kernel @product(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %a, %b = kgen.call @soft(%0) : (f32) -> (f32, f32)
  %1 = kgen.mul %a, %b : f32
  kgen.store %y[%i], %1 : !kgen.array<1, f32>
  kgen.return
}

