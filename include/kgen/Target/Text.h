// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as source text: Warp Python, and the C-like languages of Languages.def. Text is printed, never patched; it
// compiles as it stands, and names, statements and expressions are the author's.

#ifndef KGEN_TARGET_TEXT_H
#define KGEN_TARGET_TEXT_H

#include "kgen/IR/SourceLines.h"
#include "kgen/Support/Form.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace kgen {

/// Which text to print of a module.
struct TextOptions {
  /// C++ and CUDA C++: write the parts of `kgen/kgen.cuh` that the kernels need into the text instead of including it.
  bool selfContained = false;
  /// Print kernels as the author wrote them.
  bool forward = true;
  /// Print kernels that compute gradients (`adjoint_of`); Python has none.
  bool backward = true;
  /// If not null, gets the author's lines that each line of the text comes from.
  SourceLines *lines = nullptr;
};

/// Prints the kernels as Warp source that runs as it stands. Fails, with a located error, if Python cannot express it.
llvm::LogicalResult exportPython(mlir::ModuleOp module, llvm::raw_ostream &os, SourceLines *lines = nullptr);

/// Prints the kernels in a C-like language, with the entry points of Warp's ABI.
llvm::LogicalResult exportText(FormLanguage language, mlir::ModuleOp module, llvm::raw_ostream &os,
                               const TextOptions &options = {});

/// Prints the kernels in several C-like languages, the same texts as `exportText` prints. C++ and CUDA C++ together
/// take little more time than one of them. Takes no `options.lines`.
llvm::LogicalResult exportTexts(llvm::ArrayRef<FormLanguage> languages, mlir::ModuleOp module,
                                llvm::MutableArrayRef<std::string> texts, const TextOptions &options = {});

/// A parameter of an entry point in the native style.
struct NativeParameter {
  /// An array's pointer, a value, an extent of an array, or an extent of the launch.
  enum What { Array, Value, Extent, Launch };
  std::string name, type;
  What what;
  /// The number of the kernel's argument, of all but `Launch`.
  unsigned argument = 0;
  /// The dimension of the array or of the launch, of extents.
  unsigned dimension = 0;
};

/// An entry point in the native style.
struct NativeEntry {
  std::string name, kernel;
  std::vector<NativeParameter> parameters;
  /// The dimensions of the launch. The last is that of `threadIdx.x`.
  unsigned rank = 1;
};

/// Prints the kernels as CUDA C++ in the native style (dialect-docs/native-cuda.md), the forward alone. Describes the
/// entry points if `entries` is not null. Fails, with a located error that names it, if a kernel has something that the
/// style has no text for.
llvm::LogicalResult exportNativeCuda(mlir::ModuleOp module, llvm::raw_ostream &os, const TextOptions &options,
                                     std::vector<NativeEntry> *entries = nullptr);

/// Whether there is a kernel that computes gradients.
bool hasBackward(mlir::ModuleOp module);

/// The text of `kgen/kgen.cuh`, which C++ and CUDA C++ include unless they are self-contained.
llvm::StringRef kgenHeader();

} // namespace kgen

#endif // KGEN_TARGET_TEXT_H
