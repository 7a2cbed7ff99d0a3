// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a path or a tree to a module: reads, selects the kernel, imports it; what cannot be read is reported at its
// line.

#include "kgen/Import/Import.h"
#include "CheckTree.h"
#include "ModuleImporter.h"
#include "Program.h"
#include "ReadPython.h"
#include "kgen/Support/Subprocess.h"
#include "llvm/Support/FormatVariadic.h"
#include <mutex>

using namespace llvm;
using namespace mlir;

namespace kgen {

using namespace importer;

/// A module of one kernel and the functions that it calls; null if there is none, or after an error.
static OwningOpRef<ModuleOp> importOne(const Program &program, const Program::Kernel *kernel,
                                       const ImportOptions &options = {}) {
  if (!kernel)
    return nullptr;
  ModuleImporter importer(program, options);
  return importer.importKernel(*kernel) ? importer.take() : nullptr;
}

/// A tree as warp-ast wrote it; nullopt after an error, that of the text included.
static std::optional<json::Value> parseTree(StringRef tree, StringRef name, MLIRContext *context) {
  context->loadDialect<KgenDialect>();
  Expected<json::Value> parsed = json::parse(tree);
  const json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  PythonError reason;
  if (!object)
    reason.message = "cannot read what warp-ast wrote" + (parsed ? "" : ": " + toString(parsed.takeError()));
  if (object && !readError(*object, reason) && checkTree(*object, reason))
    return std::move(*parsed);
  emitError(FileLineColLoc::get(context, name, reason.line, reason.column)) << reason.message;
  return std::nullopt;
}

/// The output of warp-ast, with an option, about a file; nullopt after an error.
static std::optional<json::Value> readProgram(StringRef pyPath, StringRef option, MLIRContext *context) {
  PythonError reason;
  StringRef file = pyPath == "-" ? "<stdin>" : pyPath;
  if (std::optional<std::string> text = readPython(pyPath, option, reason))
    return parseTree(*text, file, context);
  emitError(FileLineColLoc::get(context, file, reason.line, reason.column)) << reason.message;
  return std::nullopt;
}

OwningOpRef<ModuleOp> importWarp(StringRef pyPath, StringRef kernel, MLIRContext *context,
                                 const ImportOptions &options) {
  std::optional<json::Value> tree = readProgram(pyPath, ("--kernel=" + kernel).str(), context);
  if (!tree)
    return nullptr;
  Program program(pyPath, *tree->getAsObject(), context);
  return importOne(program, program.selectKernel(kernel), options);
}

/// Imports a kernel; diagnostics go to `entry`.
static void importInto(ModuleImporter &importer, const Program::Kernel &kernel, KernelImport &entry) {
  ScopedDiagnosticHandler collect(importer.getProgram().getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    std::string message = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes()) {
      message += "; " + note.str();
      if (auto at = note.getLocation()->findInstanceOf<FileLineColLoc>())
        message += " (line " + std::to_string(at.getLine()) + ")";
    }
    if (place)
      entry.reasons.push_back({place.getFilename().str(), place.getLine(), place.getColumn(), message});
    else
      entry.reasons.push_back({"", kernel.line, 1, message});
    return success();
  });
  entry.imported = static_cast<bool>(importer.importKernel(kernel));
}

static OwningOpRef<ModuleOp> importAll(const Program &program, std::vector<KernelImport> &kernels,
                                       const ImportOptions &options) {
  ModuleImporter importer(program, options);
  for (const Program::Kernel &kernel : program.allKernels()) {
    KernelImport &entry = kernels.emplace_back();
    entry.name = kernel.name.str();
    entry.line = kernel.line;
    importInto(importer, kernel, entry);
  }
  return importer.take();
}

OwningOpRef<ModuleOp> importAllWarp(StringRef pyPath, std::vector<KernelImport> &kernels, MLIRContext *context,
                                    const ImportOptions &options) {
  std::optional<json::Value> tree = readProgram(pyPath, "", context);
  return tree ? importAll(Program(pyPath, *tree->getAsObject(), context), kernels, options) : nullptr;
}

