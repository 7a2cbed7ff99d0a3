// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HIP: the kernels of CUDA C++, for AMD's GPUs.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class Hip : public CFamily {
public:
  using CFamily::CFamily;
  std::string blockDim() override { return "int(blockDim.x)"; }
  bool takesUnicode() const override { return false; }
  void kernel(KernelPrinter &printer, raw_ostream &os) override {
    createCudaFrame(FormLanguage::Hip)->print(*this, printer, threadProgram(printer), os);
  }
  /// What kgen.cuh asks of a compiler of CUDA C++, a compiler of HIP has, too.
  void finish(StringRef head, StringRef kernels, raw_ostream &os) override {
    os << "#include <hip/hip_runtime.h>\n\n#define __CUDACC__\n#if defined(__HIP_DEVICE_COMPILE__)\n"
          "#define __CUDA_ARCH__ 800\n#endif\n";
    CFamily::finish(head, kernels, os);
  }
};

} // namespace

std::unique_ptr<CFamily> createHip(const TextOptions &options) { return std::make_unique<Hip>(options); }

} // namespace kgen::text
