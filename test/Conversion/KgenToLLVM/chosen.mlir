// A variable whose components are chosen at run time lies in a GPU thread's memory; a CPU selects, and so does a GPU from a few.
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu %s | FileCheck %s --check-prefix=CPU

// CHECK-LABEL: @slots_cuda_kernel_forward
// CHECK: %[[SLOTS:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr to !llvm.ptr<5>
// The counter is known to be in range; it is stored at once.
// CHECK: ^{{.*}}(%k: i32):
// CHECK: %[[AT:.*]] = llvm.zext %k : i32 to i64
// CHECK-NOT: llvm.select
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<5>
// Another index is not: it wraps, and outside of the slots nothing is written.
// CHECK: llvm.icmp "ult"
// CHECK: llvm.cond_br
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<5>
// CHECK: llvm.load %{{.*}} : !llvm.ptr<5> -> f32
// Four components stay in registers.
// CHECK-NOT: !llvm.ptr<5>
// CHECK: llvm.select
// CHECK: llvm.br
// CPU-LABEL: @slots_cpu_forward
// CPU: llvm.select
kgen.kernel @slots(%a: !kgen.array<1, f32>, %n: si32, %x: f32) {
  %zeros = kgen.construct : !kgen.vec<8xf32>
  %v = kgen.var %zeros : !kgen.vec<8xf32>
  %none_left = kgen.constant -1 : si32
  %end = kgen.max %n, %none_left : si32
  kgen.for %k = 7 to %end step -1 {
    kgen.set %v[%k], %x : f32 in !kgen.vec<8xf32>
  }
  kgen.set %v[%n], %x : f32 in !kgen.vec<8xf32>
  %all = kgen.get %v : !kgen.vec<8xf32>
  %y = kgen.extract %all[%n] : !kgen.vec<8xf32>
  kgen.store %a[0], %y : !kgen.array<1, f32>
  %none = kgen.construct : !kgen.vec<4xf32>
  %w = kgen.var %none : !kgen.vec<4xf32>
  kgen.set %w[%n], %x : f32 in !kgen.vec<4xf32>
  %few = kgen.get %w : !kgen.vec<4xf32>
  %z = kgen.extract %few[%n] : !kgen.vec<4xf32>
  kgen.store %a[1], %z : !kgen.array<1, f32>
  kgen.return
}
