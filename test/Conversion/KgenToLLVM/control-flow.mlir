// Both forms: variables and early exits, carried values and `while`.
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file %s | FileCheck %s

// CHECK-LABEL: @exits_cpu_forward
// CHECK: %e = llvm.alloca %{{.*}} x f32
// CHECK: llvm.br ^[[FOR:.*]](%{{.*}} : i32)
// CHECK: ^[[FOR]](%k: i32):
// CHECK: llvm.icmp "slt" %k
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY:bb[0-9]+]], ^[[END:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK: llvm.cond_br %{{.*}}, ^[[BREAK:bb[0-9]+]], ^[[ON:bb[0-9]+]]
// CHECK: ^[[BREAK]]:
// CHECK-NEXT: llvm.br ^[[END]]
// CHECK: ^[[ON]]:
// CHECK: llvm.cond_br %{{.*}}, ^[[SKIP:bb[0-9]+]], ^[[RETURN:bb[0-9]+]]
// CHECK: ^[[SKIP]]:
// CHECK-NEXT: llvm.add %k
// CHECK-NEXT: llvm.br ^[[FOR]]
// CHECK: ^[[RETURN]]:
// CHECK-NEXT: llvm.br ^[[THREAD_END:bb[0-9]+]]
// Both arms leave: nothing follows them.
// CHECK: ^[[END]]:
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr
// CHECK: ^[[THREAD_END]]:
// CHECK-NEXT: llvm.br ^bb1
kgen.kernel @exits(%n: si32, %a: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %e = kgen.var : f32
  kgen.for %k = 0 to %n step 1 {
    %0 = kgen.cmp gt %k, %i : si32
    kgen.if %0 {
      kgen.break
    }
    %1 = kgen.cmp eq %k, %i : si32
    kgen.if %1 {
      kgen.continue
    } else {
      kgen.return
    }
    kgen.unreachable
  }
  %2 = kgen.get %e : f32
  kgen.store %a[%i], %2 : !kgen.array<1, f32>
  kgen.return
}

// -----

// CHECK-LABEL: @carries_cpu_forward
// CHECK: ^[[FOR:.*]](%k: i32, %s: f32):
// CHECK: llvm.icmp "sgt" %k
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY:bb[0-9]+]], ^[[END:bb[0-9]+]](%s : f32)
// CHECK: ^[[BODY]]:
// CHECK: %[[NEXT:.*]] = llvm.fmul %s, %s
// CHECK: %more = llvm.fcmp "olt" %[[NEXT]]
// CHECK: llvm.cond_br %more, ^[[LATCH:bb[0-9]+]](%[[NEXT]] : f32), ^[[END]](%[[NEXT]] : f32)
// CHECK: ^[[LATCH]](%[[CARRIED:.*]]: f32):
// CHECK: llvm.br ^[[FOR]](%{{.*}}, %[[CARRIED]] : i32, f32)
// CHECK: ^[[END]](%r: f32):
kgen.kernel @carries(%a: !kgen.array<1, f32>, %start: f32) {
  %i = kgen.tid : si32
  %r = kgen.for %k = 10 to 0 step -1 carry(%s = %start : f32) {
    %0 = kgen.mul %s, %s : f32
    %limit = kgen.constant 8.0 : f32
    %more = kgen.cmp lt %0, %limit : f32
    kgen.yield %0 while %more : f32
  }
  kgen.store %a[%i], %r : !kgen.array<1, f32>
  kgen.return
}

// -----

// A step that is known at run time only: both directions, and none for zero.
// CHECK-LABEL: @stepped_cpu_forward
// CHECK: llvm.icmp "sgt" %step
// CHECK: llvm.icmp "slt" %step
// CHECK: llvm.icmp "slt" %k, %n
// CHECK: llvm.icmp "sgt" %k, %n
// CHECK: llvm.or
kgen.kernel @stepped(%n: si32, %step: si32, %a: !kgen.array<1, si32>) {
  kgen.for %k = 0 to %n step %step {
    kgen.store %a[0], %k : !kgen.array<1, si32>
    kgen.yield
  }
  kgen.return
}

// -----

// CHECK-LABEL: @vector_carry_cpu_forward
// A vector is its components, never an aggregate.
// CHECK: ^{{.*}}(%p.x: f32, %p.y: f32, %p.z: f32):
// CHECK: llvm.fcmp "ogt" %p.x
// CHECK-NOT: insertvalue
kgen.kernel @vector_carry(%v: !kgen.vec<3xf32>, %a: !kgen.array<1, !kgen.vec<3xf32>>) {
  %r = kgen.while carry(%p = %v : !kgen.vec<3xf32>) {
    %x = kgen.extract %p[0] : !kgen.vec<3xf32>
    %zero = kgen.constant 0.0 : f32
    %0 = kgen.cmp gt %x, %zero : f32
    kgen.yield %0, %p : i1, !kgen.vec<3xf32>
  } do(%q) {
    %1 = kgen.sub %q, %v : !kgen.vec<3xf32>
    kgen.yield %1 : !kgen.vec<3xf32>
  }
  kgen.store %a[0], %r : !kgen.array<1, !kgen.vec<3xf32>>
  kgen.return
}

// -----

// A conditional expression: one arm runs.
// CHECK-LABEL: @ternary_cpu_forward
// CHECK: llvm.cond_br %c, ^[[THEN:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
// CHECK: ^[[THEN]]:
// CHECK: llvm.br ^[[END:bb[0-9]+]](%{{.*}} : f32)
// CHECK: ^[[ELSE]]:
// CHECK: llvm.br ^[[END]](%{{.*}} : f32)
// CHECK: ^[[END]](%r: f32):
kgen.kernel @ternary(%c: i1, %x: f32, %a: !kgen.array<1, f32>) {
  %r = kgen.if %c -> f32 {
    %0 = kgen.sqrt %x : f32
    kgen.yield %0 : f32
  } else {
    %1 = kgen.neg %x : f32
    kgen.yield %1 : f32
  }
  kgen.store %a[0], %r : !kgen.array<1, f32>
  kgen.return
}
