// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's elementary functions, as bitcode to link with.

#ifndef KGEN_LIB_TARGET_LLVM_LIBDEVICE_H
#define KGEN_LIB_TARGET_LLVM_LIBDEVICE_H

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

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_LIBDEVICE_H
