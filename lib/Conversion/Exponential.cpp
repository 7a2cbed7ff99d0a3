// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// e^x as code, with the bits of SLEEF's deterministic function (Sleef_finz_expf*_u10*, Sleef_finz_exp*_u10*): most
// calls of an elementary function are of this one, it is short, and around a call all vector registers are saved.
//
// Method: x = n ln 2 + s with n whole and |s| <= ln 2 / 2, e^x = 2^n p(s), p a polynomial; ln 2 is taken off in two
// parts (Cody and Waite 1980). p's coefficients and the order of its operations are SLEEF's (Shibata and Petrogalli
// 2020).

#include "KernelLowering.h"

using namespace mlir;

namespace kgen::conversion {
namespace {

/// The constants of a type.
struct Format {
  double log2E, ln2High, ln2Low;
  /// 1.5 times 2 to the number of bits after the point: a number added to it is rounded to a whole one, in its last
  /// bits.
  double magic;
  int64_t magicBits, mantissaBits, bias;
  /// Below and above these e^x is 0 and infinity.
  double least, greatest;
};

constexpr Format single = {1.442695040888963407359924681001892137,
                           0.693145751953125,
                           1.428606765330187045e-06,
                           0x1.8p23,
                           0x4b400000,
                           23,
                           127,
                           -104.0,
                           100.0};
constexpr Format twice = {1.442695040888963407359924681001892137,
                          0.69314718055966295651160180568695068359375,
                          0.28235290563031577122588448175013436025525412068e-12,
                          0x1.8p52,
                          0x4338000000000000,
                          52,
                          1023,
                          -1000.0,
                          709.78271114955742909217217426};

/// Builds the operations on `x`, one number or one in each lane.
struct Exponential {
  KernelLowering &k;
  Value x;

  Value number(double value) { return k.floatConstant(x.getType(), value); }
  Value mul(Value a, Value b) { return LLVM::FMulOp::create(k.builder, k.loc, a, b); }
  Value add(Value a, Value b) { return LLVM::FAddOp::create(k.builder, k.loc, a, b); }
  Value fma(Value a, Value b, Value c) { return LLVM::FMAOp::create(k.builder, k.loc, a, b, c); }
  Value fma(Value a, Value b, double c) { return fma(a, b, number(c)); }
  /// a s + b.
  Value line(Value s, double a, double b) { return fma(number(a), s, b); }

  /// 1 + s + s^2 (1/2 + ...), by Horner's rule.
  Value singlePolynomial(Value s) {
    Value p = line(s, 0.000198527617612853646278381, 0.00139304355252534151077271);
    for (double coefficient :
         {0.00833336077630519866943359, 0.0416664853692054748535156, 0.166666671633720397949219, 0.5})
      p = fma(p, s, coefficient);
    return add(number(1.0), fma(mul(s, s), p, s));
  }

  /// The same with ten terms above the square, in pairs that do not wait for each other (Estrin's scheme).
  Value doublePolynomial(Value s) {
    Value s2 = mul(s, s), s4 = mul(s2, s2), s8 = mul(s4, s4);
    Value low = fma(s2, line(s, 0.1388888888914497797e-2, 0.8333333333314938210e-2),
                    line(s, 0.4166666666666602598e-1, 0.1666666666666669072e+0));
    Value middle = fma(s2, line(s, 0.2755762628169491192e-6, 0.2755723402025388239e-5),
                       line(s, 0.2480158687479686264e-4, 0.1984126989855865850e-3));
    Value high = line(s, 0.2081276378237164457e-8, 0.2511210703042288022e-7);
    Value p = fma(s8, high, fma(s4, middle, low));
    for (double coefficient : {0.5, 1.0, 1.0})
      p = fma(p, s, coefficient);
    return p;
  }

  Value build() {
    bool isDouble = scalarBits(x) == 64;
    const Format &format = isDouble ? twice : single;
    Type bitsType = likeValue(k.builder.getIntegerType(scalarBits(x)), x);
    auto whole = [&](int64_t value) { return k.constant(bitsType, value); };

    Value shifted = add(mul(x, number(format.log2E)), number(format.magic));
    Value n = LLVM::FSubOp::create(k.builder, k.loc, shifted, number(format.magic));
    Value s = fma(n, number(-format.ln2Low), fma(n, number(-format.ln2High), x));
    Value p = isDouble ? doublePolynomial(s) : singlePolynomial(s);

    // 2^n in two factors, since n may lie outside of the exponent's range. The first is of n / 2, rounded down: n is
    // raised by an even number, so that it is no negative one that is shifted.
    constexpr int64_t raise = 4096;
    Value bits = LLVM::BitcastOp::create(k.builder, k.loc, bitsType, shifted);
    Value raised = LLVM::AddOp::create(k.builder, k.loc, bits, whole(raise - format.magicBits));
    Value half = LLVM::LShrOp::create(k.builder, k.loc, raised, whole(1));
    Value rest = LLVM::SubOp::create(k.builder, k.loc, raised, half);
    for (Value power : {half, rest}) {
      Value exponent = LLVM::AddOp::create(k.builder, k.loc, power, whole(format.bias - raise / 2));
      exponent = LLVM::ShlOp::create(k.builder, k.loc, exponent, whole(format.mantissaBits));
      p = mul(p, LLVM::BitcastOp::create(k.builder, k.loc, x.getType(), exponent));
    }

    auto instead = [&](LLVM::FCmpPredicate predicate, double limit, double result) {
      Value isBeyond = LLVM::FCmpOp::create(k.builder, k.loc, predicate, x, number(limit));
      p = LLVM::SelectOp::create(k.builder, k.loc, isBeyond, number(result), p);
    };
    instead(LLVM::FCmpPredicate::ogt, format.greatest, std::numeric_limits<double>::infinity());
    instead(LLVM::FCmpPredicate::olt, format.least, 0.0);
    return p;
  }
};

} // namespace

Value lowerExponential(KernelLowering &k, Value x) { return Exponential{k, x}.build(); }

} // namespace kgen::conversion
