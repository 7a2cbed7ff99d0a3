// Addresses are 64-bit byte offsets; negative indices count from the end; fields are read once, before the thread loop.
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu --split-input-file %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx --split-input-file %s | FileCheck %s --check-prefix=GPU

// CHECK-LABEL: @walk_cpu_forward
// CHECK: %a.data = llvm.load
// CHECK: %a.stride0 = llvm.load
// CHECK: %[[STRIDE:.*]] = llvm.sext %a.stride0 : i32 to i64
// CHECK: %a.shape0 = llvm.load
// A thread's coordinate is not negative.
// CHECK: %i = llvm.trunc
// CHECK: %[[I:.*]] = llvm.sext %i : i32 to i64
// CHECK-NEXT: %[[OFFSET:.*]] = llvm.mul %[[I]], %[[STRIDE]] : i64
// CHECK-NEXT: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %a.data[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT: %x = llvm.load %[[ADDRESS]] {alignment = 4 : i64} : !llvm.ptr -> f32
// Another index may be.
// CHECK: %[[NEGATIVE:.*]] = llvm.icmp "slt" %j
// CHECK: %[[END:.*]] = llvm.add %j, %a.shape0
// CHECK: llvm.select %[[NEGATIVE]], %[[END]], %j
// A literal is known to be.
// CHECK: llvm.add %{{.*}}, %a.shape0
// CHECK-NOT: llvm.select
// CHECK: llvm.store

