// RUN: kgen-opt %s --kgen-to-cpu | FileCheck %s
// RUN: kgen-opt %s --kgen-to-nvptx | FileCheck %s --check-prefix=PTX
// Structs lie in memory as C lays them out; in registers they are their leaves.

!Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, alive: i1, friends: array<1, si32>>
!Disk = !kgen.struct<"Disk", center: vec<3xf32>, radius: f32>

// The argument struct holds it by value, and an array in it is read where it lies.
// CHECK-LABEL: llvm.func @of_argument_cpu_forward
// CHECK: llvm.getelementptr inbounds %{{.*}}[0, 0] : {{.*}}!llvm.struct<(struct<(array<3 x f32>, f32, i8, struct<"array_t"
// PTX-LABEL: llvm.func @of_argument_cuda_kernel_forward
// PTX-SAME: llvm.byval = !llvm.struct<(array<3 x f32>, f32, i8, struct<"array_t"
kgen.kernel @of_argument(%ball: !Ball, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %friends = kgen.extract %ball[friends] : !Ball
  %k = kgen.load %friends[%i] : !kgen.array<1, si32>
  %r = kgen.extract %ball[radius] : !Ball
  kgen.store %y[%k], %r : !kgen.array<1, f32>
  kgen.return
}

// A part of an element is read and written alone.
// CHECK-LABEL: llvm.func @of_array_cpu_forward
// CHECK:       %[[c:.*]] = llvm.mlir.constant(4 : i64)
// CHECK:       llvm.getelementptr inbounds %{{.*}}[%[[c]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:  llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK-NOT:   llvm.load {{.*}} -> f32
// CHECK:       llvm.mlir.constant(12 : i64)
// CHECK:       llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NOT:   llvm.store {{.*}} f32
kgen.kernel @of_array(%balls: !kgen.array<1, !Ball>) {
  %i = kgen.tid : si32
  %y = kgen.load %balls[%i, center, 1] : !kgen.array<1, !Ball>
  kgen.store %balls[%i, radius], %y : !kgen.array<1, !Ball>
  kgen.return
}

// The array of an element is copied: the element may change while it is used.
// CHECK-LABEL: llvm.func @array_of_element_cpu_forward
// CHECK:       "llvm.intr.memcpy"
kgen.kernel @array_of_element(%balls: !kgen.array<1, !Ball>) {
  %i = kgen.tid : si32
  %friends = kgen.load %balls[%i, friends] : !kgen.array<1, !Ball>
  %zero = kgen.construct : !Ball
  kgen.store %balls[%i], %zero : !kgen.array<1, !Ball>
  %n = kgen.shape %friends[0] : !kgen.array<1, si32>
  kgen.store %friends[%i], %n : !kgen.array<1, si32>
  kgen.return
}

// A row has the extents and strides of the last dimension.
// CHECK-LABEL: llvm.func @row_cpu_forward
kgen.kernel @row(%a: !kgen.array<2, f32>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %row = kgen.view %a[%i] : !kgen.array<2, f32>
  // CHECK: llvm.getelementptr inbounds %{{.*}}[0, 2, 1]
  %last = kgen.load %row[-1] : !kgen.array<1, f32>
  kgen.store %y[%i], %last : !kgen.array<1, f32>
  kgen.return
}

// A variable that is a struct has a slot for each leaf.
// CHECK-LABEL: llvm.func @variable_cpu_forward
// CHECK-COUNT-4: llvm.alloca %{{.*}} x f32
kgen.kernel @variable(%disk: !Disk, %y: !kgen.array<1, f32>, %k: si32) {
  %i = kgen.tid : si32
  %b = kgen.var %disk : !Disk
  %one = kgen.constant 1.0 : f32
  kgen.set %b[radius], %one : f32 in !Disk
  kgen.set %b[center, %k], %one : f32 in !Disk
  %now = kgen.get %b : !Disk
  %x = kgen.extract %now[center, %k] : !Disk
  kgen.store %y[%i], %x : !kgen.array<1, f32>
  kgen.return
}

// CHECK-LABEL: llvm.func @rigid_cpu_forward
// CHECK:       llvm.fmul
kgen.kernel @rigid(%t: !kgen.array<1, transform<f32>>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %a = kgen.load %t[%i] : !kgen.array<1, transform<f32>>
  %w = kgen.extract %a[q, 3] : !kgen.transform<f32>
  %x = kgen.load %t[%i, p, 0] : !kgen.array<1, transform<f32>>
  %wx = kgen.mul %w, %x : f32
  kgen.store %y[%i], %wx : !kgen.array<1, f32>
  kgen.return
}

// CHECK-LABEL: llvm.func @said_cpu_forward
// CHECK:       llvm.call @printf
// CHECK-NOT:   llvm.call
kgen.kernel @said(%n: si64) {
  %i = kgen.tid : si32
  kgen.printf "%d of %ld\0A", %i, %n : si32, si64
  %c = kgen.constant true
  kgen.assert %c, "always"
  kgen.return
}
