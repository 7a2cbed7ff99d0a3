// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++: kernels with direct parameters and a grid-stride loop, as Warp's launcher expects them.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class Cuda : public CFamily {
public:
  using CFamily::CFamily;
  std::string thread() override { return "kgen::tid(" + idx + ", " + dim + ")"; }
  void kernel(KernelPrinter &printer, raw_ostream &os) override;
};

} // namespace

void Cuda::kernel(KernelPrinter &printer, raw_ostream &os) {
  setFrame(printer);
  std::string launch = "kgen::launch_bounds<" + std::to_string(printer.coordinates()) + ">";
  std::string name = entryName(printer.getKernel(), "_cuda_kernel_forward", "_cuda_kernel_backward");
  std::string threadCall;
  if (printer.returnsFromLoop()) {
    // A `return` inside a loop ends the thread: that needs a function of its own.
    std::string function = entryName(printer.getKernel(), "_thread", "_adjoint_thread");
    os << description(printer) << "static __device__ void " << function
       << parameterList(printer, "[[maybe_unused]] size_t " + idx + ",\n    [[maybe_unused]] " + launch + " " + dim) << "\n{\n"
       << printer.launchPart(1) << printer.threadPart(1, /*asFunction=*/true) << "}\n\n";
    std::string arguments = idx + ", " + dim;
    for (const std::string &parameter : printer.parameters())
      arguments += ", " + parameter;
    threadCall = "        " + function + "(" + arguments + ");\n";
  }
  if (threadCall.empty())
    os << description(printer);
  os << "extern \"C\" __global__ void " << name << parameterList(printer, launch + " " + dim) << "\n{\n";
  if (threadCall.empty())
    os << printer.launchPart(1);
  os << "    for (size_t " << idx << " = kgen::first_thread(); " << idx << " < " << dim << ".size; " << idx
     << " += kgen::thread_stride()) {\n";
  os << (threadCall.empty() ? printer.threadPart(2, /*asFunction=*/false) : threadCall);
  os << "    }\n}\n";
}

} // namespace kgen::text

LogicalResult kgen::exportCuda(ModuleOp module, raw_ostream &os, const TextOptions &options) {
  text::Cuda language(options);
  return text::printModule(module, language, options, os);
}
