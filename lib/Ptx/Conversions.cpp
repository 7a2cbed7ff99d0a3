// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves, conversions between types, and between addresses of one space and generic ones.

#include "Handlers.h"
#include "Rounder.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace kgen::ptx {

namespace {

template <class T> struct Move {
  static T of(T a) { return a; }
  static uint64_t poison(uint64_t, uint64_t pa) { return pa; }
};

/// A meaning `S::lane` that only moves bits: poison moves as they do.
template <class S> struct MovesBits {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = S::lane(op, x.p[op->a], x.p[op->b], 0, 0);
    x.r[op->d] = S::lane(op, x.r[op->a], x.r[op->b], 0, 0);
    return op + 1;
  }
};

/// From an integer type to a wider register.
template <class S> struct Extend : MovesBits<Extend<S>> {
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t, uint64_t, uint64_t) {
    return static_cast<uint64_t>(static_cast<int64_t>(get<S>(a))) & maskOfBits(op->bits);
  }
};

struct Piece : MovesBits<Piece> {
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t, uint64_t, uint64_t) {
    return a >> op->imm & maskOfBits(op->bits);
  }
};

struct Pack : MovesBits<Pack> {
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t b, uint64_t, uint64_t) { return a | b << op->imm; }
};

struct Offset {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] ? ~uint64_t(0) : 0;
    x.r[op->d] = lane(op, x.r[op->a], 0, 0, 0);
    return op + 1;
  }
  static uint64_t lane(const MicroOp *op, uint64_t a, uint64_t, uint64_t, uint64_t) { return a + op->imm; }
};

template <class D, class S> struct Convert {
  static D of(S a) { return static_cast<D>(a); }
  static uint64_t poison(uint64_t, uint64_t pa) {
    if constexpr (std::is_integral_v<D> && std::is_integral_v<S>)
      return static_cast<uint64_t>(static_cast<D>(static_cast<S>(pa)));
    else
      return ~uint64_t(0);
  }
};

template <class D, class S> struct ConvertSat {
  static D of(S a) {
    if constexpr (std::is_signed_v<D> && std::is_signed_v<S>)
      return std::min<int64_t>(std::max<int64_t>(a, std::numeric_limits<D>::min()), std::numeric_limits<D>::max());
    else if (std::is_signed_v<S> && a < S(0))
      return 0;
    else
      return std::min<uint64_t>(a, std::numeric_limits<D>::max());
  }
};

template <bool Sat> Handlers selectInteger(const Match &m) {
  return byInteger(m.type("to"), [&]<class D>(D) {
    return byInteger(m.type(),
                     []<class S>(S) { return Sat ? pure<ConvertSat<D, S>, D, S>() : pure<Convert<D, S>, D, S>(); });
  });
}

/// To, from or between floats. `imm` holds the type that it is to, and above 8 bits the other; `negated`: to an
/// integral value.
struct ConvertAny {
  static uint64_t of(const MicroOp *op, Type to, Type from, uint64_t x) {
    unsigned bits = bitsOf(from);
    x &= maskOfBits(bits);
    const FloatFormat source = formatOf(from), target = formatOf(to);
    if (!isFloat(from)) {
      bool isNegative = isSigned(from) && x >> (bits - 1) & 1;
      uint64_t magnitude = isNegative ? (0 - x) & maskOfBits(bits) : x;
      uint64_t result = fromInteger(target, op->rounding, isNegative, magnitude);
      return op->sat ? saturate(target, result) : result;
    }
    if (op->ftz && from == Type::F32)
      x = flush(source, x);
    if (!isFloat(to))
      return toInteger(source, op->rounding, x, bitsOf(to), isSigned(to));
    uint64_t result =
        to == from ? roundToIntegral(source, op->rounding, x) : convertFloat(target, source, op->rounding, x);
    if (to == from && !op->negated)
      result = source.isNaN(x) ? source.nan() : x;
    if (op->ftz && to == Type::F32)
      result = flush(target, result);
    return op->sat ? saturate(target, result) : result;
  }
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    Type to = static_cast<Type>(op->imm & 255), from = static_cast<Type>(op->imm >> 8);
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] & maskOfBits(bitsOf(from)) ? maskOfBits(bitsOf(to)) : 0;
    x.r[op->d] = of(op, to, from, x.r[op->a]);
    return op + 1;
  }
};

