// RUN: kgen-translate --kgen-to-warp %s | FileCheck %s
// Statements in the author's order; what is read before a write is not moved past it.

// CHECK-LABEL: def variables(
kgen.kernel @variables(%x: !kgen.array<1, f32>, %n: si32, %limit: f32) {
  %i = kgen.tid : si32
  %0 = kgen.constant 0.0 : f32
  // CHECK:      s = float(0.0)
  %s = kgen.var %0 : f32
  %1 = kgen.constant 1.0 : f32
  // CHECK-NEXT: last = 1.0
  %last = kgen.var %1 : f32
  %2 = kgen.constant 2.0 : f32
  // CHECK-NEXT: last = 2.0
  kgen.set %last, %2 : f32
  // CHECK-NEXT: for k in range(1, n, 2):
  kgen.for %k = 1 to %n step 2 {
    %3 = kgen.get %s : f32
    %4 = kgen.load %x[%k] : !kgen.array<1, f32>
    %5 = kgen.add %3, %4 : f32
    // CHECK-NEXT:     s += x[k]
    kgen.set %s, %5 : f32
    %6 = kgen.get %s : f32
    %7 = kgen.cmp gt %6, %limit : f32
    // CHECK-NEXT:     if s > limit:
    // CHECK-NEXT:         break
    kgen.if %7 {
      kgen.break
    }
  }
  // CHECK-NEXT: old = s
  %old = kgen.get %s : f32
  // CHECK-NEXT: v = wp.vec2(old, old)
  %8 = kgen.construct %old, %old : !kgen.vec<2xf32>
  %v = kgen.var %8 : !kgen.vec<2xf32>
  // CHECK-NEXT: v[1] = limit
  kgen.set %v[1], %limit : f32 in !kgen.vec<2xf32>
  %9 = kgen.load %x[%i] : !kgen.array<1, f32>
  // CHECK-NEXT: [[READ:x_i]] = x[i]
  // CHECK-NEXT: x[i] = limit
  kgen.store %x[%i], %limit : !kgen.array<1, f32>
  // CHECK-NEXT: x[0] = [[READ]]
  kgen.store %x[0], %9 : !kgen.array<1, f32>
  kgen.return
}

// CHECK-LABEL: def branches(
kgen.kernel @branches(%a: f32, %out: !kgen.array<1, f32>, %count: !kgen.array<1, si32>) {
  %r = kgen.var : f32
  %0 = kgen.constant 0.0 : f32
  %1 = kgen.cmp lt %a, %0 : f32
  // CHECK:      if a < 0.0:
  // CHECK-NEXT:     return
  // CHECK-NEXT: elif a == 1.0:
  // CHECK-NEXT:     r = float(2.0)
  // CHECK-NEXT: else:
  // CHECK-NEXT:     r = a
  kgen.if %1 {
    kgen.return
  } else {
    %2 = kgen.constant 1.0 : f32
    %3 = kgen.cmp eq %a, %2 : f32
    kgen.if %3 {
      %4 = kgen.constant 2.0 : f32
      kgen.set %r, %4 : f32
    } else {
      kgen.set %r, %a : f32
    }
  }
  %5 = kgen.get %r : f32
  // CHECK-NEXT: out[0] += r
  %6 = kgen.atomic add %out[0], %5 {augmented} : !kgen.array<1, f32>
  %7 = kgen.constant 1 : si32
  // CHECK-NEXT: slot = wp.atomic_add(count, 0, 1)
  %slot = kgen.atomic add %count[0], %7 : !kgen.array<1, si32>
  // CHECK-NEXT: wp.atomic_max(out, slot, a)
  %8 = kgen.atomic max %out[%slot], %a : !kgen.array<1, f32>
  // CHECK-NEXT: while a < r:
  kgen.while {
    %9 = kgen.get %r : f32
    %10 = kgen.cmp lt %a, %9 : f32
    kgen.yield %10 : i1
  } do {
    %11 = kgen.get %r : f32
    %12 = kgen.mul %11, %a : f32
    // CHECK-NEXT:     r *= a
    kgen.set %r, %12 : f32
    // CHECK-NEXT:     print(r)
    %13 = kgen.get %r : f32
    kgen.print %13 : f32
    kgen.yield
  }
  kgen.return
}

// A word of Python's is no name.
// CHECK-LABEL: def words(
// CHECK-NEXT:     lambda_: float,
// CHECK-NEXT: ):
// CHECK-NEXT:     if lambda_ < 0.0:
// CHECK-NEXT:         pass
kgen.kernel @words(%lambda: f32) {
  %0 = kgen.constant 0.0 : f32
  %1 = kgen.cmp lt %lambda, %0 : f32
  kgen.if %1 {
    kgen.yield
  }
  kgen.return
}

// Warp changes a copy where a component of a part of a transform is assigned: the transform's own is.
// CHECK-LABEL: def pose(
kgen.kernel @pose(%zero: si32, %a: f32, %out: !kgen.array<1, transform<f32>>) {
  %0 = kgen.load %out[%zero] : !kgen.array<1, transform<f32>>
  // CHECK: t = out[zero]
  %t = kgen.var %0 : !kgen.transform<f32>
  // CHECK-NEXT: t[2] = a
  kgen.set %t[p, 2], %a : f32 in !kgen.transform<f32>
  // CHECK-NEXT: t[4] = a
  kgen.set %t[q, 1], %a : f32 in !kgen.transform<f32>
  %1 = kgen.get %t : !kgen.transform<f32>
  %2 = kgen.extract %1[q, 1] : !kgen.transform<f32>
  %3 = kgen.add %2, %a : f32
  // CHECK-NEXT: t[4] += a
  kgen.set %t[q, 1], %3 : f32 in !kgen.transform<f32>
  %4 = kgen.get %t : !kgen.transform<f32>
  // CHECK-NEXT: out[zero] = t
  kgen.store %out[%zero], %4 : !kgen.array<1, transform<f32>>
  // CHECK-NEXT: out[zero].p[1] = a
  kgen.store %out[%zero, p, 1], %a : !kgen.array<1, transform<f32>>
  kgen.return
}

// Warp reads an element among operands after what stands beside it.
// CHECK-LABEL: def read_first(
kgen.kernel @read_first(%i: si32, %a: f32, %out: !kgen.array<1, f32>) {
  // CHECK: out_i = out[i]
  %0 = kgen.load %out[%i] : !kgen.array<1, f32>
  %1 = kgen.atomic add %out[%i], %a : !kgen.array<1, f32>
  %2 = kgen.sub %0, %1 : f32
  // CHECK-NEXT: out[0] = out_i - wp.atomic_add(out, i, a)
  kgen.store %out[0], %2 : !kgen.array<1, f32>
  // CHECK-NEXT: out[1] = out[i] * a - wp.atomic_add(out, i, a)
  %3 = kgen.load %out[%i] : !kgen.array<1, f32>
  %4 = kgen.mul %3, %a : f32
  %5 = kgen.atomic add %out[%i], %a : !kgen.array<1, f32>
  %6 = kgen.sub %4, %5 : f32
  kgen.store %out[1], %6 : !kgen.array<1, f32>
  kgen.return
}
