// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen module -> object -> ORC. Each kernel has a library of its own in the JIT, dropped with the kernel.

#include "kgen/Runtime/Cpu.h"
#include "HostFunctions.h"
#include "LaunchArguments.h"
#include "kgen/IR/IndexFault.h"
#include "kgen/IR/KernelCase.h"
#include "kgen/Runtime/Threads.h"
#include "kgen/Support/StageTimes.h"
#include "kgen/Target/LLVM.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/TargetParser/Host.h"

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
  unsigned rank = 1;
  Threads *threads = nullptr; // the runner's; null where the caller's thread runs all
  PartsEntry forward, backward;
  const std::vector<IndexCheck> *checks = nullptr; // the runner's

  /// Fails, after an error, where an index was out of range.
  LogicalResult launch(const PartsEntry &entry, const Case &c, PartsLaunch launch) const;
  void call(const PartsEntry &entry, const Case &c, PartsLaunch launch) const;
  ~Impl() { llvm::cantFail(jit.getExecutionSession().removeJITDylib(library)); }
};

CompiledKernel::CompiledKernel(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CompiledKernel::CompiledKernel(CompiledKernel &&) noexcept = default;
CompiledKernel::~CompiledKernel() = default;

LogicalResult CompiledKernel::Impl::launch(const PartsEntry &entry, const Case &c, PartsLaunch launch) const {
  call(entry, c, launch);
  std::optional<IndexFault> fault = takeIndexFault();
  if (!fault)
    return success();
  const IndexCheck &check = (*checks)[fault->check];
  return emitError(check.loc) << describeIndexFault(fault->extent, check.where, check.name, fault->index);
}

void CompiledKernel::Impl::call(const PartsEntry &entry, const Case &c, PartsLaunch launch) const {
  StageScope stage(Stage::RunCpu);
  if (threads) {
    launch.size = c.numThreads();
    for (int64_t extent : llvm::ArrayRef(c.dim).drop_front(std::min<size_t>(rank, c.dim.size())))
      launch.together *= extent;
    return threads->launch(entry, launch);
  }
  if (launch.adjoints)
    reinterpret_cast<void (*)(void *, void *, void *)>(entry.shared)(launch.dim, launch.arguments, launch.adjoints);
  else
    reinterpret_cast<void (*)(void *, void *)>(entry.shared)(launch.dim, launch.arguments);
}

CaseResult CompiledKernel::run(const Case &c) const { return *runChecked(c); }

FailureOr<CaseResult> CompiledKernel::runChecked(const Case &c) const {
  LaunchArguments arguments(impl->kernel, c);
  std::vector<std::byte> dim = launchBounds(c.dim, impl->rank);
  if (failed(impl->launch(impl->forward, c, {dim.data(), arguments.arguments()})))
    return failure();
  CaseResult result;
  result.outputs = arguments.outputs();
  if (!impl->backward.shared)
    return result;
  if (failed(impl->launch(impl->backward, c, {dim.data(), arguments.arguments(), arguments.adjoints()})))
    return failure();
  result.grads = arguments.gradients();
  return result;
}

//===----------------------------------------------------------------------===//
// The runner
//===----------------------------------------------------------------------===//

struct CpuRunner::Impl {
  std::unique_ptr<CodeGenerator> generator;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::optional<Threads> threads;
  bool prints = true;
  unsigned numLibraries = 0;
  std::vector<IndexCheck> checks;
  std::string linkErrors; // what the JIT reports on the side, such as which symbols it did not find

  llvm::Error prepare(llvm::orc::JITDylib &library, StringRef object);
  llvm::Expected<PartsEntry> lookUp(llvm::orc::JITDylib &library, KernelOp kernel);
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
  // Features that the CPU lacks cannot be requested.
  options.sleef = hasLanes(options);
  options.lanes = options.sleef ? chosen.lanes : 0;
  options.concurrent = chosen.threads > 1;
  auto impl = std::make_unique<Impl>();
  if (chosen.checksIndices)
    options.indexChecks = &impl->checks;
  llvm::Expected<std::unique_ptr<CodeGenerator>> generator = CodeGenerator::create(options);
  if (!generator)
    return generator.takeError();
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  impl->generator = std::move(*generator);
  impl->jit = std::move(*jit);
  impl->prints = chosen.prints;
  if (chosen.threads > 1)
    impl->threads.emplace(chosen.threads);
  impl->jit->getExecutionSession().setErrorReporter(
      [&errors = impl->linkErrors](llvm::Error error) { errors += llvm::toString(std::move(error)) + "; "; });
  return std::unique_ptr<CpuRunner>(new CpuRunner(std::move(impl)));
}

/// Adds the object, and the functions that it may call.
llvm::Error CpuRunner::Impl::prepare(llvm::orc::JITDylib &library, StringRef object) {
  llvm::orc::SymbolMap symbols;
  for (const HostFunction &function : hostFunctions(prints))
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

llvm::Expected<PartsEntry> CpuRunner::Impl::lookUp(llvm::orc::JITDylib &library, KernelOp kernel) {
  using namespace llvm::orc;
  std::string name = entryPointName(kernel, Target::CPU);
  auto entry = jit->mangleAndIntern(name), apart = jit->mangleAndIntern(name + "_apart"),
       needs = jit->mangleAndIntern(name + "_needs");
  SymbolLookupSet asked(entry);
  if (threads)
    asked.add(apart, SymbolLookupFlags::WeaklyReferencedSymbol).add(needs, SymbolLookupFlags::WeaklyReferencedSymbol);
  auto found = jit->getExecutionSession().lookup(makeJITDylibSearchOrder(&library), std::move(asked));
  if (!found)
    return found.takeError();
  auto addressOf = [&](const SymbolStringPtr &symbol) {
    auto at = found->find(symbol);
    return at == found->end() ? ExecutorAddr() : at->second.getAddress();
  };
  return PartsEntry{addressOf(entry).toPtr<void *>(), addressOf(apart).toPtr<void *>(),
                    addressOf(needs).toPtr<const PartNeeds *>()};
}

FailureOr<CompiledKernel> CpuRunner::compile(ModuleOp module, KernelOp forward, KernelOp backward) {
  impl->linkErrors.clear();
  SmallVector<char, 0> object;
  if (failed(impl->generator->emitObject(module, object)))
    return failure();
  llvm::orc::ExecutionSession &session = impl->jit->getExecutionSession();
  llvm::orc::JITDylib &library = session.createBareJITDylib("kernel" + std::to_string(impl->numLibraries++));
  auto compiled = std::make_unique<CompiledKernel::Impl>(*impl->jit, library, forward, launchRank(forward));
  compiled->checks = &impl->checks;
  compiled->threads = impl->threads ? &*impl->threads : nullptr;
  auto refuse = [&](llvm::Error error) -> LogicalResult {
    return forward.emitError("cannot be run on this machine: ") << impl->linkErrors << llvm::toString(std::move(error));
  };
  if (llvm::Error error = impl->prepare(library, StringRef(object.data(), object.size())))
    return refuse(std::move(error));
  for (auto [kernel, entry] : {std::pair(forward, &compiled->forward), {backward, &compiled->backward}})
    if (kernel) {
      llvm::Expected<PartsEntry> found = impl->lookUp(library, kernel);
      if (!found)
        return refuse(found.takeError());
      *entry = *found;
    }
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
  return compiled->runChecked(c);
}

} // namespace kgen
