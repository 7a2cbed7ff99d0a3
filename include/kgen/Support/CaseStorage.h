// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a case, as the bytes of their own types. Needs the standard library only.

#ifndef KGEN_SUPPORT_CASESTORAGE_H
#define KGEN_SUPPORT_CASESTORAGE_H

#include "kgen/Support/Case.h"

namespace kgen {

/// Bytes of a scalar, which is its alignment too.
size_t scalarSize(ScalarType type);
/// Writes numbers one after another, each rounded to `type`.
void writeNumbers(ScalarType type, const Numbers &numbers, std::byte *to);
void writeNumbers(ScalarType type, const std::vector<double> &numbers, std::byte *to);
/// Reads `count` numbers: doubles of a float type, else integers.
Numbers readNumbers(ScalarType type, const std::byte *from, size_t count);

/// The bits of the nearest number of the two formats that C++20 has no types for, ties to even.
uint16_t toFloat16(double value);
uint16_t toBFloat16(double value);

} // namespace kgen

#endif // KGEN_SUPPORT_CASESTORAGE_H
