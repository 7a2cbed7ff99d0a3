// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> LLVM dialect -> LLVM IR -> text or object. One LLVMContext for each module, and a target machine and
// pass managers for some hundred, so memory does not grow.

#include "DebugLines.h"
#include "Emitter.h"
#include "Libdevice.h"
#include "Names.h"
#include "OneEntry.h"
#include "Optimizer.h"
#include "Roundings.h"
#include "TargetMachines.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Support/StageTimes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace kgen::codegen;

namespace kgen {

#ifdef NDEBUG
static constexpr bool isChecked = false;
#else
static constexpr bool isChecked = true; // what is translated was verified; LLVM's verifier looks for mistakes of ours
#endif

/// Modules that a target machine is good for: that of PTX keeps the name of every parameter that it has written.
static constexpr unsigned modulesPerMachine = 500;

/// A module and the context that it lives in.
namespace {
struct LLVMModule {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  bool usesLibdevice = false;
  /// The first error of LLVM's; its default handler would end the process.
  std::shared_ptr<std::string> error = std::make_shared<std::string>();
};
} // namespace

struct CodeGenerator::Impl {
  CodeGenOptions options;
  unsigned numModules = 0;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<Optimizer> optimizer;
  std::unique_ptr<Emitter> assembly, object;
  Libdevice libdevice{""};
  LibdeviceAssembly libdeviceAssembly;

