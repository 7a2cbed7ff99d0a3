// PTX: Warp's parameters, global memory by name, exact roundings, one libdevice.
// REQUIRES: libdevice
// RUN: kgen-translate --kgen-to-ptx --no-backward %s | FileCheck %s
// RUN: kgen-translate --kgen-to-ptx --no-backward --fp-contract=fast %s | FileCheck %s --check-prefix=FAST
// RUN: kgen-translate --kgen-to-ptx --no-backward --chip sm_120 %s | FileCheck %s --check-prefix=YOUNG
// RUN: kgen-translate --kgen-to-ptx --no-backward -O0 %s | FileCheck %s --check-prefix=O0
// RUN: kgen-translate --kgen-to-ptx --no-backward -O2 %s | FileCheck %s --check-prefix=O2

// CHECK: .version 8.0
// CHECK: .target sm_80
// Libdevice's functions are there once, seen by no other text, and their tables have names of their own.
// CHECK: .global .align 4 .b8 __nv_cosf___cudart_i2opi_f[24]
// CHECK-NOT: .visible
// CHECK: .func (.param .b32 func_retval0) __nv_cosf(
// CHECK-NOT: .func
// CHECK-NOT: .extern
// CHECK: .visible .entry forces_cuda_kernel_forward(
// CHECK-NEXT: .param .align 8 .b8 forces_cuda_kernel_forward_param_0[24],
// CHECK-NEXT: .param .f32 forces_cuda_kernel_forward_param_1,
// CHECK-NEXT: .param .u32 forces_cuda_kernel_forward_param_2,
// CHECK-NEXT: .param .u8 forces_cuda_kernel_forward_param_3,
// CHECK-NEXT: .param .align 4 .b8 forces_cuda_kernel_forward_param_4[12],
// CHECK-NEXT: .param .align 4 .b8 forces_cuda_kernel_forward_param_5[16],
// CHECK-NEXT: .param .align 8 .b8 forces_cuda_kernel_forward_param_6[56]
// CHECK-NEXT: )
// CHECK-DAG: ld.param.b32 {{.*}}, [forces_cuda_kernel_forward_param_4+8]
// CHECK-DAG: cvta.to.global.u64
// CHECK: ld.global.b32
// CHECK: call.uni (retval0), __nv_cosf, (param0);
// CHECK: } // callseq 0
// CHECK: mul.rn.f32
// CHECK: st.global.b32

// FAST: fma.rn.f32
// YOUNG: .version 8.8
// YOUNG: .target sm_120
// Calls are numbered from 0, whatever was compiled before.
// O0: call.uni {{.*}} __nv_cosf
// O0: } // callseq 0
// O2-NOT: __nv_cosf(
// O2: .visible .entry
// O2-NOT: call
kgen.kernel @forces(%s: f32, %n: si32, %on: i1, %v: !kgen.vec<3xf32>, %m: !kgen.mat<2x2xf32>, %a: !kgen.array<1, !kgen.vec<3xf32>>) {
  %i = kgen.tid : si32
  %u = kgen.load %a[%i] : !kgen.array<1, !kgen.vec<3xf32>>
  %w = kgen.scale %u, %s : !kgen.vec<3xf32>, f32
  %x = kgen.add %w, %v : !kgen.vec<3xf32>
  %0 = kgen.extract %m[1, 1] : !kgen.mat<2x2xf32>
  %1 = kgen.cos %0 : f32
  %2 = kgen.cast %n : si32 to f32
  %3 = kgen.mul %1, %2 : f32
  %y = kgen.where %on, %3, %1 : i1, f32, f32
  %z = kgen.scale %x, %y : !kgen.vec<3xf32>, f32
  kgen.store %a[%i], %z : !kgen.array<1, !kgen.vec<3xf32>>
  kgen.return
}
