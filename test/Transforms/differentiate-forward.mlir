// Tangents beside values, in place of them nothing: what they are for cases is in tangents.test.
// RUN: kgen-opt %s --kgen-differentiate=mode=forward --split-input-file | FileCheck %s
// RUN: not kgen-opt %s --kgen-differentiate=mode=sideways 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: --kgen-differentiate: expected options such as 'mode=reverse slot-bytes=512 slots=0 tape=true' (the defaults) but got 'mode=sideways'

// Parameters by value move, too. Integers do not: what depends on them alone has no tangent.
// CHECK-LABEL: kgen.kernel @scale_jvp(
// CHECK-SAME: %x: !kgen.array<1, f32>, %h: f32, %n: !kgen.array<1, si32>, %y: !kgen.array<1, f32>,
// CHECK-SAME: %tan_x: !kgen.array<1, f32>, %tan_h: f32, %tan_n: !kgen.array<1, si32>, %tan_y: !kgen.array<1, f32>) {
// CHECK-NEXT: %i = kgen.tid : si32
// CHECK-NEXT: %[[X:.*]] = kgen.load %x[%i]
// CHECK-NEXT: %[[TX:.*]] = kgen.load %tan_x[%i]
// CHECK-NEXT: %[[N:.*]] = kgen.load %n[%i]
// CHECK-NEXT: %[[F:.*]] = kgen.cast %[[N]]
// CHECK-NEXT: %[[HX:.*]] = kgen.mul %[[X]], %h
// CHECK-NEXT: %[[A:.*]] = kgen.mul %[[TX]], %h
// CHECK-NEXT: %[[B:.*]] = kgen.mul %tan_h, %[[X]]
// CHECK-NEXT: %[[T:.*]] = kgen.add %[[A]], %[[B]]
// CHECK-NEXT: %[[R:.*]] = kgen.mul %[[HX]], %[[F]]
// CHECK-NEXT: %[[TR:.*]] = kgen.mul %[[T]], %[[F]]
// CHECK-NEXT: kgen.store %y[%i], %[[R]]
// CHECK-NEXT: kgen.store %tan_y[%i], %[[TR]]
// CHECK-NEXT: kgen.return
kgen.kernel @scale(%x: !kgen.array<1, f32>, %h: f32, %n: !kgen.array<1, si32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.load %n[%i] : !kgen.array<1, si32>
  %2 = kgen.cast %1 : si32 to f32
  %3 = kgen.mul %0, %h : f32
  %4 = kgen.mul %3, %2 : f32
  kgen.store %y[%i], %4 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What a branch or a loop hands on gets a tangent beside it; a constant has the tangent zero. An extremum's tangent is the
// winner's, and zero contributes nothing to a root, however steep.
// CHECK-LABEL: kgen.kernel @steps_jvp(
// CHECK: %s, %tan_s = kgen.for %k = 0 to 3 step 1 carry(%s_0 = %{{.*}} : f64, %tan_s_0 = %{{.*}} : f64) {
// CHECK: %[[U:.*]], %[[TU:.*]] = kgen.if %{{.*}} -> (f64, f64) {
// CHECK:   %[[ROOT:.*]] = kgen.sqrt %s_0
// CHECK:   %[[MOVES:.*]] = kgen.cmp ne %tan_s_0, %[[ZERO:.*]] : f64
// CHECK:   %[[TROOT:.*]] = kgen.where %[[MOVES]], %{{.*}}, %[[ZERO]]
// CHECK:   kgen.yield %[[ROOT]], %[[TROOT]] : f64, f64
// CHECK: } else {
// CHECK:   kgen.yield %{{.*}}, %[[NONE:.*]] : f64, f64
// CHECK: kgen.yield %[[U]], %[[TU]] : f64, f64
// CHECK: %[[OLD:.*]] = kgen.atomic max %y[0], %s
// CHECK-NEXT: %[[WINS:.*]] = kgen.cmp ge %s, %[[OLD]] : f64
// CHECK-NEXT: kgen.if %[[WINS]] {
// CHECK-NEXT:   kgen.store %tan_y[0], %tan_s
// CHECK: kgen.atomic sub %y[1], %s {augmented} : !kgen.array<1, f64>
// CHECK-NEXT: kgen.atomic sub %tan_y[1], %tan_s {augmented} : !kgen.array<1, f64>
kgen.kernel @steps(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f64>
  %two = kgen.constant 2.0 : f64
  %s = kgen.for %k = 0 to 3 step 1 carry(%s_0 = %0 : f64) {
    %1 = kgen.cmp gt %s_0, %two : f64
    %2 = kgen.if %1 -> f64 {
      %3 = kgen.sqrt %s_0 : f64
      kgen.yield %3 : f64
    } else {
      kgen.yield %two : f64
    }
    kgen.yield %2 : f64
  }
  %old = kgen.atomic max %y[0], %s : !kgen.array<1, f64>
  %old_0 = kgen.atomic sub %y[1], %s {augmented} : !kgen.array<1, f64>
  kgen.return
}

// -----

// Of a backward: its gradients are the adjoint arguments, and taking one leaves a zero.
// CHECK-LABEL: kgen.kernel @square_backward_jvp(
// CHECK-SAME: %x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>, %adj_x: !kgen.array<1, f64>, %adj_y: !kgen.array<1, f64>,
// CHECK-SAME: %tan_x: {{.*}}, %tan_y: {{.*}}, %tan_adj_x: {{.*}}, %tan_adj_y: {{.*}}) {
// CHECK: %[[G:.*]] = kgen.load %adj_y[0]
// CHECK: %[[TG:.*]] = kgen.load %tan_adj_y[0]
// CHECK: kgen.store %adj_y[0], %{{.*}}
// CHECK: kgen.store %tan_adj_y[0], %{{.*}}
// CHECK: kgen.atomic add %adj_x[0]
// CHECK: kgen.atomic add %tan_adj_x[0]
kgen.kernel @square(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  %1 = kgen.mul %0, %0 : f64
  kgen.store %y[0], %1 : !kgen.array<1, f64>
  kgen.return
}
kgen.kernel @square_backward(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>, %adj_x: !kgen.array<1, f64>, %adj_y: !kgen.array<1, f64>) attributes {adjoint_of = @square} {
  %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f64>
  %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f64>
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  %1 = kgen.gradient_take %grad_y[0] : !kgen.gradient<1, f64>
  %2 = kgen.mul %1, %0 : f64
  %3 = kgen.add %2, %2 : f64
  kgen.gradient_add %grad_x[0], %3 : !kgen.gradient<1, f64>
  kgen.return
}

// -----

// The author's adjoint, transposed: called once for each component of the results; in branches on what is no adjoint, too.
kgen.func @scaled(%x: f64, %y: !kgen.vec<2xf64>) -> f64 attributes {grad = @adj_scaled} {
  kgen.return %x : f64
}
kgen.func @adj_scaled(%x: f64, %y: !kgen.vec<2xf64>, %g: f64) -> (f64, !kgen.vec<2xf64>) {
  %zero = kgen.constant 0.0 : f64
  %c = kgen.cmp gt %x, %zero : f64
  %0 = kgen.if %c -> f64 {
    %2 = kgen.mul %g, %x : f64
    kgen.yield %2 : f64
  } else {
    kgen.yield %zero : f64
  }
  %1 = kgen.scale %y, %g : !kgen.vec<2xf64>, f64
  kgen.return %0, %1 : f64, !kgen.vec<2xf64>
}
// CHECK-LABEL: kgen.kernel @author_jvp
kgen.kernel @author(%x: !kgen.array<1, f64>, %y: !kgen.array<1, vec<2xf64>>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f64>
  %1 = kgen.load %y[0] : !kgen.array<1, vec<2xf64>>
  // CHECK: %[[TX:.*]] = kgen.load %tan_x[0]
  // CHECK: %[[TY:.*]] = kgen.load %tan_y[0]
  // CHECK-NOT: kgen.call
  // CHECK: kgen.mul %{{.*}}, %[[TX]] : f64
  // CHECK-NOT: kgen.call
  // CHECK: kgen.store %tan_x[1]
  %2 = kgen.call @scaled(%0, %1) : (f64, !kgen.vec<2xf64>) -> f64
  kgen.store %x[1], %2 : !kgen.array<1, f64>
  kgen.return
}
