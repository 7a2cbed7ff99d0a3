// Names are locations, not attributes: the output of a pipeline is what upstream tools take.
// RUN: kgen-opt --kgen-to-cpu %s | FileCheck %s
// RUN: kgen-opt --kgen-to-cpu %s | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=IR

// CHECK-NOT: kgen.
// CHECK: %speed.x = llvm.load
// CHECK: %half = llvm.fmul %speed.x
// IR: define void @named_cpu_forward(ptr %0, ptr %1)
kgen.kernel @named(%v: !kgen.array<1, !kgen.vec<2xf32>>, %o: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %speed = kgen.load %v[%i] : !kgen.array<1, !kgen.vec<2xf32>>
  %0 = kgen.extract %speed[0] : !kgen.vec<2xf32>
  %1 = kgen.constant 0.5 : f32
  %half = kgen.mul %0, %1 : f32
  kgen.store %o[%i], %half : !kgen.array<1, f32>
  kgen.return
}

// The triple goes along.
// RUN: kgen-opt --kgen-to-nvptx="chip=sm_90" %s | mlir-translate --mlir-to-llvmir | llc -mcpu=sm_90 | FileCheck %s --check-prefix=PTX
// PTX: .visible .entry named_cuda_kernel_forward(
// PTX: ld.global.b32
