// RUN: kgen-translate --kgen-to-cuda --style=native --no-backward %s | FileCheck %s
// The text defines the functions and operators that it uses, and no others.

// CHECK-NOT: operator+=
// CHECK:      __device__ __forceinline__ int wrap_index(int i, int n)
// CHECK:      __device__ __forceinline__ float3 operator-(float3 a, float3 b)
// CHECK-NEXT: {
// CHECK-NEXT:     return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
// CHECK-NEXT: }
// CHECK-NOT:  operator

// A function of the author's gets the extents of its arrays that it needs.
// CHECK:      __device__ __forceinline__ float first(const float* x, int x_size, int at)
// CHECK-NEXT: {
// CHECK-NEXT:     return x[wrap_index(at, x_size)];
// CHECK-NEXT: }
kgen.func @first(%x: !kgen.array<1, f32>, %at: si32) -> f32 {
  %0 = kgen.load %x[%at] : !kgen.array<1, f32>
  kgen.return %0 : f32
}

// Both operands of a function may be one value.
// CHECK:      __device__ __forceinline__ float dot(float3 a, float3 b)
// CHECK-NEXT: {
// CHECK-NEXT:     return a.x * b.x + a.y * b.y + a.z * b.z;
// CHECK-NEXT: }
// The author has a variable `length`.
// CHECK:      __device__ __forceinline__ float length3(float3 a)
// CHECK-NEXT: {
// CHECK-NEXT:     return sqrtf(dot(a, a));
// CHECK-NEXT: }
// CHECK-LABEL: extern "C" __global__ void measure_kernel(
// CHECK:           const float length = length3(p[i] - p[0]);
// CHECK-NEXT:      const int at = -1;
// CHECK-NEXT:      out[i] = acosf(fminf(fmaxf(length, -1.0f), 1.0f)) + first(w, w_size, at);
kgen.kernel @measure(%p: !kgen.array<1, vec<3xf32>>, %w: !kgen.array<1, f32>, %out: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.load %p[%i] : !kgen.array<1, vec<3xf32>>
  %1 = kgen.load %p[0] : !kgen.array<1, vec<3xf32>>
  %2 = kgen.sub %0, %1 : !kgen.vec<3xf32>
  %length = kgen.length %2 : !kgen.vec<3xf32>
  %4 = kgen.acos %length : f32
  %at = kgen.constant -1 : si32
  %5 = kgen.call @first(%w, %at) : (!kgen.array<1, f32>, si32) -> f32
  %6 = kgen.add %4, %5 : f32
  kgen.store %out[%i], %6 : !kgen.array<1, f32>
  kgen.return
}
