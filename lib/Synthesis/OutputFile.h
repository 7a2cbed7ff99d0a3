// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that are being written. While that lasts a file has its name with a dot in front; it gets its name when it is
// complete and on the disk. A fault is an error that names the file, and never ends the process.

#ifndef KGEN_LIB_SYNTHESIS_OUTPUTFILE_H
#define KGEN_LIB_SYNTHESIS_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace kgen::synthesis {

class OutputFile {
public:
  enum class Start { Empty, WhatIsThere };

  /// Opens `directory/.name`; with `WhatIsThere` it goes on after what a former run left.
  static llvm::Expected<std::unique_ptr<OutputFile>> open(llvm::StringRef directory, llvm::StringRef name, Start start);
  /// Leaves the file under its name with a dot.
  ~OutputFile();

  llvm::Error append(llvm::StringRef text);
  /// Cuts the file to its first `size` bytes.
  llvm::Error truncate(uint64_t size);
  /// Puts it on the disk and gives it its name.
  llvm::Error complete();
  /// Puts it away, without a trace.
  llvm::Error discard();
  /// Under which it is found while it is being written.
  const std::string &pendingPath() const { return pending; }

private:
  OutputFile() = default;
  llvm::Error fail(llvm::StringRef path) const;

  int fd = -1;
  std::string pending, path;
};

/// Writes a whole file, so that there is the old one or the new one and nothing else.
llvm::Error writeFile(llvm::StringRef directory, llvm::StringRef name, llvm::StringRef contents);

/// An error that says that a file could not be written, and why.
llvm::Error cannotWrite(llvm::StringRef path, int errorNumber);

/// `directory/name`.
std::string joinPath(llvm::StringRef directory, llvm::StringRef name);

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_OUTPUTFILE_H
