// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// zstd as streams of bytes.

#ifndef KGEN_LIB_SYNTHESIS_ZSTD_H
#define KGEN_LIB_SYNTHESIS_ZSTD_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <zstd.h>

namespace kgen::synthesis {

/// Compresses one stream.
class ZstdWriter {
public:
  std::string compress(llvm::StringRef bytes) { return feed(bytes, ZSTD_e_continue); }
  /// The end of the stream.
  std::string finish() { return feed("", ZSTD_e_end); }

private:
  std::string feed(llvm::StringRef bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer input = {bytes.data(), bytes.size(), 0};
    std::string result;
    size_t left = 0;
    do {
      char space[1 << 16];
      ZSTD_outBuffer output = {space, sizeof(space), 0};
      left = ZSTD_compressStream2(context.get(), &output, &input, directive);
      result.append(space, output.pos);
    } while (!ZSTD_isError(left) && (directive == ZSTD_e_end ? left != 0 : input.pos < input.size));
    return result;
  }

  struct Free {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context{ZSTD_createCCtx()};
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_ZSTD_H
