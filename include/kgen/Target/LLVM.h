// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From kgen kernels to machine code: LLVM IR, PTX, objects. Reads modules and leaves them as they are.

#ifndef KGEN_TARGET_LLVM_H
#define KGEN_TARGET_LLVM_H

#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/IR/SourceLines.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace kgen {

/// The target of the code, and its options.
struct CodeGenOptions {
  Target target = Target::CPU;
  /// The GPU's architecture.
  std::string chip = "sm_80";
  /// The CPU's triple. Not the host's, so that text does not depend on the machine that made it.
  std::string triple = "x86_64-unknown-linux-gnu";
  /// The CPU that code may need, and features of it beyond its name; empty for any that the triple allows.
  std::string cpu, features;
  /// Threads that run at once on a CPU as lanes of vectors; 0 for none. Kernels that do not gain get none.
  unsigned lanes = 0;
  /// Whether elementary functions on a CPU are SLEEF's deterministic ones, as with lanes, or else C's.
  bool sleef = false;
  /// Whether a CPU's entry points take a range of threads, with atomic updates; see ConversionOptions.
  bool concurrent = false;
  /// 0: no optimisation. 1: a short list of passes and the fast instruction selection; on a GPU libdevice's functions
  /// are called. 2, 3: LLVM's own pipelines.
  unsigned optLevel = 1;
  /// Whether `a * b + c` may become one fma.
  bool contract = false;
  /// If given, indices are checked on a CPU; see ConversionOptions.
  std::vector<IndexCheck> *indexChecks = nullptr;
  /// The bitcode with NVIDIA's elementary functions; empty for the one that kgen was built with.
  std::string libdevice;
};

/// Sets the CPU to the one that this process runs on, for code that stays here.
void setNativeCpu(CodeGenOptions &options);
/// Whether the CPU of the options has fused multiply-add and vectors of 256 bits, which SLEEF's functions and lanes
/// need.
bool hasLanes(const CodeGenOptions &options);
/// The features of the options' CPU that the CPU of this process lacks, separated by commas; "" for none.
std::string missingOnThisCpu(const CodeGenOptions &options);

/// One of a module's entry points.
enum class EntryPoints { All, Forward, Backward };

/// The forward and the backward entry point of a module, each as a text that stands alone.
struct EntryTexts {
  std::string forward, backward;
  /// Whether one of them holds code of libdevice; a text without it computes the same bits on all devices.
  bool usesLibdevice = false;
};

/// The author's lines that the lines of both texts come from.
struct EntryLines {
  LineMap forward, backward;
};

/// Makes machine code of one kind, from any number of modules, one after another. Owns and keeps the objects that are
/// costly to set up; not for use by two threads at once. Its output follows from the module and the options alone.
class CodeGenerator {
public:
  /// An error if the options name a chip or triple that does not exist.
  static llvm::Expected<std::unique_ptr<CodeGenerator>> create(const CodeGenOptions &options);
  ~CodeGenerator();

  /// LLVM IR text, with the author's names.
  mlir::LogicalResult printLLVMIR(mlir::ModuleOp module, llvm::raw_ostream &os, EntryPoints which = EntryPoints::All);
  /// Assembly text; PTX for a GPU.
  mlir::LogicalResult printAssembly(mlir::ModuleOp module, llvm::raw_ostream &os, EntryPoints which = EntryPoints::All);
  /// Both entry points, lowered and optimised once: as assembly, or as LLVM IR; the texts are those of `printAssembly`
  /// and `printLLVMIR`. Without `backward` the forward alone.
  mlir::FailureOr<EntryTexts> printEntries(mlir::ModuleOp module, bool assembly, bool backward);
  /// The lines of `file` that those of `texts` come from, which `printEntries` has printed of the same module. The
  /// module is compiled again, with debug locations.
  mlir::FailureOr<EntryLines> mapEntries(mlir::ModuleOp module, const EntryTexts &texts, bool assembly,
                                         llvm::StringRef file);
  /// A relocatable object, position independent.
  mlir::LogicalResult emitObject(mlir::ModuleOp module, llvm::SmallVectorImpl<char> &object,
                                 EntryPoints which = EntryPoints::All);

private:
  struct Impl;
  explicit CodeGenerator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

/// The libdevice that kgen was built with, or "" if there is none.
std::string defaultLibdevice();

} // namespace kgen

#endif // KGEN_TARGET_LLVM_H
