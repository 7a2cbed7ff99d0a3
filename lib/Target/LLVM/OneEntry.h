// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One entry point of a module, with what it refers to, as if there were no other.

#ifndef KGEN_LIB_TARGET_LLVM_ONEENTRY_H
#define KGEN_LIB_TARGET_LLVM_ONEENTRY_H

#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace kgen::codegen {

/// While this lives, the module has only the functions whose names end in `suffix`, and what these refer to.
class OneEntry {
public:
  OneEntry(llvm::Module &module, llvm::StringRef suffix);
  ~OneEntry();
  OneEntry(const OneEntry &) = delete;
  OneEntry &operator=(const OneEntry &) = delete;

private:
  llvm::Module &module;
  /// All that the module had, in order.
  std::vector<llvm::Function *> functions;
  /// Null once the code generator has put another in its place.
  std::vector<llvm::WeakVH> globals;
};

/// Whether there is a function with a body, or a variable, beside the entry points: code that both may refer to.
bool hasSharedCode(const llvm::Module &module);

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_ONEENTRY_H
