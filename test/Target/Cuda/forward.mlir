// RUN: kgen-translate --kgen-to-cuda --no-backward %s | FileCheck %s
// RUN: %if nvrtc %{ kgen-translate --kgen-to-cuda --no-backward %s | %python %S/../../Integration/compile_check.py --nvrtc - %}
// RUN: %if nvcc %{ kgen-translate --kgen-to-cuda --no-backward %s | %python %S/../../Integration/compile_check.py --nvcc %nvcc - %}
// Kernels as their author wrote them, in a grid-stride loop.

// CHECK:      #include "kgen/kgen.cuh"
// CHECK-EMPTY:
// CHECK-NEXT: using kgen::mat22d;
// CHECK-NEXT: using kgen::vec3;
// CHECK-EMPTY:
// CHECK-NEXT: static constexpr float M_PI_ = 3.14f;
// CHECK-NEXT: static constexpr double SCALE = 0.1;

// CHECK-LABEL: extern "C" __global__ void frame_cuda_kernel_forward(
// CHECK-NEXT:     kgen::launch_bounds<2> dim,
// CHECK-NEXT:     kgen::array<vec3> points,
// CHECK-NEXT:     kgen::array<mat22d, 3> matrices,
// CHECK-NEXT:     kgen::vec<5, double> five,
// CHECK-NEXT:     uint64_t handle,
// CHECK-NEXT:     int n)
// CHECK-NEXT: {
// CHECK-NEXT:     for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
kgen.kernel @frame(%points: !kgen.array<1, vec<3xf32>>, %matrices: !kgen.array<3, mat<2x2xf64>>, %five: !kgen.vec<5xf64>,
                   %handle: ui64, %n: si32) {
  // CHECK-NEXT:         const auto [row, column] = kgen::tid2(idx, dim);
  %row, %column = kgen.tid : si32, si32
  %0 = kgen.cmp ge %row, %n : si32
  // CHECK-NEXT:         if (row >= n) {
  // CHECK-NEXT:             continue;
  // CHECK-NEXT:         }
  kgen.if %0 {
    kgen.return
  }
  %1 = kgen.load %points[-1] : !kgen.array<1, vec<3xf32>>
  %2 = kgen.constant 3.14 : f32 {symbol = "M_PI"}
  %3 = kgen.scale %1, %2 : !kgen.vec<3xf32>, f32
  // CHECK-NEXT:         points[row] = points[-1] * M_PI_;
  kgen.store %points[%row], %3 : !kgen.array<1, vec<3xf32>>
  %4 = kgen.load %matrices[%row, %column, 0] : !kgen.array<3, mat<2x2xf64>>
  %5 = kgen.constant 0.1 : f64 {symbol = "SCALE"}
  %6 = kgen.scale_left %5, %4 : f64, !kgen.mat<2x2xf64>
  %7 = kgen.mat_mul %6, %4 : !kgen.mat<2x2xf64>, !kgen.mat<2x2xf64>
  // CHECK-NEXT:         const mat22d matrices_row_column_0 = matrices(row, column, 0);
  // CHECK-NEXT:         kgen::atomic_add(matrices, row, column, 1,
// CHECK-NEXT:             SCALE * matrices_row_column_0 * matrices_row_column_0);
  %8 = kgen.atomic add %matrices[%row, %column, 1], %7 {augmented} : !kgen.array<3, mat<2x2xf64>>
  // CHECK-NEXT:         [[UNUSED:\[\[maybe_unused\]\]]] const double last = five[-1];
  %last = kgen.extract %five[-1] : !kgen.vec<5xf64>
  %9 = kgen.load %points[0] : !kgen.array<1, vec<3xf32>>
  %v = kgen.var %9 : !kgen.vec<3xf32>
  %10 = kgen.constant 2.0 : f32
  // CHECK:              v[1] = 2.0f;
  kgen.set %v[1], %10 : f32 in !kgen.vec<3xf32>
  // CHECK-NEXT:         kgen::print(v);
  %11 = kgen.get %v : !kgen.vec<3xf32>
  kgen.print %11 : !kgen.vec<3xf32>
  kgen.return
}

// A loop that a thread returns from is in a function of its own, since `continue` would go on with the inner loop.
// CHECK-LABEL: static __device__ void search_thread(
// CHECK-NEXT:     {{.*}} size_t idx,
// CHECK-NEXT:     {{.*}} kgen::launch_bounds<1> dim,
// CHECK-NEXT:     kgen::array<int> x,
// CHECK-NEXT:     int n)
// CHECK-NEXT: {
// CHECK-NEXT:     const int i = kgen::tid(idx, dim);
// CHECK-NEXT:     for (int k = n; k >= 0; k -= 2) {
// CHECK-NEXT:         if (x[k] == i) {
// CHECK-NEXT:             return;
// CHECK-NEXT:         }
// CHECK-NEXT:     }
// CHECK-NEXT:     x[i] = n;
// CHECK-NEXT: }
// CHECK-LABEL: extern "C" __global__ void search_cuda_kernel_forward(
// CHECK:           for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
// CHECK-NEXT:         search_thread(idx, dim, x, n);
// CHECK-NEXT:     }
kgen.kernel @search(%x: !kgen.array<1, si32>, %n: si32) {
  %i = kgen.tid : si32
  kgen.for %k = %n to -1 step -2 {
    %0 = kgen.load %x[%k] : !kgen.array<1, si32>
    %1 = kgen.cmp eq %0, %i : si32
    kgen.if %1 {
      kgen.return
    }
  }
  kgen.store %x[%i], %n : !kgen.array<1, si32>
  kgen.return
}

// Bounds and steps that may change are evaluated once.
// CHECK-LABEL: void bounds_cuda_kernel_forward(
kgen.kernel @bounds(%x: !kgen.array<1, si32>, %step: si32) {
  // CHECK:              const int x_0 = x[0];
  // CHECK-NEXT:         for (int k = x[1]; kgen::in_range(k, x_0, step); k += step) {
  // CHECK-NEXT:             x[0] = k;
  %0 = kgen.load %x[1] : !kgen.array<1, si32>
  %1 = kgen.load %x[0] : !kgen.array<1, si32>
  kgen.for %k = %0 to %1 step %step {
    kgen.store %x[0], %k : !kgen.array<1, si32>
  }
  // CHECK:              for (int none = 0; false;) {
  kgen.for %none = 0 to 4 step 0 {
    kgen.store %x[0], %none : !kgen.array<1, si32>
  }
  kgen.return
}
