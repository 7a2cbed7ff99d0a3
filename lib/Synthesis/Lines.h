// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines of a file, one at a time, decompressed where its name ends in `.zst`.

#ifndef KGEN_LIB_SYNTHESIS_LINES_H
#define KGEN_LIB_SYNTHESIS_LINES_H

#include "llvm/ADT/StringRef.h"
#include <fstream>
#include <memory>
#include <string>
#include <zstd.h>

namespace kgen::synthesis {

class LineReader {
public:
  enum class Result {
    Line,
    /// The file ends here.
    End,
    /// The file ends within a line.
    Torn,
    /// It cannot be read on, or is not compressed as its name says.
    Unreadable
  };

  explicit LineReader(const std::string &path);
  bool isOpen() const { return file.is_open(); }
  /// The next line, without its end.
  Result next(std::string &line);

private:
  bool more();
  bool readRaw(std::string &bytes);

  struct Free {
    void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
  };
  std::ifstream file;
  std::unique_ptr<ZSTD_DStream, Free> stream;
  std::string compressed;
  ZSTD_inBuffer input = {nullptr, 0, 0};
  bool isFrameWhole = true;
  /// Text that was read and not yet handed out starts at `start`.
  std::string buffer;
  size_t start = 0;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_LINES_H
