// Sines and cosines of one value that are marked so are one call, of which each takes its part.
// RUN: kgen-opt "--convert-kgen-to-llvm=lanes=8" --split-input-file %s | FileCheck %s
// RUN: kgen-opt "--convert-kgen-to-llvm" --split-input-file %s | FileCheck %s --check-prefix=LIBM
// RUN: kgen-opt "--convert-kgen-to-llvm=target=nvptx" --split-input-file %s | FileCheck %s --check-prefix=NVPTX

// Two floats come back in one register, vectors in memory.
// CHECK-LABEL: @turn_cpu_forward
// CHECK: %[[MEMORY:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(vector<8xf32>, vector<8xf32>)>
// CHECK: llvm.call @Sleef_finz_sincosf8_u10avx2(%[[MEMORY]], %{{.*}}) : (!llvm.ptr, vector<8xf32>) -> ()
// CHECK-NEXT: %[[BOTH:.*]] = llvm.load %[[MEMORY]]
// CHECK-NEXT: %[[SINE:.*]] = llvm.extractvalue %[[BOTH]][0]
// CHECK-NEXT: %[[COSINE:.*]] = llvm.extractvalue %[[BOTH]][1]
// CHECK-NOT: llvm.call
// CHECK: llvm.fmul %[[COSINE]], %[[SINE]] : vector<8xf32>
// CHECK: %[[BOTH:.*]] = llvm.call @Sleef_finz_sincosf1_u10purecfma(%{{.*}}) : (f32) -> vector<2xf32>
// CHECK: %[[SINE:.*]] = llvm.extractelement %[[BOTH]]
// CHECK: %[[COSINE:.*]] = llvm.extractelement %[[BOTH]]
// CHECK-NOT: llvm.call
// CHECK: llvm.fmul %[[COSINE]], %[[SINE]] : f32
// LIBM-LABEL: @turn_cpu_forward
// LIBM: llvm.call @cosf
// LIBM: llvm.call @sinf
// NVPTX-LABEL: @turn_cuda_kernel_forward
// NVPTX: llvm.call @__nv_cosf
// NVPTX: llvm.call @__nv_sinf
kgen.kernel @turn(%angle: !kgen.array<1, f32>, %out: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %a = kgen.load %angle[%i] : !kgen.array<1, f32>
  %c = kgen.cos %a {kgen.paired} : f32
  %s = kgen.sin %a {kgen.paired} : f32
  %product = kgen.mul %c, %s : f32
  kgen.store %out[%i], %product : !kgen.array<1, f32>
  kgen.return
}

// -----

// Eight doubles are two calls for both; two doubles come back in registers.
// CHECK-LABEL: @turn_double_cpu_forward
// CHECK-COUNT-2: llvm.call @Sleef_finz_sincosd4_u10avx2
// CHECK-NOT: avx2
// CHECK: llvm.call @Sleef_finz_sincosd1_u10purecfma(%{{.*}}) : (f64) -> !llvm.struct<(f64, f64)>
kgen.kernel @turn_double(%angle: !kgen.array<1, f64>, %out: !kgen.array<1, f64>) {
  %i = kgen.tid : si32
  %a = kgen.load %angle[%i] : !kgen.array<1, f64>
  %s = kgen.sin %a {kgen.paired} : f64
  %c = kgen.cos %a {kgen.paired} : f64
  %again = kgen.sin %a {kgen.paired} : f64
  %product = kgen.mul %c, %s : f64
  %sum = kgen.add %product, %again : f64
  kgen.store %out[%i], %sum : !kgen.array<1, f64>
  kgen.return
}

// -----

// Without the mark none is; with it, each has its call where it is of another value or in another block.
// CHECK-LABEL: @apart_cpu_forward
// CHECK: llvm.call @Sleef_finz_sinf8_u10avx2
// CHECK: llvm.call @Sleef_finz_sincosf8_u10avx2
// CHECK: llvm.cond_br
// CHECK: llvm.call @Sleef_finz_sincosf8_u10avx2
kgen.kernel @apart(%angle: !kgen.array<1, f32>, %out: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %a = kgen.load %angle[%i] : !kgen.array<1, f32>
  %s = kgen.sin %a : f32
  %c = kgen.cos %s {kgen.paired} : f32
  %isLarge = kgen.cmp lt %c, %a : f32
  kgen.if %isLarge {
    %inside = kgen.cos %a {kgen.paired} : f32
    kgen.store %out[%i], %inside : !kgen.array<1, f32>
  }
  kgen.return
}
