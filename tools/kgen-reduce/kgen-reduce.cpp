// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a module as small as it can be while a given command still succeeds on it: what is left of a finding is what
// the finding needs. Halves of all that could go are tried first, then smaller parts (A. Zeller and R. Hildebrandt,
// Simplifying and Isolating Failure-Inducing Input, 2002), until no single thing can go.

#include "Reductions.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace mlir;
using namespace kgen;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-reduce: makes a module smaller while a command still succeeds on it\n";
static constexpr const char *examples =
    "  kgen-reduce k.mlir --test 'grep -q kgen.store %s'      what a store needs\n"
    "  kgen-reduce k.mlir -o small.mlir --test 'kgen-opt --kgen-differentiate %s 2>&1 | grep -q kgen.gradient_add'\n";

namespace {

struct Options {
  cl::OptionCategory category{"kgen-reduce"};
  cl::opt<std::string> inputFile{cl::Positional, cl::desc("FILE.mlir"), cl::Required, cl::cat(category)};
  cl::opt<std::string> outputFile{"o", cl::desc("Where to write the smaller module (default: standard output)"),
                                  cl::init("-"), cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> test{
      "test",
      cl::desc("A command for the shell, required: a module is interesting where it ends with status "
               "0;\n%s in it is the file with the module, which else is its last word"),
      cl::Required, cl::value_desc("command"), cl::cat(category)};
};

/// Asks the author's command about modules.
class Tester {
public:
  Tester(std::string command, std::string file) : command(std::move(command)), file(std::move(file)) {
    std::string quoted = "'" + this->file + "'";
    size_t at = this->command.find("%s");
    if (at == std::string::npos)
      this->command += " " + quoted;
    for (; at != std::string::npos; at = this->command.find("%s", at + quoted.size()))
      this->command.replace(at, 2, quoted);
  }

  bool isInteresting(ModuleOp module) {
    ++runs;
    std::error_code error;
    {
      llvm::raw_fd_ostream os(file, error);
      if (!error)
        printModule(module, os);
    }
    if (error)
      return false;
    std::optional<StringRef> nowhere[] = {StringRef(), StringRef(), StringRef()};
    return llvm::sys::ExecuteAndWait("/bin/sh", {"/bin/sh", "-c", command}, std::nullopt, nowhere) == 0;
  }

  unsigned runs = 0;

private:
  std::string command, file;
};

} // namespace

/// Takes away what it can of one kind: large parts first. False where nothing could go.
static bool reduce(OwningOpRef<ModuleOp> &module, const Reduction &reduction, Tester &tester) {
  bool changed = false;
  for (unsigned size = reduction.count(*module); size; size /= 2) {
    for (unsigned from = 0; from < reduction.count(*module);) {
      OwningOpRef<ModuleOp> smaller = module->clone();
      bool isSmaller = reduction.apply(*smaller, from, from + size);
      if (isSmaller && succeeded(verify(*smaller)) && tester.isInteresting(*smaller)) {
        module = std::move(smaller);
        changed = true; // what follows has moved up
      } else {
        from += size;
      }
    }
  }
  return changed;
}

static unsigned countOps(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *) { ++count; });
  return count - 1;
}

static int run(const Options &options) {
  std::unique_ptr<llvm::MemoryBuffer> input = readInput(options.inputFile);
  if (!input)
    return 1;
  DialectRegistry registry;
  registry.insert<KgenDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  {
    SourceMgrDiagnosticHandler handler(sourceMgr, &context);
    module = parseModule(sourceMgr, &context);
  }
  if (!module)
    return 1;
  llvm::SmallString<128> file;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("kgen-reduce", "mlir", file))
    return inputError("expected a folder for temporary files: " + error.message());
  llvm::sys::RemoveFileOnSignal(file);
  llvm::FileRemover remover(file);

  Tester tester(options.test, file.str().str());
  if (!tester.isInteresting(*module))
    return inputError("expected a test that succeeds on '" + options.inputFile + "' itself");
  unsigned before = countOps(*module);
  // What does not verify is no step on the way.
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  for (bool changed = true; changed;) {
    changed = false;
    for (const Reduction &reduction : reductions())
      changed |= reduce(module, reduction, tester);
  }
  llvm::errs() << "kgen-reduce: " << before << " ops, now " << countOps(*module) << "; " << tester.runs << " tests\n";
  std::string text;
  llvm::raw_string_ostream os(text);
  printModule(*module, os);
  return writeOutput(options.outputFile, text) ? 0 : 1;
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-reduce");
  Options options;
  cl::HideUnrelatedOptions(options.category);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  return run(options);
}
