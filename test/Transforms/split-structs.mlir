// RUN: kgen-opt %s -split-input-file -verify-diagnostics --kgen-split-structs | FileCheck %s
// Where structs were are their fields; parameters and elements stay.

!Inner = !kgen.struct<"Inner", v: vec<2xf32>, n: si32>
!Outer = !kgen.struct<"Outer", inner: !Inner, x: f32, rows: array<1, f32>>

// CHECK-LABEL: kgen.kernel @values(
// CHECK-NEXT:    %s_inner_n = kgen.extract %s[inner, n] : !Outer
// CHECK-NEXT:    %s_x = kgen.extract %s[x] : !Outer
// CHECK-NEXT:    %s_rows = kgen.extract %s[rows] : !Outer
// CHECK-NEXT:    %i = kgen.tid : si32
// CHECK-NEXT:    %e_v = kgen.load %a[%i, inner, v] : !kgen.array<1, !Outer>
// CHECK-NEXT:    %c = kgen.extract %e_v[%i] : !kgen.vec<2xf32>
// CHECK-NEXT:    %w_inner_v = kgen.insert %s_x, %e_v[1] : !kgen.vec<2xf32>
// CHECK-NEXT:    kgen.store %a[%i, inner, v], %w_inner_v : !kgen.array<1, !Outer>
// CHECK-NEXT:    kgen.store %a[%i, inner, n], %s_inner_n : !kgen.array<1, !Outer>
// CHECK-NEXT:    kgen.store %s_rows[0], %c : !kgen.array<1, f32>
// CHECK-NEXT:    kgen.return
kgen.kernel @values(%s: !Outer, %a: !kgen.array<1, !Outer>) {
  %i = kgen.tid : si32
  %e = kgen.load %a[%i, inner] : !kgen.array<1, !Outer>
  %c = kgen.extract %e[v, %i] : !Inner
  %x = kgen.extract %s[x] : !Outer
  %rows = kgen.extract %s[rows] : !Outer
  %n = kgen.extract %s[inner, n] : !Outer
  %whole = kgen.insert %e, %s[inner] : !Outer
  %changed = kgen.insert %n, %whole[inner, n] : !Outer
  %w = kgen.insert %x, %changed[inner, v, 1] : !Outer
  %copied = kgen.copy %w : !Outer
  %inner = kgen.extract %copied[inner] : !Outer
  kgen.store %a[%i, inner], %inner : !kgen.array<1, !Outer>
  kgen.store %rows[0], %c : !kgen.array<1, f32>
  kgen.return
}

// -----

!Pair = !kgen.struct<"Pair", a: f32, b: si32>

// A variable is one for each field.
// CHECK-LABEL: kgen.kernel @variables
// CHECK:         %p_a = kgen.var %x : f32
// CHECK-NEXT:    %p_b = kgen.var %n : si32
// CHECK-NEXT:    kgen.while {
// CHECK-NEXT:      %b = kgen.get %p_b : si32
// CHECK:         } do {
// CHECK-NEXT:      kgen.set %p_b, %n : si32
// CHECK-NEXT:      %[[A:.*]] = kgen.get %p_a : f32
// CHECK-NEXT:      kgen.set %p_a, %[[A]] : f32
// CHECK-NEXT:      kgen.set %p_b, %n : si32
// CHECK-NEXT:      kgen.break
kgen.kernel @variables(%x: f32, %n: si32) {
  %0 = kgen.construct %x, %n : !Pair
  %p = kgen.var %0 : !Pair
  kgen.while {
    %1 = kgen.get %p : !Pair
    %b = kgen.extract %1[b] : !Pair
    %more = kgen.cmp lt %b, %n : si32
    kgen.yield %more : i1
  } do {
    kgen.set %p[b], %n : si32 in !Pair
    %2 = kgen.get %p : !Pair
    %3 = kgen.insert %n, %2[b] : !Pair
    kgen.set %p, %3 : !Pair
    kgen.break
  }
  kgen.return
}

// CHECK-LABEL: kgen.kernel @carried
// CHECK:         %p_a, %p_b = kgen.for %{{.*}} = 0 to %n step 1 carry(%q_a = %x : f32, %q_b = %n : si32) {
// CHECK-NEXT:      %r_a, %r_b = kgen.if %c -> (f32, si32) {
// CHECK:             kgen.yield %q_a, %n : f32, si32
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[A:.*]] = kgen.constant 0.0
// CHECK-NEXT:        %[[B:.*]] = kgen.constant 0 : si32
// CHECK-NEXT:        kgen.yield %[[A]], %[[B]] : f32, si32
// CHECK-NEXT:      }
// CHECK-NEXT:      %w_a = kgen.where %c, %r_a, %q_a
// CHECK-NEXT:      %w_b = kgen.where %c, %r_b, %q_b
// CHECK-NEXT:      kgen.yield %w_a, %w_b : f32, si32
// CHECK-NEXT:    }
// CHECK-NEXT:    kgen.print %p_a : f32
kgen.kernel @carried(%x: f32, %n: si32, %c: i1) {
  %0 = kgen.construct %x, %n : !Pair
  %p = kgen.for %k = 0 to %n step 1 carry(%q = %0 : !Pair) {
    %r = kgen.if %c -> !Pair {
      %1 = kgen.insert %n, %q[b] : !Pair
      kgen.yield %1 : !Pair
    } else {
      %2 = kgen.construct : !Pair
      kgen.yield %2 : !Pair
    }
    %w = kgen.where %c, %r, %q : i1, !Pair, !Pair
    kgen.yield %w : !Pair
  }
  %a = kgen.extract %p[a] : !Pair
  kgen.print %a : f32
  kgen.return
}

// -----

!S = !kgen.struct<"S", rows: array<1, f32>>
kgen.kernel @choice(%s: !S, %t: !S, %c: i1) {
  // expected-error @+1 {{expected the same array in both structs of a choice, in the field 'rows'}}
  %0 = kgen.where %c, %s, %t : i1, !S, !S
  kgen.return
}

// -----

!S = !kgen.struct<"S", x: f32>
kgen.kernel @printed(%s: !S) {
  // expected-error @+1 {{expected structs to be constructed, accessed and assigned only but got 'kgen.print'}}
  kgen.print %s : !S
  kgen.return
}
