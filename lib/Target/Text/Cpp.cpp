// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ for the CPU: an argument structure and a loop over the threads, as Warp's launcher expects them.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class CppFrame : public Frame {
public:
  using Frame::Frame;
  void print(CFamily &language, KernelPrinter &printer, const ThreadProgram &program, raw_ostream &os) override;

private:
  std::string arguments(CFamily &policy, KernelPrinter &printer, StringRef name);
  std::string unpack(KernelPrinter &printer, bool isPointer);
  std::string unpackRange(KernelPrinter &printer, size_t begin, size_t end, StringRef from);

  /// Argument structures that are already in the text.
  std::set<std::string> structures;
};

class Cpp : public CFamily {
public:
  using CFamily::CFamily;
  std::string blockDim() override { return "1"; }
  void kernel(KernelPrinter &printer, raw_ostream &os) override {
    frame->print(*this, printer, threadProgram(printer), os);
  }

protected:
  std::string bounds() const override { return inFunction ? dim : "*" + dim; }

private:
  std::unique_ptr<Frame> frame = createCppFrame();
};

} // namespace

/// One field for each parameter of the forward kernel, which the adjoints share.
std::string CppFrame::arguments(CFamily &policy, KernelPrinter &printer, StringRef name) {
  if (!structures.insert(name.str()).second)
    return "";
  auto arguments = printer.getKernel().getBody().getArguments();
  size_t count = printer.getKernel().isBackward() ? arguments.size() / 2 : arguments.size();
  return "struct " + name.str() + " {\n" + policy.declarations(printer, count, ";", ";") + "};\n\n";
}

std::string CppFrame::unpackRange(KernelPrinter &printer, size_t begin, size_t end, StringRef from) {
  bool isUsed = false;
  for (size_t i = begin; i < end; ++i)
    isUsed |= printer.usesParameter(i);
  if (!isUsed)
    return "";
  return "    const auto& [" + llvm::join(printer.parameters().slice(begin, end - begin), ", ") + "] = " + from.str() +
         ";\n";
}

std::string CppFrame::unpack(KernelPrinter &printer, bool isPointer) {
  size_t count = printer.parameters().size();
  size_t primal = printer.getKernel().isBackward() ? count / 2 : count;
  StringRef star = isPointer ? "*" : "";
  return unpackRange(printer, 0, primal, star.str() + printer.frameName("args")) +
         unpackRange(printer, primal, count, star.str() + printer.frameName("adj_args"));
}

void CppFrame::print(CFamily &policy, KernelPrinter &printer, const ThreadProgram &program, raw_ostream &os) {
  const std::string &dim = policy.getDim(), &idx = policy.getIdx();
  KernelOp kernel = printer.getKernel();
  const std::string &args = printer.frameName("args"), &adjArgs = printer.frameName("adj_args");
  std::string launch = "kgen::launch_bounds<" + std::to_string(printer.coordinates()) + ">";
  std::string structName = policy.localName(kernel, "_args", "_args");
  os << arguments(policy, printer, structName) << program.description;
  std::string threadCall;
  if (program.isFunction) {
    std::string function = policy.localName(kernel, "_thread", "_adjoint_thread");
    std::string parameters = "const " + structName + "& " + args;
    if (kernel.isBackward())
      parameters += ",\n    [[maybe_unused]] const " + structName + "& " + adjArgs;
    os << "static void " << function << "(\n    [[maybe_unused]] size_t " << idx << ",\n    [[maybe_unused]] const "
       << launch << "& " << dim << ",\n    [[maybe_unused]] " << parameters << ")\n{\n"
       << unpack(printer, false) << program.launch << program.thread << "}\n\n";
    threadCall = "        " + function + "(" + idx + ", *" + dim + ", *" + args +
                 (kernel.isBackward() ? ", *" + adjArgs : "") + ");\n";
  }
  std::string fields = !program.isFunction ? unpack(printer, true) : "";
  auto isUnused = [&](StringRef name) {
    bool isMentioned = program.isFunction || StringRef(fields).contains(("= *" + name + ";").str());
    return isMentioned ? "" : "[[maybe_unused]] ";
  };
  os << infoOf(language).head << policy.entryName(kernel, language) << "(" << printer.headMark() << "\n    const "
     << launch << "* " << dim << ",\n    " << isUnused(args) << "const " << structName << "* " << args;
  if (kernel.isBackward())
    os << ",\n    " << isUnused(adjArgs) << "const " << structName << "* " << adjArgs;
  os << ")\n{\n" << fields;
  if (!program.isFunction)
    os << program.launch;
  // The backward takes the threads in the opposite order.
  os << "    for (size_t " << idx << " = ";
  if (kernel.isBackward())
    os << dim << "->size; " << idx << "-- > 0;) {\n";
  else
    os << "0; " << idx << " < " << dim << "->size; ++" << idx << ") {\n";
  os << (program.isFunction ? threadCall : program.thread);
  os << "    }\n}\n";
}

std::unique_ptr<Frame> createCppFrame() { return std::make_unique<CppFrame>(FormLanguage::Cpp); }
std::unique_ptr<CFamily> createCpp(const TextOptions &options) { return std::make_unique<Cpp>(options); }

} // namespace kgen::text
