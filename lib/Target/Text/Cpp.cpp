// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ for the CPU: an argument structure and a loop over the threads, as Warp's launcher expects them.

#include "CFamily.h"

using namespace mlir;

namespace kgen::text {
namespace {

class Cpp : public CFamily {
public:
  using CFamily::CFamily;
  std::string bounds() const override { return inFunction ? dim : "*" + dim; }
  std::string thread() override { return "kgen::tid(" + idx + ", " + bounds() + ")"; }
  void kernel(KernelPrinter &printer, raw_ostream &os) override;

private:
  std::string arguments(KernelPrinter &printer, StringRef name);
  std::string unpack(KernelPrinter &printer, bool isPointer);
  std::string unpackRange(KernelPrinter &printer, size_t begin, size_t end, StringRef from);

  /// Argument structures that are already in the text.
  std::set<std::string> structures;
  bool inFunction = false;
};

} // namespace

/// One field for each parameter of the forward kernel, which the adjoints share.
std::string Cpp::arguments(KernelPrinter &printer, StringRef name) {
  if (!structures.insert(name.str()).second)
    return "";
  auto arguments = printer.getKernel().getBody().getArguments();
  size_t count = printer.getKernel().isBackward() ? arguments.size() / 2 : arguments.size();
  return "struct " + name.str() + " {\n" + declarations(printer, count, ";", ";") + "};\n\n";
}

std::string Cpp::unpackRange(KernelPrinter &printer, size_t begin, size_t end, StringRef from) {
  bool isUsed = false;
  for (size_t i = begin; i < end; ++i)
    isUsed |= printer.usesParameter(i);
  if (!isUsed)
    return "";
  return "    const auto& [" + llvm::join(printer.parameters().slice(begin, end - begin), ", ") + "] = " + from.str() +
         ";\n";
}

std::string Cpp::unpack(KernelPrinter &printer, bool isPointer) {
  size_t count = printer.parameters().size();
  size_t primal = printer.getKernel().isBackward() ? count / 2 : count;
  StringRef star = isPointer ? "*" : "";
  return unpackRange(printer, 0, primal, star.str() + printer.frameName("args")) +
         unpackRange(printer, primal, count, star.str() + printer.frameName("adj_args"));
}

void Cpp::kernel(KernelPrinter &printer, raw_ostream &os) {
  setFrame(printer);
  KernelOp kernel = printer.getKernel();
  const std::string &args = printer.frameName("args"), &adjArgs = printer.frameName("adj_args");
  std::string launch = "kgen::launch_bounds<" + std::to_string(printer.coordinates()) + ">";
  std::string structName = entryName(kernel, "_args", "_args");
  os << this->arguments(printer, structName) << description(printer);
  std::string threadCall;
  inFunction = printer.returnsFromLoop();
  if (inFunction) {
    // A `return` inside a loop ends the thread: that needs a function of its own.
    std::string function = entryName(kernel, "_thread", "_adjoint_thread");
    std::string parameters = "const " + structName + "& " + args;
    if (kernel.isBackward())
      parameters += ",\n    [[maybe_unused]] const " + structName + "& " + adjArgs;
    os << "static void " << function << "(\n    [[maybe_unused]] size_t " << idx << ",\n    [[maybe_unused]] const "
       << launch << "& " << dim << ",\n    [[maybe_unused]] " << parameters << ")\n{\n"
       << unpack(printer, false) << printer.launchPart(1) << printer.threadPart(1, /*asFunction=*/true) << "}\n\n";
    threadCall = "        " + function + "(" + idx + ", *" + dim + ", *" + args +
                 (kernel.isBackward() ? ", *" + adjArgs : "") + ");\n";
  }
  std::string fields = threadCall.empty() ? unpack(printer, true) : "";
  auto isUnused = [&](StringRef name) {
    bool isMentioned = !threadCall.empty() || StringRef(fields).contains(("= *" + name + ";").str());
    return isMentioned ? "" : "[[maybe_unused]] ";
  };
  os << "extern \"C\" void " << entryName(kernel, "_cpu_forward", "_cpu_backward") << "(" << printer.headMark() << "\n    const " << launch
     << "* " << dim << ",\n    " << isUnused(args) << "const " << structName << "* " << args;
  if (kernel.isBackward())
    os << ",\n    " << isUnused(adjArgs) << "const " << structName << "* " << adjArgs;
  os << ")\n{\n" << fields;
  if (threadCall.empty())
    os << printer.launchPart(1);
  // The backward takes the threads in the opposite order.
  os << "    for (size_t " << idx << " = ";
  if (kernel.isBackward())
    os << dim << "->size; " << idx << "-- > 0;) {\n";
  else
    os << "0; " << idx << " < " << dim << "->size; ++" << idx << ") {\n";
  os << (threadCall.empty() ? printer.threadPart(2, /*asFunction=*/false) : threadCall);
  os << "    }\n}\n";
}

} // namespace kgen::text

LogicalResult kgen::exportCpp(ModuleOp module, raw_ostream &os, const TextOptions &options) {
  text::Cpp language(options);
  return text::printModule(module, language, options, os);
}
