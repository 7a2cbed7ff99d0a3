// RUN: kgen-opt %s | kgen-opt | FileCheck %s

// CHECK-LABEL: kgen.func @adj_soft
kgen.func @adj_soft(%u: f64, %k: si32, %adj_ret: f64) -> f64 {
  kgen.return %adj_ret : f64
}

kgen.kernel @k(%x: !kgen.array<1, f64>) {
  kgen.return
}

// CHECK-LABEL: kgen.kernel @k_tape(%x: !kgen.array<1, f64>, %kgen_tape: !kgen.array<1, ui64>) attributes {tape_of = @k}
kgen.kernel @k_tape(%x: !kgen.array<1, f64>, %kgen_tape: !kgen.array<1, ui64>) attributes {tape_of = @k} {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  // CHECK: %v = kgen.record %kgen_tape[%i], %u : f64
  %v = kgen.record %kgen_tape[%i], %u : f64
  // CHECK: %s = kgen.custom_adjoint @adj_soft %v(%u, %i) : (f64, si32) -> f64
  %s = kgen.custom_adjoint @adj_soft %v(%u, %i) : (f64, si32) -> f64
  kgen.store %x[%i], %s : !kgen.array<1, f64>
  // CHECK: kgen.tape_end %kgen_tape, %i
  kgen.tape_end %kgen_tape, %i
  kgen.return
}

// CHECK-LABEL: kgen.kernel @reads
kgen.kernel @reads(%kgen_tape: !kgen.array<1, ui64>, %x: !kgen.array<1, vec<3xf32>>) {
  %i = kgen.tid : si32
  // CHECK: %fits = kgen.tape_fits %kgen_tape
  %fits = kgen.tape_fits %kgen_tape
  // CHECK: %first = kgen.tape_fails_first %kgen_tape
  %first = kgen.tape_fails_first %kgen_tape
  // CHECK: %p = kgen.recall %kgen_tape[%i] : !kgen.vec<3xf32>
  %p = kgen.recall %kgen_tape[%i] : !kgen.vec<3xf32>
  kgen.store %x[%i], %p : !kgen.array<1, vec<3xf32>>
  kgen.return
}
