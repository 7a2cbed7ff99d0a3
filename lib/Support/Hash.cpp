// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes for files; for tables in memory LLVM has its own.

#include "kgen/Support/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <openssl/evp.h>

using namespace kgen;

/// Fails only if OpenSSL has no SHA-256, or no memory.
static void require(bool done) {
  if (!done)
    llvm::report_fatal_error("OpenSSL has no SHA-256");
}

void Sha256::Free::operator()(evp_md_ctx_st *context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context(EVP_MD_CTX_new()) {
  require(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
}

void Sha256::update(llvm::StringRef bytes) { require(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size())); }

std::string Sha256::finish() {
  uint8_t digest[32];
  require(EVP_DigestFinal_ex(context.get(), digest, nullptr));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

std::string kgen::sha256(llvm::StringRef bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}
