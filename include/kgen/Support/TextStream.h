// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stream into a string for printers that write it in small pieces, as MLIR's and JSON's do. LLVM's own has no buffer:
// there each piece, if it is one character, is a call that makes the string longer.

#ifndef KGEN_SUPPORT_TEXTSTREAM_H
#define KGEN_SUPPORT_TEXTSTREAM_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace kgen {

/// The string is whole when this is gone.
class TextStream : public llvm::raw_ostream {
public:
  explicit TextStream(std::string &text) : text(text) { SetBufferSize(bufferSize); }
  ~TextStream() override { flush(); }

private:
  static constexpr size_t bufferSize = 4096;
  void write_impl(const char *bytes, size_t size) override { text.append(bytes, size); }
  uint64_t current_pos() const override { return text.size(); }

  std::string &text;
};

} // namespace kgen

#endif // KGEN_SUPPORT_TEXTSTREAM_H