/// A conversion that the host does in the same way: a whole number of the same type.
template <class T> T rounded(T a, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return std::nearbyint(a);
  case Rounding::Zero:
    return std::trunc(a);
  case Rounding::Down:
    return std::floor(a);
  case Rounding::Up:
    return std::ceil(a);
  }
  return a;
}

template <class T> struct Integral {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      x.p[op->d] = spread<T>(x.p[op->a] & maskOf<T>);
    x.r[op->d] = put<T>(rounded(get<T>(x.r[op->a]), op->rounding));
    return op + 1;
  }
};

/// A float in the range of the integer is the host's affair, too.
template <class D, class T> struct ToInteger {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    constexpr T least = static_cast<T>(std::numeric_limits<D>::min());
    constexpr T end =
        sizeof(D) == 8 ? (std::is_signed_v<D> ? T(0x1p63) : T(0x1p64)) : (std::is_signed_v<D> ? T(0x1p31) : T(0x1p32));
    T value = rounded(get<T>(x.r[op->a]), op->rounding);
    bool isPoison = Checked && (x.p[op->a] & maskOf<T>);
    x.r[op->d] = value >= least && value < end ? put<D>(static_cast<D>(value))
                                               : toInteger(sizeof(T) == 8 ? doubleFormat : floatFormat, op->rounding,
                                                           x.r[op->a], 8 * sizeof(D), std::is_signed_v<D>);
    if constexpr (Checked)
      x.p[op->d] = isPoison ? maskOf<D> : 0;
    return op + 1;
  }
};

/// Two floats to two halves, the first above.
struct ConvertTwo {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const FloatFormat format = formatOf(static_cast<Type>(op->imm & 255));
    auto narrow = [&](uint64_t bits) {
      uint64_t result = convertFloat(format, floatFormat, op->rounding, bits);
      return op->negated ? rectify(format, result) : result;
    };
    if constexpr (Checked)
      x.p[op->d] = (x.p[op->a] ? 0xffff0000 : 0) | (x.p[op->b] ? 0xffff : 0);
    x.r[op->d] = narrow(x.r[op->a]) << 16 | narrow(x.r[op->b]);
    return op + 1;
  }
};

Handlers selectFromInteger(const Match &m) {
  if (m.rounding() != Rounding::Nearest || m.has("sat") || bitsOf(m.type("to")) == 16)
    return ofValues<ConvertAny>();
  return byInteger(m.type(), [&]<class S>(S) {
    return m.type("to") == Type::F64 ? pure<Convert<double, S>, double, S>() : pure<Convert<float, S>, float, S>();
  });
}

Handlers selectIntegral(const Match &m) {
  bool isHosts = m.type() == m.type("to") && !m.has("ftz") && !m.has("sat");
  if (isHosts && m.type() == Type::F32)
    return ofValues<Integral<float>>();
  return isHosts && m.type() == Type::F64 ? ofValues<Integral<double>>() : ofValues<ConvertAny>();
}

template <class T> Handlers selectTo(Type to) {
  switch (to) {
  case Type::S32:
    return ofValues<ToInteger<int32_t, T>>();
  case Type::U32:
    return ofValues<ToInteger<uint32_t, T>>();
  case Type::S64:
    return ofValues<ToInteger<int64_t, T>>();
  case Type::U64:
    return ofValues<ToInteger<uint64_t, T>>();
  default:
    return ofValues<ConvertAny>();
  }
}
Handlers selectToInteger(const Match &m) {
  bool isHosts = !m.has("ftz") && (m.type() == Type::F32 || m.type() == Type::F64);
  if (!isHosts)
    return ofValues<ConvertAny>();
  return m.type() == Type::F32 ? selectTo<float>(m.type("to")) : selectTo<double>(m.type("to"));
}

