// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The approximate functions. A GPU's bits are nowhere said, only their error; here they are those of SLEEF's
// deterministic functions in double, rounded once: within that error, and the same on every machine. On request they
// err further, as far as the error goes.

#include "Handlers.h"
#include "MachineImpl.h"
#include "Rounder.h"
#include <algorithm>
#include <cmath>
#include <sleef.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__x86_64__)
// Declared here: the header has them only if everything is compiled for such processors.
extern "C" {
KGEN_PTX_WIDE __m256d Sleef_cinz_exp2d4_u10avx(__m256d);
KGEN_PTX_WIDE __m256d Sleef_cinz_log2d4_u10avx(__m256d);
KGEN_PTX_WIDE __m256d Sleef_cinz_sind4_u10avx(__m256d);
KGEN_PTX_WIDE __m256d Sleef_cinz_cosd4_u10avx(__m256d);
KGEN_PTX_WIDE __m256d Sleef_cinz_tanhd4_u10avx(__m256d);
}
#endif

namespace kgen::ptx {

namespace {

enum class Approximate { Rcp, Sqrt, Rsqrt, Ex2, Lg2, Sin, Cos, Tanh };

template <Approximate F> double evaluate(double x) {
  switch (F) {
  case Approximate::Rcp:
    return 1.0 / x;
  case Approximate::Sqrt:
    return std::sqrt(x);
  case Approximate::Rsqrt:
    return x == 0.0 ? std::copysign(HUGE_VAL, x) : 1.0 / std::sqrt(x);
  case Approximate::Ex2:
    return Sleef_cinz_exp2d1_u10purec(x);
  case Approximate::Lg2:
    return x == 0.0 ? -HUGE_VAL : Sleef_cinz_log2d1_u10purec(x);
  case Approximate::Sin:
    return Sleef_cinz_sind1_u10purec(x);
  case Approximate::Cos:
    return Sleef_cinz_cosd1_u10purec(x);
  case Approximate::Tanh:
    return Sleef_cinz_tanhd1_u10purec(x);
  }
  return x;
}

#if defined(KGEN_PTX_COPIES)
template <Approximate F> KGEN_PTX_WIDE __m256d evaluateFour(__m256d x) {
  if constexpr (F == Approximate::Lg2)
    return Sleef_cinz_log2d4_u10avx(x);
  else if constexpr (F == Approximate::Sin)
    return Sleef_cinz_sind4_u10avx(x);
  else if constexpr (F == Approximate::Cos)
    return Sleef_cinz_cosd4_u10avx(x);
  else if constexpr (F == Approximate::Tanh)
    return Sleef_cinz_tanhd4_u10avx(x);
  else
    return Sleef_cinz_exp2d4_u10avx(x);
}
/// In place, of a row.
template <Approximate F> KGEN_PTX_WIDE void evaluateFours(double *row) {
  for (uint32_t i = 0; i < batchSize; i += 4) {
    double before[4];
    std::copy_n(row + i, 4, before);
    if constexpr (F == Approximate::Rsqrt) {
      for (uint32_t k = 0; k < 4; ++k)
        row[i + k] = evaluate<F>(before[k]);
      continue;
    }
    _mm256_storeu_pd(row + i, evaluateFour<F>(_mm256_loadu_pd(before)));
    for (uint32_t k = 0; k < 4 && F == Approximate::Lg2; ++k)
      row[i + k] = before[k] == 0 ? -HUGE_VAL : row[i + k];
  }
}
#else
template <Approximate F> void evaluateFours(double *row) {
  for (uint32_t i = 0; i < batchSize; ++i)
    row[i] = evaluate<F>(row[i]);
}
#endif

/// The error that the ISA allows, relative or absolute, whichever is larger; of those of 64 bits that of 20 bits of
/// mantissa.
struct Error {
  double relative, absolute;
};
template <Approximate F, Type Kind> constexpr Error errorOf() {
  constexpr bool isF16 = formatOf(Kind).precision == halfFormat.precision,
                 isBF16 = formatOf(Kind).precision == bfloatFormat.precision;
  switch (F) {
  case Approximate::Rcp:
    return {0x1p-23, 0};
  case Approximate::Sqrt:
    return {0x1p-23, 0};
  case Approximate::Rsqrt:
    return {0x1.1p-23, 0}; // 2^-22.9
  case Approximate::Ex2:
    return {isF16 ? 0x1.1p-10 : isBF16 ? 0x1p-7 : 0x1.6ap-23, 0}; // 2^-9.9, 2^-22.5
  case Approximate::Lg2:
    return {0x1p-22, 0x1p-22};
  case Approximate::Sin:
  case Approximate::Cos:
    return {0, 0x1.6ap-21}; // 2^-20.5
  case Approximate::Tanh:
    return {isF16 ? 0x1.02p-11 : isBF16 ? 0x1p-8 : 0x1p-11, 0}; // 2^-10.987
  }
  return {0, 0};
}

/// A number in [-1, 1) that the seed and the operand decide: the finalizer of SplitMix64, by Steele, Lea and Flood.
double noise(uint64_t seed, uint64_t operand) {
  uint64_t z = seed * 0x9e3779b97f4a7c15 + operand + 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return static_cast<double>(static_cast<int64_t>(z ^ z >> 31)) * 0x1p-63;
}

/// `value` with an error that leaves space for its rounding; values that the ISA fixes, at zero, infinity and NaN,
/// stay.
double err(double value, Error error, unsigned precision, uint64_t seed, uint64_t operand) {
  if (value == 0 || !std::isfinite(value))
    return value;
  double rounding = std::ldexp(std::fabs(value), -static_cast<int>(precision));
  double room = std::max(std::fabs(value) * error.relative, error.absolute) - rounding;
  return room > 0 ? value + 0.99 * room * noise(seed, operand) : value;
}

/// A float, or one or two halves; subnormal operands and results are flushed if the op says so.
template <Approximate F, Type Kind> struct OfFloat {
  static constexpr FloatFormat format = formatOf(Kind);
  static double value(const Exec &x, double operand, uint64_t bits) {
    double exact = evaluate<F>(operand);
    const std::optional<uint64_t> &seed = x.machine->options.approximationError;
    return seed && operand != 0 ? err(exact, errorOf<F, Kind>(), format.precision, *seed, bits) : exact;
  }
  static uint64_t of(const Exec &x, uint64_t bits, bool ftz) {
    if (ftz)
      bits = flush(format, bits);
    uint64_t result;
    if constexpr (Kind == Type::F32) { // the host converts in the same way
      result = put<float>(static_cast<float>(value(x, get<float>(bits), bits)));
    } else {
      uint64_t wide = convertFloat(doubleFormat, format, Rounding::Nearest, bits);
      result = convertFloat(format, doubleFormat, Rounding::Nearest, put<double>(value(x, get<double>(wide), bits)));
    }
    return ftz ? flush(format, result) : result;
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] ? (isPair(Kind) ? 0xffffffff : formatOf(Kind).mask()) : 0;
    x.r[op->d] = inLanes<Kind>([&](uint64_t a) { return of(x, a, op->ftz); }, x.r[op->a]);
    return op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    if (Kind != Type::F32 || b.x.machine->options.approximationError)
      return laneByLane<OfFloat>(b, op);
    if constexpr (F == Approximate::Rcp || F == Approximate::Sqrt)
      return onRows<Plain>()(b, op);
    else if (!hasWide() || std::popcount(b.active) < enoughLanes)
      return laneByLane<OfFloat>(b, op);
    else
      return onFours(b, op);
  }

private:
  struct Plain {
    static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t, uint64_t, uint64_t) {
      return narrow(evaluate<F>(get<float>(op->ftz ? flush(format, a) : a)), op->ftz);
    }
  };
  static uint64_t narrow(double value, bool ftz) {
    uint64_t result = put<float>(static_cast<float>(value));
    return ftz ? flush(format, result) : result;
  }
  /// With SLEEF's functions of four doubles, which give the bits of those of one.
  static const MicroOp *onFours(Batch &b, const MicroOp *op) {
    double values[batchSize];
    const uint64_t *a = b.r + op->a;
    for (uint32_t i = 0; i < batchSize; ++i)
      values[i] = get<float>(op->ftz ? flush(format, a[i]) : a[i]);
    evaluateFours<F>(values);
    b.eachLane([&](uint32_t lane) { b.r[op->d + lane] = narrow(values[lane], op->ftz); });
    return op + 1;
  }
};
template <Approximate F> Handlers select(const Match &m) {
  return byFloat(m.type(), [](auto kind) { return ofValues<OfFloat<F, kind>>(); });
}

