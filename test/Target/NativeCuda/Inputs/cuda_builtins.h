// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of CUDA that clang needs to compile a kernel without a toolkit: built-in variables, vector types, functions
// of libdevice and atomics. For tests only.

#pragma once

#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __restrict__ __restrict
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long;
using uint64_t = unsigned long;

#define KGEN_COORDINATE(NAME, AXIS, READ)                                                                              \
  __declspec(property(get = get_##AXIS)) unsigned int AXIS;                                                            \
  static __device__ __forceinline__ unsigned int get_##AXIS() { return READ; }
struct ThreadIdx {
  KGEN_COORDINATE(threadIdx, x, __nvvm_read_ptx_sreg_tid_x())
  KGEN_COORDINATE(threadIdx, y, __nvvm_read_ptx_sreg_tid_y())
  KGEN_COORDINATE(threadIdx, z, __nvvm_read_ptx_sreg_tid_z())
};
struct BlockIdx {
  KGEN_COORDINATE(blockIdx, x, __nvvm_read_ptx_sreg_ctaid_x())
  KGEN_COORDINATE(blockIdx, y, __nvvm_read_ptx_sreg_ctaid_y())
  KGEN_COORDINATE(blockIdx, z, __nvvm_read_ptx_sreg_ctaid_z())
};
struct BlockDim {
  KGEN_COORDINATE(blockDim, x, __nvvm_read_ptx_sreg_ntid_x())
  KGEN_COORDINATE(blockDim, y, __nvvm_read_ptx_sreg_ntid_y())
  KGEN_COORDINATE(blockDim, z, __nvvm_read_ptx_sreg_ntid_z())
};
extern const __device__ ThreadIdx threadIdx;
extern const __device__ BlockIdx blockIdx;
extern const __device__ BlockDim blockDim;

#define KGEN_VECTORS(T, NAME, ALIGN2, ALIGN4)                                                                          \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { T x, y; };                                                         \
  struct NAME##3 { T x, y, z; };                                                                                       \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { T x, y, z, w; };                                                   \
  __device__ __forceinline__ NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                                       \
  __device__ __forceinline__ NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }                               \
  __device__ __forceinline__ NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }
KGEN_VECTORS(float, float, 8, 16)
KGEN_VECTORS(double, double, 16, 16)
KGEN_VECTORS(int, int, 8, 16)
KGEN_VECTORS(unsigned int, uint, 8, 16)

#define KGEN_MATH1(NAME)                                                                                               \
  extern "C" __device__ float __nv_##NAME##f(float);                                                                   \
  extern "C" __device__ double __nv_##NAME(double);                                                                    \
  __device__ __forceinline__ float NAME##f(float x) { return __nv_##NAME##f(x); }                                      \
  __device__ __forceinline__ double NAME(double x) { return __nv_##NAME(x); }
#define KGEN_MATH2(NAME)                                                                                               \
  extern "C" __device__ float __nv_##NAME##f(float, float);                                                            \
  extern "C" __device__ double __nv_##NAME(double, double);                                                            \
  __device__ __forceinline__ float NAME##f(float x, float y) { return __nv_##NAME##f(x, y); }                          \
  __device__ __forceinline__ double NAME(double x, double y) { return __nv_##NAME(x, y); }
KGEN_MATH1(sin)
KGEN_MATH1(cos)
KGEN_MATH1(tan)
KGEN_MATH1(asin)
KGEN_MATH1(acos)
KGEN_MATH1(atan)
KGEN_MATH1(sinh)
KGEN_MATH1(cosh)
KGEN_MATH1(tanh)
KGEN_MATH1(exp)
KGEN_MATH1(log)
KGEN_MATH1(log2)
KGEN_MATH1(log10)
KGEN_MATH1(sqrt)
KGEN_MATH1(cbrt)
KGEN_MATH1(erf)
KGEN_MATH1(erfc)
KGEN_MATH1(floor)
KGEN_MATH1(ceil)
KGEN_MATH1(trunc)
KGEN_MATH1(round)
KGEN_MATH1(rint)
KGEN_MATH1(fabs)
KGEN_MATH2(atan2)
KGEN_MATH2(pow)
KGEN_MATH2(fmod)
KGEN_MATH2(fmin)
KGEN_MATH2(fmax)
KGEN_MATH2(copysign)

#define KGEN_INTEGERS(T)                                                                                               \
  __device__ __forceinline__ T min(T a, T b) { return a < b ? a : b; }                                                 \
  __device__ __forceinline__ T max(T a, T b) { return a > b ? a : b; }
KGEN_INTEGERS(int)
KGEN_INTEGERS(unsigned int)
KGEN_INTEGERS(long)
KGEN_INTEGERS(unsigned long)
__device__ __forceinline__ int abs(int x) { return x < 0 ? (int)(0u - (unsigned int)x) : x; }
__device__ __forceinline__ long abs(long x) { return x < 0 ? (long)(0ul - (unsigned long)x) : x; }
__device__ __forceinline__ int __popc(unsigned int x) { return __builtin_popcount(x); }
__device__ __forceinline__ int __popcll(unsigned long x) { return __builtin_popcountl(x); }
#define KGEN_QUESTIONS(T)                                                                                              \
  __device__ __forceinline__ bool isnan(T x) { return x != x; }                                                        \
  __device__ __forceinline__ bool isfinite(T x) { return x - x == T(0); }                                              \
  __device__ __forceinline__ bool isinf(T x) { return x == x && x - x != T(0); }
KGEN_QUESTIONS(float)
KGEN_QUESTIONS(double)
__device__ __forceinline__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__device__ __forceinline__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }

#define KGEN_ATOMIC(NAME, T, BUILTIN)                                                                                  \
  __device__ __forceinline__ T NAME(T *address, T value) { return BUILTIN(address, value, __ATOMIC_RELAXED); }
#define KGEN_ATOMICS(T)                                                                                                \
  KGEN_ATOMIC(atomicAdd, T, __atomic_fetch_add)                                                                        \
  KGEN_ATOMIC(atomicSub, T, __atomic_fetch_sub)                                                                        \
  KGEN_ATOMIC(atomicMin, T, __atomic_fetch_min)                                                                        \
  KGEN_ATOMIC(atomicMax, T, __atomic_fetch_max)                                                                        \
  KGEN_ATOMIC(atomicAnd, T, __atomic_fetch_and)                                                                        \
  KGEN_ATOMIC(atomicOr, T, __atomic_fetch_or)                                                                          \
  KGEN_ATOMIC(atomicXor, T, __atomic_fetch_xor)                                                                        \
  KGEN_ATOMIC(atomicExch, T, __atomic_exchange_n)
KGEN_ATOMICS(int)
KGEN_ATOMICS(unsigned int)
__device__ __forceinline__ float atomicAdd(float *address, float value) {
  return __nvvm_atom_add_gen_f(address, value);
}
__device__ __forceinline__ double atomicAdd(double *address, double value) {
  return __nvvm_atom_add_gen_d(address, value);
}
__device__ __forceinline__ float atomicExch(float *address, float value) {
  return __int_as_float(atomicExch((int *)address, __float_as_int(value)));
}
__device__ __forceinline__ int atomicCAS(int *address, int compare, int value) {
  return __nvvm_atom_cas_gen_i(address, compare, value);
}
