// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words for an index that is out of range, the same wherever it is found.

#ifndef KGEN_IR_INDEXFAULT_H
#define KGEN_IR_INDEXFAULT_H

#include "mlir/IR/Types.h"
#include <string>

namespace kgen {

/// `expected an index from -4 to 3 for dimension 0 of 'x' but got i = 5`. `where` is what stands between; `name` is
/// what the author calls the index, or "".
std::string describeIndexFault(int64_t extent, llvm::StringRef where, llvm::StringRef name, int64_t index);

/// `for dimension 0 of 'x'`; of an array without a name, `""`.
std::string placeInArray(int64_t dimension, llvm::StringRef array);

/// `in a vector`: where a step into a value of a type leads. `isSecond`: after one into a matrix.
const char *placeInValue(mlir::Type type, bool isSecond);

} // namespace kgen

#endif // KGEN_IR_INDEXFAULT_H
