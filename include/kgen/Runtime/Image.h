// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code for another process: an object, linked to lie at an address that the other process has chosen. Nothing
// is run here, and there is no file between the two.

#ifndef KGEN_RUNTIME_IMAGE_H
#define KGEN_RUNTIME_IMAGE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kgen {

/// The bytes of linked code, from the address on that it was linked for.
struct Image {
  /// Whole pages of one protection.
  struct Segment {
    size_t offset, size;
    bool isWritable, isExecutable;
  };
  std::string bytes;
  std::vector<Segment> segments;
  /// Addresses of what the object defines.
  llvm::StringMap<uint64_t> symbols;
};

/// What an object calls and does not hold, in the order of the names.
llvm::Expected<std::vector<std::string>> undefinedSymbols(llvm::StringRef object);

/// Links an object to lie at `address`, which begins a page, in at most `room` bytes; `symbols` has the addresses of
/// what it calls.
llvm::Expected<Image> linkAt(llvm::StringRef object, uint64_t address, size_t room,
                             const llvm::StringMap<uint64_t> &symbols);

} // namespace kgen

#endif // KGEN_RUNTIME_IMAGE_H
