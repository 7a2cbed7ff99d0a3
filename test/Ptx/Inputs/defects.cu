// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA programs with one defect each; what is found stands in defects.test.
#include <cassert>
#include <mma.h>

#define KERNEL extern "C" __global__ void
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL missing_barrier(const int *x, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
KERNEL missing_second_barrier(const int *x, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  int other = s[63 - threadIdx.x];
  s[threadIdx.x] = other + 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
KERNEL missing_warp_sync(const int *x, int *out) {
  __shared__ int s[32];
  s[threadIdx.x % 32] = x[threadIdx.x % 32];
  out[threadIdx.x % 32] = s[threadIdx.x % 32 ^ 1];
}
KERNEL one_past_the_end(const int *x, int *out, int n) {
  if (TID <= n)
    out[TID] = x[0];
}
KERNEL below(const int *x, int *out) { out[TID] = x[(int)threadIdx.x - 1]; }
KERNEL outside_shared(const int *x, int *out) {
  __shared__ int s[64], t[64];
  t[threadIdx.x] = 0;
  s[threadIdx.x + x[0]] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + t[threadIdx.x];
}
KERNEL null_pointer(const int *x, int *out) {
  int *p = reinterpret_cast<int *>(static_cast<long long>(x[0]));
  *p = 1;
}
KERNEL unaligned(const int *x, int *out) { out[TID] = *reinterpret_cast<const int *>(reinterpret_cast<const char *>(x) + 2); }
KERNEL unwritten_shared(const int *x, int *out) {
  __shared__ int s[64];
  if (threadIdx.x < 63)
    s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (s[63 - threadIdx.x] > 0)
    out[threadIdx.x] = 1;
}
KERNEL unwritten_output(const int *x, int *out) { out[TID] = out[TID] + x[TID]; }
KERNEL divergent_barrier(const int *x, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 40)
    __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
KERNEL missing_lane(const int *x, int *out) {
  int v = x[TID];
  if (threadIdx.x < 16)
    v = __shfl_sync(0xffffffff, v, 0);
  out[TID] = v;
}
KERNEL endless(const int *x, int *out) {
  while (*(volatile const int *)x != 12345)
    ;
  out[0] = 1;
}
KERNEL failed_assertion(const int *x, int *out) {
  assert(x[TID] < 63);
  out[TID] = x[TID];
}
KERNEL division_by_zero(const int *x, int *out) { out[TID] = 100 / x[TID]; }
KERNEL trap(const int *x, int *out) {
  if (x[TID] == 9)
    __trap();
  out[TID] = 1;
}
__device__ __noinline__ int descend(int n) { return n == 12345 ? 0 : descend(n + 1) * 3 + n; }
KERNEL endless_recursion(const int *x, int *out) { out[TID] = descend(x[TID] * 20000); }
KERNEL neighbours_in_global(int *x, int *out) {
  x[TID] += 1;
  out[TID] = x[(TID + 1) & 63];
}

namespace wmma = nvcuda::wmma;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, int>;
#define BYTES reinterpret_cast<const signed char *>

KERNEL wrong_stride(const int *x, int *out) {
  Left left;
  wmma::load_matrix_sync(left, BYTES(x), 32);
  out[TID] = left.x[0];
}
KERNEL stride_between_words(const int *x, int *out) {
  Left left;
  wmma::load_matrix_sync(left, BYTES(x), 12);
  out[TID] = left.x[0];
}
KERNEL misplaced_matrix(const int *x, int *out) {
  Left left;
  wmma::load_matrix_sync(left, BYTES(x) + 4, 16);
  out[TID] = left.x[0];
}
KERNEL small_output(const int *x, int *out) {
  Left left;
  Right right;
  Sum sum;
  wmma::load_matrix_sync(left, BYTES(x), 16);
  wmma::load_matrix_sync(right, BYTES(x), 16);
  wmma::fill_fragment(sum, 0);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
KERNEL overlapping_outputs(const int *x, int *out) {
  Sum sum;
  wmma::fill_fragment(sum, (int)threadIdx.x / 32 + x[0]);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
KERNEL missing_barrier_before_ldmatrix(const int *x, int *out) {
  __shared__ __align__(16) int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  unsigned y;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(y) : "r"((unsigned)__cvta_generic_to_shared(s + threadIdx.x % 8 * 4)));
  out[TID] = y;
}
KERNEL rows_between_words(const int *x, int *out) {
  __shared__ __align__(16) int s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  unsigned y;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(y) : "r"((unsigned)__cvta_generic_to_shared(s + threadIdx.x % 8 * 3)));
  out[TID] = y;
}
__device__ int multiply(int x) {
  int y[2] = {};
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%2}, {%0, %1};" : "+r"(y[0]), "+r"(y[1]) : "r"(x));
  return y[0] + y[1];
}
KERNEL divergent_product(const int *x, int *out) {
  if (threadIdx.x & 16)
    out[TID] = multiply(x[TID]);
}
KERNEL products_apart(const int *x, int *out) {
  if (threadIdx.x & 16)
    out[TID] = multiply(x[TID]);
  else
    out[TID] = multiply(x[TID] + 1);
}
KERNEL lanes_apart(const int *x, int *out) {
  Left left;
  wmma::load_matrix_sync(left, BYTES(x) + (threadIdx.x & 16 ? 0 : 8), 8);
  out[TID] = left.x[0];
}
KERNEL unwritten_factor(const int *x, int *out) {
  int y[4];
  y[x[5] % 4] = 1;
  out[TID] = multiply(y[threadIdx.x & 3]);
}
KERNEL part_of_a_warp(const int *x, int *out) { out[TID] = multiply(x[TID]); }
