// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions of every float number type. Those of float and double are SLEEF's, whose bits are the same on
// every machine; the host's libm is used only for what IEEE 754 defines exactly. Derivatives of dual numbers are
// written here by hand, not taken from the adjoint rules of the records, so that each can be held against the other.

#ifndef KGEN_LIB_INTERPRETER_ELEMENTARY_H
#define KGEN_LIB_INTERPRETER_ELEMENTARY_H

#include "Numbers.h"

namespace kgen::interpreter {

#define KGEN_UNARY_FUNCTIONS(FUNCTION)                                                                                 \
  FUNCTION(sin) FUNCTION(cos) FUNCTION(tan) FUNCTION(asin) FUNCTION(acos) FUNCTION(atan) FUNCTION(sinh) FUNCTION(cosh) \
  FUNCTION(tanh) FUNCTION(exp) FUNCTION(log) FUNCTION(log2) FUNCTION(log10) FUNCTION(sqrt) FUNCTION(cbrt)              \
  FUNCTION(floor) FUNCTION(ceil) FUNCTION(trunc) FUNCTION(round) FUNCTION(rint)
#define KGEN_BINARY_FUNCTIONS(FUNCTION) FUNCTION(atan2) FUNCTION(pow) FUNCTION(fmod)

#define KGEN_DECLARE(NAME)                                                                                             \
  float NAME(float x);                                                                                                 \
  double NAME(double x);                                                                                               \
  Dual NAME(Dual x);                                                                                                   \
  template <class Format> Narrow<Format> NAME(Narrow<Format> x) { return Narrow<Format>(NAME(x.value)); }
KGEN_UNARY_FUNCTIONS(KGEN_DECLARE)
#undef KGEN_DECLARE

#define KGEN_DECLARE(NAME)                                                                                             \
  float NAME(float a, float b);                                                                                        \
  double NAME(double a, double b);                                                                                     \
  Dual NAME(Dual a, Dual b);                                                                                           \
  template <class Format> Narrow<Format> NAME(Narrow<Format> a, Narrow<Format> b) {                                    \
    return Narrow<Format>(NAME(a.value, b.value));                                                                     \
  }
KGEN_BINARY_FUNCTIONS(KGEN_DECLARE)
#undef KGEN_DECLARE

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_ELEMENTARY_H
