// RUN: kgen-translate --kgen-to-warp %s | FileCheck %s
// Brackets only where Python needs them, literals as short as they can be, names as they were.

// CHECK: import warp as wp
// CHECK-EMPTY:
// CHECK-NEXT: GRAVITY = wp.constant(-9.8)
// CHECK-NEXT: SCALE = wp.constant(wp.float64(0.1))

// CHECK-LABEL: @wp.kernel
// CHECK-NEXT: def brackets(
// CHECK-NEXT:     a: float,
// CHECK-NEXT:     b: float,
// CHECK-NEXT:     n: int,
// CHECK-NEXT:     out: wp.array(dtype=float),
// CHECK-NEXT: ):
kgen.kernel @brackets(%a: f32, %b: f32, %n: si32, %out: !kgen.array<1, f32>) {
  %0 = kgen.add %a, %b : f32
  // CHECK-NEXT: product = (a + b) * a
  %product = kgen.mul %0, %a : f32
  %2 = kgen.sub %a, %b : f32
  // CHECK-NEXT: difference = a - (a - b)
  %difference = kgen.sub %a, %2 : f32
  %3 = kgen.sub %a, %b : f32
  // CHECK-NEXT: chain = a - b - a
  %chain = kgen.sub %3, %a : f32
  %4 = kgen.neg %a : f32
  // CHECK-NEXT: power = (-a) ** b
  %power = kgen.pow %4, %b : f32
  %5 = kgen.pow %a, %b : f32
  // CHECK-NEXT: negated = -a**b
  %negated = kgen.neg %5 : f32
  %6 = kgen.constant -2.0 : f32
  // CHECK-NEXT: literal = a * -2.0
  %literal = kgen.mul %a, %6 : f32
  %7 = kgen.neg %a : f32
  // CHECK-NEXT: twice = -(-a)
  %twice = kgen.neg %7 : f32
  %8 = kgen.constant 3 : si32
  %9 = kgen.floordiv %n, %8 : si32
  // CHECK-NEXT: rest = n // 3 % n
  %rest = kgen.mod %9, %n : si32
  %10 = kgen.lshift %n, %8 : si32
  // CHECK-NEXT: bits = n << 3 & n
  %bits = kgen.bit_and %10, %n : si32
  %11 = kgen.constant -9.8 : f32 {symbol = "GRAVITY"}
  // CHECK-NEXT: fall = GRAVITY * a
  %fall = kgen.mul %11, %a : f32
  %12 = kgen.constant 0.1 : f64 {symbol = "SCALE"}
  %13 = kgen.cast %a : f32 to f64
  // CHECK-NEXT: wide = SCALE * wp.float64(a)
  %wide = kgen.mul %12, %13 : f64
  // CHECK-NEXT: tiny = 1.0e-6
  %tiny = kgen.constant 1.0e-06 : f32
  // CHECK-NEXT: huge = 1.0e30
  %huge = kgen.constant 1.0e30 : f32
  // CHECK-NEXT: whole = 123456.0
  %whole = kgen.constant 123456.0 : f32
  // CHECK-NEXT: third = 0.33333334
  %third = kgen.constant 0.3333333433 : f32
  // CHECK-NEXT: endless = -wp.inf
  %endless = kgen.constant 0xFF800000 : f32
  // CHECK-NEXT: turn = wp.tau
  %turn = kgen.constant 6.2831853071795862 : f32
  // CHECK-NEXT: back = -wp.pi
  %back = kgen.constant -3.14159274 : f32
  // CHECK-NEXT: quarter = wp.float64(wp.half_pi)
  %quarter = kgen.constant 1.5707963267948966 : f64
  // Only the nearest number has the name.
  // CHECK-NEXT: near = 3.14
  %near = kgen.constant 3.14 : f32
  // CHECK-NEXT: wide_near = wp.float64(3.1415927410125732)
  %wide_near = kgen.constant 3.1415927410125732 : f64
  // CHECK-NEXT: small = wp.int8(-3)
  %small = kgen.constant -3 : si8
  kgen.return
}

// CHECK-LABEL: def conditions(
kgen.kernel @conditions(%a: f32, %b: f32, %p: i1, %mask: !kgen.array<1, i1>) {
  // CHECK:      i, j = wp.tid()
  %i, %j = kgen.tid : si32, si32
  %0 = kgen.cmp lt %a, %b : f32
  %1 = kgen.cmp eq %i, %j : si32
  %2 = kgen.and %0, %1 : i1
  // CHECK-NEXT: both = a < b and i == j or p
  %both = kgen.or %2, %p : i1
  %9 = kgen.cmp lt %a, %b : f32
  %3 = kgen.or %9, %p : i1
  // CHECK-NEXT: neither = not (a < b or p)
  %neither = kgen.not %3 : i1
  // CHECK-NEXT: guarded = p and mask[i]
  %guarded = kgen.if %p -> i1 {
    %4 = kgen.load %mask[%i] : !kgen.array<1, i1>
    kgen.yield %4 : i1
  } else {
    %5 = kgen.constant false
    kgen.yield %5 : i1
  }
  // CHECK-NEXT: lazy = p or mask[-1]
  %lazy = kgen.if %p -> i1 {
    %6 = kgen.constant true
    kgen.yield %6 : i1
  } else {
    %7 = kgen.load %mask[-1] : !kgen.array<1, i1>
    kgen.yield %7 : i1
  }
  // CHECK-NEXT: chosen = (a if p else b) * a
  %8 = kgen.if %p -> f32 {
    kgen.yield %a : f32
  } else {
    kgen.yield %b : f32
  }
  %chosen = kgen.mul %8, %a : f32
  // CHECK-NEXT: same = (a < b) == p
  %10 = kgen.cmp lt %a, %b : f32
  %same = kgen.cmp eq %10, %p : i1
  kgen.return
}

// CHECK-LABEL: def aggregates(
// CHECK-NEXT:     v: wp.vec3,
// CHECK-NEXT:     m: wp.mat33,
// CHECK-NEXT:     w: wp.types.vector(length=5, dtype=wp.float64),
// CHECK-NEXT:     grid: wp.array3d(dtype=wp.vec2i),
kgen.kernel @aggregates(%v: !kgen.vec<3xf32>, %m: !kgen.mat<3x3xf32>, %w: !kgen.vec<5xf64>, %grid: !kgen.array<3, vec<2xsi32>>) {
  %0 = kgen.mat_vec_mul %m, %v : !kgen.mat<3x3xf32>, !kgen.vec<3xf32>
  // CHECK:      x = (m @ v)[0]
  %x = kgen.extract %0[0] : !kgen.vec<3xf32>
  // CHECK-NEXT: element = m[1, -1]
  %element = kgen.extract %m[1, -1] : !kgen.mat<3x3xf32>
  // CHECK-NEXT: made = wp.vec3(x, element, x)
  %made = kgen.construct %x, %element, %x : !kgen.vec<3xf32>
  // CHECK-NEXT: zero = wp.vec3()
  %zero = kgen.construct : !kgen.vec<3xf32>
  // CHECK-NEXT: eye = wp.identity(n=3, dtype=float)
  %eye = kgen.identity : !kgen.mat<3x3xf32>
  // CHECK-NEXT: size = grid.shape[2]
  %size = kgen.shape %grid[2] : !kgen.array<3, vec<2xsi32>>
  kgen.return
}
