// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs many cases in one process, for scripts that hold thousands of kernels against an oracle: what kgen-run does, by
// its own code, without a process for each. Compares nothing.
//
//   kgen-run-cases < JOBS
//
// A job is a line of five words with tabs between them: FILE CASE DEVICE LEVEL SLOTS. FILE is Python or MLIR; CASE a
// file with JSON, or - for the CASE in FILE; DEVICE is interpreter or cpu; LEVEL is that of -O; SLOTS those of a loop's
// state, 0 for kgen's choice. A job is answered by a line: what `kgen-run --backward` prints, or {"error": "..."}.
// Compiled runs are not interpreted first. Jobs of one file in a row read it once.

#include "KgenRun.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <iostream>

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

namespace {

/// What was read last.
class Reader {
public:
  explicit Reader(mlir::MLIRContext *context) : context(context) {}
  /// The kernel of a name with the functions of its module, in a module of its own: no run sees what another added.
  FailureOr<LoadedKernel> read(const Request &request, llvm::StringRef name);

private:
  mlir::MLIRContext *context;
  std::string path;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace

FailureOr<LoadedKernel> Reader::read(const Request &request, llvm::StringRef name) {
  KernelOp known = module ? module->lookupSymbol<KernelOp>(name) : KernelOp();
  if (path != request.inputFile || !known) {
    llvm::SourceMgr sourceMgr;
    FailureOr<LoadedKernel> loaded = loadKernel(request, name, sourceMgr, context);
    if (failed(loaded))
      return failure();
    module = std::move(loaded->module);
    path = request.inputFile;
    known = loaded->kernel;
  }
  LoadedKernel copy{mlir::ModuleOp::create(module->getLoc()), {}};
  for (auto function : module->getOps<FuncOp>())
    copy.module->push_back(function.clone());
  copy.kernel = known.clone();
  copy.module->push_back(copy.kernel);
  return copy;
}

static FailureOr<Request> parseJob(llvm::StringRef line) {
  llvm::SmallVector<llvm::StringRef> words;
  line.split(words, '\t');
  Request request;
  request.backward = request.unchecked = true;
  if (words.size() != 5 || words[3].getAsInteger(10, request.optLevel) || words[4].getAsInteger(10, request.slots))
    return failure();
  request.inputFile = words[0];
  request.caseFile = words[1] == "-" ? "" : words[1];
  request.device = words[2] == "cpu" ? Device::Cpu : Device::Interpreter;
  return request;
}

static FailureOr<Answer> runJob(llvm::StringRef line, Reader &reader) {
  FailureOr<Request> request = parseJob(line);
  if (failed(request))
    return failure();
  FailureOr<Case> arguments = loadCase(*request);
  if (failed(arguments))
    return failure();
  FailureOr<LoadedKernel> kernel = reader.read(*request, arguments->kernel);
  if (failed(kernel))
    return failure();
  FailureOr<Loaded> loaded = fit(*request, std::move(*arguments), std::move(*kernel));
  if (failed(loaded))
    return failure();
  return run(*request, *loaded);
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-run-cases");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  context.printOpOnDiagnostic(false);
  std::string error;
  mlir::ScopedDiagnosticHandler diagnostics(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && error.empty())
      llvm::raw_string_ostream(error) << diagnostic.getLocation() << ": " << diagnostic;
  });
  Reader reader(&context);
  for (std::string line; std::getline(std::cin, line);) {
    error.clear();
    FailureOr<Answer> answer = runJob(line, reader);
    if (succeeded(answer))
      llvm::outs() << answer->format();
    else
      llvm::outs() << llvm::json::Value(llvm::json::Object{{"error", error}}) << "\n";
    llvm::outs().flush();
  }
  return 0;
}
