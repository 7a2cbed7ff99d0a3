// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float arithmetic. To nearest, float and double are the host's own; all else goes through the exact rounder.

#include "Handlers.h"
#include "Rounder.h"
#include <cmath>

namespace kgen::ptx {

namespace {

template <class T> struct Add {
  static T of(T a, T b) { return a + b; }
};
template <class T> struct Sub {
  static T of(T a, T b) { return a - b; }
};
template <class T> struct Mul {
  static T of(T a, T b) { return a * b; }
};
template <class T> struct Div {
  static T of(T a, T b) { return a / b; }
};
template <class T> struct Fma {
  static T of(T a, T b, T c) { return std::fma(a, b, c); }
};
template <class T> struct Sqrt {
  static T of(T a) { return std::sqrt(a); }
};
template <class T> struct Rcp {
  static T of(T a) { return T(1) / a; }
};

/// Any format, rounding and modifiers, as given by the op.
template <FloatOp Op, Type Kind, bool IsReciprocal = false> struct Exactly {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    auto of = [op](uint64_t a, uint64_t b, uint64_t c) { return lane(op, a, b, c); };
    uint64_t result = inLanes<Kind>(of, x.r[op->a], x.r[op->b], x.r[op->c]);
    if constexpr (Checked) {
      uint64_t poison = x.p[op->a];
      if constexpr (Op != FloatOp::Sqrt && !IsReciprocal)
        poison |= x.p[op->b];
      if constexpr (Op == FloatOp::Fma)
        poison |= x.p[op->c];
      x.p[op->d] = inLanes<Kind>([](uint64_t lane) { return lane ? formatOf(Kind).mask() : 0; }, poison);
    }
    x.r[op->d] = result;
    return op + 1;
  }

private:
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t b, uint64_t c) {
    constexpr FloatFormat format = formatOf(Kind);
    if constexpr (IsReciprocal) {
      b = a;
      a = format.one();
    }
    if (op->ftz)
      a = flush(format, a), b = flush(format, b), c = flush(format, c);
    uint64_t result = arithmetic(Op, format, op->rounding, a, b, c);
    if (op->ftz)
      result = flush(format, result);
    if (op->sat)
      result = saturate(format, result);
    return op->negated ? rectify(format, result) : result; // .relu
  }
};

template <FloatOp Op, bool IsReciprocal = false> Handlers exactly(Type type) {
  return byFloat(type, [](auto kind) { return ofValues<Exactly<Op, kind, IsReciprocal>>(); });
}

/// Whether the host computes the instruction in the same way.
bool isHosts(const Match &m) {
  return m.rounding() == Rounding::Nearest && !m.has("ftz") && !m.has("sat") && !m.has("relu") &&
         (m.type() == Type::F32 || m.type() == Type::F64);
}

template <template <class> class A, unsigned N> Handlers hosts(Type type) {
  return type == Type::F64 ? uniform<A<double>, double, N>() : uniform<A<float>, float, N>();
}

template <FloatOp Op, template <class> class A, unsigned N> Handlers select(const Match &m) {
  return isHosts(m) ? hosts<A, N>(m.type()) : exactly<Op>(m.type());
}
template <FloatOp Op> Handlers exactlyHalf(const Match &m) { return exactly<Op>(m.type()); }
Handlers selectRcp(const Match &m) {
  return isHosts(m) ? hosts<Rcp, 1>(m.type()) : exactly<FloatOp::Div, true>(m.type());
}

//===----------------------------------------------------------------------===//
// Signs, and the smaller and the larger
//===----------------------------------------------------------------------===//

enum class SignOp { Neg, Abs };

template <SignOp Op, Type Kind> struct Sign {
  static constexpr FloatFormat format = formatOf(Kind);
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a];
    x.r[op->d] = lane(op, x.r[op->a], 0, 0, 0);
    return op + 1;
  }
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t, uint64_t, uint64_t) {
    auto of = [op](uint64_t part) {
      if (op->ftz)
        part = flush(format, part);
      return Op == SignOp::Neg ? part ^ format.sign() : part & ~format.sign();
    };
    return inLanes<Kind>(of, a);
  }
};
template <SignOp Op> Handlers selectSign(const Match &m) {
  return byFloat(m.type(), [](auto kind) { return ofValues<Sign<Op, kind>>(); });
}

