// Threads as lanes: what differs is a vector, what is the same stays scalar, and the launch decides whether lanes run.
// RUN: kgen-opt "--convert-kgen-to-llvm=lanes=8" --split-input-file %s | FileCheck %s

// The launch: rows, arrays without gaps that do not overlap; then whole vectors, then what is left.
// CHECK-LABEL: @axpy_cpu_forward
// CHECK: llvm.icmp "eq" %{{.*}}, %dim.size
// CHECK: %lanes.length = llvm.select
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.call @Sleef_finz_sinf8_u10avx2(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: llvm.store {{.*}} : vector<8xf32>, !llvm.ptr
// CHECK: llvm.call @Sleef_finz_sinf1_u10purecfma(%{{.*}}) : (f32) -> f32
// CHECK: llvm.store {{.*}} : f32, !llvm.ptr
kgen.kernel @axpy(%s: f32, %x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.sin %0 : f32
  %2 = kgen.mul %s, %1 : f32
  kgen.store %y[%i], %2 : !kgen.array<1, f32>
  kgen.return
}

// -----

// Masks: a region is branched over where no lane takes it.
// CHECK-LABEL: @guard_cpu_forward
// CHECK: %[[SOME:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: %[[ANY:.*]] = "llvm.intr.vector.reduce.or"(%[[SOME]]) : (vector<8xi1>) -> i1
// CHECK: llvm.cond_br %[[ANY]]
// CHECK: llvm.intr.masked.load {{.*}}, %[[SOME]]
// CHECK: llvm.intr.masked.store {{.*}}, %[[SOME]]
kgen.kernel @guard(%n: si32, %x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %0 = kgen.cmp lt %i, %n : si32
  kgen.if %0 {
    %1 = kgen.load %x[%i] : !kgen.array<1, f64>
    kgen.store %y[%i], %1 : !kgen.array<1, f64>
  }
  kgen.return
}

// -----

// Elements of several numbers are dealt out by shuffles within 128 bits, which hold those of neighbouring lanes; sums at one address are in the order of the threads.
// CHECK-LABEL: @dot_cpu_forward
// CHECK-COUNT-4: llvm.load {{.*}} : !llvm.ptr -> vector<4xf32>
// CHECK: llvm.shufflevector {{.*}} [0, 2, 8, 10, 4, 6, 12, 14]
// CHECK: llvm.shufflevector {{.*}} [1, 3, 9, 11, 5, 7, 13, 15]
// CHECK: %[[OLD:.*]] = llvm.load {{.*}} -> f32
// CHECK: %[[FIRST:.*]] = llvm.extractelement %{{.*}}[%{{.*}} : i32] : vector<8xf32>
// CHECK: llvm.fadd %[[OLD]], %[[FIRST]] : f32
// CHECK-COUNT-7: llvm.fadd
kgen.kernel @dot(%p: !kgen.array<1, vec<2xf32>>, %s: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %p[%i] : !kgen.array<1, vec<2xf32>>
  %1 = kgen.dot %0, %0 : !kgen.vec<2xf32>
  %2 = kgen.atomic add %s[0], %1 : !kgen.array<1, f32>
  kgen.return
}

// -----

// What the indices of later threads lead to is prefetched, for reading or writing, where such threads are and the arrays are long.
// CHECK-LABEL: @permute_cpu_forward
// CHECK: %[[MOST:.*]] = llvm.mlir.constant(2097152 : i64)
// CHECK: %[[LONG:.*]] = llvm.icmp "sgt" %{{.*}}, %[[MOST]] : i64
// CHECK: %[[AHEAD:.*]] = llvm.add
// CHECK: %[[THERE:.*]] = llvm.icmp "sle"
// CHECK: %[[BOTH:.*]] = llvm.and %[[THERE]], %[[LONG]]
// CHECK: llvm.cond_br %[[BOTH]]
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<8xi32>
// CHECK-COUNT-8: "llvm.intr.prefetch"
// CHECK-NOT: "llvm.intr.prefetch"
kgen.kernel @permute(%to: !kgen.array<1, si32>, %x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %k = kgen.load %to[%i] : !kgen.array<1, si32>
  %0 = kgen.load %x[%k] : !kgen.array<1, f32>
  kgen.store %y[%i], %0 : !kgen.array<1, f32>
  kgen.return
}

// -----

// An element that may begin in one line of a cache and end in the next is asked for at its first and its last byte.
// CHECK-LABEL: @gather_points_cpu_forward
// CHECK: %[[ELEMENT:.*]] = llvm.getelementptr %x.data
// CHECK-NEXT: "llvm.intr.prefetch"(%[[ELEMENT]])
// CHECK-NEXT: %[[LAST:.*]] = llvm.mlir.constant(11 : i64)
// CHECK-NEXT: %[[END:.*]] = llvm.getelementptr %[[ELEMENT]][%[[LAST]]]
// CHECK-NEXT: "llvm.intr.prefetch"(%[[END]])
// CHECK-COUNT-14: "llvm.intr.prefetch"
// CHECK-NOT: "llvm.intr.prefetch"
kgen.kernel @gather_points(%to: !kgen.array<1, si32>, %x: !kgen.array<1, vec<3xf32>>, %y: !kgen.array<1, vec<3xf32>>) {
  %i = kgen.tid : si32
  %k = kgen.load %to[%i] : !kgen.array<1, si32>
  %0 = kgen.load %x[%k] : !kgen.array<1, vec<3xf32>>
  kgen.store %y[%i], %0 : !kgen.array<1, vec<3xf32>>
  kgen.return
}

// -----

// A row to each thread and little to compute: lanes only where the arrays, together, are within a core's cache. Neighbouring
// elements are read as fast as memory gives them, however many they are.
// CHECK-LABEL: @rows_cpu_forward
// CHECK: %[[MOST:.*]] = llvm.mlir.constant(2097152 : i64)
// CHECK: llvm.icmp "sle" %{{.*}}, %[[MOST]]
// CHECK-LABEL: @columns_cpu_forward
// CHECK-NOT: 2097152
kgen.kernel @rows(%x: !kgen.array<2, f64>, %s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  kgen.for %j = 0 to %n step 1 {
    %a = kgen.load %x[%i, %j] : !kgen.array<2, f64>
    %b = kgen.add %a, %a : f64
    kgen.store %s[%i, %j], %b : !kgen.array<2, f64>
  }
  kgen.return
}
kgen.kernel @columns(%x: !kgen.array<2, f64>, %s: !kgen.array<2, f64>, %n: si32) {
  %i = kgen.tid : si32
  kgen.for %j = 0 to %n step 1 {
    %a = kgen.load %x[%j, %i] : !kgen.array<2, f64>
    %b = kgen.add %a, %a : f64
    kgen.store %s[%j, %i], %b : !kgen.array<2, f64>
  }
  kgen.return
}

// Rows of the lanes' own that loops go through: kept as vectors, one for each column, where all lanes have a row and that
// has 4 to 64 columns; in other launches elements are gathered where they are. Four columns are turned at a time.
// CHECK-LABEL: llvm.func @again_cpu_forward(
// CHECK: %[[ROWS:.*]] = llvm.alloca %{{.*}} x vector<8xf64> {alignment = 64 : i64}
// CHECK: llvm.icmp "sge" %{{.*}}, %{{.*}} : i64
// CHECK: %[[LEAST:.*]] = llvm.mlir.constant(4 : i64)
// CHECK: llvm.icmp "sge" %[[COLUMNS:.*]], %[[LEAST]] : i64
// CHECK: %[[MOST:.*]] = llvm.mlir.constant(64 : i64)
// CHECK: llvm.icmp "sle" %[[COLUMNS]], %[[MOST]] : i64
// CHECK: llvm.intr.smin
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<2xf64>
// CHECK: llvm.shufflevector {{.*}} [0, 8, 2, 10, 4, 12, 6, 14]
// CHECK-COUNT-4: llvm.store %{{.*}} : vector<8xf64>, !llvm.ptr
// CHECK-NOT: masked.gather
// CHECK: %[[AT:.*]] = llvm.getelementptr inbounds %[[ROWS]]
// CHECK: llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
// CHECK: masked.gather
// What is left of a row runs as lanes, too, but for those behind its end.
// CHECK: %[[REST:.*]] = llvm.icmp "slt" %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: llvm.intr.masked.gather %{{.*}}, %[[REST]], %{{.*}}
// CHECK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[REST]]
kgen.kernel @again(%x: !kgen.array<2, f64>, %h: si32, %n: si32, %y: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %zero = kgen.constant 0.0 : f64
  %sum = kgen.for %a = 0 to %h step 1 carry(%s0 = %zero : f64) {
    %inner = kgen.for %b = 0 to %n step 1 carry(%s1 = %s0 : f64) {
      %v = kgen.load %x[%i, %b] : !kgen.array<2, f64>
      %w = kgen.mul %v, %v : f64
      %s2 = kgen.add %s1, %w : f64
      kgen.yield %s2 : f64
    }
    kgen.yield %inner : f64
  }
  kgen.store %y[%i], %sum : !kgen.array<1, f64>
  kgen.return
}
