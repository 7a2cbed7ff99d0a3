// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --all: every kernel of a Python file, or of all files below a directory, and the report of what became of each.

#include "Translations.h"

#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Import/Import.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <csignal>

using namespace mlir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace kgen {

/// A context keeps every type and attribute that it has seen.
static constexpr unsigned filesOfContext = 200;

/// What became of a kernel of `file`; a reason that stands in another file says in which.
static llvm::json::Object describe(const KernelImport &kernel, StringRef file) {
  llvm::json::Array reasons;
  for (const KernelImport::Reason &reason : kernel.reasons) {
    llvm::json::Object entry{{"line", reason.line}, {"column", reason.column}, {"message", reason.message}};
    if (!reason.file.empty() && reason.file != file && file != "-")
      entry["file"] = llvm::json::fixUTF8(reason.file);
    reasons.push_back(std::move(entry));
  }
  return llvm::json::Object{
      {"name", kernel.name}, {"line", kernel.line}, {"imported", kernel.imported}, {"reasons", std::move(reasons)}};
}

static bool writeReport(const TranslateRequest &request, llvm::json::Object report) {
  return writeOutput(request.report, llvm::formatv("{0}\n", llvm::json::Value(std::move(report))).str());
}

static void warn(ArrayRef<KernelImport> kernels, MLIRContext *context) {
  for (const KernelImport &kernel : kernels)
    for (const KernelImport::Reason &reason : kernel.reasons)
      emitWarning(FileLineColLoc::get(context, reason.file, reason.line, reason.column))
          << "kernel '" << kernel.name << "' is left out: " << reason.message;
}

OwningOpRef<ModuleOp> importAll(const TranslateRequest &request, MLIRContext *context) {
  std::vector<KernelImport> kernels;
  OwningOpRef<ModuleOp> module = importAllWarp(request.input, kernels, context, {request.assumeAny});
  if (!module)
    return nullptr;
  if (!request.report.empty()) {
    llvm::json::Array list;
    for (const KernelImport &kernel : kernels)
      list.push_back(describe(kernel, request.input));
    return writeReport(request, llvm::json::Object{{"kernels", std::move(list)}}) ? std::move(module) : nullptr;
  }
  warn(kernels, context);
  if (!module->getBody()->empty())
    return module;
  emitError(FileLineColLoc::get(context, request.input, 1, 1))
      << "expected a kernel that can be imported but got none of " << kernels.size();
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Directories
//===----------------------------------------------------------------------===//

/// Whether a word of a text is `kernel` or `Kernel`.
static bool namesKernel(StringRef text) {
  auto isOfName = [&](size_t at) { return at < text.size() && (llvm::isAlnum(text[at]) || text[at] == '_'); };
  for (size_t at = text.find("ernel"); at != StringRef::npos; at = text.find("ernel", at + 1))
    if (at > 0 && (text[at - 1] == 'k' || text[at - 1] == 'K') && !isOfName(at - 2) && !isOfName(at + 5))
      return true;
  return false;
}

/// Whether a file may hold a kernel: to see that it does not takes less than to parse it.
static bool mayHaveKernel(StringRef file) {
  auto text = llvm::MemoryBuffer::getFile(file);
  return !text || namesKernel((*text)->getBuffer());
}

/// The Python files below a directory that may hold kernels, in the order of their paths.
static FailureOr<std::vector<std::string>> pythonFiles(StringRef directory) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator it(directory, error, /*follow_symlinks=*/false), end;
  for (; !error && it != end; it.increment(error)) {
    StringRef file = it->path();
    if (path::filename(file).starts_with("."))
      it.no_push();
    else if (path::extension(file) == ".py" && !file.contains('\n') && fs::is_regular_file(file) && mayHaveKernel(file))
      files.push_back(file.str());
  }
  if (error) {
    inputError("cannot read the directory '" + directory + "': " + error.message());
    return failure();
  }
  llvm::sort(files);
  return files;
}

namespace {

/// Imports file by file, and keeps what is to be said in the end.
class DirectoryImporter {
public:
  DirectoryImporter(const TranslateRequest &request, StringRef output, PythonReader &reader)
      : request(request), output(output), reader(reader) {}

  LogicalResult run(ArrayRef<std::string> files) {
    for (auto [number, file] : llvm::enumerate(files)) {
      if (number % filesOfContext == 0)
        renew();
      if (failed(importFile(file)))
        return failure();
    }
    if (!request.report.empty())
      return success(
          writeReport(request, llvm::json::Object{{"kernels", std::move(kernels)}, {"unread", std::move(unread)}}));
    if (imported)
      return success();
    inputError("expected a kernel that can be imported in '" + request.input + "' but got none of " + Twine(seen));
    return failure();
  }

private:
  void renew() {
    handler.reset();
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->printOpOnDiagnostic(false);
    context->loadDialect<KgenDialect>();
    handler = std::make_unique<SourceMgrDiagnosticHandler>(sourceMgr, context.get());
  }

  LogicalResult importFile(StringRef file) {
    std::optional<std::string> tree = reader.readFile(file);
    if (!tree) {
      inputError("cannot read '" + file + "': warp-ast has ended");
      return failure();
    }
    std::vector<KernelImport> found;
    OwningOpRef<ModuleOp> module;
    {
      ScopedDiagnosticHandler keep(context.get(), [&](Diagnostic &diagnostic) { return note(file, diagnostic); });
      module = importAllWarpTree(*tree, file, found, context.get(), {request.assumeAny});
    }
    if (request.report.empty())
      warn(found, context.get());
    seen += found.size();
    for (const KernelImport &kernel : found) {
      llvm::json::Object entry = describe(kernel, file);
      entry["file"] = llvm::json::fixUTF8(file);
      kernels.push_back(std::move(entry));
      imported += kernel.imported;
    }
    return !module || module->getBody()->empty() ? success() : write(file, *module);
  }

  /// What is wrong with a file as a whole is a warning, or data.
  LogicalResult note(StringRef file, Diagnostic &diagnostic) {
    auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    if (!place || diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    std::string message = diagnostic.str();
    unread.push_back(llvm::json::Object{{"file", llvm::json::fixUTF8(file)},
                                        {"line", place.getLine()},
                                        {"column", place.getColumn()},
                                        {"message", message}});
    if (request.report.empty())
      emitWarning(place) << "the file is left out: " << message;
    return success();
  }

  LogicalResult write(StringRef file, ModuleOp module) {
    SmallString<128> target(output);
    path::append(target, file.drop_front(request.input.size()));
    path::replace_extension(target, "mlir");
    if (std::error_code error = fs::create_directories(path::parent_path(target))) {
      inputError("cannot make the directory '" + path::parent_path(target) + "': " + error.message());
      return failure();
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    printModule(module, os);
    return success(writeOutput(target, text));
  }

  const TranslateRequest &request;
  StringRef output;
  PythonReader &reader;
  llvm::SourceMgr sourceMgr;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;
  llvm::json::Array kernels, unread;
  size_t seen = 0, imported = 0;
};

} // namespace

LogicalResult importDirectory(const TranslateRequest &request, StringRef output) {
  FailureOr<std::vector<std::string>> files = pythonFiles(request.input);
  if (failed(files))
    return failure();
  std::signal(SIGPIPE, SIG_IGN); // a reader that has ended is an error as others
  std::string error;
  std::unique_ptr<PythonReader> reader = PythonReader::create(error);
  if (!reader) {
    inputError(error);
    return failure();
  }
  return DirectoryImporter(request, output, *reader).run(*files);
}

} // namespace kgen