/// -0 is smaller than +0; a NaN loses, unless `.NaN` says that it wins.
template <bool IsMax, bool TakesNaN, Type Kind> struct Extremum {
  static constexpr FloatFormat format = formatOf(Kind);
  static uint64_t of(uint64_t a, uint64_t b) {
    if (format.isNaN(a) || format.isNaN(b))
      return TakesNaN || (format.isNaN(a) && format.isNaN(b)) ? format.nan() : format.isNaN(a) ? b : a;
    auto key = [](uint64_t x) {
      return x & format.sign() ? -static_cast<int64_t>(x & ~format.sign()) - 1 : static_cast<int64_t>(x);
    };
    return (key(a) < key(b)) != IsMax ? a : b;
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    auto flushed = [op](uint64_t a, uint64_t b) { return op->ftz ? of(flush(format, a), flush(format, b)) : of(a, b); };
    uint64_t result = inLanes<Kind>(flushed, x.r[op->a], x.r[op->b]);
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] | x.p[op->b] ? (isPair(Kind) ? 0xffffffff : format.mask()) : 0;
    x.r[op->d] = result;
    return op + 1;
  }
};
template <bool IsMax> Handlers selectExtremum(const Match &m) {
  bool takesNaN = m.has("NaN");
  return byFloat(m.type(), [=](auto kind) {
    return takesNaN ? ofValues<Extremum<IsMax, true, kind>>() : ofValues<Extremum<IsMax, false, kind>>();
  });
}

/// The magnitude of b with the sign of a.
template <class T> struct CopySign {
  static constexpr T sign = T(1) << (8 * sizeof(T) - 1);
  static T of(T a, T b) { return (a & sign) | (b & ~sign); }
};
Handlers selectCopySign(const Match &m) {
  return m.type() == Type::F64 ? pure<CopySign<uint64_t>, uint64_t, uint64_t, uint64_t>()
                               : pure<CopySign<uint32_t>, uint32_t, uint32_t, uint32_t>();
}

enum class Property { Finite, Infinite, Number, NotANumber, Normal, Subnormal };
template <Property P, class T> struct Test {
  static bool of(T a) {
    constexpr FloatFormat format = sizeof(T) == 8 ? doubleFormat : floatFormat;
    switch (P) {
    case Property::Finite:
      return !format.isNaN(a) && !format.isInfinity(a);
    case Property::Infinite:
      return format.isInfinity(a);
    case Property::Number:
      return !format.isNaN(a);
    case Property::NotANumber:
      return format.isNaN(a);
    case Property::Normal:
      return (a & format.infinity()) != 0 && (a & format.infinity()) != format.infinity();
    case Property::Subnormal:
      return format.isSubnormal(a);
    }
    return false;
  }
};
template <Property P> Handlers test(const Match &m) {
  return m.type() == Type::F64 ? pure<Test<P, uint64_t>, bool, uint64_t>() : pure<Test<P, uint32_t>, bool, uint32_t>();
}
Handlers selectTest(const Match &m) {
  std::string_view what = m["property"];
  return what == "finite"       ? test<Property::Finite>(m)
         : what == "infinite"   ? test<Property::Infinite>(m)
         : what == "number"     ? test<Property::Number>(m)
         : what == "notanumber" ? test<Property::NotANumber>(m)
         : what == "normal"     ? test<Property::Normal>(m)
                                : test<Property::Subnormal>(m);
}

#define MODE "mode=rn|rz|rm|rp"
#define UNARY "d:type a:type"
#define BINARY "d:type a:type b:type"
#define TERNARY "d:type a:type b:type c:type"

