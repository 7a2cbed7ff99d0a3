// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads through a buffer, so that a file's size does not matter.

#include "Lines.h"
#include "llvm/Support/FileSystem.h"

using namespace kgen;
using namespace kgen::synthesis;

/// Bytes that are read at once.
static constexpr size_t readSize = 1 << 16;

LineReader::LineReader(const std::string &path) {
  if (llvm::sys::fs::is_regular_file(path)) // opening a pipe would wait for its writer
    file.open(path, std::ios::binary);
  if (llvm::StringRef(path).ends_with(".zst"))
    stream.reset(ZSTD_createDStream());
}

bool LineReader::readRaw(std::string &bytes) {
  bytes.resize(readSize);
  file.read(bytes.data(), readSize);
  bytes.resize(file.gcount());
  return !file.bad();
}

/// Adds what comes next to the buffer, nothing at the end; false where it cannot be read.
bool LineReader::more() {
  buffer.erase(0, start);
  start = 0;
  std::string bytes;
  if (!stream) {
    bool isRead = readRaw(bytes);
    buffer += bytes;
    return isRead;
  }
  while (true) {
    if (input.pos == input.size) {
      if (!readRaw(compressed))
        return false;
      if (compressed.empty())
        return isFrameWhole;
      input = {compressed.data(), compressed.size(), 0};
    }
    bytes.resize(readSize);
    ZSTD_outBuffer output = {bytes.data(), bytes.size(), 0};
    size_t left = ZSTD_decompressStream(stream.get(), &output, &input);
    if (ZSTD_isError(left))
      return false;
    isFrameWhole = left == 0;
    buffer.append(bytes, 0, output.pos);
    if (output.pos)
      return true;
  }
}

LineReader::Result LineReader::next(std::string &line) {
  size_t end, searched = start;
  while ((end = buffer.find('\n', searched)) == std::string::npos) {
    size_t before = buffer.size() - start;
    if (!more())
      return Result::Unreadable;
    if (buffer.size() == before)
      return before ? Result::Torn : Result::End;
    searched = before;
  }
  line.assign(buffer, start, end - start);
  start = end + 1;
  return Result::Line;
}
