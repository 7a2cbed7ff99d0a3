// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names for contents: hashes that are the same everywhere and always, so they may stand in files.

#ifndef KGEN_SUPPORT_HASH_H
#define KGEN_SUPPORT_HASH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kgen {

/// The SHA-256 of some bytes, as 64 hexadecimal digits.
std::string sha256(llvm::StringRef bytes);

} // namespace kgen

#endif // KGEN_SUPPORT_HASH_H