const Record floatTable[] = {
    {"add", MODE "? ftz? sat? type=f32", BINARY, 10, 0, select<FloatOp::Add, Add, 2>, "`d = a + b`"},
    {"add", MODE "? type=f64", BINARY, 10, 13, select<FloatOp::Add, Add, 2>, "`d = a + b`"},
    {"sub", MODE "? ftz? sat? type=f32", BINARY, 10, 0, select<FloatOp::Sub, Sub, 2>, "`d = a - b`"},
    {"sub", MODE "? type=f64", BINARY, 10, 13, select<FloatOp::Sub, Sub, 2>, "`d = a - b`"},
    {"mul", MODE "? ftz? sat? type=f32", BINARY, 10, 0, select<FloatOp::Mul, Mul, 2>, "`d = a * b`"},
    {"mul", MODE "? type=f64", BINARY, 10, 13, select<FloatOp::Mul, Mul, 2>, "`d = a * b`"},
    {"fma", MODE " ftz? sat? type=f32", TERNARY, 20, 20, select<FloatOp::Fma, Fma, 3>, "`d = a * b + c`, rounded once"},
    {"fma", MODE " type=f64", TERNARY, 14, 13, select<FloatOp::Fma, Fma, 3>, "`d = a * b + c`, rounded once"},
    {"mad", MODE " ftz? sat? type=f32", TERNARY, 10, 20, select<FloatOp::Fma, Fma, 3>, "`fma`"},
    {"mad", MODE " type=f64", TERNARY, 10, 13, select<FloatOp::Fma, Fma, 3>, "`fma`"},
    {"div", MODE " ftz? type=f32", BINARY, 14, 20, select<FloatOp::Div, Div, 2>, "`d = a / b`"},
    {"div", MODE " type=f64", BINARY, 14, 13, select<FloatOp::Div, Div, 2>, "`d = a / b`"},
    {"rcp", MODE " ftz? type=f32", UNARY, 14, 20, selectRcp, "`d = 1 / a`"},
    {"rcp", MODE " type=f64", UNARY, 14, 13, selectRcp, "`d = 1 / a`"},
    {"sqrt", MODE " ftz? type=f32", UNARY, 14, 20, select<FloatOp::Sqrt, Sqrt, 1>, "the square root"},
    {"sqrt", MODE " type=f64", UNARY, 14, 13, select<FloatOp::Sqrt, Sqrt, 1>, "the square root"},
    {"neg", "ftz? type=f32|f64", UNARY, 10, 0, selectSign<SignOp::Neg>, "`d = -a`"},
    {"abs", "ftz? type=f32|f64", UNARY, 10, 0, selectSign<SignOp::Abs>, "`d = |a|`"},
    {"min", "ftz? NaN? type=f32|f64", BINARY, 10, 0, selectExtremum<false>,
     "the smaller; of a number and a NaN the number, with `.NaN` the NaN"},
    {"max", "ftz? NaN? type=f32|f64", BINARY, 10, 0, selectExtremum<true>,
     "the larger; of a number and a NaN the number, with `.NaN` the NaN"},
    {"copysign", "type=f32|f64", BINARY, 20, 0, selectCopySign, "b with the sign of a"},
    {"testp", "property=finite|infinite|number|notanumber|normal|subnormal type=f32|f64", "d:pred a:type", 20, 20,
     selectTest, "whether a is such a number"},
};

const Record halfTable[] = {
    {"add", "mode=rn? ftz? sat? type=f16|f16x2", BINARY, 42, 53, exactlyHalf<FloatOp::Add>, "`d = a + b`"},
    {"add", "mode=rn? type=bf16|bf16x2", BINARY, 78, 90, exactlyHalf<FloatOp::Add>, "`d = a + b`"},
    {"sub", "mode=rn? ftz? sat? type=f16|f16x2", BINARY, 42, 53, exactlyHalf<FloatOp::Sub>, "`d = a - b`"},
    {"sub", "mode=rn? type=bf16|bf16x2", BINARY, 78, 90, exactlyHalf<FloatOp::Sub>, "`d = a - b`"},
    {"mul", "mode=rn? ftz? sat? type=f16|f16x2", BINARY, 42, 53, exactlyHalf<FloatOp::Mul>, "`d = a * b`"},
    {"mul", "mode=rn? type=bf16|bf16x2", BINARY, 78, 90, exactlyHalf<FloatOp::Mul>, "`d = a * b`"},
    {"fma", "mode=rn ftz? sat? type=f16|f16x2", TERNARY, 42, 53, exactlyHalf<FloatOp::Fma>,
     "`d = a * b + c`, rounded once"},
    {"fma", "mode=rn ftz? relu type=f16|f16x2", TERNARY, 70, 80, exactlyHalf<FloatOp::Fma>,
     "`d = a * b + c`, rounded once; a negative result is 0"},
    {"fma", "mode=rn relu? type=bf16|bf16x2", TERNARY, 70, 80, exactlyHalf<FloatOp::Fma>,
     "`d = a * b + c`, rounded once; with `.relu` a negative result is 0"},
    {"neg", "ftz? type=f16|f16x2", UNARY, 60, 53, selectSign<SignOp::Neg>, "`d = -a`"},
    {"neg", "type=bf16|bf16x2", UNARY, 70, 80, selectSign<SignOp::Neg>, "`d = -a`"},
    {"abs", "ftz? type=f16|f16x2", UNARY, 65, 53, selectSign<SignOp::Abs>, "`d = |a|`"},
    {"abs", "type=bf16|bf16x2", UNARY, 70, 80, selectSign<SignOp::Abs>, "`d = |a|`"},
    {"min", "ftz? NaN? type=f16|f16x2|bf16|bf16x2", BINARY, 70, 80, selectExtremum<false>, "the smaller"},
    {"max", "ftz? NaN? type=f16|f16x2|bf16|bf16x2", BINARY, 70, 80, selectExtremum<true>, "the larger"},
};

} // namespace

const std::span<const Record> floatRecords = floatTable, halfRecords = halfTable;

} // namespace kgen::ptx
