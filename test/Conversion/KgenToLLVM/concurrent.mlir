// Entry points for some threads of a launch, on several cores at the same time.
// RUN: kgen-opt --convert-kgen-to-llvm=concurrent %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm="concurrent lanes=8" %s | FileCheck %s --check-prefix=LANES
// RUN: kgen-opt --convert-kgen-to-llvm="concurrent lanes=8" %s | mlir-translate --mlir-to-llvmir -o /dev/null

// From the first on, up to the last.
// CHECK-LABEL: llvm.func @count_cpu_forward(
// CHECK-SAME: %dim: !llvm.ptr, %args: !llvm.ptr, %first: i64, %last: i64)
// CHECK: llvm.br ^bb1(%first : i64)
// CHECK: ^bb1(%index: i64):
// CHECK-NEXT: llvm.icmp "ult" %index, %last
// An element that is the thread's own needs no atomic; one that all add to, that a neighbour adds to, or whose index comes out
// of memory, does.
// CHECK-NOT: atomicrmw
// CHECK: llvm.fadd
// CHECK: llvm.atomicrmw fadd {{.*}} monotonic : !llvm.ptr, f32
// CHECK: llvm.atomicrmw fadd {{.*}} monotonic : !llvm.ptr, f32
// CHECK: llvm.atomicrmw fadd {{.*}} monotonic : !llvm.ptr, f32
// CHECK: llvm.atomicrmw fadd {{.*}} monotonic : !llvm.ptr, f32
// CHECK-NOT: syncscope
// A row is begun where the call's threads begin; what all lanes add to one element is added once.
// LANES-LABEL: llvm.func @count_cpu_forward(
// LANES: %[[NEVER:.*]] = llvm.mlir.constant(9223372036854775807 : i64)
// LANES-NEXT: %[[NEEDED:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[NEVER]] : i1, i64
// LANES: %row.begin = llvm.intr.umin
// LANES: %row.end = llvm.intr.umin
// LANES: llvm.intr.vector.reduce.fadd
// LANES: llvm.atomicrmw fadd
// Of neighbours' elements, those at which only threads of this call meet are updated in all lanes at once; an array shorter than the
// launch may have others.
// LANES: %[[FAR:.*]] = llvm.icmp "sge" %{{.*}}, %[[NEEDED]] : i64
// LANES-NEXT: llvm.cond_br %[[FAR]], ^[[TOGETHER:bb[0-9]+]], ^[[APART:bb[0-9]+]]
// LANES: ^[[TOGETHER]]:
// LANES: llvm.store %{{.*}} : vector<8xf32>, !llvm.ptr
// LANES: ^[[APART]]:
// LANES: llvm.atomicrmw fadd
kgen.kernel @count(%own: !kgen.array<1, f32>, %all: !kgen.array<1, f32>, %near: !kgen.array<1, f32>,
                   %keys: !kgen.array<1, si32>, %bins: !kgen.array<1, f32>, %x: f32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %next = kgen.add %i, %one : si32
  %0 = kgen.atomic add %own[%i], %x : !kgen.array<1, f32>
  %1 = kgen.atomic add %all[0], %x : !kgen.array<1, f32>
  %2 = kgen.atomic add %near[%i], %x : !kgen.array<1, f32>
  %3 = kgen.atomic add %near[%next], %x : !kgen.array<1, f32>
  %key = kgen.load %keys[%i] : !kgen.array<1, si32>
  %4 = kgen.atomic add %bins[%key], %x : !kgen.array<1, f32>
  kgen.return
}

// A second entry point for launches whose parts have copies of `all` and `bins` to add to; neighbours still meet there. The
// launcher reads what to copy: 288 bytes of arguments, 2 arrays; elements (0) at 56 and 224, of rank 1, 4 bytes, floats (0).
// CHECK: llvm.mlir.global external constant @count_cpu_forward_needs(dense<[288, 2, 0, 56, 1, 4, 0, 0, 0, 0, 224, 1, 4, 0, 0, 0]> : tensor<16xi32>)
// CHECK-LABEL: llvm.func @count_cpu_forward_apart(
// CHECK-COUNT-2: llvm.atomicrmw fadd
// CHECK-NOT: atomicrmw

// One coordinate of two does not say which thread it is.
// CHECK-LABEL: llvm.func @sums_cpu_forward(
// CHECK-NOT: atomicrmw
// CHECK: llvm.fadd
// CHECK: llvm.atomicrmw fadd
kgen.kernel @sums(%a: !kgen.array<2, f64>, %s: !kgen.array<1, f64>, %x: f64) {
  %i, %j = kgen.tid : si32, si32
  %0 = kgen.atomic add %a[%i, %j], %x : !kgen.array<2, f64>
  %1 = kgen.atomic add %s[%j], %x : !kgen.array<1, f64>
  kgen.return
}

// Numbers that are handed out come from the atomic itself.
// CHECK-LABEL: llvm.func @tickets_cpu_forward(
// CHECK: %ticket = llvm.atomicrmw add
// CHECK: llvm.icmp "slt" %ticket
// LANES-LABEL: llvm.func @tickets_cpu_forward(
// LANES-NOT: vector<8
// LANES: llvm.atomicrmw add
// LANES: llvm.return
kgen.kernel @tickets(%next: !kgen.array<1, si32>, %y: !kgen.array<1, f32>, %x: f32) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %ticket = kgen.atomic add %next[0], %one : !kgen.array<1, si32>
  kgen.store %y[%ticket], %x : !kgen.array<1, f32>
  kgen.return
}

// The threads of a backward come from the last to the first.
kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  kgen.return
}

