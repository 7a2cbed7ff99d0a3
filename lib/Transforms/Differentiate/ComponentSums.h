// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of adjoints most of whose components are zero, as those are that come from components of a value.

#ifndef KGEN_LIB_TRANSFORMS_DIFFERENTIATE_COMPONENTSUMS_H
#define KGEN_LIB_TRANSFORMS_DIFFERENTIATE_COMPONENTSUMS_H

#include "kgen/IR/Kgen.h"

namespace kgen::transforms {

/// A literal zero, or a composite of such.
bool isLiteralZero(mlir::Value value);

/// `sum + g`. Components that are literally zero are not added: what comes from the components of a vector one by one
/// is one vector of them.
mlir::Value addByComponent(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum, mlir::Value g);

} // namespace kgen::transforms

#endif // KGEN_LIB_TRANSFORMS_DIFFERENTIATE_COMPONENTSUMS_H
