// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA file as PTX in software: made by nvcc, or by clang if there is no nvcc, and launched by its entry points' own
// parameters. Knows no IR.

#include "KgenRun.h"
#include "kgen/Ptx/Ptx.h"
#include "kgen/Support/CaseLaunch.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Form.h"
#include "kgen/Support/Subprocess.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;
namespace fs = llvm::sys::fs;

bool kgen::isCudaFile(llvm::StringRef path) { return path.ends_with(infoOf(FormLanguage::Cuda).ending); }

static mlir::LogicalResult fail(const llvm::Twine &message) {
  inputError(message);
  return failure();
}

/// The folder of `kgen/kgen.cuh`: beside an installed tool, otherwise in the sources.
static std::string headers() {
  std::string beside = besideExecutable("../include");
  return fs::exists(beside + "/kgen/kgen.cuh") ? beside : KGEN_SOURCE_HEADERS;
}

/// The command that makes PTX; nothing is contracted, as in all that kgen makes. None without a compiler.
static std::vector<std::string> compilerCommand(const Request &request, const std::string &output) {
  std::vector<std::string> command;
  if (std::string nvcc = findCudaProgram("nvcc"); !nvcc.empty()) {
    command = {nvcc, "-arch=" + request.chip, "-std=c++17", "-fmad=false", "-lineinfo", "-ptx"};
  } else if (std::string clang = findCudaProgram("clang++-22"); !clang.empty()) {
    command = {clang,        "--cuda-gpu-arch=" + request.chip,
               "-std=c++17", "-ffp-contract=off",
               "-O2",        "-x",
               "cuda",       "--cuda-device-only",
               "-S"};
    for (const std::string &home : cudaToolkits())
      if (fs::exists(home + "/include/cuda.h"))
        command.push_back("--cuda-path=" + home);
  } else {
    return {};
  }
  command.insert(command.end(), {"-I" + headers(), request.inputFile, "-o", output});
  return command;
}

/// PTX of the file; errors have been reported.
static FailureOr<std::string> compile(const Request &request) {
  llvm::SmallString<128> output;
  if (fs::createTemporaryFile("kgen", "ptx", output))
    return fail("cannot make a temporary file for PTX");
  llvm::scope_exit remove([&] { fs::remove(output); });
  std::vector<std::string> command = compilerCommand(request, output.str().str());
  if (command.empty())
    return fail("expected nvcc or clang++-22, to make PTX of '" + request.inputFile + "'");
  llvm::SmallVector<llvm::StringRef> arguments(command.begin(), command.end());
  if (llvm::sys::ExecuteAndWait(command[0], arguments))
    return fail("expected a CUDA file but " + llvm::sys::path::filename(command[0]) + " refuses '" + request.inputFile +
                "'");
  auto text = llvm::MemoryBuffer::getFile(output);
  return text ? (*text)->getBuffer().str() : std::string();
}

/// The kernel's entry point: as kgen names it, or as it is, or the only one.
static FailureOr<std::string> findEntry(const ptx::Module &module, llvm::StringRef kernel, bool isBackward) {
  std::vector<std::string> entries = module.entries();
  std::string own = infoOf(FormLanguage::Cuda).entryName(kernel, isBackward ? Direction::Backward : Direction::Forward);
  if (llvm::is_contained(entries, own))
    return own;
  if (!isBackward && llvm::is_contained(entries, kernel))
    return kernel.str();
  if (!isBackward && entries.size() == 1)
    return entries[0];
  return fail("expected an entry point '" + own + "', one of: " + llvm::join(entries, ", "));
}

namespace {
/// A module with the arguments in memory.
class CudaLaunch {
public:
  CudaLaunch(const Request &request, const ptx::Module &module, const Case &c)
      : request(request), module(module), c(c) {}

  mlir::LogicalResult bind(const std::string &entry) {
    std::string wrong =
        arguments.bind(c, parametersOf(entry), [&](const std::string &name, std::span<std::byte> bytes, bool isRead) {
          return memory.allocate(name, bytes, /*writable=*/true, isRead);
        });
    return wrong.empty() ? mlir::success() : fail(request.inputFile + ": " + wrong);
  }

  mlir::LogicalResult run(const std::string &entry, bool isBackward) {
    arguments.fitBounds(c, parametersOf(entry));
    ptx::MachineOptions options;
    options.checked = !request.unchecked;
    options.print = [](std::string_view text) { llvm::errs() << text; };
    ptx::Machine machine(module, memory, std::move(options));
    ptx::Launch launch = ptx::Launch::over(c.numThreads());
    launch.descending = isBackward;
    launch.schedule = request.schedule;
    std::vector<std::span<const std::byte>> bytes = arguments.parameters(isBackward);
    std::optional<ptx::Finding> finding = machine.launch(entry, bytes, launch);
    if (!finding)
      return mlir::success();
    llvm::errs() << finding->format(request.inputFile + ".ptx") << "\n";
    return failure();
  }

  const CaseLaunch &get() const { return arguments; }

private:
  std::vector<CaseLaunch::Parameter> parametersOf(const std::string &entry) const {
    std::vector<CaseLaunch::Parameter> taken;
    const std::vector<ptx::Parameter> parameters = *module.parameters(entry);
    for (const ptx::Parameter &parameter : parameters)
      taken.push_back({parameter.name, parameter.size, parameter.reads});
    return taken;
  }

  const Request &request;
  const ptx::Module &module;
  const Case &c;
  CaseLaunch arguments;
  ptx::Memory memory;
};
} // namespace

FailureOr<CaseResult> kgen::runCudaFile(const Request &request, const Case &c) {
  FailureOr<std::string> text = compile(request);
  if (failed(text))
    return failure();
  ptx::Diagnostic diagnostic;
  std::unique_ptr<ptx::Module> module = ptx::Module::parse(*text, diagnostic);
  if (!module)
    return fail(request.inputFile + ".ptx:" + std::to_string(diagnostic.line) + ": " + diagnostic.message);
  std::string kernel = request.kernel.empty() ? c.kernel : request.kernel;
  FailureOr<std::string> forward = findEntry(*module, kernel, /*isBackward=*/false), backward = std::string();
  if (succeeded(forward) && request.backward)
    backward = findEntry(*module, kernel, /*isBackward=*/true);
  if (failed(forward) || failed(backward))
    return failure();
  CudaLaunch launch(request, *module, c);
  if (failed(launch.bind(backward->empty() ? *forward : *backward)) ||
      failed(launch.run(*forward, /*isBackward=*/false)))
    return failure();
  CaseResult result;
  result.outputs = launch.get().outputs(c);
  if (backward->empty())
    return result;
  if (failed(launch.run(*backward, /*isBackward=*/true)))
    return failure();
  result.grads = launch.get().gradients(c);
  return result;
}
