// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a case, as the bytes of their own types.

#ifndef KGEN_LIB_RUNTIME_STORAGE_H
#define KGEN_LIB_RUNTIME_STORAGE_H

#include "kgen/Support/Case.h"
#include "llvm/ADT/ArrayRef.h"

namespace kgen {

/// Bytes of a scalar.
size_t scalarSize(ScalarType type);
/// Writes numbers one after another, each rounded to `type`.
void writeNumbers(ScalarType type, const Numbers &numbers, std::byte *to);
void writeNumbers(ScalarType type, llvm::ArrayRef<double> numbers, std::byte *to);
/// Reads `count` numbers: doubles of a float type, else integers.
Numbers readNumbers(ScalarType type, const std::byte *from, size_t count);

} // namespace kgen

#endif // KGEN_LIB_RUNTIME_STORAGE_H
