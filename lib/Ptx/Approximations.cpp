// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The approximate functions. A GPU's bits are nowhere said, only their error; here they are those of SLEEF's
// deterministic functions in double, rounded once: within that error, and the same on every machine.

#include "Handlers.h"
#include "Rounder.h"
#include <cmath>
#include <sleef.h>

namespace kgen::ptx {

namespace {

enum class Approximate { Rcp, Sqrt, Rsqrt, Ex2, Lg2, Sin, Cos, Tanh };

template <Approximate F> double evaluate(double x) {
  switch (F) {
  case Approximate::Rcp: return 1.0 / x;
  case Approximate::Sqrt: return std::sqrt(x);
  case Approximate::Rsqrt: return x == 0.0 ? std::copysign(HUGE_VAL, x) : 1.0 / std::sqrt(x);
  case Approximate::Ex2: return Sleef_cinz_exp2d1_u10purec(x);
  case Approximate::Lg2: return x == 0.0 ? -HUGE_VAL : Sleef_cinz_log2d1_u10purec(x);
  case Approximate::Sin: return Sleef_cinz_sind1_u10purec(x);
  case Approximate::Cos: return Sleef_cinz_cosd1_u10purec(x);
  case Approximate::Tanh: return Sleef_cinz_tanhd1_u10purec(x);
  }
  return x;
}

/// A float, or one or two halves; subnormal operands and results are flushed where the op says so.
template <Approximate F, Type Kind> struct OfFloat {
  static uint64_t of(uint64_t bits, bool ftz) {
    constexpr FloatFormat format = formatOf(Kind);
    if (ftz)
      bits = flush(format, bits);
    if constexpr (Kind == Type::F32) { // the host converts in the same way
      uint64_t result = put<float>(static_cast<float>(evaluate<F>(get<float>(bits))));
      return ftz ? flush(format, result) : result;
    }
    uint64_t wide = convertFloat(doubleFormat, format, Rounding::Nearest, bits);
    uint64_t result = convertFloat(format, doubleFormat, Rounding::Nearest, put<double>(evaluate<F>(get<double>(wide))));
    return ftz ? flush(format, result) : result;
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] ? (isPair(Kind) ? 0xffffffff : formatOf(Kind).mask()) : 0;
    x.r[op->d] = inLanes<Kind>([op](uint64_t a) { return of(a, op->ftz); }, x.r[op->a]);
    return op + 1;
  }
};
template <Approximate F> Handlers select(const Match &m) {
  return byFloat(m.type(), [](auto kind) { return both<OfFloat<F, kind>>(); });
}

/// Of a double the upper 32 bits are read and made; subnormal numbers count as zeros.
template <Approximate F> struct Gross {
  static uint64_t of(uint64_t x) {
    constexpr uint64_t upper = ~uint64_t(0xffffffff);
    uint64_t result = put<double>(evaluate<F>(get<double>(flush(doubleFormat, x & upper)))) & upper;
    return flush(doubleFormat, result);
  }
};
template <Approximate F> Handlers selectGross(const Match &) { return pure<Gross<F>, uint64_t, uint64_t>(); }

/// a / b; `.approx`, a times the reciprocal, loses a divisor beyond 2^126.
template <bool IsFull> struct Quotient {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    uint64_t a = x.r[op->a], b = x.r[op->b];
    if (op->ftz)
      a = flush(floatFormat, a), b = flush(floatFormat, b);
    uint64_t result = put<float>(get<float>(a) / get<float>(b));
    bool isBeyond = std::fabs(get<float>(b)) > 0x1p126f && !floatFormat.isInfinity(b) && !floatFormat.isNaN(b);
    if (!IsFull && isBeyond && !floatFormat.isNaN(a))
      result = floatFormat.isInfinity(a) ? floatFormat.nan() : (a ^ b) & floatFormat.sign();
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] | x.p[op->b] ? 0xffffffff : 0;
    x.r[op->d] = op->ftz ? flush(floatFormat, result) : result;
    return op + 1;
  }
};

const Record approximateTable[] = {
    {"rcp", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Rcp>, "`1 / a`"},
    {"sqrt", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Sqrt>, "the square root"},
    {"rsqrt", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Rsqrt>, "1 by the square root"},
    {"ex2", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Ex2>, "2 to the power of a"},
    {"lg2", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Lg2>, "the logarithm of base 2"},
    {"sin", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Sin>, "the sine"},
    {"cos", "approx ftz? type=f32", "d:type a:type", 10, 0, select<Approximate::Cos>, "the cosine"},
    {"tanh", "approx type=f32", "d:type a:type", 70, 75, select<Approximate::Tanh>, "the hyperbolic tangent"},
    {"ex2", "approx type=f16|f16x2", "d:type a:type", 70, 75, select<Approximate::Ex2>, "2 to the power of a"},
    {"ex2", "approx ftz type=bf16|bf16x2", "d:type a:type", 78, 90, select<Approximate::Ex2>, "2 to the power of a"},
    {"tanh", "approx type=f16|f16x2", "d:type a:type", 70, 75, select<Approximate::Tanh>, "the hyperbolic tangent"},
    {"tanh", "approx type=bf16|bf16x2", "d:type a:type", 78, 90, select<Approximate::Tanh>, "the hyperbolic tangent"},
    {"rcp", "approx ftz type=f64", "d:type a:type", 21, 20, selectGross<Approximate::Rcp>, "`1 / a`, of which the upper 32 bits are made"},
    {"rsqrt", "approx ftz? type=f64", "d:type a:type", 40, 13, selectGross<Approximate::Rsqrt>, "1 by the square root, of which the upper 32 bits are made"},
    {"div", "approx ftz? type=f32", "d:type a:type b:type", 14, 0, [](const Match &) { return both<Quotient<false>>(); }, "`a / b`; 0 where b is beyond 2^126"},
    {"div", "full ftz? type=f32", "d:type a:type b:type", 14, 0, [](const Match &) { return both<Quotient<true>>(); }, "`a / b`"},
};

} // namespace

const std::span<const Record> approximateRecords = approximateTable;

} // namespace kgen::ptx