// GPU-LABEL: @walk_cuda_kernel_forward
// GPU: %x = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// GPU: llvm.store %{{.*}} : f32, !llvm.ptr<1>
kgen.kernel @walk(%a: !kgen.array<1, f32>, %j: si32) {
  %i = kgen.tid : si32
  %x = kgen.load %a[%i] : !kgen.array<1, f32>
  %y = kgen.load %a[%j] : !kgen.array<1, f32>
  %0 = kgen.add %x, %y : f32
  kgen.store %a[-1], %0 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What can be seen not to be negative is not asked: coordinates and extents, what is computed of them, masks, counters.
// CHECK-LABEL: @seen_cpu_forward
// CHECK-NOT: llvm.add {{.*}}, %a.shape0
kgen.kernel @seen(%a: !kgen.array<1, f32>, %n: si32) {
  %zero = kgen.constant 0 : si32
  %one = kgen.constant 1 : si32
  %four = kgen.constant 4 : si32
  %mask = kgen.constant 255 : si32
  %i = kgen.tid : si32
  %e = kgen.shape %a[0] : !kgen.array<1, f32>
  %next = kgen.add %i, %one : si32
  %x0 = kgen.load %a[%next] : !kgen.array<1, f32>
  %row = kgen.floordiv %i, %four : si32
  %x1 = kgen.load %a[%row] : !kgen.array<1, f32>
  %column = kgen.mod %i, %n : si32
  %x2 = kgen.load %a[%column] : !kgen.array<1, f32>
  %hash = kgen.bit_and %n, %mask : si32
  %x3 = kgen.load %a[%hash] : !kgen.array<1, f32>
  %half = kgen.rshift %e, %one : si32
  %x4 = kgen.load %a[%half] : !kgen.array<1, f32>
  kgen.for %k = 3 to 0 step -1 {
    %above = kgen.add %k, %one : si32
    %x5 = kgen.load %a[%above] : !kgen.array<1, f32>
    kgen.store %a[%k], %x5 : !kgen.array<1, f32>
  }
  kgen.store %a[%i], %x0 : !kgen.array<1, f32>
  kgen.store %a[%i], %x1 : !kgen.array<1, f32>
  kgen.store %a[%i], %x2 : !kgen.array<1, f32>
  kgen.store %a[%i], %x3 : !kgen.array<1, f32>
  kgen.store %a[%i], %x4 : !kgen.array<1, f32>
  kgen.return
}

// -----

// A place before a thread's may be negative, and so may two after that of the last thread that a launch can have, twice a thread's, and a remainder of
// what may be.
// CHECK-LABEL: @unseen_cpu_forward
// CHECK-COUNT-4: llvm.add {{.*}}, %a.shape0
// CHECK-NOT: llvm.add {{.*}}, %a.shape0
kgen.kernel @unseen(%a: !kgen.array<1, f32>, %n: si32) {
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %i = kgen.tid : si32
  %before = kgen.sub %i, %one : si32
  %x0 = kgen.load %a[%before] : !kgen.array<1, f32>
  %after = kgen.add %i, %two : si32
  %x1 = kgen.load %a[%after] : !kgen.array<1, f32>
  %twice = kgen.mul %i, %two : si32
  %x2 = kgen.load %a[%twice] : !kgen.array<1, f32>
  %rest = kgen.mod %n, %two : si32
  %x3 = kgen.load %a[%rest] : !kgen.array<1, f32>
  kgen.store %a[%i], %x0 : !kgen.array<1, f32>
  kgen.store %a[%i], %x1 : !kgen.array<1, f32>
  kgen.store %a[%i], %x2 : !kgen.array<1, f32>
  kgen.store %a[%i], %x3 : !kgen.array<1, f32>
  kgen.return
}

// -----

// A matrix is read by component, aligned as one; a bool is a byte.
// CHECK-LABEL: @elements_cpu_forward
// CHECK: %t.00 = llvm.load %[[FIRST:.*]] {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK: %[[SECOND:.*]] = llvm.getelementptr inbounds %[[FIRST]][1] : (!llvm.ptr) -> !llvm.ptr, f64
// CHECK: %t.01 = llvm.load %[[SECOND]]
// CHECK: %t.10 = llvm.load
// CHECK: %t.11 = llvm.load
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %on = llvm.icmp "ne" %[[BYTE]]
// CHECK: %[[WIDE:.*]] = llvm.zext %{{.*}} : i1 to i8
// CHECK: llvm.store %[[WIDE]]
kgen.kernel @elements(%m: !kgen.array<2, !kgen.mat<2x2xf64>>, %b: !kgen.array<1, i1>) {
  %i, %j = kgen.tid : si32, si32
  %t = kgen.load %m[%i, %j] : !kgen.array<2, !kgen.mat<2x2xf64>>
  kgen.store %m[%j, %i], %t : !kgen.array<2, !kgen.mat<2x2xf64>>
  %on = kgen.load %b[%i] : !kgen.array<1, i1>
  %off = kgen.not %on : i1
  kgen.store %b[%i], %off : !kgen.array<1, i1>
  kgen.return
}

// -----

// CHECK-LABEL: @extent_cpu_forward
// CHECK: %n = llvm.load
// CHECK: %a.shape1 = llvm.load
// CHECK: llvm.mul %n, %a.shape1
kgen.kernel @extent(%a: !kgen.array<2, si32>, %n: si32) {
  %w = kgen.shape %a[1] : !kgen.array<2, si32>
  %0 = kgen.mul %n, %w : si32
  kgen.store %a[0, 0], %0 : !kgen.array<2, si32>
  kgen.return
}

// -----

// A GPU updates atomically, device-wide; the one thread on a CPU reads and writes.
// CHECK-LABEL: @atomics_cpu_forward
// CHECK-NOT: atomicrmw
// CHECK: %before = llvm.load
// CHECK: llvm.fadd %before
// CHECK: llvm.store
// CHECK: llvm.fsub
// CHECK: llvm.intr.maxnum
// CHECK: llvm.intr.umin
// GPU-LABEL: @atomics_cuda_kernel_forward
// GPU: %before = llvm.atomicrmw fadd %{{.*}}, %x syncscope("device") monotonic : !llvm.ptr<1>, f32
// GPU: %[[MINUS:.*]] = llvm.fneg %x
// GPU: llvm.atomicrmw fadd %{{.*}}, %[[MINUS]] syncscope("device") monotonic
// GPU: llvm.atomicrmw fmax %{{.*}}, %x syncscope("device") monotonic
// GPU: llvm.atomicrmw umin %{{.*}}, %n syncscope("device") monotonic : !llvm.ptr<1>, i32
kgen.kernel @atomics(%a: !kgen.array<1, f32>, %c: !kgen.array<1, ui32>, %x: f32, %n: ui32) {
  %before = kgen.atomic add %a[0], %x : !kgen.array<1, f32>
  %1 = kgen.atomic sub %a[0], %x : !kgen.array<1, f32>
  %2 = kgen.atomic max %a[0], %x : !kgen.array<1, f32>
  %3 = kgen.atomic min %c[0], %n : !kgen.array<1, ui32>
  kgen.return
}

// -----

// Components of a vector are updated one by one.
// GPU-LABEL: @atomic_vector_cuda_kernel_forward
// GPU-COUNT-3: llvm.atomicrmw fadd
// GPU-NOT: atomicrmw
kgen.kernel @atomic_vector(%a: !kgen.array<1, !kgen.vec<3xf32>>, %v: !kgen.vec<3xf32>) {
  %0 = kgen.atomic add %a[0], %v : !kgen.array<1, !kgen.vec<3xf32>>
  kgen.return
}

// -----

// The counter of a loop down to 0 is not negative, nor that of one from an extent on; of one that goes below it is.
// CHECK-LABEL: @downwards_cpu_forward
// CHECK: ^{{.*}}(%k: i32):
// CHECK-NOT: llvm.select
// CHECK: ^{{.*}}(%m: i32):
// CHECK-NOT: llvm.select
// CHECK: ^{{.*}}(%l: i32):
// CHECK: llvm.select
kgen.kernel @downwards(%a: !kgen.array<1, f32>, %n: si32, %x: f32) {
  kgen.for %k = %n to -1 step -1 {
    kgen.store %a[%k], %x : !kgen.array<1, f32>
  }
  %extent = kgen.shape %a[0] : !kgen.array<1, f32>
  kgen.for %m = %extent to %n step 2 {
    kgen.store %a[%m], %x : !kgen.array<1, f32>
  }
  kgen.for %l = %n to -2 step -1 {
    kgen.store %a[%l], %x : !kgen.array<1, f32>
  }
  kgen.return
}
