// What several functions of libdevice call is there once; a table belongs to who reads it.
// REQUIRES: libdevice
// RUN: kgen-translate --kgen-to-ptx --no-backward %s | FileCheck %s

// CHECK: .global .align 8 .b8 __internal_trig_reduction_slowpathd___cudart_i2opi_d[144]
// CHECK-NOT: slowpathd(
// CHECK: .func (.param .b64 func_retval0) __internal_trig_reduction_slowpathd(
// CHECK-NOT: .func
// CHECK: .func (.param .b64 func_retval0) __nv_cos(
// CHECK: call.uni (retval0), __internal_trig_reduction_slowpathd,
// CHECK-NOT: .func
// CHECK: .func (.param .b64 func_retval0) __nv_sin(
// CHECK: call.uni (retval0), __internal_trig_reduction_slowpathd,
// CHECK-NOT: {{\.func|\.extern}}
// CHECK: .visible .entry turn_cuda_kernel_forward(
kgen.kernel @turn(%a: !kgen.array<1, f64>, %b: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %x = kgen.load %a[%i] : !kgen.array<1, f64>
  %s = kgen.sin %x : f64
  kgen.store %a[%i], %s : !kgen.array<1, f64>
  %c = kgen.cos %x : f64
  kgen.store %b[%i], %c : !kgen.array<1, f64>
  kgen.return
}
