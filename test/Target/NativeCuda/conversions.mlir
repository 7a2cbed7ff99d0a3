// RUN: kgen-translate --kgen-to-cuda --style=native --no-backward %s | FileCheck %s
// A float becomes an integer by the GPU's own conversion if that takes NaN to 0. Questions of a vector are of its
// components.

// CHECK:      #include <cstdint>
// CHECK:      __device__ __forceinline__ int64_t to_int64(double x)
// CHECK-NEXT: {
// CHECK-NEXT:     return isnan(x) ? 0 : (int64_t)x;
// CHECK-NEXT: }
// CHECK:      __device__ __forceinline__ bool all_finite(float2 a)
// CHECK-NEXT: {
// CHECK-NEXT:     return isfinite(a.x) && isfinite(a.y);
// CHECK-NEXT: }
// CHECK-LABEL: extern "C" __global__ void convert_kernel(
// CHECK:           whole[i] = (int)x[i];
// CHECK-NEXT:      finite[i] = all_finite(p[i]) ? 1 : 0;
// CHECK-NEXT:      wide[i] = to_int64(y[i]);
kgen.kernel @convert(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f64>, %p: !kgen.array<1, vec<2xf32>>,
                     %whole: !kgen.array<1, si32>, %finite: !kgen.array<1, si32>, %wide: !kgen.array<1, si64>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.cast %0 : f32 to si32
  kgen.store %whole[%i], %1 : !kgen.array<1, si32>
  %2 = kgen.load %p[%i] : !kgen.array<1, vec<2xf32>>
  %3 = kgen.all_finite %2 : !kgen.vec<2xf32>
  %4 = kgen.constant 1 : si32
  %5 = kgen.constant 0 : si32
  %6 = kgen.where %3, %4, %5 : i1, si32, si32
  kgen.store %finite[%i], %6 : !kgen.array<1, si32>
  %7 = kgen.load %y[%i] : !kgen.array<1, f64>
  %8 = kgen.cast %7 : f64 to si64
  kgen.store %wide[%i], %8 : !kgen.array<1, si64>
  kgen.return
}
