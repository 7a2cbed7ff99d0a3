// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Write, fsync, rename.

#include "CompleteFile.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace kgen;
using llvm::Error;
using llvm::Expected;

CompleteFile::CompleteFile(llvm::sys::fs::TempFile file, std::string path)
    : file(std::move(file)), path(std::move(path)),
      stream(std::make_unique<llvm::raw_fd_ostream>(this->file.FD, /*shouldClose=*/false)) {}

Expected<std::unique_ptr<CompleteFile>> CompleteFile::create(llvm::StringRef directory, llvm::StringRef name) {
  llvm::SmallString<128> path(directory), model(directory);
  llvm::sys::path::append(path, name);
  llvm::sys::path::append(model, "." + name + ".%%%%%%%%");
  // The mode of a file that a program makes in the usual way; the user's mask takes away from it.
  Expected<llvm::sys::fs::TempFile> file = llvm::sys::fs::TempFile::create(
      model, llvm::sys::fs::all_read | llvm::sys::fs::all_write);
  if (!file)
    return file.takeError();
  return std::unique_ptr<CompleteFile>(new CompleteFile(std::move(*file), path.str().str()));
}

CompleteFile::~CompleteFile() {
  if (isComplete)
    return;
  stream->clear_error();
  stream.reset();
  llvm::consumeError(file.discard());
}

Error CompleteFile::complete() {
  stream->flush();
  if (std::error_code code = stream->error()) {
    stream->clear_error();
    return llvm::errorCodeToError(code);
  }
  if (llvm::sys::RetryAfterSignal(-1, ::fsync, file.FD) != 0)
    return llvm::errorCodeToError(std::error_code(errno, std::generic_category()));
  stream.reset();
  isComplete = true;
  return file.keep(path);
}
