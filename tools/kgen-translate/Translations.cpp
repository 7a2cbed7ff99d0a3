// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call for each translation; the work is done in the libraries.

#include "Translations.h"

#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Target/Text.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#ifdef KGEN_HAVE_Import
#include "kgen/Import/Import.h"
#endif
#ifdef KGEN_HAVE_Page
#include "kgen/Page/KernelPage.h"
#endif
#ifdef KGEN_HAVE_TargetLLVM
#include "kgen/Target/LLVM.h"
#endif
#ifdef KGEN_HAVE_Transforms
#include "kgen/Transforms/Transforms.h"
#endif

using namespace mlir;

namespace kgen {

static LogicalResult fail(const Twine &message) {
  inputError(message);
  return failure();
}

static bool isPython(const TranslateRequest &request) {
  return request.translation == Translation::WarpToKgen || StringRef(request.input).ends_with(".py");
}

OwningOpRef<ModuleOp> load(const TranslateRequest &request, llvm::SourceMgr &sourceMgr, MLIRContext *context) {
  if (!checkInput(request.input))
    return nullptr;
#ifdef KGEN_HAVE_Import
  if (isPython(request) && request.all)
    return importAll(request, context);
  if (isPython(request))
    return importWarp(request.input, request.kernel, context, {request.assumeAny});
#endif
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(request.input);
  if (!buffer)
    return nullptr;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseModule(sourceMgr, context);
}

/// Whether a kernel is the backward of one that is another with a tape.
static bool isBackwardOfTaped(KernelOp kernel, StringRef name) {
  auto forward = kernel.isBackward() ? SymbolTable::lookupNearestSymbolFrom<KernelOp>(kernel, kernel.getAdjointOfAttr())
                                     : KernelOp();
  return forward && forward.getTapeOf() == name;
}

/// Drops all kernels but the named one and its backward.
static LogicalResult select(StringRef name, ModuleOp module) {
  if (name.empty())
    return success();
  if (!module.lookupSymbol<KernelOp>(name))
    return fail("expected a kernel named '" + name + "', but there is none in the input");
  for (KernelOp kernel : llvm::make_early_inc_range(module.getOps<KernelOp>()))
    if (kernel.getSymName() != name && kernel.getAdjointOf() != name && kernel.getTapeOf() != name &&
        !isBackwardOfTaped(kernel, name))
      kernel.erase();
  return success();
}

static void addBackward(KernelOp kernel, bool onlyForCpu) {
#ifdef KGEN_HAVE_Transforms
  SmallVector<std::pair<Location, std::string>> reasons;
  {
    ScopedDiagnosticHandler handler(kernel.getContext(), [&](Diagnostic &diagnostic) {
      reasons.push_back({diagnostic.getLocation(), diagnostic.str()});
      return success();
    });
    GradientOptions options;
    if (onlyForCpu)
      options.slotBytes = cpuSlotBytes;
    (void)differentiate(kernel, options);
  }
  for (auto &[location, reason] : reasons)
    emitWarning(location) << "no backward for '" << kernel.getSymName() << "': " << reason;
#endif
}

LogicalResult prepare(const TranslateRequest &request, ModuleOp module) {
  if (module.getOps<KernelOp>().empty())
    return fail("expected a kernel in " + (request.input == "-" ? "standard input" : "'" + request.input + "'") +
                " but there is none");
  if (!isPython(request) && failed(select(request.kernel, module)))
    return failure();
  bool textOnly = request.translation == Translation::WarpToKgen || request.translation == Translation::KgenToWarp;
  if (textOnly || !request.backward)
    return success();
  SmallVector<KernelOp> forward;
  llvm::SmallDenseSet<StringRef> differentiated;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    if (kernel.isBackward())
      differentiated.insert(*kernel.getAdjointOf());
    else if (!kernel->hasAttr(noBackwardAttrName))
      forward.push_back(kernel);
    if (kernel.getTapeOf())
      differentiated.insert(*kernel.getTapeOf());
  }
  bool onlyForCpu = request.translation == Translation::KgenToObject ||
                    (request.translation == Translation::KgenToWarpAot && !request.ptx);
  for (KernelOp kernel : forward)
    if (!differentiated.contains(kernel.getSymName()))
      addBackward(kernel, onlyForCpu);
  return success();
}

#ifdef KGEN_HAVE_TargetLLVM
CodeGenOptions chooseCodeGenOptions(const TranslateRequest &request) {
  CodeGenOptions options;
  bool isPtx = request.makes(FormLanguage::Ptx);
  options.target = isPtx ? Target::NVPTX : Target::CPU;
  options.chip = request.chip;
  options.libdevice = request.libdevice;
  options.contract = request.contract;
  options.optLevel = request.optLevel;
  options.lanes = request.lanes;
  options.sleef = request.lanes != 0;
  options.concurrent = request.concurrent;
  if (request.cpu == "native")
    setNativeCpu(options);
  else if (!isPtx)
    options.cpu = request.cpu.empty() && options.lanes ? "x86-64-v3" : request.cpu;
  return options;
}

FailureOr<std::unique_ptr<CodeGenerator>> makeGenerator(const TranslateRequest &request) {
  CodeGenOptions options = chooseCodeGenOptions(request);
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return fail(llvm::toString(generator.takeError()));
  if (options.lanes && !hasLanes(options))
    return fail("expected a CPU with AVX2 and fused multiply-add for --lanes but got '" + options.cpu + "'");
  return std::move(*generator);
}
#endif

