// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes for files; for tables in memory LLVM has its own.

#include "kgen/Support/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

std::string kgen::sha256(llvm::StringRef bytes) {
  llvm::SHA256 hash;
  hash.update(bytes);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}
