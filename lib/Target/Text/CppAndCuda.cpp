// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ and CUDA C++ of one plan: a kernel's expressions are placed, named and printed once, and each language's frame is
// put around them. Nothing here may make a text other than that of the language alone.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

/// Bytes that no UTF-8 has. A star that C++ has and CUDA C++ has not, and where the kernels of either begin and end.
constexpr char star = '\xff';
constexpr char cppBegin = '\xfe', cudaBegin = '\xfd', cudaEnd = '\xfc';

class CppAndCuda : public CFamily {
public:
  CppAndCuda(const TextOptions &options, raw_ostream &cuda) : CFamily(options), cuda(cuda) {}

  /// True where a choice that was made for C++ may be another one for CUDA C++, which is shorter by the stars.
  bool mayDiffer() const { return differs; }

  std::string thread() override;
  std::string blockDim() override;
  std::string tapeCall(Operation *op, ArrayRef<std::string> operands) override;
  std::string wrapped(StringRef text, unsigned margin) const override;
  void kernel(KernelPrinter &printer, raw_ostream &os) override;
  void finish(StringRef head, StringRef kernels, raw_ostream &os) override;

protected:
  std::string bounds() const override { return inFunction ? dim : star + dim; }

private:
  raw_ostream &cuda;
  std::unique_ptr<Frame> cppFrame = createCppFrame(), cudaFrame = createCudaFrame();
  mutable bool differs = false;
};

} // namespace

/// Parts of expressions get names where they are too long.
std::string CppAndCuda::thread() {
  differs |= !inFunction;
  return CFamily::thread();
}

/// A text of CUDA's own is made, since the two spellings differ.
std::string CppAndCuda::blockDim() {
  differs = true;
  return "1";
}

std::string CppAndCuda::tapeCall(Operation *op, ArrayRef<std::string> operands) {
  differs |= !inFunction;
  return CFamily::tapeCall(op, operands);
}

std::string CppAndCuda::wrapped(StringRef text, unsigned margin) const {
  std::string lines = CFamily::wrapped(text, margin);
  differs |= text.contains(star) && StringRef(lines).contains('\n');
  return lines;
}

// Stars are few: a search finds them faster than a look at each byte.

static std::string withoutStars(StringRef text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    auto [before, rest] = text.split(star);
    plain += before;
    text = rest;
  }
  return plain;
}

static std::string withStars(std::string text) {
  for (size_t at = text.find(star); at != std::string::npos; at = text.find(star, at + 1))
    text[at] = '*';
  return text;
}

void CppAndCuda::kernel(KernelPrinter &printer, raw_ostream &os) {
  ThreadProgram cudaProgram = threadProgram(printer), cppProgram = cudaProgram;
  cppProgram.thread = withStars(std::move(cppProgram.thread));
  cudaProgram.thread = withoutStars(cudaProgram.thread);
  os << cppBegin;
  cppFrame->print(*this, printer, cppProgram, os);
  os << cudaBegin;
  cudaFrame->print(*this, printer, cudaProgram, os);
  os << cudaEnd;
}

void CppAndCuda::finish(StringRef head, StringRef kernels, raw_ostream &os) {
  std::string cppTexts, cudaTexts;
  while (!kernels.empty()) {
    auto [common, rest] = kernels.split(cppBegin);
    auto [both, after] = rest.split(cudaEnd);
    auto [ofCpp, ofCuda] = both.split(cudaBegin);
    ((cppTexts += common) += ofCpp);
    ((cudaTexts += common) += ofCuda);
    kernels = after;
  }
  CFamily::finish(head, cppTexts, os);
  CFamily::finish(head, cudaTexts, cuda);
}

LogicalResult exportCppAndCuda(ModuleOp module, raw_ostream &cpp, raw_ostream &cuda, const TextOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  CppAndCuda language(options, os);
  if (failed(printModule(module, language, options, cpp)))
    return failure();
  if (language.mayDiffer())
    return exportText(FormLanguage::Cuda, module, cuda, options);
  cuda << text;
  return success();
}

} // namespace kgen::text
