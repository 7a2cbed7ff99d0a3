// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's code generator into a buffer.

#ifndef KGEN_LIB_TARGET_LLVM_EMITTER_H
#define KGEN_LIB_TARGET_LLVM_EMITTER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Target/TargetMachine.h"

namespace kgen::codegen {

/// Good for one module after another.
class Emitter {
public:
  /// Null where the target does not write this kind of file.
  static std::unique_ptr<Emitter> create(llvm::TargetMachine &machine, llvm::CodeGenFileType type);

  /// The code of a module; lives until the next one.
  llvm::StringRef run(llvm::Module &module);

private:
  bool addAssembly(llvm::TargetMachine &machine);

  llvm::SmallString<0> buffer;
  llvm::raw_svector_ostream stream{buffer};
  llvm::formatted_raw_ostream *text = nullptr; // of assembly: before the buffer
  llvm::legacy::PassManager passes;
};

} // namespace kgen::codegen

#endif // KGEN_LIB_TARGET_LLVM_EMITTER_H
