// RUN: kgen-opt --convert-kgen-to-llvm=target=cpu %s | FileCheck %s
// RUN: kgen-opt --convert-kgen-to-llvm=target=nvptx %s | FileCheck %s --check-prefix=GPU

// One format each, shared where it is the same.
// CHECK-DAG: llvm.mlir.global private constant @[[F:kgen.text[0-9]]]("%g\0A\00")
// CHECK-DAG: llvm.mlir.global private constant @[[V:kgen.text[0-9]]]("%g %g \0A\00")
// CHECK-DAG: @[[YES:kgen.text[0-9]]]("True\0A\00")
// CHECK-DAG: @[[NO:kgen.text[0-9]]]("False\0A\00")
// CHECK-DAG: ("%llu\0A\00")
// CHECK-DAG: llvm.func @printf(!llvm.ptr, ...) -> i32
// CHECK-LABEL: @say_cpu_forward
// CHECK: llvm.fpext %x : f32 to f64
// CHECK: llvm.call @printf(%{{.*}}) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
// CHECK: llvm.select %on
// CHECK: llvm.call @printf(%{{.*}}) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32

// GPU: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// GPU-LABEL: @say_cuda_kernel_forward
// GPU: %[[PACKED:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(f64, f64)> {alignment = 8 : i64}
// GPU: llvm.call @vprintf(%{{.*}}, %[[PACKED]])
kgen.kernel @say(%x: f32, %v: !kgen.vec<2xf32>, %on: i1, %n: ui64) {
  kgen.print %x : f32
  kgen.print %x : f32
  kgen.print %v : !kgen.vec<2xf32>
  kgen.print %on : i1
  kgen.print %n : ui64
  kgen.return
}
