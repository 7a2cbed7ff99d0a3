// What is too large for a thread's stack is refused, in kernels that are fine otherwise.
// RUN: kgen-opt --kgen-to-cpu --verify-diagnostics %s

// expected-error @+1 {{expected large values of at most 524288 bytes together, as a thread's stack has them, but got 557056}}
kgen.kernel @stack(%a: !kgen.array<1, !kgen.vec<4096xf64>>) {
  %0 = kgen.load %a[0] : !kgen.array<1, !kgen.vec<4096xf64>>
  %1 = kgen.load %a[1] : !kgen.array<1, !kgen.vec<4096xf64>>
  %2 = kgen.load %a[2] : !kgen.array<1, !kgen.vec<4096xf64>>
  %3 = kgen.load %a[3] : !kgen.array<1, !kgen.vec<4096xf64>>
  %4 = kgen.load %a[4] : !kgen.array<1, !kgen.vec<4096xf64>>
  %5 = kgen.load %a[5] : !kgen.array<1, !kgen.vec<4096xf64>>
  %6 = kgen.load %a[6] : !kgen.array<1, !kgen.vec<4096xf64>>
  %7 = kgen.load %a[7] : !kgen.array<1, !kgen.vec<4096xf64>>
  %8 = kgen.load %a[8] : !kgen.array<1, !kgen.vec<4096xf64>>
  %9 = kgen.load %a[9] : !kgen.array<1, !kgen.vec<4096xf64>>
  %10 = kgen.load %a[10] : !kgen.array<1, !kgen.vec<4096xf64>>
  %11 = kgen.load %a[11] : !kgen.array<1, !kgen.vec<4096xf64>>
  %12 = kgen.load %a[12] : !kgen.array<1, !kgen.vec<4096xf64>>
  %13 = kgen.load %a[13] : !kgen.array<1, !kgen.vec<4096xf64>>
  %14 = kgen.load %a[14] : !kgen.array<1, !kgen.vec<4096xf64>>
  %15 = kgen.load %a[15] : !kgen.array<1, !kgen.vec<4096xf64>>
  %16 = kgen.load %a[16] : !kgen.array<1, !kgen.vec<4096xf64>>
  kgen.return
}
