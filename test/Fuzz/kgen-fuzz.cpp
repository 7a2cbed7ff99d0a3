// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes many inputs of any kind through one process, as deep as each goes, and says what became of it: `run_fuzz.py`
// makes the inputs and watches. Knows no randomness and decides nothing. With --speed it imports trees and says how
// fast.
//
// An input is a line `KIND SIZE` and SIZE bytes: `python`, `tree` (what warp-ast writes of one), `mlir`, `kernel` (a
// module whose only kernel the cases are for), `case`. The answer is a line: `taken`, `refused`, `silent`: refused
// without a located message, or `broken`: a pass has left what the verifier refuses.

#include "kgen/IR/KernelCase.h"
#include "kgen/IR/Names.h"
#include "kgen/Import/Import.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdio>
#include <ctime>
#include <iostream>

using namespace mlir;
using namespace kgen;

namespace {

/// What was said about one input: whether an error had a place, and whether a pass left what the verifier refuses.
struct Said {
  bool anyPlace = false, isBroken = false;
  void hear(Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      anyPlace |= static_cast<bool>(diagnostic.getLocation()->findInstanceOf<FileLineColLoc>());
  }
};

class Fuzzer {
public:
  explicit Fuzzer(std::unique_ptr<PythonReader> reader) : reader(std::move(reader)) { renew(); }

  StringRef answer(StringRef kind, StringRef text) {
    if (++inputs % 200 == 0)
      renew();
    Said said;
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) { said.hear(diagnostic); });
    bool taken = take(kind, text, said);
    return said.isBroken ? "broken" : taken ? "taken" : said.anyPlace ? "refused" : "silent";
  }

private:
  /// A context keeps every type and attribute that it has seen.
  void renew() {
    kernel = nullptr;
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->loadDialect<KgenDialect>();
    Said said;
    if (!kernelText.empty())
      kernel = parse(kernelText, said);
  }

  bool take(StringRef kind, StringRef text, Said &said) {
    if (kind == "case")
      return takeCase(text, said);
    if (kind == "kernel") {
      kernelText = text.str();
      kernel = parse(text, said);
      return static_cast<bool>(kernel);
    }
    if (kind == "mlir")
      return exercise(parse(text, said), said);
    std::optional<std::string> tree = kind == "python" ? reader->read(text) : text.str();
    if (!tree) {
      llvm::errs() << "kgen-fuzz: the reader of Python is gone\n";
      abort();
    }
    return exercise(importWarpTree(*tree, "fuzz.py", "", context.get()), said);
  }

  OwningOpRef<ModuleOp> parse(StringRef text, Said &said) {
    llvm::SourceMgr sourceMgr;
    sourceMgr.setDiagHandler([](const llvm::SMDiagnostic &, void *said) { static_cast<Said *>(said)->anyPlace = true; },
                             &said);
    sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.mlir"), llvm::SMLoc());
    return parseModule(sourceMgr, context.get());
  }

  /// All that a module can go through; what a later step refuses was taken all the same.
  bool exercise(OwningOpRef<ModuleOp> module, Said &said) {
    if (!module)
      return false;
    (void)exportPython(*module, llvm::nulls());
    (void)exportText(FormLanguage::Cuda, *module, llvm::nulls());
    (void)exportText(FormLanguage::Cpp, *module, llvm::nulls());
    printModule(*module, llvm::nulls());
    SmallVector<StringRef> kernels;
    if (!hasBackward(*module)) // a second one would be another of its name
      for (KernelOp one : module->getOps<KernelOp>())
        kernels.push_back(one.getSymName());
    for (StringRef name : kernels)
      said.isBroken |= breaks<KernelOp>(*module, name, [](KernelOp one) { return differentiate(one); });
    for (FunctionOpInterface function : llvm::to_vector(module->getOps<FunctionOpInterface>()))
      said.isBroken |= breaks<FunctionOpInterface>(*module, function.getName(), toValueForm);
    return true;
  }

  static LogicalResult toValueForm(FunctionOpInterface function) {
    return failure(failed(lowerEarlyExits(function)) || failed(promoteVariables(function)));
  }

  /// Whether a pass says that all is well with a kernel or function of a copy of the module, and the verifier does not.
  template <class Op> static bool breaks(ModuleOp module, StringRef name, LogicalResult (*pass)(Op)) {
    OwningOpRef<ModuleOp> copy = module.clone();
    auto op = dyn_cast_or_null<Op>(SymbolTable::lookupSymbolIn(*copy, name));
    if (!op || failed(pass(op)))
      return false;
    (void)exportText(FormLanguage::Cuda, *copy, llvm::nulls());
    return failed(verify(*copy));
  }

  bool takeCase(StringRef text, Said &said) {
    std::string error;
    std::optional<Case> parsed = parseCase({text.data(), text.size()}, "case.json", error);
    if (!parsed) {
      said.anyPlace |= StringRef(error).contains("case.json:") && StringRef(error).contains(": error: ");
      return false;
    }
    KernelOp one = *kernel->getOps<KernelOp>().begin();
    if (failed(verifyCase(one, *parsed)))
      return false;
    FailureOr<Interpreter> interpreter = Interpreter::create(one);
    if (failed(interpreter))
      return false;
    RunOptions options;
    options.maxTrips = 1000;
    options.maxTotalTrips = 10000;
    (void)interpreter->run(*parsed, Arithmetic::Storage, options);
    return true;
  }

  std::unique_ptr<PythonReader> reader;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> kernel;
  std::string kernelText;
  unsigned inputs = 0;
};

/// Of each line, a tree as warp-ast writes it, every kernel: how many verified kernels come out of it in a second.
int measure() {
  double seconds = 0;
  unsigned imported = 0, tried = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<KernelImport> kernels;
    MLIRContext context(MLIRContext::Threading::DISABLED);
    std::clock_t start = std::clock();
    OwningOpRef<ModuleOp> module = importAllWarpTree(line, "speed.py", kernels, &context);
    seconds += double(std::clock() - start) / CLOCKS_PER_SEC;
    tried += kernels.size();
    imported += llvm::count_if(kernels, [](const KernelImport &one) { return one.imported; });
  }
  std::printf("{\"kernels\": %u, \"imported\": %u, \"cpu_seconds\": %.3f, \"kernels_per_second\": %.1f}\n", tried,
              imported, seconds, tried / seconds);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && StringRef(argv[1]) == "--speed")
    return measure();
  std::string error;
  std::unique_ptr<PythonReader> reader = PythonReader::create(error);
  if (!reader) {
    std::cerr << "kgen-fuzz: " << error << "\n";
    return 1;
  }
  Fuzzer fuzzer(std::move(reader));
  std::string kind, text;
  for (size_t size = 0; std::cin >> kind >> size;) {
    std::cin.get(); // the end of the line
    text.resize(size);
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    std::cout << fuzzer.answer(kind, text).str() << std::endl;
  }
  return 0;
}
