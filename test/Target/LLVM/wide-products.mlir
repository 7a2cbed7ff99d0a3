// An element's address takes one `mul.wide`, also where the stride was widened before the loop; numbers that are of 64 bits to
// begin with take a product of 64 bits.
// RUN: kgen-translate --kgen-to-ptx --no-backward %s | FileCheck %s

// CHECK: .visible .entry strided
// CHECK: ld.param.b32 [[STRIDE:%r[0-9]+]], [strided_cuda_kernel_forward_param_2+32]
// CHECK: mul.wide.s32 {{.*}}, [[STRIDE]];
// CHECK-NOT: cvt.s64.s32
// CHECK: mul.lo.s64
// CHECK-NOT: cvt.s64.s32
// CHECK: }
kgen.kernel @strided(%n: si32, %a: !kgen.array<1, si64>) {
  kgen.for %k = 0 to %n step 1 {
    %x = kgen.load %a[%k] : !kgen.array<1, si64>
    %y = kgen.mul %x, %x : si64
    kgen.store %a[%k], %y : !kgen.array<1, si64>
  }
  kgen.return
}
