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
  }];
  let options = [
    Option<"target", "target", "::kgen::Target", "::kgen::Target::CPU", "what the kernels are to run on",
      [{::llvm::cl::values(clEnumValN(::kgen::Target::CPU, "cpu", "a CPU"),
                           clEnumValN(::kgen::Target::NVPTX, "nvptx", "an NVIDIA GPU"))}]>,
    Option<"chip", "chip", "std::string", "\"\"", "the GPU's architecture as a `target_cpu` of each kernel, `sm_80`">,
    Option<"contract", "contract", "bool", "false", "mark float operations with `contract`: `a * b + c` may be one fma">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif // KGEN_CONVERSION_PASSES_TD
