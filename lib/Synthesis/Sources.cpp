// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imports all kernels of files, and prints each as a module of its own.

#include "kgen/Synthesis/Sources.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/Variants.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace kgen;

bool kgen::isSpdxExpression(StringRef text) {
  // Between operands, which are names or in parentheses, stand operators.
  unsigned depth = 0;
  bool isBetween = false;
  while (!(text = text.ltrim(' ')).empty()) {
    size_t length = text.find_first_of(" ()");
    StringRef word = text.take_front(length == 0 ? 1 : length);
    text = text.drop_front(word.size());
    if (word == "(" ? isBetween : word == ")" ? !isBetween || depth == 0 : false)
      return false;
    if (word == "(" || word == ")") {
      depth = word == "(" ? depth + 1 : depth - 1;
      continue;
    }
    bool isOperator = word == "AND" || word == "OR" || word == "WITH";
    word.consume_back("+");
    bool isName =
        !word.empty() && llvm::all_of(word, [](char c) { return llvm::isAlnum(c) || StringRef("-.:").contains(c); });
    if (isOperator != isBetween || !isName)
      return false;
    isBetween = !isBetween;
  }
  return isBetween && depth == 0;
}

std::string kgen::licenceOf(StringRef python) {
  static constexpr StringLiteral mark = "SPDX-License-Identifier:";
  // A header ends where code begins.
  for (StringRef line : llvm::split(python, '\n')) {
    line = line.trim();
    if (!line.empty() && !line.starts_with("#"))
      break;
    if (size_t at = line.find(mark); at != StringRef::npos)
      if (StringRef expression = line.drop_front(at + mark.size()).trim(); isSpdxExpression(expression))
        return expression.str();
  }
  return "NOASSERTION";
}

/// Whether results depend on the threads of a block, of which no case speaks.
static bool asksForBlock(ModuleOp module) {
  return module.walk([](BlockDimOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Adds the kernels of a module, each printed with the functions that it calls, except those that can have no case.
static void addKernels(ModuleOp module, StringRef file, StringRef licence, std::vector<SourceKernel> &sources,
                       std::vector<std::string> &passedOver) {
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    OwningOpRef<ModuleOp> alone = cloneAlone(kernel);
    if (asksForBlock(*alone)) {
      passedOver.push_back((Twine("no sample around ") + file + ": " + kernel.getSymName() +
                            ": what it computes depends on the size of a block (wp.block_dim)")
                               .str());
      continue;
    }
    SourceKernel &source = sources.emplace_back();
    source.file = file.str();
    source.name = kernel.getSymName().str();
    source.licence = licence.str();
    source.category = categoryOf(kernel);
    source.oneThread = isForOneThread(kernel);
    llvm::raw_string_ostream os(source.text), signature(source.signature);
    printModule(*alone, os);
    signature << kernel.getFunctionType();
    source.structure = structuralHashWithoutLiterals(kernel);
  }
}

/// Why a kernel is not imported: the first reason there is, and where it stands.
static std::string why(const KernelImport &kernel) {
  const KernelImport::Reason &reason = kernel.reasons.front();
  return (Twine(reason.file) + ":" + Twine(reason.line) + ":" + Twine(reason.column) + ": " + reason.message).str();
}

/// Adds what is said of the kernels of a file that are not imported: of each or, where none is, of the file.
static void passOver(StringRef file, ArrayRef<KernelImport> kernels, StringRef error,
                     std::vector<std::string> &passedOver) {
  bool some = llvm::any_of(kernels, [](const KernelImport &kernel) { return kernel.imported; });
  std::string first = error.str();
  for (const KernelImport &kernel : kernels)
    if (!kernel.reasons.empty() && some)
      passedOver.push_back((Twine("no sample around ") + file + ": " + kernel.name + ": " + why(kernel)).str());
    else if (!kernel.reasons.empty() && first.empty())
      first = "; " + why(kernel);
  if (!some)
    passedOver.push_back(
        (Twine("expected a kernel that can be imported in '") + file + "' but found none" + first).str());
}

/// The place of a file, whatever the path by which it was named.
static std::string placeOf(StringRef file) {
  llvm::SmallString<128> folder(file), real;
  llvm::sys::fs::make_absolute(folder);
  StringRef name = llvm::sys::path::filename(folder);
  if (llvm::sys::fs::real_path(llvm::sys::path::parent_path(folder), real))
    real = llvm::sys::path::parent_path(folder);
  llvm::sys::path::append(real, name);
  return real.str().str();
}

/// The files as rows name them: by their paths from the innermost folder that all are in, in UTF-8.
static std::vector<std::string> pathsForRows(ArrayRef<std::string> files) {
  std::vector<std::string> places;
  for (const std::string &file : files)
    places.push_back(placeOf(file));
  std::string folder = llvm::sys::path::parent_path(places.front()).str();
  auto isIn = [&](StringRef place) {
    return place.starts_with(folder) && place.drop_front(folder.size()).starts_with("/");
  };
  while (!folder.empty() && folder != "/" && !llvm::all_of(places, isIn))
    folder = llvm::sys::path::parent_path(folder).str();
  for (std::string &place : places)
    place = llvm::json::fixUTF8(StringRef(place).drop_front(folder.size()).ltrim('/'));
  return places;
}

/// The reason why a path cannot be read, or "": a pipe or a device may give bytes for ever, or none.
static std::string whyNoFile(StringRef file) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(file, status) || llvm::sys::fs::is_regular_file(status))
    return ""; // what is not there is found out when it is opened
  return (Twine("expected a file of Python but '") + file + "' is " +
          (llvm::sys::fs::is_directory(status)                    ? "a folder"
           : status.type() == llvm::sys::fs::file_type::fifo_file ? "a pipe"
                                                                  : "a device"))
      .str();
}

