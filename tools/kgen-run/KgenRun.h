// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kgen-run is asked, and its two halves: loading a kernel with its case, and running it on a device. Each half
// reports what is wrong itself.

#ifndef KGEN_TOOLS_RUN_KGENRUN_H
#define KGEN_TOOLS_RUN_KGENRUN_H

#include "kgen/IR/Kgen.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Support/Case.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace kgen {

enum class Device { Interpreter, Cpu, Ptx, Cuda };

/// The command line.
struct Request {
  std::string inputFile;
  std::string kernel;
  std::string caseFile;
  Device device = Device::Interpreter;
  bool backward = false;
  unsigned optLevel = 2;
  unsigned threads = 1;
  unsigned slots = 0;
  bool checkRaces = false;
  bool unchecked = false;
  /// The GPU that PTX is made for.
  std::string chip = "sm_80";
  /// Threads of a block of a GPU's.
  unsigned blockDim = 256;
  /// Of the order in which the threads of a block run in software; nullopt for one after another.
  std::optional<uint64_t> schedule = std::nullopt;
  /// Whether ops are counted.
  bool countOps = false;
  /// Of a compiled run: threads that run at once as lanes of vectors, and the CPU; 0 and "" for none and this one.
  unsigned lanes = 0;
  std::string cpu = {};
  /// Whether a run on the CPU checks its indices, in place of being interpreted first.
  bool checkBounds = false;
};

/// A kernel of a module, its backward where it is asked for, and what it is run on.
struct Loaded {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
  KernelOp backward;
  /// The kernel with a tape, where the backward is of that one.
  KernelOp taped;
  Case arguments;
  /// What is launched: the arguments and, where the backward needs one, a tape.
  Case launched;
};

/// Whether the file is Python; else it is MLIR.
bool isPython(llvm::StringRef path);

/// Whether it is a CUDA file.
bool isCudaFile(llvm::StringRef path);

/// Makes PTX of a CUDA file, with nvcc or clang, and runs it in software on the case: the entry point of the kernel,
/// and its backward where that is asked for, on the arrays as the forward left them. Says what is wrong.
mlir::FailureOr<CaseResult> runCudaFile(const Request &request, const Case &c);

/// Runs all cases of a sample's row, the file of `--case`, and compares; their number. What differs has been said.
mlir::FailureOr<size_t> checkRow(const Request &request);

/// A kernel, and the module that it is in.
struct LoadedKernel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
};

/// Reads the input; the kernel of a name, or the only one where that is "".
mlir::FailureOr<LoadedKernel> loadKernel(const Request &request, llvm::StringRef name, llvm::SourceMgr &sourceMgr,
                                         mlir::MLIRContext *context);

/// The JSON of a case on which the kernel runs without a fault; an error where none was found.
mlir::FailureOr<std::string> makeCase(const Request &request, llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context);

/// Reads the case that is asked for: that of `caseFile`, else the literal in a Python file.
mlir::FailureOr<Case> loadCase(const Request &request);

/// Checks that a case fits a kernel, and finds or makes the backward.
mlir::FailureOr<Loaded> fit(const Request &request, Case arguments, LoadedKernel found);

/// Reads the input and its case, checks that they fit, and finds or makes the backward.
mlir::FailureOr<Loaded> load(const Request &request, llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context);

/// What a run is answered with, as one JSON object.
struct Answer {
  CaseResult result;
  /// How often each op was executed in the forward, and in the backward where there is one; none where nobody asked.
  std::vector<OpCounts> ops;

  /// The result as `formatResult` has it; with counts, also `"ops": {"forward": {"kgen.add": 3}, "backward": ...}`.
  std::string format() const;
};

/// Runs what was loaded on the device that is asked for.
mlir::FailureOr<Answer> run(const Request &request, Loaded &loaded);

} // namespace kgen

#endif // KGEN_TOOLS_RUN_KGENRUN_H
