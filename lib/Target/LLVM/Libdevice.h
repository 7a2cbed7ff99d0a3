// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's elementary functions, as bitcode to link with and as assembly to put beside the code that calls them.

#ifndef KGEN_LIB_TARGET_LLVM_LIBDEVICE_H
#define KGEN_LIB_TARGET_LLVM_LIBDEVICE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace kgen::codegen {

/// The file, read when it is first needed.
class Libdevice {
public:
  explicit Libdevice(std::string path) : path(std::move(path)) {}
  /// Puts the functions that `module` calls into it, as internal ones.
  llvm::Error linkInto(llvm::Module &module);

private:
  llvm::Error read();
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> bitcode;
};

/// Whether a function is one of libdevice's that has no body yet.
bool isMissing(const llvm::Function &function);

/// The functions as assembly, each compiled once: most kernels call some, and they are longer than most kernels.
class LibdeviceAssembly {
public:
  /// Optimises a module.
  using Optimise = llvm::function_ref<void(llvm::Module &)>;
  /// Compiles a module; an error where LLVM reports one.
  using Emit = llvm::function_ref<llvm::Expected<std::string>(llvm::Module &)>;

  /// The assembly of `caller`, with the functions of libdevice that it declares defined in front of all else.
  llvm::Expected<std::string> define(llvm::StringRef assembly, llvm::Module &caller, Libdevice &libdevice,
                                     Optimise optimise, Emit emit);

private:
  /// A function's text, and the functions of libdevice that it calls; more than one may call the same.
  struct Definition {
    std::string text;
    llvm::SmallVector<std::string, 1> callees;
  };
  llvm::Error compile(const llvm::Function &declared, Libdevice &libdevice, Optimise optimise, Emit emit);
  /// Compiles what a function was linked with, each as a definition of its own, and leaves declarations.
  llvm::Error splitHelpers(llvm::Module &module, llvm::StringRef function, Optimise optimise, Emit emit);
  llvm::Error add(llvm::Module &module, llvm::StringRef function, Emit emit);
  /// Removes the declarations of functions defined here from the text behind the header, and returns their names in
  /// order.
  llvm::SmallVector<std::string, 1> takeDeclarations(std::string &text) const;
  /// By name.
  llvm::StringMap<Definition> definitions;
};

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_LIBDEVICE_H
