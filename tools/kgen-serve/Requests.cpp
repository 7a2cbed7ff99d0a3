// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a request may ask for. A kernel travels as MLIR's bytecode, which keeps the places in the author's file.

#include "../kgen-run/KgenRun.h"
#include "Serve.h"
#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/Import/Import.h"
#include "kgen/Interpreter/TapedCase.h"
#include "kgen/Page/KernelPage.h"
#include "kgen/Runtime/Image.h"
#include "kgen/Support/Lanes.h"
#include "kgen/Support/Subprocess.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Base64.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
namespace json = llvm::json;

namespace kgen::serve {

namespace {

/// A request at work: what it says, what is answered, what is wrong.
class Work {
public:
  Work(const json::Object &request, MLIRContext *context) : request(request), context(context), messages(context) {
    messages.setNames(&names);
  }

  json::Object run();

private:
  LogicalResult fail(const llvm::Twine &message) {
    messages.addError(message);
    return failure();
  }
  StringRef text(StringRef field) const { return request.getString(field).value_or(""); }
  bool flag(StringRef field) const { return request.getBoolean(field).value_or(false); }
  unsigned number(StringRef field, unsigned otherwise) const { return request.getInteger(field).value_or(otherwise); }

  LogicalResult dispatch();
  LogicalResult importKernel();
  LogicalResult readModule(std::string name);
  LogicalResult selectKernel();
  LogicalResult openKernel();
  LogicalResult addBackward(unsigned slotBytes);
  void answerKernel(KernelOp described);
  FailureOr<std::string> decode(StringRef field);

  LogicalResult printForm();
  void answerEntryPoints(Target target);
  LogicalResult printCode(llvm::raw_ostream &os, bool isPtx);
  LogicalResult printPage(llvm::raw_ostream &os);
  LogicalResult printPlan();
  LogicalResult makeTangent();
  LogicalResult makeObject();
  LogicalResult linkObject();
  LogicalResult runCase();

  const json::Object &request;
  MLIRContext *context;
  llvm::StringMap<std::string> names; // what files are called
  Messages messages;
  json::Object answer;
  OwningOpRef<ModuleOp> module;
  KernelOp kernel;
};

//===----------------------------------------------------------------------===//
// Kernels in and out
//===----------------------------------------------------------------------===//

FailureOr<std::string> Work::decode(StringRef field) {
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(text(field), bytes))
    return fail("expected base64 as '" + field + "': " + llvm::toString(std::move(error)));
  return std::string(bytes.begin(), bytes.end());
}

static std::string encode(StringRef bytes) { return llvm::encodeBase64(bytes); }

void Work::answerKernel(KernelOp described) {
  std::string bytecode, mlir;
  llvm::raw_string_ostream bytes(bytecode), os(mlir);
  if (failed(writeBytecodeToFile(*module, bytes)))
    return (void)fail("cannot write the kernel as bytecode");
  printModule(*module, os);
  answer["bytecode"] = encode(bytecode);
  answer["mlir"] = std::move(mlir);
  answer["kernel"] = describeKernel(described);
}

/// MLIR of the text that the request has, or of the file.
LogicalResult Work::readModule(std::string name) {
  llvm::SourceMgr sourceMgr;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (std::optional<StringRef> given = request.getString("text")) {
    buffer = llvm::MemoryBuffer::getMemBufferCopy(*given, name);
  } else {
    auto opened = llvm::MemoryBuffer::getFile(name, /*IsText=*/true);
    if (!opened)
      return fail("cannot open input file '" + name + "': " + opened.getError().message());
    buffer = std::move(*opened);
  }
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  module = parseModule(sourceMgr, context);
  return success(static_cast<bool>(module));
}

/// The kernel of the request's name, or the only one; others are dropped.
LogicalResult Work::selectKernel() {
  StringRef name = text("kernel");
  SmallVector<std::string> names;
  for (KernelOp candidate : module->getOps<KernelOp>()) {
    if (candidate.isBackward() || candidate.getTapeOf())
      continue;
    names.push_back(candidate.getSymName().str());
    if (name.empty() || candidate.getSymName() == name)
      kernel = candidate;
  }
  if (!kernel && !name.empty())
    return fail("expected a kernel named '" + name + "' but there is none");
  if (name.empty() && names.size() != 1)
    return fail("expected one kernel, or kernel=NAME, but got " + (names.empty() ? "none" : llvm::join(names, ", ")));
  BackwardOf own = findBackward(kernel);
  for (KernelOp other : llvm::make_early_inc_range(module->getOps<KernelOp>()))
    if (other != kernel && other != own.backward && other != own.taped)
      other.erase();
  return success();
}

/// Calls files in the locations of a module by other names.
static void renameFiles(ModuleOp module, const llvm::StringMap<std::string> &names) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FileLineColRange place) -> std::optional<Attribute> {
    auto name = names.find(place.getFilename());
    if (name == names.end())
      return std::nullopt;
    return FileLineColLoc::get(place.getContext(), name->second, place.getStartLine(), place.getStartColumn());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/true);
}