  llvm::Error makeMachine();
  /// With the lines of `file` as what a debugger would need, where it is not empty.
  FailureOr<LLVMModule> compile(ModuleOp module, EntryPoints which, bool withNames, StringRef file = "");
  /// The output of the code generator, which lives until it next runs.
  FailureOr<StringRef> emit(LLVMModule &compiled, Location loc, std::unique_ptr<Emitter> &emitter,
                            llvm::CodeGenFileType type);
  FailureOr<std::string> finishAssembly(LLVMModule &compiled, StringRef emitted, Location loc);
  /// Whether libdevice's functions are called, rather than linked and optimised with what calls them.
  bool callsLibdevice() const { return options.target == Target::NVPTX && options.optLevel == 1; }
  FailureOr<std::string> print(LLVMModule &compiled, Location loc, bool assembly);
  LogicalResult printEach(LLVMModule &compiled, bool isAssembly, bool backward,
                          function_ref<LogicalResult(bool isBackward)> print);
};

/// A machine for the modules that come, and what works with it.
llvm::Error CodeGenerator::Impl::makeMachine() {
  assembly.reset();
  object.reset();
  optimizer.reset();
  if (llvm::Error error = createTargetMachine(options).moveInto(machine))
    return error;
  optimizer = std::make_unique<Optimizer>(*machine, options.optLevel);
  return llvm::Error::success();
}

CodeGenerator::CodeGenerator(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CodeGenerator::~CodeGenerator() = default;

llvm::Expected<std::unique_ptr<CodeGenerator>> CodeGenerator::create(const CodeGenOptions &options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  if (llvm::Error error = impl->makeMachine())
    return error;
  impl->libdevice = Libdevice(options.libdevice);
  return std::unique_ptr<CodeGenerator>(new CodeGenerator(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// kgen to LLVM IR
//===----------------------------------------------------------------------===//

static void registerTranslations(MLIRContext *context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registerNameTranslation(registry);
  context->appendDialectRegistry(registry);
}

/// Drops the entry points that are not asked for. Both are lowered first: a backward one takes its rank from its
/// forward.
static void keepOnly(ModuleOp module, EntryPoints which) {
  if (which == EntryPoints::All)
    return;
  StringRef dropped = which == EntryPoints::Forward ? "_backward" : "_forward";
  auto isDropped = [&](StringRef name) {
    (void)(name.consume_back("_apart") || name.consume_back("_needs"));
    return name.ends_with(dropped);
  };
  for (auto function : llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>()))
    if (!function.isExternal() && isDropped(function.getName()))
      function.erase();
  for (auto needs : llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>()))
    if (isDropped(needs.getName()))
      needs.erase();
  for (auto function : llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>()))
    if (function.isExternal() && SymbolTable::symbolKnownUseEmpty(function, module))
      function.erase();
}

static constexpr StringLiteral ourMistake =
    "cannot be compiled: kgen made invalid code of this kernel, a defect of kgen";

/// Verifies a lowered module. The verifier's messages are about ops that the author has not written.
static bool isValid(ModuleOp lowered) {
  ScopedDiagnosticHandler quiet(lowered.getContext(), [](Diagnostic &) { return success(); });
  return succeeded(mlir::verify(lowered));
}

static Location kernelLoc(ModuleOp module) {
  auto kernels = module.getOps<KernelOp>();
  return kernels.empty() ? module.getLoc() : (*kernels.begin()).getLoc();
}

static void keepFirstError(LLVMModule &result) {
  auto handler = [](const llvm::DiagnosticInfo *info, void *error) {
    auto &text = *static_cast<std::string *>(error);
    if (info->getSeverity() != llvm::DS_Error || !text.empty())
      return;
    llvm::raw_string_ostream os(text);
    llvm::DiagnosticPrinterRawOStream printer(os);
    info->print(printer);
  };
  result.context->setDiagnosticHandlerCallBack(handler, result.error.get());
}

FailureOr<LLVMModule> CodeGenerator::Impl::compile(ModuleOp module, EntryPoints which, bool withNames, StringRef file) {
  if (++numModules % modulesPerMachine == 0)
    llvm::cantFail(makeMachine()); // which there was of these options
  registerTranslations(module.getContext());
  StageScope stage(Stage::Lower);
  OwningOpRef<ModuleOp> lowered = module.clone();
  ConversionOptions conversion;
  conversion.target = options.target;
  conversion.contract = options.contract;
  conversion.lanes = options.lanes;
  conversion.indexChecks = options.indexChecks;
  conversion.sleef = options.sleef;
  conversion.concurrent = options.concurrent;
  conversion.names = withNames || !file.empty();
  conversion.vectorBits = hasAvx512(*machine) ? 512 : 256;
  if (failed(convertToLLVM(*lowered, conversion)))
    return failure();
  keepOnly(*lowered, which);
  if (withNames)
    markForNaming(*lowered);
  if (!file.empty() && failed(keepDebugLines(*lowered, file)))
    return failure();

  StageScope translation(Stage::Translate);
  LLVMModule result;
  keepFirstError(result);
  result.context->setDiscardValueNames(!withNames);
  if (isChecked && !isValid(*lowered))
    return emitError(kernelLoc(module), ourMistake), failure();
  result.module = translateModuleToLLVMIR(*lowered, *result.context, "kgen", /*disableVerification=*/true);
  if (!result.module || (isChecked && llvm::verifyModule(*result.module)))
    return emitError(kernelLoc(module), ourMistake), failure();
  result.module->setTargetTriple(machine->getTargetTriple());
  result.module->setDataLayout(machine->createDataLayout());
  {
    StageScope linking(Stage::Libdevice);
    result.usesLibdevice = options.target == Target::NVPTX && llvm::any_of(*result.module, isMissing);
    if (options.target == Target::NVPTX && !callsLibdevice())
      if (llvm::Error error = libdevice.linkInto(*result.module))
        return emitError(module.getLoc(), llvm::toString(std::move(error))), failure();
  }
  StageScope optimisation(Stage::Optimise);
  optimizer->run(*result.module);
  if (!result.error->empty())
    return emitError(module.getLoc(), *result.error), failure();
  return result;
}

LogicalResult CodeGenerator::printLLVMIR(ModuleOp module, raw_ostream &os, EntryPoints which) {
  FailureOr<LLVMModule> compiled = impl->compile(module, which, /*withNames=*/true);
  if (failed(compiled))
    return failure();
  compiled->module->print(os, nullptr);
  return success();
}

//===----------------------------------------------------------------------===//
// LLVM IR to machine code
//===----------------------------------------------------------------------===//

FailureOr<StringRef> CodeGenerator::Impl::emit(LLVMModule &compiled, Location loc, std::unique_ptr<Emitter> &emitter,
                                               llvm::CodeGenFileType type) {
  StageScope stage(Stage::Emit);
  if (!emitter)
    emitter = Emitter::create(*machine, type);
  if (!emitter)
    return emitError(loc, "LLVM's target for '")
           << machine->getTargetTriple().str() << "' does not write this kind of file";
  StringRef emitted = emitter->run(*compiled.module);
  if (!compiled.error->empty())
    return emitError(loc, *compiled.error);
  return emitted;
}

/// LLVM numbers a process's calls (`// callseq 17, 0`); numbers them from 0 within this text.
static std::string renumberCalls(StringRef text) {
  constexpr StringLiteral mark = "// callseq ";
  std::string result;
  llvm::StringMap<unsigned> numbers;
  for (size_t at = text.find(mark); at != StringRef::npos; at = text.find(mark)) {
    result += text.take_front(at + mark.size());
    text = text.drop_front(at + mark.size());
    StringRef number = text.take_while(llvm::isDigit);
    text = text.drop_front(number.size());
    result += std::to_string(numbers.try_emplace(number, numbers.size()).first->second);
  }
  return result += text;
}

/// The emitted code, as a text that stands alone and follows from the module alone.
FailureOr<std::string> CodeGenerator::Impl::finishAssembly(LLVMModule &compiled, StringRef emitted, Location loc) {
  if (!callsLibdevice())
    return renumberCalls(emitted);
  StageScope stage(Stage::Libdevice);
  std::string text = emitted.str(); // libdevice's functions go through the same buffer
  auto optimise = [&](llvm::Module &module) { optimizer->run(module); };
  auto emitFunction = [&](llvm::Module &module) -> llvm::Expected<std::string> {
    std::string function = assembly->run(module).str();
    if (!compiled.error->empty())
      return llvm::createStringError(*compiled.error);
    return function;
  };
  llvm::Expected<std::string> defined =
      libdeviceAssembly.define(text, *compiled.module, libdevice, optimise, emitFunction);
  if (!defined)
    return emitError(loc, llvm::toString(defined.takeError())), failure();
  return renumberCalls(*defined);
}

LogicalResult CodeGenerator::printAssembly(ModuleOp module, raw_ostream &os, EntryPoints which) {
  FailureOr<LLVMModule> compiled = impl->compile(module, which, /*withNames=*/false);
  if (failed(compiled))
    return failure();
  FailureOr<std::string> text = impl->print(*compiled, module.getLoc(), /*isAssembly=*/true);
  if (failed(text))
    return failure();
  os << *text;
  return success();
}

FailureOr<std::string> CodeGenerator::Impl::print(LLVMModule &compiled, Location loc, bool isAssembly) {
  if (isAssembly) {
    FailureOr<StringRef> emitted = emit(compiled, loc, assembly, llvm::CodeGenFileType::AssemblyFile);
    return failed(emitted) ? FailureOr<std::string>() : finishAssembly(compiled, *emitted, loc);
  }
  StageScope stage(Stage::PrintLLVM);
  std::string text;
  llvm::raw_string_ostream os(text);
  compiled.module->print(os, nullptr);
  return text;
}

/// Calls `print` for the forward and, where it is asked for, the backward: each time the module has that alone.
LogicalResult CodeGenerator::Impl::printEach(LLVMModule &compiled, bool isAssembly, bool backward,
                                             function_ref<LogicalResult(bool isBackward)> print) {
  // The code generator changes the functions that it reads; the second text wants its own of those that both call.
  std::unique_ptr<llvm::Module> untouched;
  if (isAssembly && backward && hasSharedCode(*compiled.module))
    untouched = llvm::CloneModule(*compiled.module);
  {
    OneEntry only(*compiled.module, "_forward");
    if (failed(print(/*isBackward=*/false)))
      return failure();
  }
  if (!backward)
    return success();
  if (untouched)
    compiled.module = std::move(untouched);
  OneEntry only(*compiled.module, "_backward");
  return print(/*isBackward=*/true);
}

FailureOr<EntryTexts> CodeGenerator::printEntries(ModuleOp module, bool assembly, bool backward) {
  EntryPoints which = backward ? EntryPoints::All : EntryPoints::Forward;
  FailureOr<LLVMModule> compiled = impl->compile(module, which, /*withNames=*/!assembly);
  if (failed(compiled))
    return failure();
  EntryTexts texts;
  texts.usesLibdevice = compiled->usesLibdevice;
  LogicalResult printed = impl->printEach(*compiled, assembly, backward, [&](bool isBackward) -> LogicalResult {
    FailureOr<std::string> text = impl->print(*compiled, module.getLoc(), assembly);
    if (failed(text))
      return failure();
    (isBackward ? texts.backward : texts.forward) = std::move(*text);
    return success();
  });
  if (failed(printed))
    return failure();
  return texts;
}

FailureOr<EntryLines> CodeGenerator::mapEntries(ModuleOp module, const EntryTexts &texts, bool assembly,
                                                StringRef file) {
  bool backward = !texts.backward.empty();
  EntryPoints which = backward ? EntryPoints::All : EntryPoints::Forward;
  FailureOr<LLVMModule> compiled = impl->compile(module, which, /*withNames=*/!assembly, file);
  if (failed(compiled))
    return failure();
  InstructionLines known = assembly ? InstructionLines() : takeDebugLines(*compiled->module);
  EntryLines lines;
  auto align = [&](bool isBackward, StringRef longer, const LineMap &found) {
    (isBackward ? lines.backward : lines.forward) =
        alignLines(isBackward ? texts.backward : texts.forward, longer, found);
    return success();
  };
  LogicalResult printed = impl->printEach(*compiled, assembly, backward, [&](bool isBackward) -> LogicalResult {
    LineMap found;
    if (!assembly) {
      std::string text = printIRWithLines(*compiled->module, known, found);
      return align(isBackward, text, found);
    }
    FailureOr<std::string> text = impl->print(*compiled, module.getLoc(), assembly);
    if (failed(text))
      return failure();
    found = readDebugLines(*text);
    return align(isBackward, *text, found);
  });
  if (failed(printed))
    return failure();
  return lines;
}

LogicalResult CodeGenerator::emitObject(ModuleOp module, SmallVectorImpl<char> &object, EntryPoints which) {
  FailureOr<LLVMModule> compiled = impl->compile(module, which, /*withNames=*/false);
  if (failed(compiled))
    return failure();
  if (impl->options.target != Target::NVPTX)
    defineRoundings(*compiled->module);
  FailureOr<StringRef> emitted =
      impl->emit(*compiled, module.getLoc(), impl->object, llvm::CodeGenFileType::ObjectFile);
  if (failed(emitted))
    return failure();
  object.assign(emitted->begin(), emitted->end());
  return success();
}

} // namespace kgen
