// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA programs that are right: what they compute stands, in Python, in programs.py.
#include <cassert>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#define KERNEL extern "C" __global__ void
#define TID (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL axpy(float a, const float *x, float *y, int n) {
  for (int i = TID; i < n; i += gridDim.x * blockDim.x)
    y[i] = a * x[i] + y[i];
}

KERNEL block_sum(const float *x, float *out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = TID < n ? x[TID] : 0.0f;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, s[0]);
}

KERNEL warp_sum(const int *x, int *out) {
  int v = x[TID];
  for (int k = 16; k > 0; k /= 2)
    v += __shfl_down_sync(0xffffffff, v, k);
  if (threadIdx.x % 32 == 0)
    out[TID / 32] = v;
}

KERNEL butterfly_max(const float *x, float *out) {
  float v = x[TID];
  for (int k = 1; k < 32; k *= 2)
    v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, k));
  out[TID] = v;
}

KERNEL warp_scan(const int *x, int *out) {
  int lane = threadIdx.x % 32, v = x[TID];
  for (int k = 1; k < 32; k *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, k);
    if (lane >= k)
      v += other;
  }
  out[TID] = v;
}

KERNEL broadcast(const double *x, double *out) { out[TID] = __shfl_sync(0xffffffff, x[TID], 5, 8); }

KERNEL votes(const int *x, unsigned *out) {
  int p = x[TID] > 0;
  unsigned ballot = __ballot_sync(0xffffffff, p);
  out[TID] = ballot + (__all_sync(0xffffffff, p) ? 1000u : 0u) + (__any_sync(0xffffffff, p) ? 1u : 0u);
}

KERNEL matches(const int *x, unsigned *out) { out[TID] = __match_any_sync(0xffffffff, x[TID]); }

KERNEL match_all(const int *x, int *out) {
  int same = 0;
  __match_all_sync(0xffffffff, x[TID], &same);
  out[TID] = same;
}

KERNEL reduce_add(const int *x, int *out) { out[TID] = __reduce_add_sync(0xffffffff, x[TID]); }

KERNEL scan(const int *x, int *out) {
  __shared__ int s[2][64];
  int t = threadIdx.x, from = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int k = 1; k < 64; k *= 2, from ^= 1) {
    s[from ^ 1][t] = s[from][t] + (t >= k ? s[from][t - k] : 0);
    __syncthreads();
  }
  out[t] = s[from][t];
}

