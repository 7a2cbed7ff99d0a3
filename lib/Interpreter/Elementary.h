// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions of every float number type, one for each record that names a function of C's library. Those of
// float and double are SLEEF's, whose bits are the same on every machine; the host's are used only for what IEEE 754
// defines exactly. Derivatives of dual numbers are
// written here by hand, not taken from the adjoint rules of the records, so that each can be held against the other.

#ifndef KGEN_LIB_INTERPRETER_ELEMENTARY_H
#define KGEN_LIB_INTERPRETER_ELEMENTARY_H

#include "Numbers.h"

namespace kgen::interpreter {

#define KGEN_ELEMENTARY_1(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  float NAME(float x);                                                                                                 \
  double NAME(double x);                                                                                               \
  Dual NAME(Dual x);                                                                                                   \
  template <class Format> Narrow<Format> NAME(Narrow<Format> x) { return Narrow<Format>(NAME(x.value)); }
#define KGEN_ELEMENTARY_2(NAME, FLOAT_FUNCTION, DOUBLE_FUNCTION)                                                       \
  float NAME(float a, float b);                                                                                        \
  double NAME(double a, double b);                                                                                     \
  Dual NAME(Dual a, Dual b);                                                                                           \
  template <class Format> Narrow<Format> NAME(Narrow<Format> a, Narrow<Format> b) {                                    \
    return Narrow<Format>(NAME(a.value, b.value));                                                                     \
  }
#include "kgen/IR/KgenBuiltinElementary.inc"
KGEN_ELEMENTARY_2(fmod, std::fmod, std::fmod) // no builtin, but half of `mod`
#undef KGEN_ELEMENTARY_1
#undef KGEN_ELEMENTARY_2

/// The sine and the cosine as one function gives them, for ops with `kgen.paired`: not the last bits of `sin` and
/// `cos`.
std::pair<float, float> sincos(float x);
std::pair<double, double> sincos(double x);
std::pair<Dual, Dual> sincos(Dual x);
template <class Format> std::pair<Narrow<Format>, Narrow<Format>> sincos(Narrow<Format> x) {
  auto [sine, cosine] = sincos(x.value);
  return {Narrow<Format>(sine), Narrow<Format>(cosine)};
}

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_ELEMENTARY_H
