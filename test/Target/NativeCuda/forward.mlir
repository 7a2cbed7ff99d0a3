// RUN: kgen-translate --kgen-to-cuda --style=native --no-backward %s | FileCheck %s
// Plain pointers with the extents that are needed, a visible index, CUDA's vectors.

// A kernel of one dimension has its launch's extent last.
// CHECK:      extern "C" __global__ void saxpy_kernel(
// CHECK-NEXT:     const float* __restrict__ x,
// CHECK-NEXT:     float* __restrict__ y,
// CHECK-NEXT:     float a,
// CHECK-NEXT:     int n)
// CHECK-NEXT: {
// CHECK-NEXT:     const int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:     if (i >= n) return;
// CHECK-NEXT:     y[i] = a * x[i] + y[i];
// CHECK-NEXT: }
kgen.kernel @saxpy(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>, %a: f32) {
  %i = kgen.tid : si32
  %0 = kgen.load %x[%i] : !kgen.array<1, f32>
  %1 = kgen.mul %a, %0 : f32
  %2 = kgen.load %y[%i] : !kgen.array<1, f32>
  %3 = kgen.add %1, %2 : f32
  kgen.store %y[%i], %3 : !kgen.array<1, f32>
  kgen.return
}

// The last dimension is that of neighbours. Only extents that places depend on are parameters.
// CHECK-LABEL: extern "C" __global__ void blend_kernel(
// CHECK-NEXT:     const float3* __restrict__ image,
// CHECK-NEXT:     int image_cols,
// CHECK-NEXT:     const float* __restrict__ mask,
// CHECK-NEXT:     int mask_cols,
// CHECK-NEXT:     float3* __restrict__ out,
// CHECK-NEXT:     int out_cols,
// CHECK-NEXT:     int height, int width)
// CHECK-NEXT: {
// CHECK-NEXT:     const int column = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:     const int row = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:     if (column >= width || row >= height) return;
// CHECK-NEXT:     const float* weights = mask + row * mask_cols;
// CHECK-NEXT:     out[row * out_cols + column] = image[(row + 1) * image_cols + column] * weights[column];
kgen.kernel @blend(%image: !kgen.array<2, vec<3xf32>>, %mask: !kgen.array<2, f32>, %out: !kgen.array<2, vec<3xf32>>) {
  %row, %column = kgen.tid : si32, si32
  %weights = kgen.view %mask[%row] : !kgen.array<2, f32>
  %1000 = kgen.constant 1 : si32
  %0 = kgen.add %row, %1000 : si32
  %1 = kgen.load %image[%0, %column] : !kgen.array<2, vec<3xf32>>
  %2 = kgen.load %weights[%column] : !kgen.array<1, f32>
  %3 = kgen.scale %1, %2 : !kgen.vec<3xf32>, f32
  kgen.store %out[%row, %column], %3 : !kgen.array<2, vec<3xf32>>
  kgen.return
}

// An index that may be negative wraps, one of the thread's does not. The author's `n` keeps its name.
// CHECK-LABEL: extern "C" __global__ void gather_kernel(
// CHECK-NEXT:     const float* __restrict__ values,
// CHECK-NEXT:     int values_size,
// CHECK-NEXT:     const int* __restrict__ order,
// CHECK-NEXT:     float* __restrict__ total,
// CHECK-NEXT:     int n,
// CHECK-NEXT:     int num_threads)
// CHECK-NEXT: {
// CHECK-NEXT:     const int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:     if (i >= num_threads) return;
// CHECK-NEXT:     if (i >= n) {
// CHECK-NEXT:         return;
// CHECK-NEXT:     }
// CHECK-NEXT:     atomicAdd(total, values[wrap_index(order[i], values_size)] + values[values_size - 1]);
kgen.kernel @gather(%values: !kgen.array<1, f32>, %order: !kgen.array<1, si32>, %total: !kgen.array<1, f32>, %n: si32) {
  %i = kgen.tid : si32
  %0 = kgen.cmp ge %i, %n : si32
  kgen.if %0 {
    kgen.return
  }
  %1 = kgen.load %order[%i] : !kgen.array<1, si32>
  %2 = kgen.load %values[%1] : !kgen.array<1, f32>
  %3 = kgen.load %values[-1] : !kgen.array<1, f32>
  %4 = kgen.add %2, %3 : f32
  %5 = kgen.atomic add %total[0], %4 : !kgen.array<1, f32>
  kgen.return
}

// Three dimensions, and a thread's place that is not the first statement's.
// CHECK-LABEL: extern "C" __global__ void fill_kernel(
// CHECK-NEXT:     float* __restrict__ grid,
// CHECK-NEXT:     int grid_dim0,
// CHECK-NEXT:     int grid_dim1,
// CHECK-NEXT:     int grid_dim2,
// CHECK-NEXT:     int depth, int height, int width)
// CHECK-NEXT: {
// CHECK-NEXT:     const int x_idx = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:     const int y_idx = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:     const int z_idx = blockIdx.z * blockDim.z + threadIdx.z;
// CHECK-NEXT:     if (x_idx >= width || y_idx >= height || z_idx >= depth) return;
// CHECK-NEXT:     const int size = grid_dim0;
// CHECK-NEXT:     const int i = z_idx;
// CHECK-NEXT:     const int j = y_idx;
// CHECK-NEXT:     const int k = x_idx;
// CHECK-NEXT:     grid[(i * grid_dim1 + j) * grid_dim2 + k] = (float)size;
kgen.kernel @fill(%grid: !kgen.array<3, f32>) {
  %size = kgen.shape %grid[0] : !kgen.array<3, f32>
  %i, %j, %k = kgen.tid : si32, si32, si32
  %0 = kgen.cast %size : si32 to f32
  kgen.store %grid[%i, %j, %k], %0 : !kgen.array<3, f32>
  kgen.return
}