LogicalResult Work::importKernel() {
  std::string shown = text("file").str(), file = shown;
  std::optional<MemoryFile> memory;
  if (const json::Object *given = request.getObject("names"))
    for (auto &[path, name] : *given)
      names[path] = name.getAsString().value_or("").str();
  if (flag("is_mlir")) {
    if (failed(readModule(shown)) || failed(selectKernel()))
      return failure();
    answerKernel(kernel);
    return success();
  }
  if (std::optional<StringRef> given = request.getString("text")) {
    memory.emplace(given->str());
    if (memory->fd() < 0)
      return fail("cannot make a file in memory");
    file = memory->pathForOthers();
    names[file] = shown;
  }
  module = importWarp(file, text("kernel"), context);
  if (!module)
    return failure();
  renameFiles(*module, names);
  kernel = *module->getOps<KernelOp>().begin();
  answerKernel(kernel);
  return success();
}

/// The kernel that the request has as bytecode.
LogicalResult Work::openKernel() {
  FailureOr<std::string> bytecode = decode("bytecode");
  if (failed(bytecode))
    return failure();
  module = parseSourceString<ModuleOp>(*bytecode, context);
  if (!module)
    return failure();
  for (KernelOp candidate : module->getOps<KernelOp>())
    if (!candidate.isBackward() && !candidate.getTapeOf())
      kernel = candidate;
  return kernel ? success() : fail("expected a kernel as 'bytecode'");
}

