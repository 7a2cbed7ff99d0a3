// Warp's entry points: the CPU takes structs and runs the launch itself, CUDA takes parameters by value.
// RUN: kgen-opt --kgen-to-cpu %s | FileCheck %s --check-prefix=CPU
// RUN: kgen-opt --kgen-to-nvptx="chip=sm_90" %s | FileCheck %s --check-prefix=GPU
// RUN: kgen-opt --kgen-to-cpu %s | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: kgen-opt --kgen-to-nvptx %s | mlir-translate --mlir-to-llvmir -o /dev/null

// CPU-LABEL: llvm.func @fill_cpu_forward(
// CPU-SAME: %dim: !llvm.ptr, %args: !llvm.ptr) attributes {no_unwind}
// CPU: llvm.getelementptr inbounds %args[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, f64, array<3 x f32>, array<2 x array<2 x f32>>, struct<"array_t", (ptr, ptr, array<4 x i32>, array<4 x i32>, i16, i16)>)>
// The whole launch, in ascending order.
// CPU: %[[SIZE:.*]] = llvm.load {{.*}} -> i64
// CPU: ^bb1(%index: i64):
// CPU-NEXT: %[[MORE:.*]] = llvm.icmp "ult" %index, %dim.size
// CPU-NEXT: llvm.cond_br %[[MORE]], ^bb3, ^bb2
// CPU: ^bb2:
// CPU-NEXT: llvm.return
// CPU: ^bb3:
// CPU: llvm.add %index
// CPU: llvm.br ^bb1

// GPU-LABEL: llvm.func @fill_cuda_kernel_forward(
// GPU-SAME: %dim: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.struct<"launch_bounds_t1", (array<1 x i32>, i64, i64)>}
// GPU-SAME: %on: i8, %d: f64
// GPU-SAME: %v: !llvm.ptr {llvm.align = 4 : i64, llvm.byval = !llvm.array<3 x f32>}
// GPU-SAME: %m: !llvm.ptr {llvm.align = 4 : i64, llvm.byval = !llvm.array<2 x array<2 x f32>>}
// GPU-SAME: %a: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.struct<"array_t", (ptr, ptr, array<4 x i32>, array<4 x i32>, i16, i16)>}
// GPU-SAME: attributes {no_unwind, nvvm.kernel, target_cpu = "sm_90"}
// A grid-stride loop.
// GPU: nvvm.read.ptx.sreg.ntid.x
// GPU: nvvm.read.ptx.sreg.ctaid.x
// GPU: nvvm.read.ptx.sreg.tid.x
// GPU: nvvm.read.ptx.sreg.nctaid.x
// GPU: %grid.stride = llvm.mul
// GPU: %a.data = llvm.load
// GPU: llvm.addrspacecast %a.data : !llvm.ptr to !llvm.ptr<1>
// GPU: llvm.add %index, %grid.stride
kgen.kernel @fill(%on: i1, %d: f64, %v: !kgen.vec<3xf32>, %m: !kgen.mat<2x2xf32>, %a: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %0 = kgen.extract %v[0] : !kgen.vec<3xf32>
  kgen.if %on {
    kgen.store %a[%i], %0 : !kgen.array<1, f32>
    kgen.yield
  }
  kgen.return
}

// The backward is the adjoint of @fill, runs its threads in descending order, and takes the rank of its launch from it.
// CPU-LABEL: llvm.func @fill_cpu_backward(
// CPU-SAME: %dim: !llvm.ptr, %args: !llvm.ptr, %adj_args: !llvm.ptr)
// CPU: llvm.br ^bb1(%dim.size : i64)
// CPU: ^bb1(%remaining: i64):
// CPU: llvm.icmp "ne" %remaining
// CPU: %index = llvm.sub %remaining

// GPU-LABEL: llvm.func @fill_cuda_kernel_backward(
// GPU-SAME: %dim
// GPU-SAME: %on: i8, %d: f64
// GPU-SAME: %adj_on: i8, %adj_d: f64
// GPU-SAME: %adj_a: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.struct<"array_t"
kgen.kernel @fill_backward(%on: i1, %d: f64, %v: !kgen.vec<3xf32>, %m: !kgen.mat<2x2xf32>, %a: !kgen.array<1, f32>,
                           %adj_on: i1, %adj_d: f64, %adj_v: !kgen.vec<3xf32>, %adj_m: !kgen.mat<2x2xf32>,
                           %adj_a: !kgen.array<1, f32>) attributes {adjoint_of = @fill} {
  kgen.return
}

// Three coordinates: the last one fastest, after what the launch has beyond them is divided away.
// CPU-LABEL: llvm.func @grid_cpu_forward(
// CPU: %dim.coord_mult = llvm.load
// CPU: %dim.shape2 = llvm.load
// CPU: %dim.shape1 = llvm.load
// CPU: %[[FOLDED:.*]] = llvm.icmp "ugt" %dim.coord_mult
// CPU: llvm.cond_br %[[FOLDED]], ^[[FOLD:.*]], ^[[BODY:.*]](%index : i64)
// CPU: llvm.udiv %index, %dim.coord_mult
// CPU: llvm.urem
// CPU: llvm.udiv
// CPU: %k = llvm.trunc
// CPU: llvm.urem
// CPU: llvm.udiv
// CPU: %j = llvm.trunc
// CPU: %i = llvm.trunc
// GPU-LABEL: llvm.func @grid_cuda_kernel_forward(
// GPU-SAME: llvm.byval = !llvm.struct<"launch_bounds_t3", (array<3 x i32>, i64, i64)>
kgen.kernel @grid(%a: !kgen.array<3, si32>) {
  %i, %j, %k = kgen.tid : si32, si32, si32
  kgen.store %a[%i, %j, %k], %k : !kgen.array<3, si32>
  kgen.return
}

// No parameters, no coordinates.
// CPU-LABEL: llvm.func @nothing_cpu_forward(%dim: !llvm.ptr, %args: !llvm.ptr)
// CPU-NOT: coord_mult
// GPU-LABEL: llvm.func @nothing_cuda_kernel_forward(%dim: !llvm.ptr {{.*}}"launch_bounds_t1"
kgen.kernel @nothing() {
  kgen.return
}
