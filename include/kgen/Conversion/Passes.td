// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes from the kgen dialect to upstream ones.

#ifndef KGEN_CONVERSION_PASSES_TD
#define KGEN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertKgenToLLVM : Pass<"convert-kgen-to-llvm", "::mlir::ModuleOp"> {
  let summary = "lowers kernels, of either form, to functions of the LLVM dialect with Warp's ABI";
  let description = [{
    Each kernel becomes the entry point that Warp 1.19 looks up: `K_cpu_forward(dim, args)` with the loop over the
    launch's threads inside, or the kernel `K_cuda_kernel_forward(dim, ...)` with a grid-stride loop. A backward kernel
    (`adjoint_of = @K`) becomes `K_cpu_backward(dim, args, adj_args)` or `K_cuda_kernel_backward(dim, ..., adj_...)`;
    on the CPU it runs the threads in descending order.

    Remarks of the category `lanes` say how many threads run as lanes, or why they do not, and those of `promotion` which
    elements are kept in registers while the threads of a row run (`kgen-opt --remarks-filter=lanes`).

    Example: `kgen-opt --convert-kgen-to-llvm` makes of

    ```mlir
    kgen.kernel @clear(%n: si32) {
      kgen.return
    }
    ```

    this:

    ```mlir
    llvm.func @clear_cpu_forward(%dim: !llvm.ptr, %args: !llvm.ptr) attributes {no_unwind} {
      %0 = llvm.mlir.constant(0 : i64) : i64
      %1 = llvm.getelementptr inbounds %args[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32)>
      %n = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> i32
      %2 = llvm.getelementptr inbounds %dim[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"launch_bounds_t1", (array<1 x i32>, i64, i64)>
      %dim.size = llvm.load %2 {alignment = 8 : i64} : !llvm.ptr -> i64
      llvm.br ^bb1(%0 : i64)
    ^bb1(%index: i64):  // 2 preds: ^bb0, ^bb3
      %3 = llvm.icmp "ult" %index, %dim.size : i64
      llvm.cond_br %3, ^bb3, ^bb2
    ^bb2:  // pred: ^bb1
      llvm.return
    ^bb3:  // pred: ^bb1
      %4 = llvm.mlir.constant(1 : i64) : i64
      %index.next = llvm.add %index, %4 : i64
      llvm.br ^bb1(%index.next : i64)
    }
    ```
  }];
  let options = [
    Option<"target", "target", "::kgen::Target", "::kgen::Target::CPU", "what the kernels are to run on",
      [{::llvm::cl::values(clEnumValN(::kgen::Target::CPU, "cpu", "a CPU"),
                           clEnumValN(::kgen::Target::NVPTX, "nvptx", "an NVIDIA GPU"))}]>,
    Option<"chip", "chip", "std::string", "\"\"", "the GPU's architecture as a `target_cpu` of each kernel, `sm_80`">,
    Option<"contract", "contract", "bool", "false", "mark float operations with `contract`: `a * b + c` may be one fma">,
    Option<"lanes", "lanes", "::kgen::Lanes", "::kgen::Lanes::Off", "threads that run at once as lanes of vectors, on a CPU",
      "::kgen::lanesValues()">,
    Option<"sleef", "sleef", "bool", "false", "call SLEEF's deterministic elementary functions, not C's; lanes do">,
    Option<"vectorBits", "vector-bits", "unsigned", "256", "bits of the vectors that elementary functions take">,
    Option<"concurrent", "concurrent", "bool", "false",
      "a CPU's entry points take a range of threads, and may be called for several at the same time">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

def PrintLanes : Pass<"kgen-print-lanes", "::mlir::ModuleOp"> {
  let summary = "says of each kernel whether its threads run as lanes, or why not, as remarks";
  let description = [{
    Changes nothing. With `values`, also of each named value of such a kernel whether it is the same in all of them (not
    said), grows by a fixed step from lane to lane, or varies; and of each `if` and loop on which lanes part.

    Example: `kgen-opt --kgen-print-lanes` says of

    ```mlir
    kgen.kernel @square(%x: !kgen.array<1, f32>, %y: !kgen.array<1, f32>) {
      %i = kgen.tid : si32
      %0 = kgen.load %x[%i] : !kgen.array<1, f32>
      %1 = kgen.mul %0, %0 : f32
      kgen.store %y[%i], %1 : !kgen.array<1, f32>
      kgen.return
    }
    ```

    this:

    ```text
    <stdin>:1:1: remark: kernel 'square' runs as 16 lanes
    ...
    ```
  }];
  let options = [Option<"values", "values", "bool", "false", "what differs between lanes, value by value">];
}

#endif // KGEN_CONVERSION_PASSES_TD
