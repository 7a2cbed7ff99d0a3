// Warp's rule: the adjoint argument's data, else the array's own gradient, else none; settled before the thread loop.
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx %s | FileCheck %s --check-prefix=GPU

kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  kgen.return
}

// CHECK-LABEL: @square_cpu_backward
// CHECK: %[[ADJOINT:adj_y.data]] = llvm.load
// CHECK: %[[OWN:y.grad]] = llvm.load
// CHECK: %[[GIVEN:.*]] = llvm.icmp "ne" %[[ADJOINT]]
// CHECK: %y.gradient = llvm.select %[[GIVEN]], %[[ADJOINT]], %[[OWN]]
// CHECK: %[[PRESENT:.*]] = llvm.icmp "ne" %y.gradient
// Strides belong to whichever it is.
// CHECK: %[[STRIDE:.*]] = llvm.select %[[GIVEN]], %adj_y.stride0, %y.stride0 : i1, i32
// Zeroed where it is the array's own and not retained.
// CHECK: %[[RETAIN:.*]] = llvm.trunc %y.flags : i16 to i1
// CHECK: llvm.icmp "eq" %y.gradient, %[[OWN]]
// CHECK: %[[ZEROES:.*]] = llvm.and
// CHECK: ^bb1(%remaining: i64):
// CHECK: llvm.cond_br %[[PRESENT]], ^[[TAKE:bb[0-9]+]], ^[[TAKEN:bb[0-9]+]](%{{.*}} : f32)
// CHECK: ^[[TAKE]]:
// CHECK: %[[G:.*]] = llvm.load %{{.*}} -> f32
// CHECK: llvm.cond_br %[[ZEROES]]
// CHECK: llvm.store %{{.*}} : f32
// CHECK: llvm.br ^[[TAKEN]](%[[G]] : f32)
// CHECK: ^[[TAKEN]](%g: f32):
// CHECK: llvm.fadd
// GPU-LABEL: @square_cuda_kernel_backward
// GPU: llvm.addrspacecast %y.gradient
// Where the element is already zero it is not stored.
// GPU: %[[G:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> f32
// GPU: llvm.cond_br
// GPU: %[[BITS:.*]] = llvm.bitcast %[[G]] : f32 to i32
// GPU: %[[IS_SET:.*]] = llvm.icmp "ne" %[[BITS]], %{{.*}} : i32
// GPU: llvm.cond_br %[[IS_SET]]
// GPU: llvm.store %{{.*}} : f32, !llvm.ptr<1>
// GPU: llvm.atomicrmw fadd %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, f32
kgen.kernel @square_backward(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>,
                             %adj_y: !kgen.array<1, f32>) attributes {adjoint_of = @square} {
  %grad_y = kgen.gradient %y, %adj_y : !kgen.array<1, f32>
  %grad_x = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %i = kgen.tid : si32
  %g = kgen.gradient_take %grad_y[%i] : !kgen.gradient<1, f32>
  %0 = kgen.gradient_read %grad_y[%i] : !kgen.gradient<1, f32>
  %1 = kgen.add %g, %0 : f32
  kgen.gradient_add %grad_x[%i], %1 : !kgen.gradient<1, f32>
  kgen.return
}
