// RUN: kgen-translate --kgen-to-cuda --self-contained --no-backward %s | FileCheck %s --implicit-check-not='#include "'
// RUN: %if nvrtc %{ kgen-translate --kgen-to-cuda --self-contained %s | %python %S/../../Integration/compile_check.py -I "" --nvrtc - %}
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp --self-contained %s | %python %S/../../Integration/compile_check.py -I "" --cxx %gxx - %}
// The text holds what it needs of the header and no more.

// CHECK:     namespace kgen {
// CHECK-NOT: determinant
// CHECK-NOT: atomic
// CHECK:     KGEN_FN float sqrt(float x)
// CHECK-NOT: struct mat
// CHECK:     struct vec {
// CHECK:     T dot(
// CHECK:     T length(
// CHECK-NOT: cross
// CHECK:     struct launch_bounds {
// CHECK:     struct array {
// CHECK-NOT: struct gradient
// CHECK:     } // namespace kgen
// CHECK:     extern "C" __global__ void lengths_cuda_kernel_forward(
kgen.kernel @lengths(%x: !kgen.array<1, vec<3xf32>>, %y: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, vec<3xf32>>
  %1 = kgen.length %0 : !kgen.vec<3xf32>
  kgen.store %y[%i], %1 : !kgen.array<1, f32>
  kgen.return
}
