// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA C++: kernels with direct parameters and a grid-stride loop, as Warp's launcher expects them.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class CudaFrame : public Frame {
public:
  using Frame::Frame;
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

void CudaFrame::print(CFamily &policy, KernelPrinter &printer, const ThreadProgram &program, raw_ostream &os) {
  const std::string &dim = policy.getDim(), &idx = policy.getIdx();
  std::string launch = "kgen::launch_bounds<" + std::to_string(printer.coordinates()) + ">";
  std::string name = policy.entryName(printer.getKernel(), language);
  std::string threadCall;
  os << program.description;
  if (program.isFunction) {
    std::string function = policy.localName(printer.getKernel(), "_thread", "_adjoint_thread");
    std::string first = "[[maybe_unused]] size_t " + idx + ",\n    [[maybe_unused]] " + launch + " " + dim;
    os << "static __device__ void " << function << policy.parameterList(printer, first) << "\n{\n"
       << program.launch << program.thread << "}\n\n";
    std::string arguments = idx + ", " + dim;
    for (const std::string &parameter : printer.parameters())
      arguments += ", " + parameter;
    threadCall = "        " + function + "(" + arguments + ");\n";
  }
  os << infoOf(language).head << name << policy.parameterList(printer, launch + " " + dim) << "\n{\n";
  if (!program.isFunction)
    os << program.launch;
  os << "    for (size_t " << idx << " = kgen::first_thread(); " << idx << " < " << dim << ".size; " << idx
     << " += kgen::thread_stride()) {\n";
  os << (program.isFunction ? threadCall : program.thread);
  os << "    }\n}\n";
}

std::unique_ptr<Frame> createCudaFrame(FormLanguage language) { return std::make_unique<CudaFrame>(language); }
std::unique_ptr<CFamily> createCuda(const TextOptions &options) { return std::make_unique<Cuda>(options); }

} // namespace kgen::text
