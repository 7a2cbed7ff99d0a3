// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic: add, mul, mad, div, with and without carry. Integers wrap.

#include "Handlers.h"

namespace kgen::ptx {

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

namespace {

template <class T> struct Add {
  static T of(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
  // A bit of the sum depends on the bits below it.
  static uint64_t poison(uint64_t, uint64_t, uint64_t pa, uint64_t pb) { return (pa | pb) | -(pa | pb); }
};
template <class T> struct Sub {
  static T of(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }
  static uint64_t poison(uint64_t, uint64_t, uint64_t pa, uint64_t pb) { return (pa | pb) | -(pa | pb); }
};
template <class T> struct AddSat {
  static T of(T a, T b) {
    int64_t sum = int64_t(a) + b;
    return std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
  }
};
template <class T> struct SubSat {
  static T of(T a, T b) {
    int64_t sum = int64_t(a) - b;
    return std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
  }
};
template <class T> struct Mul {
  static T of(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }
};
template <class T> struct MulHigh {
  static T of(T a, T b) {
    if constexpr (std::is_signed_v<T>)
      return static_cast<T>((s128(a) * b) >> (8 * sizeof(T)));
    else
      return static_cast<T>((u128(a) * b) >> (8 * sizeof(T)));
  }
};
template <class T> struct Mad {
  static T of(T a, T b, T c) { return Add<T>::of(Mul<T>::of(a, b), c); }
};
template <class T> struct MadHigh {
  static T of(T a, T b, T c) { return Add<T>::of(MulHigh<T>::of(a, b), c); }
};
/// D has twice the bits of S.
template <class D, class S> struct MulWide {
  static D of(S a, S b) { return static_cast<D>(static_cast<uint64_t>(D(a)) * static_cast<uint64_t>(D(b))); }
};
template <class D, class S> struct MadWide {
  static D of(S a, S b, D c) { return Add<D>::of(MulWide<D, S>::of(a, b), c); }
};
template <class T> struct Mul24 {
  static T cut(T a) { return std::is_signed_v<T> ? static_cast<T>(static_cast<uint32_t>(a) << 8) >> 8 : a & 0xffffff; }
  static T of(T a, T b) { return Mul<T>::of(cut(a), cut(b)); }
};
template <class T> struct Mad24 {
  static T of(T a, T b, T c) { return Add<T>::of(Mul24<T>::of(a, b), c); }
};
template <class T> struct Min {
  static T of(T a, T b) { return std::min(a, b); }
};
template <class T> struct Max {
  static T of(T a, T b) { return std::max(a, b); }
};
template <class T> struct Neg {
  static T of(T a) { return static_cast<T>(0 - static_cast<uint64_t>(a)); }
};
template <class T> struct Abs {
  static T of(T a) { return a < T(0) ? Neg<T>::of(a) : a; }
};
template <class T> struct Sad {
  static T of(T a, T b, T c) { return Add<T>::of(c, a < b ? Sub<T>::of(b, a) : Sub<T>::of(a, b)); }
};

/// The quotient by zero is unspecified: a GPU gives all ones, and the dividend as the remainder.
template <class T, bool IsRemainder> struct Divide {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    T a = get<T>(x.r[op->a]), b = get<T>(x.r[op->b]);
    if constexpr (Checked) {
      uint64_t poison = spread<T>((x.p[op->a] | x.p[op->b]) & maskOf<T>);
      if (b == 0 && !poison)
        return x.fail(op, IsRemainder ? "remainder of a division by zero" : "division by zero");
      x.p[op->d] = poison;
    }
    T result;
    if (b == 0)
      result = IsRemainder ? a : static_cast<T>(~uint64_t(0));
    else if (std::is_signed_v<T> && b == static_cast<T>(-1))
      result = IsRemainder ? T(0) : Neg<T>::of(a);
    else
      result = IsRemainder ? a % b : a / b;
    x.r[op->d] = put<T>(result);
    return op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    bool hasZero = false;
    b.eachLane([&](uint32_t lane) { hasZero |= get<T>(b.r[op->b + lane]) == 0; });
    return b.isChecked && hasZero ? b.abandon() : laneByLane<Divide>(b, op);
  }
};

Handlers selectWide(const Match &m) {
  switch (m.type()) {
  case Type::U16:
    return pure<MulWide<uint32_t, uint16_t>, uint32_t, uint16_t, uint16_t>();
  case Type::S16:
    return pure<MulWide<int32_t, int16_t>, int32_t, int16_t, int16_t>();
  case Type::S32:
    return pure<MulWide<int64_t, int32_t>, int64_t, int32_t, int32_t>();
  default:
    return pure<MulWide<uint64_t, uint32_t>, uint64_t, uint32_t, uint32_t>();
  }
}

Handlers selectMadWide(const Match &m) {
  switch (m.type()) {
  case Type::U16:
    return pure<MadWide<uint32_t, uint16_t>, uint32_t, uint16_t, uint16_t, uint32_t>();
  case Type::S16:
    return pure<MadWide<int32_t, int16_t>, int32_t, int16_t, int16_t, int32_t>();
  case Type::S32:
    return pure<MadWide<int64_t, int32_t>, int64_t, int32_t, int32_t, int64_t>();
  default:
    return pure<MadWide<uint64_t, uint32_t>, uint64_t, uint32_t, uint32_t, uint64_t>();
  }
}

template <bool IsRemainder> Handlers selectDivide(const Match &m) {
  return byInteger(m.type(), []<class T>(T) { return both<Divide<T, IsRemainder>>(); });
}

/// Sums of three or four operands, one of them the carry flag.
template <class T, bool IsSub, bool TakesCarry> struct Carry {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    u128 a = get<T>(x.r[op->a]), b = get<T>(x.r[op->b]);
    bool carry = TakesCarry && x.thread->carry;
    u128 result = IsSub ? a - b - carry : a + b + carry;
    if (op->whole)
      x.thread->carry = (result >> (8 * sizeof(T))) & 1;
    if constexpr (Checked)
      x.p[op->d] = spread<T>((x.p[op->a] | x.p[op->b]) & maskOf<T>);
    x.r[op->d] = put<T>(static_cast<T>(result));
    return op + 1;
  }
};

template <class T, bool IsHigh, bool TakesCarry> struct MadCarry {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    using U = std::make_unsigned_t<T>;
    T a = get<T>(x.r[op->a]), b = get<T>(x.r[op->b]);
    U product = IsHigh ? MulHigh<T>::of(a, b) : Mul<T>::of(a, b);
    u128 sum = u128(product) + get<U>(x.r[op->c]) + (TakesCarry && x.thread->carry);
    if (op->whole)
      x.thread->carry = (sum >> (8 * sizeof(T))) & 1;
    if constexpr (Checked)
      x.p[op->d] = spread<U>((x.p[op->a] | x.p[op->b] | x.p[op->c]) & maskOf<U>);
    x.r[op->d] = put<U>(static_cast<U>(sum));
    return op + 1;
  }
};

