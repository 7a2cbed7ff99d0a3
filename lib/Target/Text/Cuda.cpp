// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++: kernels with direct parameters and a grid-stride loop, as Warp's launcher expects them.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class CudaFrame : public Frame {
public:
  void print(CFamily &language, KernelPrinter &printer, const ThreadProgram &program, raw_ostream &os) override;
};

class Cuda : public CFamily {
public:
  using CFamily::CFamily;
  std::string blockDim() override { return "int(blockDim.x)"; }
  bool takesUnicode() const override { return false; }
  void kernel(KernelPrinter &printer, raw_ostream &os) override {
    createCudaFrame()->print(*this, printer, threadProgram(printer), os);
  }
};

} // namespace

void CudaFrame::print(CFamily &language, KernelPrinter &printer, const ThreadProgram &program, raw_ostream &os) {
  const std::string &dim = language.getDim(), &idx = language.getIdx();
  std::string launch = "kgen::launch_bounds<" + std::to_string(printer.coordinates()) + ">";
  std::string name = language.entryName(printer.getKernel(), "_cuda_kernel_forward", "_cuda_kernel_backward");
  std::string threadCall;
  os << program.description;
  if (program.isFunction) {
    std::string function = language.entryName(printer.getKernel(), "_thread", "_adjoint_thread");
    std::string first = "[[maybe_unused]] size_t " + idx + ",\n    [[maybe_unused]] " + launch + " " + dim;
    os << "static __device__ void " << function << language.parameterList(printer, first) << "\n{\n"
       << program.launch << program.thread << "}\n\n";
    std::string arguments = idx + ", " + dim;
    for (const std::string &parameter : printer.parameters())
      arguments += ", " + parameter;
    threadCall = "        " + function + "(" + arguments + ");\n";
  }
  os << "extern \"C\" __global__ void " << name << language.parameterList(printer, launch + " " + dim) << "\n{\n";
  if (!program.isFunction)
    os << program.launch;
  os << "    for (size_t " << idx << " = kgen::first_thread(); " << idx << " < " << dim << ".size; " << idx
     << " += kgen::thread_stride()) {\n";
  os << (program.isFunction ? threadCall : program.thread);
  os << "    }\n}\n";
}

std::unique_ptr<Frame> createCudaFrame() { return std::make_unique<CudaFrame>(); }

} // namespace kgen::text

LogicalResult kgen::exportCuda(ModuleOp module, raw_ostream &os, const TextOptions &options) {
  text::Cuda language(options);
  return text::printModule(module, language, options, os);
}