Handlers selectFloat(const Match &m) {
  bool isPlain = m.rounding() == Rounding::Nearest && !m.has("ftz") && !m.has("sat");
  if (isPlain && m.type("to") == Type::F32 && m.type() == Type::F64)
    return pure<Convert<float, double>, float, double>();
  if (isPlain && m.type("to") == Type::F64 && m.type() == Type::F32)
    return pure<Convert<double, float>, double, float>();
  return ofValues<ConvertAny>();
}

template <Window W> struct IsSpace {
  static bool of(uint64_t address) {
    uint64_t window = address >> windowBits;
    return W == FirstGlobal ? window >= FirstGlobal : window == W;
  }
};
Handlers selectIsSpace(const Match &m) {
  switch (parseSpace(m["space"])) {
  case Space::Local:
    return pure<IsSpace<LocalWindow>, bool, uint64_t>();
  case Space::Shared:
    return pure<IsSpace<SharedWindow>, bool, uint64_t>();
  case Space::Param:
    return pure<IsSpace<ParamWindow>, bool, uint64_t>();
  default:
    return pure<IsSpace<FirstGlobal>, bool, uint64_t>();
  }
}

#define INTEGERS "u8|u16|u32|u64|s8|s16|s32|s64"
#define SPACES "space=global|local|shared|shared::cta|shared::cluster|const|param|param::entry"

const Record convertTable[] = {
    {"mov", "type=pred|b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64|f16|bf16", "-", 10, 0, nullptr,
     "`d = a`; of a vector in braces, the parts from the lowest on"},
    {"cvt", "to=" INTEGERS " type=" INTEGERS, "d:to+ a:type+", 10, 0, selectInteger<false>,
     "an integer of another width: cut off, or extended by its sign"},
    {"cvt", "sat to=" INTEGERS " type=" INTEGERS, "d:to+ a:type+", 10, 0, selectInteger<true>,
     "an integer of another width, clamped"},
    {"cvt", "mode=rn|rz|rm|rp ftz? sat? to=f16|bf16|f32|f64 type=" INTEGERS, "d:to a:type+", 10, 0, selectFromInteger,
     "an integer as a float"},
    {"cvt", "mode=rni|rzi|rmi|rpi ftz? sat? to=" INTEGERS " type=f16|bf16|f32|f64", "d:to+ a:type", 10, 0,
     selectToInteger, "a float as an integer, clamped; NaN is 0, of or to 64 bits the integer of the top bit"},
    {"cvt", "integral=rni|rzi|rmi|rpi ftz? sat? to=f16|bf16|f32|f64 type=f16|bf16|f32|f64", "d:to a:type", 10, 0,
     selectIntegral, "rounded to an integer"},
    {"cvt", "mode=rn|rz|rm|rp? ftz? sat? to=f16|bf16|f32|f64 type=f16|bf16|f32|f64", "d:to a:type", 10, 0, selectFloat,
     "a float of another format"},
    {"cvt", "mode=rn|rz relu? to=f16x2|bf16x2 type=f32", "d:to a:type b:type", 70, 80,
     [](const Match &) { return ofValues<ConvertTwo>(); }, "two halves, a the upper one"},
    {"cvta", SPACES " type=u64|u32", "d:type a:type", 20, 20, [](const Match &) { return ofValues<Offset>(); },
     "the generic address of an address of the space"},
    {"cvta", "to " SPACES " type=u64|u32", "d:type a:type", 20, 20, [](const Match &) { return ofValues<Offset>(); },
     "the address in the space of a generic one"},
    {"isspacep", SPACES, "d:pred a:u64", 20, 20, selectIsSpace, "whether a generic address is of the space"},
};

} // namespace

const std::span<const Record> convertRecords = convertTable;

Handlers moveHandlers() { return pure<Move<uint64_t>, uint64_t, uint64_t>(); }
Handlers extendHandlers(Type type) {
  return byInteger(type, []<class T>(T) { return ofValues<Extend<T>>(); });
}
Handlers pieceHandlers() { return ofValues<Piece>(); }
Handlers packHandlers() { return ofValues<Pack>(); }
Handlers offsetHandlers() { return ofValues<Offset>(); }

} // namespace kgen::ptx
