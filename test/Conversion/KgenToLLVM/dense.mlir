// Where lanes do not pay and addresses are a part of the work, a launch whose arrays lie without gaps has a body of its own.
// RUN: kgen-opt "--convert-kgen-to-llvm=lanes=auto" --split-input-file %s | FileCheck %s

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

// -----

// An element that all threads update is read once, updated in memory of the function's own, and written once: where it is one, and apart
// from what else is accessed.
// CHECK-LABEL: @total_cpu_forward
// CHECK-DAG: %[[SLOT:.*]] = llvm.alloca %{{.*}} x i8 {alignment = 4 : i64}
// CHECK-DAG: %[[EXTENT:.*]] = llvm.sext %sum.shape0
// CHECK-DAG: %[[N:.*]] = llvm.sext %n
// CHECK-DAG: llvm.icmp "slt" %[[N]], %[[EXTENT]]
// CHECK-DAG: llvm.icmp "ule" %{{.*}}
// CHECK: %lanes.length = llvm.select
// CHECK: %[[OLD:.*]] = llvm.load %[[SLOT]]
// CHECK-NEXT: %[[NEW:.*]] = llvm.fadd %[[OLD]]
// CHECK-NEXT: llvm.store %[[NEW]], %[[SLOT]]
// CHECK: %[[FIRST:.*]] = llvm.load
// CHECK-NEXT: llvm.store %[[FIRST]], %[[SLOT]]
// CHECK: %[[LAST:.*]] = llvm.load %[[SLOT]]
// CHECK-NEXT: llvm.store %[[LAST]], %{{.*}}
// CHECK-NOT: %[[SLOT]],
// CHECK: llvm.fadd
// CHECK-LABEL: llvm.func @read_cpu_forward
// CHECK-NOT: lanes.length
kgen.kernel @total(%x: !kgen.array<1, f16>, %n: si32, %sum: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f16>
  %1 = kgen.cast %0 : f16 to f32
  %2 = kgen.atomic add %sum[%n], %1 : !kgen.array<1, f32>
  kgen.return
}
// What is read, too, or may be two names of one element, stays where it is.
kgen.kernel @read(%x: !kgen.array<1, f16>, %n: si32, %sum: !kgen.array<1, f32>, %most: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f16>
  %1 = kgen.cast %0 : f16 to f32
  %2 = kgen.load %sum[0] : !kgen.array<1, f32>
  %3 = kgen.atomic add %sum[0], %2 : !kgen.array<1, f32>
  %4 = kgen.atomic max %most[%n], %1 : !kgen.array<1, f32>
  %5 = kgen.atomic max %most[0], %1 : !kgen.array<1, f32>
  kgen.return
}