// CHECK-LABEL: llvm.func @square_cpu_backward(
// CHECK-SAME: %adj_args: !llvm.ptr, %first: i64, %last: i64)
// CHECK: llvm.br ^bb1(%last : i64)
// CHECK: ^bb1(%remaining: i64):
// CHECK-NEXT: llvm.icmp "ne" %remaining, %first
// CHECK-NOT: atomicrmw
kgen.kernel @square_backward(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>,
                             %adj_y: !kgen.array<1, f32>) attributes {adjoint_of = @square} {
  %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f32>
  %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %i = kgen.tid : si32
  %g = kgen.gradient_take %grad_y[%i] : !kgen.gradient<1, f32>
  kgen.gradient_add %grad_x[%i], %g : !kgen.gradient<1, f32>
  kgen.return
}

// Rows that a table parts: as long as it rises no element is in two of them. Nothing is copied: the table (kind 2) is looked at, from
// entry 1 on.
// CHECK-LABEL: llvm.func @rows_cpu_forward(
// CHECK: atomicrmw
// CHECK: @rows_cpu_forward_needs(dense<[112, 1, 2, 0, 1, 4, 2, 1, 0]> : tensor<9xi32>)
// CHECK-LABEL: llvm.func @rows_cpu_forward_apart(
// CHECK-NOT: atomicrmw
kgen.kernel @rows(%table: !kgen.array<1, si32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %x = kgen.constant 1.0 : f32
  %next = kgen.add %i, %one : si32
  %over = kgen.add %i, %two : si32
  %begin = kgen.load %table[%next] : !kgen.array<1, si32>
  %end = kgen.load %table[%over] : !kgen.array<1, si32>
  kgen.for %e = %begin to %end step 1 {
    %0 = kgen.atomic add %y[%e], %x : !kgen.array<1, f32>
  }
  kgen.return
}

// In reverse, as a backward runs them.
// CHECK-LABEL: llvm.func @reversed_cpu_forward(
// CHECK: @reversed_cpu_forward_needs(dense<[112, 1, 2, 0, 1, 4, 2, 0, 0]> : tensor<9xi32>)
kgen.kernel @reversed(%table: !kgen.array<1, si32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %x = kgen.constant 1.0 : f32
  %next = kgen.add %i, %one : si32
  %begin = kgen.load %table[%i] : !kgen.array<1, si32>
  %end = kgen.load %table[%next] : !kgen.array<1, si32>
  %most = kgen.max %end, %begin : si32
  %count = kgen.sub %most, %begin : si32
  %last = kgen.sub %count, %one : si32
  kgen.for %k = %last to -1 step -1 {
    %e = kgen.add %begin, %k : si32
    %0 = kgen.atomic add %y[%e], %x : !kgen.array<1, f32>
  }
  kgen.return
}

// A row that is one longer meets the next one; it is added to in copies. An array that is read, too, cannot be copied.
// CHECK: @longer_cpu_forward_needs(dense<[168, 1, 0, 56, 1, 4, 0, 0, 0]> : tensor<9xi32>)
kgen.kernel @longer(%table: !kgen.array<1, si32>, %y: !kgen.array<1, f32>, %z: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %one = kgen.constant 1 : si32
  %x = kgen.constant 1.0 : f32
  %next = kgen.add %i, %one : si32
  %begin = kgen.load %table[%i] : !kgen.array<1, si32>
  %end = kgen.load %table[%next] : !kgen.array<1, si32>
  %more = kgen.add %end, %one : si32
  kgen.for %e = %begin to %more step 1 {
    %0 = kgen.atomic add %y[%e], %x : !kgen.array<1, f32>
    %old = kgen.load %z[%e] : !kgen.array<1, f32>
    %1 = kgen.atomic add %z[%e], %x : !kgen.array<1, f32>
  }
  kgen.return
}

// A multiple of the coordinate tells threads apart until it wraps: the launch must have (kind 3) at most 2^30 threads along dimension 0,
// of which thread t has the elements 2 t and 2 t + 1, and 4 along dimension 1. Other launches have atomics.
// CHECK-LABEL: llvm.func @pairs_cpu_forward(
// CHECK: atomicrmw
// CHECK: @pairs_cpu_forward_needs(dense<[112, 2, 3, 0, 1, 0, 2, 0, 1073741824, 3, 0, 1, 0, 2, 1, 4]> : tensor<16xi32>)
// CHECK-LABEL: llvm.func @pairs_cpu_forward_apart(
// CHECK-NOT: atomicrmw
kgen.kernel @pairs(%x: !kgen.array<2, f32>, %y: !kgen.array<2, f32>) {
  %i, %j = kgen.tid : si32, si32
  %one = kgen.constant 1 : si32
  %two = kgen.constant 2 : si32
  %big = kgen.constant 536870912 : si32
  %first = kgen.mul %i, %two : si32
  %second = kgen.add %first, %one : si32
  %column = kgen.mul %big, %j : si32
  %0 = kgen.load %x[%i, %j] : !kgen.array<2, f32>
  %1 = kgen.atomic add %y[%first, %column], %0 : !kgen.array<2, f32>
  %2 = kgen.atomic add %y[%second, %column], %0 : !kgen.array<2, f32>
  kgen.return
}

// From the end, threads may meet: they add in copies.
// CHECK-LABEL: llvm.func @mirror_cpu_forward(
// CHECK: @mirror_cpu_forward_needs(dense<[56, 1, 0, 0, 1, 4, 0, 0, 0]> : tensor<9xi32>)
kgen.kernel @mirror(%y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %three = kgen.constant 3 : si32
  %x = kgen.constant 1.0 : f32
  %at = kgen.sub %three, %i : si32
  %0 = kgen.atomic add %y[%at], %x : !kgen.array<1, f32>
  kgen.return
}
