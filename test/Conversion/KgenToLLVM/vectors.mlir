// RUN: kgen-opt --convert-kgen-to-llvm --split-input-file %s | FileCheck %s

// A scalar operand goes with each component.
// CHECK-LABEL: @scaled_cpu_forward
// CHECK: %w.x = llvm.fmul %v.x, %s
// CHECK: %w.y = llvm.fmul %v.y, %s
// CHECK: %w.z = llvm.fmul %v.z, %s
kgen.kernel @scaled(%v: !kgen.vec<3xf32>, %s: f32, %o: !kgen.array<1, !kgen.vec<3xf32>>) {
  %w = kgen.scale %v, %s : !kgen.vec<3xf32>, f32
  kgen.store %o[0], %w : !kgen.array<1, !kgen.vec<3xf32>>
  kgen.return
}

// -----

// A literal index is a choice of ours; one of run time is a choice of selects, and leaves nothing in memory.
// CHECK-LABEL: @picked_cpu_forward
// CHECK: %[[NEGATIVE:.*]] = llvm.icmp "slt" %i
// CHECK: %[[END:.*]] = llvm.add %i
// CHECK: %[[WRAPPED:.*]] = llvm.select %[[NEGATIVE]], %[[END]], %i
// CHECK-COUNT-3: llvm.icmp "eq" %[[WRAPPED]]
// CHECK: llvm.select %{{.*}}, %v.y, %v.x
// CHECK: %x = llvm.select %{{.*}}, %v.z
// CHECK: llvm.store %x
// CHECK: llvm.store %v.z
kgen.kernel @picked(%v: !kgen.vec<3xf32>, %i: si32, %o: !kgen.array<1, f32>) {
  %x = kgen.extract %v[%i] : !kgen.vec<3xf32>
  kgen.store %o[0], %x : !kgen.array<1, f32>
  %y = kgen.extract %v[-1] : !kgen.vec<3xf32>
  kgen.store %o[1], %y : !kgen.array<1, f32>
  kgen.return
}

// -----

// CHECK-LABEL: @assigned_cpu_forward
// CHECK: %m.00 = llvm.alloca
// CHECK: %m.01 = llvm.alloca
// CHECK: %m.10 = llvm.alloca
// CHECK: %m.11 = llvm.alloca
// CHECK: llvm.store %s, %m.10
// CHECK-NOT: llvm.store %s
// A row of run time: all are rewritten.
// CHECK: llvm.store %{{.*}}, %m.00
// CHECK: llvm.store %{{.*}}, %m.01
// CHECK: llvm.store %{{.*}}, %m.10
// CHECK: llvm.store %{{.*}}, %m.11
kgen.kernel @assigned(%s: f32, %i: si32, %o: !kgen.array<1, !kgen.mat<2x2xf32>>) {
  %m = kgen.var : !kgen.mat<2x2xf32>
  kgen.set %m[1, 0], %s : f32 in !kgen.mat<2x2xf32>
  kgen.set %m[%i, 1], %s : f32 in !kgen.mat<2x2xf32>
  %0 = kgen.get %m : !kgen.mat<2x2xf32>
  kgen.store %o[0], %0 : !kgen.array<1, !kgen.mat<2x2xf32>>
  kgen.return
}

// -----

// Sums run from the first product to the last.
// CHECK-LABEL: @products_cpu_forward
// CHECK: %[[A:.*]] = llvm.fmul %m.00, %v.x
// CHECK: %[[B:.*]] = llvm.fmul %m.01, %v.y
// CHECK: %w.x = llvm.fadd %[[A]], %[[B]]
// CHECK: %[[C:.*]] = llvm.fmul %m.10, %v.x
// CHECK: %[[D:.*]] = llvm.fmul %m.11, %v.y
// CHECK: %w.y = llvm.fadd %[[C]], %[[D]]
// CHECK: %[[E:.*]] = llvm.fmul %m.00, %m.11
// CHECK: %[[F:.*]] = llvm.fmul %m.01, %m.10
// CHECK: %d = llvm.fsub %[[E]], %[[F]]
kgen.kernel @products(%m: !kgen.mat<2x2xf32>, %v: !kgen.vec<2xf32>, %o: !kgen.array<1, !kgen.vec<2xf32>>,
                      %p: !kgen.array<1, f32>) {
  %w = kgen.mat_vec_mul %m, %v : !kgen.mat<2x2xf32>, !kgen.vec<2xf32>
  kgen.store %o[0], %w : !kgen.array<1, !kgen.vec<2xf32>>
  %d = kgen.determinant %m : !kgen.mat<2x2xf32>
  kgen.store %p[0], %d : !kgen.array<1, f32>
  kgen.return
}

// -----

// A builtin that others define is expanded, and keeps the author's name.
// CHECK-LABEL: @expanded_cpu_forward
// CHECK: %[[ONE:.*]] = llvm.fsub %{{.*}}, %t
// CHECK: %[[A:.*]] = llvm.fmul %a, %[[ONE]]
// CHECK: %[[B:.*]] = llvm.fmul %b, %t
// CHECK: %mid = llvm.fadd %[[A]], %[[B]]
kgen.kernel @expanded(%a: f32, %b: f32, %t: f32, %o: !kgen.array<1, f32>) {
  %mid = kgen.lerp %a, %b, %t : f32
  kgen.store %o[0], %mid : !kgen.array<1, f32>
  kgen.return
}