/// Of a double the upper 32 bits are read and made; subnormal numbers count as zeros.
template <Approximate F> struct Gross {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    constexpr uint64_t upper = ~uint64_t(0xffffffff);
    uint64_t operand = flush(doubleFormat, x.r[op->a] & upper);
    double value = evaluate<F>(get<double>(operand));
    if (const std::optional<uint64_t> &seed = x.machine->options.approximationError; seed && get<double>(operand) != 0)
      value = err(value, {0x1p-19, 0}, 20, *seed, operand);
    if constexpr (Checked)
      x.p[op->d] = spread<uint64_t>(x.p[op->a]);
    x.r[op->d] = flush(doubleFormat, put<double>(value) & upper);
    return op + 1;
  }
};
template <Approximate F> Handlers selectGross(const Match &) { return ofValues<Gross<F>>(); }

/// a / b; `.approx`, a times the reciprocal, loses a divisor beyond 2^126.
template <bool IsFull> struct Quotient {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    uint64_t a = x.r[op->a], b = x.r[op->b];
    if (op->ftz)
      a = flush(floatFormat, a), b = flush(floatFormat, b);
    double quotient = double(get<float>(a)) / double(get<float>(b));
    if (const std::optional<uint64_t> &seed = x.machine->options.approximationError) // 2 ulps
      quotient = err(quotient, {0x1p-23, 0}, floatFormat.precision, *seed, a << 32 | b);
    uint64_t result = put<float>(static_cast<float>(quotient));
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
    {"rcp", "approx ftz type=f64", "d:type a:type", 21, 20, selectGross<Approximate::Rcp>,
     "`1 / a`, of which the upper 32 bits are made"},
    {"rsqrt", "approx ftz? type=f64", "d:type a:type", 40, 13, selectGross<Approximate::Rsqrt>,
     "1 by the square root, of which the upper 32 bits are made"},
    {"div", "approx ftz? type=f32", "d:type a:type b:type", 14, 0,
     [](const Match &) { return ofValues<Quotient<false>>(); }, "`a / b`; 0 where b is beyond 2^126"},
    {"div", "full ftz? type=f32", "d:type a:type b:type", 14, 0,
     [](const Match &) { return ofValues<Quotient<true>>(); }, "`a / b`"},
};

} // namespace

const std::span<const Record> approximateRecords = approximateTable;

} // namespace kgen::ptx
