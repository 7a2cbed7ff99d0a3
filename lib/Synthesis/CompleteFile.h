// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file that appears under its name only when it is complete. Until then it has another name, and it disappears where
// the program ends early, by a signal too.

#ifndef KGEN_LIB_SYNTHESIS_COMPLETEFILE_H
#define KGEN_LIB_SYNTHESIS_COMPLETEFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace kgen {

class CompleteFile {
public:
  static llvm::Expected<std::unique_ptr<CompleteFile>> create(llvm::StringRef directory, llvm::StringRef name);
  ~CompleteFile();

  llvm::raw_ostream &os() { return *stream; }
  /// Gives the file its name, once all of it is on the disk.
  llvm::Error complete();
  /// What went wrong in writing so far.
  std::error_code error() const { return stream->error(); }

private:
  CompleteFile(llvm::sys::fs::TempFile file, std::string path);

  llvm::sys::fs::TempFile file;
  std::string path;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
  bool isComplete = false;
};

} // namespace kgen

#endif // KGEN_LIB_SYNTHESIS_COMPLETEFILE_H