KERNEL transpose(const float *x, float *out, int n) {
  __shared__ float tile[8][9];
  tile[threadIdx.y][threadIdx.x] = x[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 8 + threadIdx.y) * n + blockIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

KERNEL matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float s[8][8], t[8][8];
  int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 8) {
    s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += s[threadIdx.y][i] * t[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

KERNEL histogram(const unsigned char *x, unsigned *out, int n) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (TID < n)
    atomicAdd(&bins[x[TID] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

KERNEL local_array(const int *x, int *out) {
  int a[8];
  for (int i = 0; i < 8; ++i)
    a[i] = x[TID] * i;
  out[TID] = a[(x[TID] & 7)] + a[7 - (x[TID] & 7)];
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
KERNEL recursion(const int *x, int *out) { out[TID] = fibonacci(x[TID]); }

__device__ __noinline__ float twice(float x) { return 2.0f * x; }
__device__ __noinline__ float square(float x) { return x * x; }
typedef float (*Function)(float);
__device__ Function table[2] = {twice, square};
KERNEL function_pointers(const float *x, const int *which, float *out) { out[TID] = table[which[TID]](x[TID]); }

KERNEL vector_loads(const float4 *x, float4 *out) {
  float4 v = x[TID];
  out[TID] = make_float4(v.w, v.z, v.y, v.x);
}

KERNEL halves(const __half *x, const __half *y, __half *out) { out[TID] = __hfma(x[TID], y[TID], __float2half(0.5f)); }

KERNEL half2s(const __half2 *x, const __half2 *y, __half2 *out) { out[TID] = __hadd2(__hmul2(x[TID], y[TID]), y[TID]); }

KERNEL bfloats(const float *x, const float *y, float *out) {
  out[TID] = __bfloat162float(__hfma(__float2bfloat16(x[TID]), __float2bfloat16(y[TID]), __float2bfloat16(1.0f)));
}

KERNEL wide_integers(const unsigned long long *x, unsigned long long *out) {
  unsigned long long v = x[TID];
  out[TID] = __umul64hi(v, v) + v / 7 + v % 13 + __popcll(v) + __clzll(v) + __brevll(v);
}

KERNEL atomics(const int *x, int *sums, unsigned *counters) {
  int v = x[TID];
  atomicAdd(&sums[0], v);
  atomicMax(&sums[1], v);
  atomicMin(&sums[2], v);
  atomicOr(&sums[3], v);
  atomicAnd(&sums[4], v);
  atomicXor(&sums[5], v);
  atomicInc(&counters[0], 9);
  atomicDec(&counters[1], 9);
  for (int old = sums[6], seen;; old = seen)
    if ((seen = atomicCAS(&sums[6], old, old + v * v)) == old)
      break;
}

KERNEL double_atomic(const double *x, double *out) { atomicAdd(out, x[TID]); }

KERNEL prints(const int *x, int *out) {
  if (x[TID] == 3)
    printf("thread %d has %d, %.2f %s\n", int(threadIdx.x), x[TID], 1.5, "three");
  out[TID] = x[TID];
}

KERNEL asserts(const int *x, int *out) {
  assert(x[TID] >= 0);
  out[TID] = x[TID] + 1;
}

KERNEL dynamic_shared(const int *x, int *out, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__constant__ float weights[4] = {0.5f, 0.25f, 0.125f, 2.0f};
KERNEL constants(const float *x, float *out) { out[TID] = x[TID] * weights[TID % 4]; }

KERNEL elementary(const float *x, float *out) { out[TID] = sinf(x[TID]) * expf(x[TID]) + logf(2.0f + x[TID]) + sqrtf(fabsf(x[TID])); }

KERNEL elementary_double(const double *x, double *out) { out[TID] = sin(x[TID]) * exp(x[TID]) + pow(2.0 + fabs(x[TID]), x[TID]); }

KERNEL divergence(const int *x, int *out) {
  int v = x[TID], steps = 0;
  while (v != 1 && steps < 200) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    ++steps;
  }
  __syncwarp();
  out[TID] = __shfl_sync(0xffffffff, steps, 31 - threadIdx.x % 32);
}

KERNEL barrier_counts(const int *x, int *out) {
  int odd = __syncthreads_count(x[TID] & 1), all = __syncthreads_and(x[TID] >= 0), one = __syncthreads_or(x[TID] == 7);
  out[TID] = odd * 100 + (all ? 10 : 0) + (one ? 1 : 0);
}

KERNEL copy_async(const int *x, int *out) {
  __shared__ __align__(16) int s[64];
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + threadIdx.x));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

KERNEL rounding(const float *x, const float *y, float *out) {
  out[4 * TID] = __fadd_rd(x[TID], y[TID]);
  out[4 * TID + 1] = __fadd_ru(x[TID], y[TID]);
  out[4 * TID + 2] = __fmul_rz(x[TID], y[TID]);
  out[4 * TID + 3] = __fdiv_rn(x[TID], y[TID]);
}

// Products of matrices of n x n elements, a warp for a tile.
namespace wmma = nvcuda::wmma;

/// `b` lies as its layout says; the sums are doubled element by element.
template <int M, int N, int K, class Type, class Layout, class Stored, class Sum>
__device__ void multiplyTile(const Stored *a, const Stored *b, Sum *c, int n, int stepOfK, int stepOfColumn) {
  int row = blockIdx.y * M, column = blockIdx.x * N;
  wmma::fragment<wmma::matrix_a, M, N, K, Type, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, M, N, K, Type, Layout> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  wmma::fill_fragment(sum, Sum(0));
  for (int k = 0; k < n; k += K) {
    wmma::load_matrix_sync(left, a + row * n + k, n);
    wmma::load_matrix_sync(right, b + k * stepOfK + column * stepOfColumn, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
KERNEL wmma_half(const half *a, const half *b, float *c, int n) { multiplyTile<16, 16, 16, half, wmma::row_major>(a, b, c, n, n, 1); }
KERNEL wmma_half_sums(const half *a, const half *b, half *c, int n) { multiplyTile<16, 16, 16, half, wmma::col_major>(a, b, c, n, 1, n); }
KERNEL wmma_tall(const half *a, const half *b, float *c, int n) { multiplyTile<32, 8, 16, half, wmma::col_major>(a, b, c, n, 1, n); }
KERNEL wmma_wide(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n) {
  multiplyTile<8, 32, 16, __nv_bfloat16, wmma::row_major>(a, b, c, n, n, 1);
}
KERNEL wmma_bfloat(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n) {
  multiplyTile<16, 16, 16, __nv_bfloat16, wmma::col_major>(a, b, c, n, 1, n);
}
KERNEL wmma_tf32(const float *a, const float *b, float *c, int n) {
  multiplyTile<16, 16, 8, wmma::precision::tf32, wmma::row_major>(a, b, c, n, n, 1);
}
KERNEL wmma_signed(const signed char *a, const signed char *b, int *c, int n) {
  multiplyTile<16, 16, 16, signed char, wmma::col_major>(a, b, c, n, 1, n);
}
KERNEL wmma_unsigned(const unsigned char *a, const unsigned char *b, int *c, int n) {
  multiplyTile<32, 8, 16, unsigned char, wmma::row_major>(a, b, c, n, n, 1);
}
KERNEL wmma_double(const double *a, const double *b, double *c, int n) {
  multiplyTile<8, 8, 4, double, wmma::row_major>(a, b, c, n, n, 1);
}

/// Tiles by way of shared memory, in rows with a gap; two warps, each with half of the columns; saturated sums by columns.
KERNEL wmma_shared(const signed char *a, const signed char *b, int *c, int n) {
  __shared__ __align__(128) signed char left[16 * 32], right[32 * 48];
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::load_matrix_sync(sum, c + blockIdx.y * 16 + threadIdx.x / 32 * 16 * n, n, wmma::mem_col_major);
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 64)
      left[i / 16 * 32 + i % 16] = a[(blockIdx.y * 16 + i / 16) * n + k + i % 16];
    for (int i = threadIdx.x; i < 512; i += 64)
      right[i / 32 * 48 + i % 32] = b[(k + i / 32) * n + i % 32];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> y;
    wmma::load_matrix_sync(x, left, 32);
    wmma::load_matrix_sync(y, right + threadIdx.x / 32 * 16, 48);
    wmma::mma_sync(sum, x, y, sum, true);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 + threadIdx.x / 32 * 16 * n, sum, n, wmma::mem_col_major);
}

__device__ unsigned sharedAddress(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

/// Four matrices of 8 x 8 halves, of which each lane names a row.
__device__ void loadFour(unsigned (&x)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(sharedAddress(row)));
}

/// 16 x 8 elements, as the lanes of a warp hold them.
template <class T> __device__ void storeTile(T *c, int n, const T (&sum)[4]) {
  for (int i = 0; i < 4; ++i)
    c[(threadIdx.x / 4 + i / 2 * 8) * n + threadIdx.x % 4 * 2 + i % 2] = sum[i];
}

/// 16 x 8 elements; rows of `a` and columns of `b` are brought by ldmatrix as if their bytes were halves.
KERNEL mma_bytes(const signed char *a, const signed char *b, int *c, int n) {
  __shared__ __align__(16) signed char left[16][32], right[8][32];
  int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8, sum[4] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 16; ++i)
      left[i][lane] = a[(row + i) * n + k + lane];
    for (int i = 0; i < 8; ++i)
      right[i][lane] = b[(column + i) * n + k + lane];
    __syncthreads();
    unsigned x[4], y[2];
    loadFour(x, &left[lane % 16][lane / 16 * 16]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"(sharedAddress(&right[lane % 8][lane / 8 % 2 * 16])));
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncthreads();
  }
  storeTile(c + row * n + column, n, sum);
}

/// The same of halves; `b` by rows, which ldmatrix transposes.
KERNEL mma_half(const half *a, const half *b, float *c, int n) {
  __shared__ __align__(16) half left[16][16], right[16][8];
  int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8;
  float sum[4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = lane; i < 256; i += 32)
      left[i / 16][i % 16] = a[(row + i / 16) * n + k + i % 16];
    for (int i = lane; i < 128; i += 32)
      right[i / 8][i % 8] = b[(k + i / 8) * n + column + i % 8];
    __syncwarp();
    unsigned x[4], y[2];
    loadFour(x, &left[lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"(sharedAddress(&right[lane % 16][0])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    __syncwarp();
  }
  storeTile(c + row * n + column, n, sum);
}