template <bool IsSub, bool TakesCarry> Handlers selectCarry(const Match &m) {
  return bitsOf(m.type()) == 64 ? ofValues<Carry<uint64_t, IsSub, TakesCarry>>()
                                : ofValues<Carry<uint32_t, IsSub, TakesCarry>>();
}

template <bool TakesCarry> Handlers selectMadCarry(const Match &m) {
  bool isHigh = m["part"] == "hi";
  return byInteger(m.type(), [=]<class T>(T) {
    if constexpr (sizeof(T) < 4)
      return Handlers();
    else
      return isHigh ? ofValues<MadCarry<T, true, TakesCarry>>() : ofValues<MadCarry<T, false, TakesCarry>>();
  });
}

/// Four products of bytes, added up; two of halves with bytes.
template <class A, class B, bool IsTwo> struct Dot {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
    for (unsigned i = 0; i < (IsTwo ? 2 : 4); ++i)
      c += static_cast<uint32_t>(int32_t(static_cast<A>(a >> (IsTwo ? 16 : 8) * i)) *
                                 int32_t(static_cast<B>(b >> 8 * i)));
    return c;
  }
};
template <bool IsTwo> Handlers selectDot(const Match &m) {
  using UA = std::conditional_t<IsTwo, uint16_t, uint8_t>;
  using SA = std::conditional_t<IsTwo, int16_t, int8_t>;
  bool isA = m["type"] == "s32", isB = m["other"] == "s32";
  using U = uint32_t;
  return isA   ? isB ? pure<Dot<SA, int8_t, IsTwo>, U, U, U, U>() : pure<Dot<SA, uint8_t, IsTwo>, U, U, U, U>()
         : isB ? pure<Dot<UA, int8_t, IsTwo>, U, U, U, U>()
               : pure<Dot<UA, uint8_t, IsTwo>, U, U, U, U>();
}