LogicalResult Work::addBackward(unsigned slotBytes) {
  if (findBackward(kernel).backward)
    return success();
  GradientOptions options;
  options.slotBytes = slotBytes;
  return differentiate(kernel, options);
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// The entry points of the kernel's code, and of its backward's where that is asked for.
void Work::answerEntryPoints(Target target) {
  BackwardOf own = flag("backward") ? findBackward(kernel) : BackwardOf();
  answer["forward"] = entryPointName(own.taped ? own.taped : kernel, target);
  answer["backward"] = own.backward ? entryPointName(own.backward, target) : "";
  answer["has_tape"] = static_cast<bool>(own.taped);
}

LogicalResult Work::printCode(llvm::raw_ostream &os, bool isPtx) {
  CodeGenOptions options;
  options.target = isPtx ? Target::NVPTX : Target::CPU;
  if (isPtx)
    options.chip = text("chip").str();
  options.libdevice = text("libdevice").str();
  options.optLevel = number("opt_level", 1);
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return fail(llvm::toString(generator.takeError()));
  EntryPoints which = flag("backward") ? EntryPoints::All : EntryPoints::Forward;
  answerEntryPoints(isPtx ? Target::NVPTX : Target::CPU);
  return isPtx ? (*generator)->printAssembly(*module, os, which) : (*generator)->printLLVMIR(*module, os, which);
}

LogicalResult Work::printPage(llvm::raw_ostream &os) {
  page::KernelPageOptions options;
  options.file = text("file").str();
  options.python = text("python").str();
  options.libdevice = text("libdevice").str();
  FailureOr<page::KernelPage> page = page::makeKernelPage(*module, options);
  if (failed(page))
    return failure();
  page->subtitle = (kernel.getSymName() + ", in all its forms").str();
  page::writeKernelPage(*page, os);
  return success();
}

LogicalResult Work::printForm() {
  StringRef form = text("form");
  if (flag("backward") && failed(addBackward(GradientOptions().slotBytes)))
    return failure();
  std::string printed;
  llvm::raw_string_ostream os(printed);
  TextOptions options;
  options.backward = flag("backward");
  options.selfContained = flag("self_contained");
  LogicalResult result = failure();
  if (form == "mlir") {
    printModule(*module, os);
    result = success();
  } else if (form == "python")
    result = exportPython(*module, os);
  else if (form == "cuda")
    result = exportText(FormLanguage::Cuda, *module, os, options);
  else if (form == "cpp")
    result = exportText(FormLanguage::Cpp, *module, os, options);
  else if (form == "llvm_ir" || form == "ptx")
    result = printCode(os, form == "ptx");
  else if (form == "page")
    result = printPage(os);
  else
    return fail("expected a form that there is but got '" + form + "'");
  answer["text"] = json::fixUTF8(printed);
  return result;
}

LogicalResult Work::printPlan() {
  std::string printed;
  llvm::raw_string_ostream os(printed);
  LogicalResult result = printGradientPlan(kernel, os);
  answer["text"] = printed;
  return result;
}

//===----------------------------------------------------------------------===//
// Machine code for the process that asks
//===----------------------------------------------------------------------===//

LogicalResult Work::makeTangent() {
  for (KernelOp other : llvm::make_early_inc_range(module->getOps<KernelOp>()))
    if (other != kernel)
      other.erase();
  if (failed(differentiateForward(kernel)))
    return failure();
  kernel.erase();
  kernel = *module->getOps<KernelOp>().begin();
  answerKernel(kernel);
  return success();
}

LogicalResult Work::makeObject() {
  bool backward = flag("backward");
  if (backward && failed(addBackward(cpuSlotBytes)))
    return failure();
  CodeGenOptions options;
  options.triple = llvm::sys::getProcessTriple();
  options.optLevel = number("opt_level", 2);
  setNativeCpu(options);
  options.sleef = flag("sleef") && hasLanes(options);
  options.lanes = options.sleef ? lanesOf(Lanes::Auto) : 0;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return fail("cannot make code for this machine: " + llvm::toString(generator.takeError()));
  SmallVector<char, 0> object;
  if (failed((*generator)->emitObject(*module, object, backward ? EntryPoints::All : EntryPoints::Forward)))
    return failure();
  StringRef bytes(object.data(), object.size());
  llvm::Expected<std::vector<std::string>> calls = undefinedSymbols(bytes);
  if (!calls)
    return fail("cannot read the object: " + llvm::toString(calls.takeError()));
  answer["object"] = encode(bytes);
  answer["calls"] = json::Array(*calls);
  answerEntryPoints(Target::CPU);
  return success();
}

static json::Object describeImage(const Image &image) {
  json::Array segments;
  for (const Image::Segment &segment : image.segments)
    segments.push_back(json::Object{{"offset", segment.offset},
                                    {"size", segment.size},
                                    {"writable", segment.isWritable},
                                    {"executable", segment.isExecutable}});
  json::Object symbols;
  for (auto &[name, address] : image.symbols)
    symbols[name.str()] = address; // a key that is a StringRef is not copied
  return json::Object{
      {"image", encode(image.bytes)}, {"segments", std::move(segments)}, {"symbols", std::move(symbols)}};
}

LogicalResult Work::linkObject() {
  FailureOr<std::string> object = decode("object");
  if (failed(object))
    return failure();
  llvm::StringMap<uint64_t> symbols;
  if (const json::Object *given = request.getObject("symbols"))
    for (auto &[name, address] : *given)
      symbols[name] = address.getAsUINT64().value_or(0);
  llvm::Expected<Image> image =
      linkAt(*object, request.getInteger("address").value_or(0), request.getInteger("room").value_or(0), symbols);
  if (!image)
    return fail("cannot link the code: " + llvm::toString(image.takeError()));
  answer = describeImage(*image);
  return success();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static std::optional<Device> parseDevice(StringRef name) {
  return llvm::StringSwitch<std::optional<Device>>(name)
      .Case("interpreter", Device::Interpreter)
      .Case("ptx", Device::Ptx)
      .Default(std::nullopt);
}

/// The numbers of a case go in and come out as text of their own, which has NaN and infinities.
LogicalResult Work::runCase() {
  std::optional<Device> device = parseDevice(text("device"));
  if (!device)
    return fail("expected a device in software but got '" + text("device") + "'");
  std::string error;
  std::optional<Case> c = parseCase(std::string_view(text("case")), "case", error);
  if (!c)
    return fail(error);
  Request asked;
  asked.device = *device;
  asked.backward = flag("backward");
  asked.checkRaces = flag("check_races");
  asked.blockDim = number("block_dim", asked.blockDim);
  FailureOr<Loaded> loaded = fit(asked, std::move(*c), LoadedKernel{std::move(module), kernel});
  if (failed(loaded))
    return failure();
  FailureOr<Answer> result = kgen::run(asked, *loaded);
  if (failed(result))
    return failure();
  answer["result"] = result->format();
  return success();
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

LogicalResult Work::dispatch() {
  StringRef what = text("do");
  if (what == "hello") {
    answer["version"] = KGEN_VERSION;
    answer["llvm_version"] = LLVM_VERSION_STRING;
    return success();
  }
  if (what == "import")
    return importKernel();
  if (what == "link")
    return linkObject();
  LogicalResult (Work::*method)() = llvm::StringSwitch<LogicalResult (Work::*)()>(what)
                                        .Case("print", &Work::printForm)
                                        .Case("plan", &Work::printPlan)
                                        .Case("tangent", &Work::makeTangent)
                                        .Case("object", &Work::makeObject)
                                        .Case("run", &Work::runCase)
                                        .Default(nullptr);
  if (!method)
    return fail("expected a request that there is but got '" + what + "'");
  return failed(openKernel()) ? failure() : (this->*method)();
}

json::Object Work::run() {
  LogicalResult result = dispatch();
  if (failed(result) && !messages.hasErrors())
    messages.addError("the request failed without a reason");
  bool isError = messages.hasErrors();
  if (isError)
    answer.clear();
  answer[isError ? "errors" : "warnings"] = messages.take();
  return std::move(answer);
}

} // namespace

json::Object answer(const json::Object &request, MLIRContext *context) { return Work(request, context).run(); }

} // namespace kgen::serve
