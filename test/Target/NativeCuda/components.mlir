// RUN: kgen-translate --kgen-to-cuda --style=native --no-backward %s | FileCheck %s
// A component at an index that varies: by the address of the whole vector, since one member's does not lead to another;
// of a result, by a function.

// CHECK:      __device__ __forceinline__ float component(float3 v, int i)
// CHECK-NEXT: {
// CHECK-NEXT:     return i == 0 ? v.x : i == 1 ? v.y : v.z;
// CHECK-NEXT: }
// CHECK-LABEL: extern "C" __global__ void pick_kernel(
// CHECK:           const int axis = i % 3;
// CHECK-NEXT:      out[i] = ((float*)&p[i])[axis] + component((p[i] + p[0]), axis);
// CHECK-NEXT:      out[0] = ((float*)&p[i])[wrap_index(n, 3)];
kgen.kernel @pick(%p: !kgen.array<1, vec<3xf32>>, %out: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %0 = kgen.constant 3 : si32
  %axis = kgen.mod %i, %0 : si32
  %1 = kgen.load %p[%i, %axis] : !kgen.array<1, vec<3xf32>>
  %2 = kgen.load %p[%i] : !kgen.array<1, vec<3xf32>>
  %3 = kgen.load %p[0] : !kgen.array<1, vec<3xf32>>
  %4 = kgen.add %2, %3 : !kgen.vec<3xf32>
  %5 = kgen.extract %4[%axis] : !kgen.vec<3xf32>
  %6 = kgen.add %1, %5 : f32
  kgen.store %out[%i], %6 : !kgen.array<1, f32>
  %7 = kgen.load %p[%i, %n] : !kgen.array<1, vec<3xf32>>
  kgen.store %out[0], %7 : !kgen.array<1, f32>
  kgen.return
}