#define ALL "type=u16|u32|u64|s16|s32|s64"
#define BINARY "d:type a:type b:type"
#define TERNARY "d:type a:type b:type c:type"

const Record integerTable[] = {
    {"add", ALL, BINARY, 10, 0, integers<Add, 2>, "`d = a + b`"},
    {"add", "sat type=s32", BINARY, 10, 0, integers<AddSat, 2>, "`d = a + b`, clamped"},
    {"sub", ALL, BINARY, 10, 0, integers<Sub, 2>, "`d = a - b`"},
    {"sub", "sat type=s32", BINARY, 10, 0, integers<SubSat, 2>, "`d = a - b`, clamped"},
    {"mul", "lo " ALL, BINARY, 10, 0, integers<Mul, 2>, "`d = a * b`, the lower half"},
    {"mul", "hi " ALL, BINARY, 10, 0, integers<MulHigh, 2>, "`d = a * b`, the upper half"},
    {"mul", "wide type=u16|u32|s16|s32", "d:type^ a:type b:type", 10, 0, selectWide, "`d = a * b`, of twice the width"},
    {"mad", "lo " ALL, TERNARY, 10, 0, integers<Mad, 3>, "`d = a * b + c`, the lower half of the product"},
    {"mad", "hi " ALL, TERNARY, 10, 0, integers<MadHigh, 3>, "`d = a * b + c`, the upper half of the product"},
    {"mad", "wide type=u16|u32|s16|s32", "d:type^ a:type b:type c:type^", 10, 0, selectMadWide,
     "`d = a * b + c`, of twice the width"},
    {"mul24", "lo type=u32|s32", BINARY, 10, 0, integers<Mul24, 2>, "`d = a * b` of the lower 24 bits"},
    {"mad24", "lo type=u32|s32", TERNARY, 10, 0, integers<Mad24, 3>,
     "`d = a * b + c`, the product of the lower 24 bits"},
    {"div", ALL, BINARY, 10, 0, selectDivide<false>, "`d = a / b`, towards zero; a finding where b is 0"},
    {"rem", ALL, BINARY, 10, 0, selectDivide<true>, "`d = a % b`, of a's sign; a finding where b is 0"},
    {"min", ALL, BINARY, 10, 0, integers<Min, 2>, "the smaller"},
    {"max", ALL, BINARY, 10, 0, integers<Max, 2>, "the larger"},
    {"neg", "type=s16|s32|s64", "d:type a:type", 10, 0, integers<Neg, 1>, "`d = -a`"},
    {"abs", "type=s16|s32|s64", "d:type a:type", 10, 0, integers<Abs, 1>,
     "`d = |a|`; the most negative number is its own"},
    {"sad", ALL, TERNARY, 10, 0, integers<Sad, 3>, "`d = c + |a - b|`"},
    {"dp4a", "type=u32|s32 other=u32|s32", "d:type a:b32 b:b32 c:type", 50, 61, selectDot<false>,
     "`d = c` + four products of bytes"},
    {"dp2a", "lo type=u32|s32 other=u32|s32", "d:type a:b32 b:b32 c:type", 50, 61, selectDot<true>,
     "`d = c` + two products of halves with the lower bytes"},
};

const Record carryTable[] = {
    {"add", "cc type=u32|s32|u64|s64", BINARY, 12, 0, selectCarry<false, false>, "`d = a + b`; sets the carry"},
    {"addc", "cc? type=u32|s32|u64|s64", BINARY, 12, 0, selectCarry<false, true>,
     "`d = a + b + carry`; `.cc` sets the carry"},
    {"sub", "cc type=u32|s32|u64|s64", BINARY, 12, 0, selectCarry<true, false>, "`d = a - b`; sets the borrow"},
    {"subc", "cc? type=u32|s32|u64|s64", BINARY, 12, 0, selectCarry<true, true>,
     "`d = a - b - borrow`; `.cc` sets the borrow"},
    {"mad", "part=lo|hi cc type=u32|s32|u64|s64", TERNARY, 30, 20, selectMadCarry<false>,
     "`d = a * b + c`; sets the carry"},
    {"madc", "part=lo|hi cc? type=u32|s32|u64|s64", TERNARY, 30, 20, selectMadCarry<true>,
     "`d = a * b + c + carry`; `.cc` sets the carry"},
};

} // namespace

const std::span<const Record> integerRecords = integerTable, carryRecords = carryTable;

} // namespace kgen::ptx
