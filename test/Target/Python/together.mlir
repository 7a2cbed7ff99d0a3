// RUN: kgen-translate --kgen-to-warp %s | FileCheck %s
// RUN: kgen-translate --kgen-to-cpp --no-backward %s | FileCheck %s --check-prefix=CPP

// Variables that change at once, one to what another was, are one statement in Python. C++ keeps the old value.
// CHECK-LABEL: def swap(
// CHECK: for j in range(n):
// CHECK-NEXT: # every trip
// CHECK-NEXT: a, b = b, a + wp.float64(2.0)  # as it was
// CHECK-NEXT: old_a = a
// CHECK-NEXT: a = b
// CHECK-NEXT: v[0] = b
// CHECK-NEXT: b = old_a
// CHECK-NEXT: a = b
// CHECK-NEXT: b = wp.float64(1.0)
// CPP: const double old_a = a;
// CPP-NEXT: // every trip
// CPP-NEXT: a = b;
// CPP-NEXT: b = old_a + 2.0;
kgen.kernel @swap(%x: !kgen.array<1, f64>, %n: si32) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  %a = kgen.var %0 : f64
  %b = kgen.var %0 : f64
  %zero = kgen.construct : !kgen.vec<2xf64>
  %v = kgen.var %zero : !kgen.vec<2xf64>
  kgen.for %j = 0 to %n step 1 {
    %1 = kgen.get %b : f64
    %2 = kgen.get %a : f64
    %9 = kgen.constant 2.0 : f64
    %3 = kgen.add %2, %9 : f64
    kgen.set %a, %1 {kgen.lead = ["# every trip"]} : f64
    kgen.set %b, %3 {kgen.tail = "# as it was"} : f64
    // A part that changes in between is a statement of its own.
    %4 = kgen.get %a : f64
    %5 = kgen.get %b : f64
    %8 = kgen.get %b : f64
    kgen.set %a, %5 : f64
    kgen.set %v[0], %8 : f64 in !kgen.vec<2xf64>
    kgen.set %b, %4 : f64
    // Nothing here reads what has changed.
    %6 = kgen.get %b : f64
    %7 = kgen.constant 1.0 : f64
    kgen.set %a, %6 : f64
    kgen.set %b, %7 : f64
  }
  kgen.return
}
