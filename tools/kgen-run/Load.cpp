// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From files to a kernel and a case that fit together.

#include "KgenRun.h"
#include "kgen/IR/Names.h"
#include "kgen/Interpreter/TapedCase.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/IR/Diagnostics.h"
#ifdef KGEN_HAVE_Import
#include "kgen/Import/Import.h"
#endif
#ifdef KGEN_HAVE_Transforms
#include "kgen/Transforms/Transforms.h"
#endif

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

bool kgen::isPython(llvm::StringRef path) { return path.ends_with(".py"); }

static mlir::LogicalResult fail(const llvm::Twine &message) {
  inputError(message);
  return failure();
}

/// The JSON text of the case: that of --case, else the literal in the Python file.
static FailureOr<std::string> readCaseText(const Request &request) {
  if (!request.caseFile.empty()) {
    std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(request.caseFile);
    if (!buffer)
      return failure();
    return buffer->getBuffer().str();
  }
#ifdef KGEN_HAVE_Import
  std::string error;
  std::optional<std::string> text = readCaseLiteral(request.inputFile, &error);
  if (text)
    return *text;
  llvm::errs() << error << "\n";
#endif
  return failure();
}

FailureOr<Case> kgen::loadCase(const Request &request) {
  FailureOr<std::string> text = readCaseText(request);
  if (failed(text))
    return failure();
  std::string error;
  llvm::StringRef path = request.caseFile.empty() ? request.inputFile : request.caseFile;
  std::optional<Case> parsed = parseCase(*text, path, error);
  if (!parsed) {
    llvm::errs() << error << "\n";
    return failure();
  }
  return std::move(*parsed);
}

static mlir::OwningOpRef<mlir::ModuleOp> loadModule(const Request &request, llvm::StringRef kernel,
                                                    llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
#ifdef KGEN_HAVE_Import
  if (isPython(request.inputFile))
    return importWarp(request.inputFile, kernel, context);
#endif
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(request.inputFile);
  if (!buffer)
    return nullptr;
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return parseModule(sourceMgr, context);
}

/// The kernel of a name, or the only one if no name is given.
static FailureOr<KernelOp> selectKernel(mlir::ModuleOp module, llvm::StringRef name, llvm::StringRef path) {
  KernelOp selected;
  unsigned count = 0;
  for (auto kernel : module.getOps<KernelOp>()) {
    if (name.empty() ? kernel.isBackward() : kernel.getSymName() != name)
      continue;
    selected = kernel;
    ++count;
  }
  if (!name.empty() && !selected)
    return fail(path + ": expected a kernel named '" + name + "' but there is none");
  if (count != 1)
    return fail(path + ": expected one kernel, or --kernel NAME, but got " + llvm::Twine(count) + " kernels");
  if (selected.isBackward())
    return selected.emitError("expected a forward kernel but '")
           << selected.getSymName() << "' is a backward; use --kernel " << *selected.getAdjointOf() << " --backward";
  return selected;
}

FailureOr<LoadedKernel> kgen::loadKernel(const Request &request, llvm::StringRef name, llvm::SourceMgr &sourceMgr,
                                         mlir::MLIRContext *context) {
  mlir::OwningOpRef<mlir::ModuleOp> module = loadModule(request, name, sourceMgr, context);
  if (!module)
    return failure();
  // Only that kernel of a Python file was imported, and its author's name may be no symbol: `make_kernel.k`.
  FailureOr<KernelOp> kernel = selectKernel(*module, isPython(request.inputFile) ? "" : name, request.inputFile);
  if (failed(kernel))
    return failure();
  return LoadedKernel{std::move(module), *kernel};
}

/// Finds the backward of the kernel, or of it with a tape.
static bool findBackward(Loaded &loaded) {
  BackwardOf found = kgen::findBackward(loaded.kernel);
  loaded.backward = found.backward;
  loaded.taped = found.taped;
  return static_cast<bool>(found.backward);
}

/// The backward in the file, or a new one.
static mlir::LogicalResult findOrMakeBackward(Loaded &loaded, const Request &request) {
  if (findBackward(loaded))
    return mlir::success();
#ifdef KGEN_HAVE_Transforms
  GradientOptions options;
  options.slots = request.slots;
  if (request.device == Device::Cpu)
    options.slotBytes = cpuSlotBytes;
  if (failed(differentiate(loaded.kernel, options)))
    return failure();
  if (findBackward(loaded))
    return mlir::success();
#endif
  return loaded.kernel.emitError("expected a backward of '") << loaded.kernel.getSymName() << "' but there is none";
}

/// Only the kernel that is run is compiled: a module may hold many.
static void eraseOtherKernels(Loaded &loaded) {
  for (auto kernel : llvm::make_early_inc_range(loaded.module->getOps<KernelOp>()))
    if (kernel != loaded.kernel && kernel != loaded.backward && kernel != loaded.taped)
      kernel.erase();
}

/// Without a weight, all gradients would be zero.
static mlir::LogicalResult checkHasWeight(const Case &c) {
  if (llvm::any_of(c.args, [](const CaseArg &arg) { return !arg.weight.empty(); }))
    return mlir::success();
  llvm::errs() << c.argsPlace << ": error: expected an argument with a 'weight', for --backward, but got none\n";
  return failure();
}

FailureOr<Loaded> kgen::fit(const Request &request, Case arguments, LoadedKernel found) {
  if (failed(verifyCase(found.kernel, arguments)))
    return failure();
  Loaded loaded;
  loaded.arguments = std::move(arguments);
  loaded.module = std::move(found.module);
  loaded.kernel = found.kernel;
  if (request.backward && failed(findOrMakeBackward(loaded, request)))
    return failure();
  eraseOtherKernels(loaded);
  return loaded;
}

FailureOr<Loaded> kgen::load(const Request &request, llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
  FailureOr<Case> parsed = loadCase(request);
  if (failed(parsed) || (request.backward && failed(checkHasWeight(*parsed))))
    return failure();
  llvm::StringRef name = request.kernel.empty() ? parsed->kernel : request.kernel;
  FailureOr<LoadedKernel> found = loadKernel(request, name, sourceMgr, context);
  if (failed(found))
    return failure();
  return fit(request, std::move(*parsed), std::move(*found));
}
