// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names for contents: hashes that are the same everywhere and always, so they may stand in files.

#ifndef KGEN_SUPPORT_HASH_H
#define KGEN_SUPPORT_HASH_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

struct evp_md_ctx_st;

namespace kgen {

/// SHA-256 of bytes that come in pieces. OpenSSL's: it uses the processor's instructions for it, and every file of a
/// data set goes through here.
class Sha256 {
public:
  Sha256();
  void update(llvm::StringRef bytes);
  /// The hash as 64 hexadecimal digits; the last call.
  std::string finish();

private:
  struct Free {
    void operator()(evp_md_ctx_st *context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context;
};

/// The SHA-256 of some bytes, as 64 hexadecimal digits.
std::string sha256(llvm::StringRef bytes);

} // namespace kgen

#endif // KGEN_SUPPORT_HASH_H
