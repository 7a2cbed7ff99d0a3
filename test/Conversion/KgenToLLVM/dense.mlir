// Where lanes do not pay and addresses are a part of the work, a launch whose arrays lie without gaps has a body of its own.
// RUN: kgen-opt "--convert-kgen-to-llvm=lanes=1" --split-input-file %s | FileCheck %s

// Strides are looked at once. The indices of later threads are in memory: what they lead to is asked for.
// CHECK-LABEL: @chosen_cpu_forward
// CHECK-DAG: %[[E:.*]] = llvm.sext %e.stride0
// CHECK-DAG: llvm.icmp "eq" %[[E]], %{{.*}} : i64
// CHECK-DAG: %[[X:.*]] = llvm.sext %x.stride0
// CHECK-DAG: llvm.icmp "eq" %[[X]], %{{.*}} : i64
// CHECK-DAG: %[[Y:.*]] = llvm.sext %y.stride0
// CHECK-DAG: llvm.icmp "eq" %[[Y]], %{{.*}} : i64
// CHECK: %lanes.length = llvm.select
// CHECK-NOT: %[[E]]
// CHECK-NOT: %[[X]]
// CHECK-NOT: %[[Y]]
// CHECK: llvm.intr.prefetch
// CHECK: llvm.cond_br %{{.*}} weights
// CHECK-NOT: %[[Y]]
// CHECK: llvm.store
// CHECK: llvm.cond_br %{{.*}} weights
// CHECK: llvm.mul %{{.*}}, %[[X]]
// CHECK-NOT: prefetch
// CHECK: llvm.store
kgen.kernel @chosen(%x: !kgen.array<1, f64>, %e: !kgen.array<1, si32>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %0 = kgen.load %e[%i] : !kgen.array<1, si32>
  %1 = kgen.load %x[%0] : !kgen.array<1, f64>
  kgen.store %y[%i], %1 : !kgen.array<1, f64>
  kgen.return
}

// -----

// Neither a loop nor an index in memory: one body.
// CHECK-LABEL: @printed_cpu_forward
// CHECK-NOT: lanes.length
// CHECK: llvm.return
kgen.kernel @printed(%x: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  kgen.print %0 : f32
  kgen.return
}
