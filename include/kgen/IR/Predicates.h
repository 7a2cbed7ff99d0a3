// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons that follow from others.

#ifndef KGEN_IR_PREDICATES_H
#define KGEN_IR_PREDICATES_H

#include "kgen/IR/Kgen.h"

namespace kgen {

/// The comparison of b and a that is equivalent to this one of a and b.
inline CmpPredicate swapSides(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::lt:
    return CmpPredicate::gt;
  case CmpPredicate::le:
    return CmpPredicate::ge;
  case CmpPredicate::gt:
    return CmpPredicate::lt;
  case CmpPredicate::ge:
    return CmpPredicate::le;
  case CmpPredicate::eq:
  case CmpPredicate::ne:
    return predicate;
  }
  llvm_unreachable("covered switch");
}

/// The comparison of integers that holds if this one does not; for floats, both fail for NaN.
inline CmpPredicate inverse(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::lt:
    return CmpPredicate::ge;
  case CmpPredicate::le:
    return CmpPredicate::gt;
  case CmpPredicate::gt:
    return CmpPredicate::le;
  case CmpPredicate::ge:
    return CmpPredicate::lt;
  case CmpPredicate::eq:
    return CmpPredicate::ne;
  case CmpPredicate::ne:
    return CmpPredicate::eq;
  }
  llvm_unreachable("covered switch");
}

} // namespace kgen

#endif // KGEN_IR_PREDICATES_H