llvm::Expected<std::vector<SourceKernel>> kgen::readSources(ArrayRef<std::string> files, StringRef licence,
                                                            std::vector<std::string> &passedOver) {
  std::vector<SourceKernel> sources;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  std::vector<std::string> recorded = pathsForRows(files);
  for (auto [file, path] : llvm::zip_equal(files, recorded)) {
    if (std::string why = whyNoFile(file); !why.empty())
      return llvm::createStringError(why);
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return llvm::createStringError("cannot read '" + file + "': " + buffer.getError().message());
    std::string error;
    std::vector<KernelImport> kernels;
    OwningOpRef<ModuleOp> module;
    {
      ScopedDiagnosticHandler keep(&context, [&](Diagnostic &diagnostic) {
        if (!error.empty() || diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        auto at = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
        error = (at ? Twine("; ") + at.getFilename().strref() + ":" + Twine(at.getLine()) + ":" +
                          Twine(at.getColumn()) + ": "
                    : Twine("; "))
                    .str() +
                diagnostic.str();
        return success();
      });
      module = importAllWarp(file, kernels, &context);
    }
    // Failed proofs about a kernel concern nobody.
    ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
    if (module)
      addKernels(*module, path, licence.empty() ? licenceOf((*buffer)->getBuffer()) : licence.str(), sources,
                 passedOver);
    passOver(file, kernels, error, passedOver);
  }
  if (sources.empty() && !passedOver.empty())
    return llvm::createStringError(passedOver.front());
  return sources;
}

void kgen::keepSplit(std::vector<SourceKernel> &sources, Split split, bool unchanged) {
  llvm::erase_if(sources, [&](const SourceKernel &source) {
    std::string family = shortHash(source.text);
    return !belongsTo(split, family, unchanged ? source.structure : family);
  });
}

/// The reason why a sample cannot be printed; "" if all of its forms can say it.
static std::string whyNotPrinted(const CheckedKernel &checked, FormPrinter &forms, MLIRContext &context) {
  std::string reason;
  ScopedDiagnosticHandler keep(&context, [&](Diagnostic &diagnostic) {
    if (reason.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      reason = diagnostic.str();
    return success();
  });
  return succeeded(forms.print(*checked.kernel.module)) ? "" : reason;
}

/// Changes of a kernel that are tried before samples are made around it.
static constexpr uint64_t triedChanges = 2;

/// Why no sample of `plan` can be made around the kernel, unchanged, or of changes such as are made of it; "" where one
/// can.
static std::string whyUnusable(SourceKernel &source, bool unchanged, const KernelPlan &plan, FormPrinter &forms,
                               MLIRContext &context) {
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(source.text, source.file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseModule(sourceMgr, &context);
  if (!module)
    return "its text is no kernel"; // printed by kgen itself
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  for (BlockArgument parameter : kernel.getBody().getArguments())
    if (!isOfCase(parameter)) {
      std::string type;
      llvm::raw_string_ostream(type) << parameter.getType();
      return "expected values, arrays and at most one struct of these, the first parameter, but got '" + type + "'";
    }
  static constexpr StringLiteral noInputs = "no inputs were found on which it ";
  if (unchanged) {
    FailureOr<CheckedKernel> made = checkSource(kernel, plan);
    return failed(made) ? (noInputs + "runs").str() : whyNotPrinted(*made, forms, context);
  }
  source.way = findLaunchWay(kernel);
  for (uint64_t index = 0; index < triedChanges; ++index) {
    FailureOr<CheckedKernel> made =
        synthesizeVariant(kernel, source.way, {source.category, /*seed=*/0, index}, {.turn = index});
    if (failed(made))
      return (noInputs + "can be changed and run").str();
    if (std::string why = whyNotPrinted(*made, forms, context); !why.empty())
      return why;
  }
  return "";
}

llvm::Expected<std::vector<std::string>> kgen::dropUnusable(std::vector<SourceKernel> &sources, bool unchanged,
                                                            uint64_t seed, const FormOptions &options,
                                                            llvm::function_ref<void(size_t)> trying) {
  llvm::Expected<std::unique_ptr<FormPrinter>> forms = FormPrinter::create(options);
  if (!forms)
    return forms.takeError();
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  std::vector<std::string> dropped;
  std::vector<SourceKernel> usable;
  for (auto [i, source] : llvm::enumerate(sources)) {
    trying(i);
    std::string why = whyUnusable(source, unchanged, {source.category, seed, usable.size()}, **forms, context);
    if (why.empty())
      usable.push_back(std::move(source));
    else
      dropped.push_back(source.file + ": " + source.name + ": " + why);
  }
  sources = std::move(usable);
  return dropped;
}
