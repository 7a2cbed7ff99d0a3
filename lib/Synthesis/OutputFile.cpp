// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Write, fsync, rename, fsync of the folder. Plain system calls: a stream that keeps an error until its destructor
// would end the process on a full disk.

#include "OutputFile.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <unistd.h>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

std::string kgen::synthesis::joinPath(StringRef directory, StringRef name) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

Error kgen::synthesis::cannotWrite(StringRef path, int errorNumber) {
  return llvm::createStringError(std::error_code(errorNumber, std::generic_category()),
                                 "cannot write '" + path + "': " + llvm::sys::StrError(errorNumber));
}

Error OutputFile::fail(StringRef path) const { return cannotWrite(path, errno); }

Expected<std::unique_ptr<OutputFile>> OutputFile::open(StringRef directory, StringRef name, Start start) {
  std::unique_ptr<OutputFile> file(new OutputFile());
  file->path = joinPath(directory, name);
  file->pending = joinPath(llvm::sys::path::parent_path(file->path), "." + llvm::sys::path::filename(file->path).str());
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (start == Start::Empty ? O_TRUNC : 0);
  file->fd = llvm::sys::RetryAfterSignal(-1, ::open, file->pending.c_str(), flags, 0666);
  if (file->fd < 0)
    return file->fail(file->pending);
  return file;
}

OutputFile::~OutputFile() {
  if (fd >= 0)
    ::close(fd);
}

Error OutputFile::append(StringRef text) {
  while (!text.empty()) {
    ssize_t count = llvm::sys::RetryAfterSignal(-1, ::write, fd, text.data(), text.size());
    if (count < 0)
      return fail(pending);
    text = text.drop_front(count);
  }
  return Error::success();
}

Error OutputFile::truncate(uint64_t size) { return ::ftruncate(fd, size) == 0 ? Error::success() : fail(pending); }

/// A new name is on the disk when its folder is. Not every file system can say so.
static void syncFolder(StringRef path) {
  int folder = ::open(llvm::sys::path::parent_path(path).str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  (void)::fsync(folder);
  ::close(folder);
}

Error OutputFile::complete() {
  if (llvm::sys::RetryAfterSignal(-1, ::fsync, fd) != 0)
    return fail(pending);
  int closed = ::close(std::exchange(fd, -1));
  if (closed != 0 || ::rename(pending.c_str(), path.c_str()) != 0)
    return fail(path);
  syncFolder(path);
  return Error::success();
}

Error OutputFile::discard() {
  ::close(std::exchange(fd, -1));
  return ::unlink(pending.c_str()) == 0 ? Error::success() : fail(pending);
}

Error kgen::synthesis::writeFile(StringRef directory, StringRef name, StringRef contents) {
  auto file = OutputFile::open(directory, name, OutputFile::Start::Empty);
  if (!file)
    return file.takeError();
  if (Error error = (*file)->append(contents))
    return error;
  return (*file)->complete();
}
