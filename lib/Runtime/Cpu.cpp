// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> object -> ORC. Each kernel has a library of its own in the JIT, dropped with the kernel.

#include "kgen/Runtime/Cpu.h"
#include "HostFunctions.h"
#include "LaunchArguments.h"
#include "kgen/IR/KernelCase.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Target/LLVM.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/TargetParser/Host.h"
#include <thread>

using namespace mlir;
using namespace kgen::runtime;

namespace kgen {

//===----------------------------------------------------------------------===//
// Compiled kernels
//===----------------------------------------------------------------------===//

struct CompiledKernel::Impl {
  llvm::orc::LLJIT &jit;
  llvm::orc::JITDylib &library;
  KernelOp kernel;
  unsigned rank = 1, threads = 1;
  llvm::orc::ExecutorAddr forward, backward;

  /// Launches an entry point with what it takes: `dim`, `arguments` and, of a backward, `adjoints`.
  template <class... Pointers> void launch(llvm::orc::ExecutorAddr entry, const Case &c, Pointers... given) const;
  ~Impl() { llvm::cantFail(jit.getExecutionSession().removeJITDylib(library)); }
};

CompiledKernel::CompiledKernel(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CompiledKernel::CompiledKernel(CompiledKernel &&) = default;
CompiledKernel::~CompiledKernel() = default;

/// Runs the parts of a launch at the same time, each so many threads. Threads with equal coordinates stay together.
static void runParts(const Case &c, unsigned rank, unsigned count, llvm::function_ref<void(int64_t, int64_t)> run) {
  int64_t size = c.numThreads(), together = 1;
  for (int64_t extent : llvm::ArrayRef(c.dim).drop_front(std::min<size_t>(rank, c.dim.size())))
    together *= extent;
  int64_t groups = together ? size / together : 0;
  auto border = [&](int64_t part) { return groups / count * part + std::min<int64_t>(part, groups % count); };
  std::vector<std::thread> others;
  for (int64_t part = 1; part < count; ++part)
    if (int64_t first = border(part), last = border(part + 1); first != last)
      others.emplace_back([=] { run(first * together, last * together); });
  run(0, border(1) * together);
  for (std::thread &other : others)
    other.join();
}

template <class... Pointers>
void CompiledKernel::Impl::launch(llvm::orc::ExecutorAddr entry, const Case &c, Pointers... given) const {
  StageScope stage(Stage::RunCpu);
  if (threads == 1)
    entry.toPtr<void (*)(Pointers...)>()(given...);
  else
    runParts(c, rank, threads, [&](int64_t first, int64_t last) {
      entry.toPtr<void (*)(Pointers..., int64_t, int64_t)>()(given..., first, last);
    });
}

CaseResult CompiledKernel::run(const Case &c) const {
  LaunchArguments arguments(impl->kernel, c);
  std::vector<std::byte> dim = launchBounds(c.dim, impl->rank);
  impl->launch<void *, void *>(impl->forward, c, dim.data(), arguments.arguments());
  CaseResult result;
  result.outputs = arguments.outputs();
  if (!impl->backward)
    return result;
  impl->launch<void *, void *, void *>(impl->backward, c, dim.data(), arguments.arguments(), arguments.adjoints());
  result.grads = arguments.gradients();
  return result;
}

//===----------------------------------------------------------------------===//
// The runner
//===----------------------------------------------------------------------===//

struct CpuRunner::Impl {
  std::unique_ptr<CodeGenerator> generator;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  unsigned numLibraries = 0, threads = 1;
  std::string linkErrors; // what the JIT reports on the side, such as which symbols it did not find

  llvm::Error prepare(llvm::orc::JITDylib &library, StringRef object);
  llvm::Error lookUp(CompiledKernel::Impl &compiled, KernelOp forward, KernelOp backward);
};

CpuRunner::CpuRunner(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CpuRunner::~CpuRunner() = default;

llvm::Expected<std::unique_ptr<CpuRunner>> CpuRunner::create(const CpuOptions &chosen) {
  CodeGenOptions options;
  options.triple = llvm::sys::getProcessTriple();
  options.optLevel = chosen.optLevel;
  setNativeCpu(options);
  if (!chosen.cpu.empty()) {
    options.cpu = chosen.cpu;
    options.features.clear();
    if (std::string missing = missingOnThisCpu(options); !missing.empty())
      return llvm::createStringError("it lacks what a CPU '" + chosen.cpu + "' has: " + missing);
  }
  // What the CPU lacks, nobody can ask for.
  options.sleef = hasLanes(options);
  options.lanes = options.sleef ? chosen.lanes : 0;
  options.concurrent = chosen.threads > 1;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return generator.takeError();
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  auto impl = std::make_unique<Impl>();
  impl->generator = std::move(*generator);
  impl->jit = std::move(*jit);
  impl->threads = chosen.threads;
  impl->jit->getExecutionSession().setErrorReporter(
      [&errors = impl->linkErrors](llvm::Error error) { errors += llvm::toString(std::move(error)) + "; "; });
  return std::unique_ptr<CpuRunner>(new CpuRunner(std::move(impl)));
}

/// Adds the object, and what it may call.
llvm::Error CpuRunner::Impl::prepare(llvm::orc::JITDylib &library, StringRef object) {
  llvm::orc::SymbolMap symbols;
  for (const HostFunction &function : hostFunctions())
    symbols[jit->mangleAndIntern(function.name)] = {llvm::orc::ExecutorAddr::fromPtr(function.address),
                                                    llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (llvm::Error error = library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return jit->addObjectFile(library, llvm::MemoryBuffer::getMemBufferCopy(object, "kgen"));
}

llvm::Error CpuRunner::Impl::lookUp(CompiledKernel::Impl &compiled, KernelOp forward, KernelOp backward) {
  auto entry = jit->lookup(compiled.library, entryPointName(forward, Target::CPU));
  if (!entry)
    return entry.takeError();
  compiled.forward = *entry;
  if (!backward)
    return llvm::Error::success();
  auto adjoint = jit->lookup(compiled.library, entryPointName(backward, Target::CPU));
  if (!adjoint)
    return adjoint.takeError();
  compiled.backward = *adjoint;
  return llvm::Error::success();
}

FailureOr<CompiledKernel> CpuRunner::compile(ModuleOp module, KernelOp forward, KernelOp backward) {
  impl->linkErrors.clear();
  SmallVector<char, 0> object;
  if (failed(impl->generator->emitObject(module, object)))
    return failure();
  llvm::orc::ExecutionSession &session = impl->jit->getExecutionSession();
  llvm::orc::JITDylib &library = session.createBareJITDylib("kernel" + std::to_string(impl->numLibraries++));
  auto compiled =
      std::make_unique<CompiledKernel::Impl>(*impl->jit, library, forward, launchRank(forward), impl->threads);
  llvm::Error error = impl->prepare(library, StringRef(object.data(), object.size()));
  if (!error)
    error = impl->lookUp(*compiled, forward, backward);
  if (error)
    return forward.emitError("cannot be run on this machine: ") << impl->linkErrors << llvm::toString(std::move(error));
  return CompiledKernel(std::move(compiled));
}

FailureOr<CaseResult> runOnCpu(ModuleOp module, KernelOp forward, KernelOp backward, const Case &c,
                               const CpuOptions &options) {
  if (failed(verifyCase(forward, c)))
    return failure();
  llvm::Expected<std::unique_ptr<CpuRunner>> runner = CpuRunner::create(options);
  if (!runner)
    return forward.emitError("cannot be run on this machine: ") << llvm::toString(runner.takeError());
  FailureOr<CompiledKernel> compiled = (*runner)->compile(module, forward, backward);
  if (failed(compiled))
    return failure();
  return compiled->run(c);
}

} // namespace kgen
