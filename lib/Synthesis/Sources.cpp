// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imports all kernels of files, and prints each as a module of its own.

#include "kgen/Synthesis/Sources.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/Variants.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace kgen;

std::string kgen::licenceOf(StringRef python) {
  static constexpr StringLiteral mark = "SPDX-License-Identifier:";
  // A header ends where code begins.
  for (StringRef line : llvm::split(python, '\n')) {
    line = line.trim();
    if (!line.empty() && !line.starts_with("#"))
      break;
    if (size_t at = line.find(mark); at != StringRef::npos)
      return line.drop_front(at + mark.size()).trim().str();
  }
  return "NOASSERTION";
}

/// Adds the kernels of a module, each printed alone.
static void addKernels(ModuleOp module, StringRef file, StringRef licence, std::vector<SourceKernel> &sources) {
  for (KernelOp kernel : llvm::make_early_inc_range(module.getOps<KernelOp>())) {
    SourceKernel &source = sources.emplace_back();
    source.file = file.str();
    source.name = kernel.getSymName().str();
    source.licence = licence.str();
    source.category = categoryOf(kernel);
    OwningOpRef<ModuleOp> alone = ModuleOp::create(UnknownLoc::get(module.getContext()));
    kernel->remove();
    alone->push_back(kernel);
    llvm::raw_string_ostream os(source.text), signature(source.signature);
    printModule(*alone, os);
    signature << kernel.getFunctionType();
  }
}

/// Why no kernel of a file is imported: the first reason there is.
static std::string whyNone(ArrayRef<KernelImport> kernels) {
  for (const KernelImport &kernel : kernels)
    for (const KernelImport::Reason &reason : kernel.reasons)
      return "; " + reason.file + ":" + std::to_string(reason.line) + ":" + std::to_string(reason.column) + ": " +
             reason.message;
  return "";
}

llvm::Expected<std::vector<SourceKernel>> kgen::readSources(ArrayRef<std::string> files, StringRef licence,
                                                            std::vector<std::string> &passedOver) {
  std::vector<SourceKernel> sources;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return llvm::createStringError("cannot read '" + file + "': " + buffer.getError().message());
    std::string error;
    std::vector<KernelImport> kernels;
    OwningOpRef<ModuleOp> module;
    {
      ScopedDiagnosticHandler keep(&context, [&](Diagnostic &diagnostic) {
        if (error.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
          error = "; " + diagnostic.str();
        return success();
      });
      module = importAllWarp(file, kernels, &context);
    }
    size_t before = sources.size();
    if (module)
      addKernels(*module, file, licence.empty() ? licenceOf((*buffer)->getBuffer()) : licence.str(), sources);
    if (sources.size() == before)
      passedOver.push_back("expected a kernel that can be imported in '" + file + "' but found none" +
                           (module ? whyNone(kernels) : error));
  }
  if (sources.empty() && !passedOver.empty())
    return llvm::createStringError(passedOver.front());
  return sources;
}

static bool isUsable(const SourceKernel &source, bool unchanged, MLIRContext &context) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(source.text, source.file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseModule(sourceMgr, &context);
  if (!module)
    return false;
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  // One that can be changed now and then only, or in few ways, would end a long run.
  for (uint64_t index = 0; index < (unchanged ? 1 : 4); ++index) {
    KernelPlan plan{source.category, /*seed=*/0, index};
    if (failed(unchanged ? checkSource(kernel, plan) : synthesizeVariant(kernel, plan, {.turn = index})))
      return false;
  }
  return true;
}

std::vector<std::string> kgen::dropUnusable(std::vector<SourceKernel> &sources, bool unchanged) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  std::vector<std::string> dropped;
  std::vector<SourceKernel> usable;
  for (SourceKernel &source : sources) {
    if (isUsable(source, unchanged, context))
      usable.push_back(std::move(source));
    else
      dropped.push_back(source.file + ": " + source.name);
  }
  sources = std::move(usable);
  return dropped;
}