static LogicalResult printMachineCode(const TranslateRequest &request, ModuleOp module, llvm::raw_ostream &os) {
#ifdef KGEN_HAVE_TargetLLVM
  FailureOr<std::unique_ptr<CodeGenerator>> generator = makeGenerator(request);
  if (failed(generator))
    return failure();
  bool isPtx = request.makes(FormLanguage::Ptx);
  EntryPoints which = request.backward ? EntryPoints::All : EntryPoints::Forward;
  if (request.translation == Translation::KgenToObject) {
    SmallVector<char, 0> object;
    if (failed((*generator)->emitObject(module, object, which)))
      return failure();
    os.write(object.data(), object.size());
    return success();
  }
  return isPtx ? (*generator)->printAssembly(module, os, which) : (*generator)->printLLVMIR(module, os, which);
#else
  return fail("this kgen-translate was built without code generation");
#endif
}

#ifdef KGEN_HAVE_Page
/// The text of the case that a page shows: that of --case, or the literal of a Python file; "" where there is neither.
static FailureOr<std::string> readCaseText(const TranslateRequest &request) {
  if (!request.caseFile.empty()) {
    std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(request.caseFile);
    if (!buffer)
      return failure();
    return buffer->getBuffer().str();
  }
#ifdef KGEN_HAVE_Import
  if (isPython(request) && request.input != "-")
    return readCaseLiteral(request.input).value_or("");
#endif
  return std::string();
}

static LogicalResult addCase(const TranslateRequest &request, ModuleOp module, page::KernelPage &page) {
  FailureOr<std::string> text = readCaseText(request);
  if (failed(text) || text->empty())
    return LogicalResult(text);
  std::string error;
  std::optional<Case> c = parseCase(*text, request.caseFile.empty() ? request.input : request.caseFile, error);
  if (!c) {
    llvm::errs() << error << "\n";
    return failure();
  }
  // A file of several kernels has a case for one.
  if (request.caseFile.empty() && !module.lookupSymbol<KernelOp>(c->kernel))
    return success();
  FailureOr<page::CaseTable> table = page::tabulateCase(module, *c);
  if (failed(table))
    return failure();
  page.cases.push_back(std::move(*table));
  return success();
}
#endif

static LogicalResult printPage(const TranslateRequest &request, ModuleOp module, llvm::raw_ostream &os) {
#ifdef KGEN_HAVE_Page
  page::KernelPageOptions options;
  options.file = request.input;
  options.chip = request.chip;
  options.libdevice = request.libdevice;
  options.optLevel = request.optLevel;
  options.contract = request.contract;
  if (isPython(request)) {
    std::unique_ptr<llvm::MemoryBuffer> python = readInput(request.input);
    if (!python)
      return failure();
    options.python = python->getBuffer().str();
  }
  FailureOr<page::KernelPage> page = page::makeKernelPage(module, options);
  if (failed(page) || failed(addCase(request, module, *page)))
    return failure();
  page->subtitle = llvm::sys::path::filename(request.input).str() + ", in all its forms";
  page::writeKernelPage(*page, os);
  return success();
#else
  return fail("this kgen-translate was built without code generation");
#endif
}

static llvm::json::Object describe(const NativeEntry &entry) {
  static constexpr StringRef words[] = {"array", "value", "extent", "launch"};
  llvm::json::Array parameters;
  for (const NativeParameter &parameter : entry.parameters) {
    llvm::json::Object each{{"name", parameter.name}, {"type", parameter.type}, {"what", words[parameter.what]}};
    if (parameter.what != NativeParameter::Launch)
      each["argument"] = parameter.argument;
    if (parameter.what == NativeParameter::Extent || parameter.what == NativeParameter::Launch)
      each["dimension"] = parameter.dimension;
    parameters.push_back(std::move(each));
  }
  return llvm::json::Object{
      {"name", entry.name}, {"kernel", entry.kernel}, {"rank", entry.rank}, {"parameters", std::move(parameters)}};
}

/// `{"ir_forward", "metadata": {"native_entry"}}`, of the first kernel; of a module of several, a list of entries.
static LogicalResult printNative(const TranslateRequest &request, ModuleOp module, llvm::raw_ostream &os) {
  TextOptions options;
  options.backward = false;
  std::vector<NativeEntry> entries;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (failed(exportNativeCuda(module, stream, options, &entries)))
    return failure();
  if (!request.withMetadata) {
    os << text;
    return success();
  }
  llvm::json::Array described;
  for (const NativeEntry &entry : entries)
    described.push_back(describe(entry));
  llvm::json::Value all = std::move(described);
  if (entries.size() == 1)
    all = llvm::json::Value(describe(entries.front()));
  os << llvm::json::Value(llvm::json::Object{{"ir_forward", text},
                                             {"metadata", llvm::json::Object{{"native_entry", std::move(all)}}}})
     << "\n";
  return success();
}

LogicalResult translate(const TranslateRequest &request, ModuleOp module, llvm::raw_ostream &os) {
  if (request.style == FormStyle::Native)
    return printNative(request, module, os);
  if (request.withMetadata) {
#ifdef KGEN_HAVE_Synthesis
    return printWithMetadata(request, module, os);
#else
    return fail("this kgen-translate was built without code generation");
#endif
  }
  TextOptions text;
  text.selfContained = request.selfContained;
  text.backward = request.backward;
  switch (request.translation) {
  case Translation::WarpToKgen:
    printModule(module, os);
    return success();
  case Translation::KgenToWarp:
    return exportPython(module, os);
  case Translation::KgenToForm:
    return infoOf(request.language).isText ? exportText(request.language, module, os, text)
                                           : printMachineCode(request, module, os);
  case Translation::KgenToObject:
    return printMachineCode(request, module, os);
  case Translation::KgenToHtml:
    return printPage(request, module, os);
  case Translation::KgenToWarpAot:
    break; // files, no text
  }
  llvm_unreachable("all translations are above");
}

} // namespace kgen
