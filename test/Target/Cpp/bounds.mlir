// RUN: kgen-translate --kgen-to-cpp %s | FileCheck %s
// C evaluates a bound before each trip: what it is computed from is not the variable that the loop changes.

// CHECK:              int a_2 = a;
// CHECK-NEXT:         for (int j = 0; j < kgen::wrapping_sub(a, 1); ++j) {
// CHECK-NEXT:             a_2 = kgen::wrapping_mul(a_2, j);
kgen.kernel @k(%x: !kgen.array<1, f32>, %n: si32) {
  kgen.return
}
kgen.kernel @k_backward(%x: !kgen.array<1, f32>, %n: si32, %adj_x: !kgen.array<1, f32>, %adj_n: si32)
    attributes {adjoint_of = @k} {
  %0 = kgen.constant 0 : si32
  %a = kgen.for %k = 0 to %n step 1 carry(%a_0 = %0 : si32) {
    %1 = kgen.add %a_0, %k : si32
    kgen.yield %1 : si32
  }
  %2 = kgen.constant 1 : si32
  %3 = kgen.sub %a, %2 : si32
  %a_2 = kgen.for %j = 0 to %3 step 1 carry(%a_3 = %a : si32) {
    %4 = kgen.mul %a_3, %j : si32
    kgen.yield %4 : si32
  }
  %5 = kgen.cast %a_2 : si32 to f32
  kgen.store %x[0], %5 : !kgen.array<1, f32>
  kgen.return
}