OwningOpRef<ModuleOp> importWarpTree(StringRef tree, StringRef name, StringRef kernel, MLIRContext *context) {
  std::optional<json::Value> parsed = parseTree(tree, name, context);
  if (!parsed)
    return nullptr;
  Program program(name, *parsed->getAsObject(), context);
  return importOne(program, program.selectKernel(kernel));
}

OwningOpRef<ModuleOp> importAllWarpTree(StringRef tree, StringRef name, std::vector<KernelImport> &kernels,
                                        MLIRContext *context, const ImportOptions &options) {
  std::optional<json::Value> parsed = parseTree(tree, name, context);
  return parsed ? importAll(Program(name, *parsed->getAsObject(), context), kernels, options) : nullptr;
}

OwningOpRef<ModuleOp> importWarpTree(const TreeValue &tree, StringRef name, StringRef kernel, MLIRContext *context) {
  context->loadDialect<KgenDialect>();
  Program program(name, tree, context);
  return importOne(program, program.selectKernel(kernel));
}

/// The time that a text may take to be read, the start of the child included.
static constexpr std::chrono::seconds timeToRead(60);
/// Texts in a row that no child could read, after which none is asked any more.
static constexpr unsigned maxFailures = 3;

struct PythonReader::Impl {
  std::mutex mutex;
  std::vector<std::string> command;
  std::unique_ptr<Subprocess> child;
  unsigned failures = 0;
  /// Why there was no answer.
  std::string reason;

  std::optional<std::string> ask(const std::string &request);
  std::optional<std::string> askOnce(const std::string &request);
};

/// One question to the child, which is started if there is none; one that does not answer is ended.
std::optional<std::string> PythonReader::Impl::askOnce(const std::string &request) {
  if (!child)
    child =
        Subprocess::start(command.front(), {command.begin() + 1, command.end()}, /*errorsWithOutput=*/false, reason);
  if (!child)
    return std::nullopt;
  std::chrono::milliseconds time = helperTime(timeToRead);
  child->setDeadline(Subprocess::Clock::now() + time);
  if (child->write(request))
    if (std::optional<std::string> answer = child->readLine())
      return answer;
  if (child->isLate()) {
    reason = formatv("it did not answer within {0:F1} s", time.count() / 1000.0);
    child->kill();
  } else {
    reason = "it ended with status " + std::to_string(child->wait());
  }
  child.reset();
  return std::nullopt;
}

/// A child that has gone may have been killed by chance: another is asked. One that is late would be late again.
std::optional<std::string> PythonReader::Impl::ask(const std::string &request) {
  if (failures >= maxFailures)
    return std::nullopt;
  std::optional<std::string> answer = askOnce(request);
  if (!answer && !StringRef(reason).starts_with("it did not answer"))
    answer = askOnce(request);
  failures = answer ? 0 : failures + 1;
  return answer;
}

PythonReader::PythonReader(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
PythonReader::~PythonReader() = default;

std::unique_ptr<PythonReader> PythonReader::create(std::string &error) {
  PythonError reason;
  std::optional<std::vector<std::string>> command = pythonCommand(reason);
  if (!command) {
    error = reason.message;
    return nullptr;
  }
  auto impl = std::make_unique<Impl>();
  impl->command = std::move(*command);
  impl->command.push_back("--serve");
  std::unique_ptr<PythonReader> reader(new PythonReader(std::move(impl)));
  if (reader->read("x = 1\n"))
    return reader;
  error = "cannot run warp-ast with " + reader->impl->command.front() + ": " + reader->impl->reason;
  return nullptr;
}

std::optional<std::string> PythonReader::read(StringRef text) {
  MemoryFile file(text.str());
  if (file.fd() < 0)
    return std::nullopt;
  return readFile(file.pathForOthers());
}

std::optional<std::string> PythonReader::readFile(StringRef path) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  return impl->ask(path.str() + "\n");
}

std::optional<std::string> readCaseLiteral(StringRef pyPath, std::string *error) {
  PythonError reason;
  std::optional<std::string> text = readPython(pyPath, "--case", reason);
  if (!text && error)
    *error = formatv("{0}:{1}:{2}: error: {3}", pyPath, reason.line, reason.column, reason.message).str();
  return text;
}

} // namespace kgen
