// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons, and selection by their results.

#include "Handlers.h"
#include "Rounder.h"

namespace kgen::ptx {

namespace {

/// How two operands stand to each other.
enum Order : uint8_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };

/// The orders in which a comparison holds; 0 if there is none of that name.
uint8_t ordersOf(std::string_view comparison) {
  static constexpr std::pair<std::string_view, uint8_t> names[] = {{"eq", Equal},
                                                                   {"ne", Less | Greater},
                                                                   {"lt", Less},
                                                                   {"le", Less | Equal},
                                                                   {"gt", Greater},
                                                                   {"ge", Greater | Equal},
                                                                   {"lo", Less},
                                                                   {"ls", Less | Equal},
                                                                   {"hi", Greater},
                                                                   {"hs", Greater | Equal},
                                                                   {"equ", Equal | Unordered},
                                                                   {"neu", Less | Greater | Unordered},
                                                                   {"ltu", Less | Unordered},
                                                                   {"leu", Less | Equal | Unordered},
                                                                   {"gtu", Greater | Unordered},
                                                                   {"geu", Greater | Equal | Unordered},
                                                                   {"num", Less | Equal | Greater},
                                                                   {"nan", Unordered}};
  for (auto [name, orders] : names)
    if (name == comparison)
      return orders;
  return 0;
}

/// Without a branch: which way it goes, a processor could not foretell.
template <class T> unsigned compare(T a, T b) {
  unsigned orders = (a < b ? Less : 0) | (a == b ? Equal : 0) | (a > b ? Greater : 0);
  return orders | (orders ? 0 : Unordered);
}

/// Half precision goes by way of float, which holds every half.
template <class T, bool Flushes, Type Kind = Type::None> unsigned compareSlots(uint64_t a, uint64_t b) {
  if constexpr (Kind != Type::None) {
    auto widen = [](uint64_t x) {
      return get<float>(convertFloat(floatFormat, formatOf(Kind), Rounding::Nearest, x & 0xffff));
    };
    return compare(widen(a), widen(b));
  } else if constexpr (Flushes) {
    return compare(get<T>(flush(floatFormat, a)), get<T>(flush(floatFormat, b)));
  } else {
    return compare(get<T>(a), get<T>(b));
  }
}

enum Join : uint8_t { None, And, Or, Xor };
Join joinOf(std::string_view name) { return name == "and" ? And : name == "or" ? Or : name == "xor" ? Xor : None; }

/// `bits`: the orders, and the join above them.
template <class T, bool Flushes, Type Kind = Type::None> struct Setp {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    bool holds = compareSlots<T, Flushes, Kind>(x.r[op->a], x.r[op->b]) & op->bits & 15;
    bool other = !holds;
    if (unsigned join = op->bits >> 4) {
      bool c = x.r[op->c] & 1;
      holds = join == And ? holds && c : join == Or ? holds || c : holds != c;
      other = join == And ? other && c : join == Or ? other || c : other != c;
    }
    if constexpr (Checked) {
      constexpr uint64_t mask = Kind != Type::None ? 0xffff : maskOf<T>;
      bool isPoison = ((x.p[op->a] | x.p[op->b]) & mask) || (op->bits >> 4 && x.p[op->c] & 1);
      x.p[op->d] = x.p[op->e] = isPoison;
    }
    x.r[op->e] = other;
    x.r[op->d] = holds;
    return op + 1;
  }
};

/// The common case: one result, no join.
template <class T> struct PlainSetp {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    bool holds = compare(get<T>(x.r[op->a]), get<T>(x.r[op->b])) & op->bits;
    if constexpr (Checked)
      x.p[op->d] = ((x.p[op->a] | x.p[op->b]) & maskOf<T>) != 0;
    x.r[op->d] = holds;
    return op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    static const auto handlers = ofOrders(std::make_index_sequence<16>());
    return handlers[op->bits & 15](b, op);
  }

private:
  /// The comparison with its orders fixed, of which a compiler makes one instruction.
  template <unsigned Orders> struct Fixed {
    static uint64_t lane(const MicroOp *, uint64_t a, uint64_t b, uint64_t, uint64_t) {
      return (compare(get<T>(a), get<T>(b)) & Orders) != 0;
    }
  };
  template <size_t... I> static std::array<BatchHandler, 16> ofOrders(std::index_sequence<I...>) {
    return {onRows<Fixed<std::is_floating_point_v<T> ? I : I & 7>>()...};
  }
};

/// All ones, or 1.0, if the comparison holds.
template <class T, bool Flushes, Type Kind = Type::None> struct Set {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    bool holds = compareSlots<T, Flushes, Kind>(x.r[op->a], x.r[op->b]) & op->bits & 15;
    if constexpr (Checked)
      x.p[op->d] = x.p[op->a] | x.p[op->b] ? 0xffffffff : 0;
    x.r[op->d] = holds ? op->imm : 0;
    return op + 1;
  }
};

template <template <class, bool, Type> class S> Handlers ofType(Type type, bool flushes) {
  switch (type) {
  case Type::F64:
    return ofValues<S<double, false, Type::None>>();
  case Type::F32:
    return flushes ? ofValues<S<float, true, Type::None>>() : ofValues<S<float, false, Type::None>>();
  case Type::F16:
    return ofValues<S<float, false, Type::F16>>();
  case Type::BF16:
    return ofValues<S<float, false, Type::BF16>>();
  default:
    return byInteger(type, []<class T>(T) { return ofValues<S<T, false, Type::None>>(); });
  }
}

Handlers selectSetp(const Match &m) {
  if (m.has("join") || m.has("ftz") || m.type() == Type::F16 || m.type() == Type::BF16)
    return ofType<Setp>(m.type(), m.has("ftz"));
  if (m.type() == Type::F64)
    return ofValues<PlainSetp<double>>();
  if (m.type() == Type::F32)
    return ofValues<PlainSetp<float>>();
  return byInteger(m.type(), []<class T>(T) { return ofValues<PlainSetp<T>>(); });
}
Handlers selectSet(const Match &m) { return ofType<Set>(m.type(), m.has("ftz")); }

/// Poison of the value that is taken; of the choice, if that is poison.
template <class T> struct Selp {
  static T of(T a, T b, bool c) { return c ? a : b; }
  static uint64_t poison(uint64_t, uint64_t, uint64_t c, uint64_t pa, uint64_t pb, uint64_t pc) {
    return pc & 1 ? ~uint64_t(0) : c & 1 ? pa : pb;
  }
};
Handlers selectSelp(const Match &m) {
  return byInteger(bitsType(bitsOf(m.type())), []<class T>(T) { return pure<Selp<T>, T, T, T, bool>(); });
}

template <class T, class C> struct Slct {
  static T of(T a, T b, C c) { return c >= C(0) ? a : b; }
};
Handlers selectSlct(const Match &m) {
  bool isFloat = m["by"] == "f32";
  return byInteger(bitsType(bitsOf(m.type())), [=]<class T>(T) {
    return isFloat ? pure<Slct<T, float>, T, T, T, float>() : pure<Slct<T, int32_t>, T, T, T, int32_t>();
  });
}

#define ORDERED "compare=eq|ne|lt|le|gt|ge"
#define FLOATS ORDERED "|equ|neu|ltu|leu|gtu|geu|num|nan"
#define JOIN " join=and|or|xor? "
#define OPERANDS "d|e:pred,pred a:type b:type ?!c:pred"

const Record compareTable[] = {
    {"setp", "compare=eq|ne" JOIN "type=b16|b32|b64", OPERANDS, 10, 0, selectSetp,
     "whether `a` and `b` compare so, joined with c; e: the opposite, joined with c"},
    {"setp", ORDERED JOIN "type=s16|s32|s64", OPERANDS, 10, 0, selectSetp, "the same of signed integers"},
    {"setp", ORDERED "|lo|ls|hi|hs" JOIN "type=u16|u32|u64", OPERANDS, 10, 0, selectSetp,
     "the same of unsigned integers"},
    {"setp", FLOATS JOIN "ftz? type=f32|f64", OPERANDS, 10, 0, selectSetp,
     "the same of floats; with NaN only `ne`'s kind with `u` holds"},
    {"setp", FLOATS JOIN "ftz? type=f16|bf16", OPERANDS, 42, 53, selectSetp, "the same of halves"},
    {"set", ORDERED "|lo|ls|hi|hs to=u32|s32|f32 type=b16|b32|b64|u16|u32|u64|s16|s32|s64", "d:to a:type b:type", 10, 0,
     selectSet, "all ones, or 1.0, where a and b compare so"},
    {"set", FLOATS " ftz? to=u32|s32|f32 type=f32|f64|f16|bf16", "d:to a:type b:type", 10, 0, selectSet,
     "the same of floats"},
    {"selp", "type=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "d:type a:type b:type c:pred", 10, 0, selectSelp,
     "`d = c ? a : b`"},
    {"slct", "ftz? type=b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64 by=s32|f32", "d:type a:type b:type c:by", 10, 0,
     selectSlct, "`d = c >= 0 ? a : b`"},
};

} // namespace

const std::span<const Record> compareRecords = compareTable;

uint8_t comparisonBits(const Match &m) { return ordersOf(m["compare"]) | joinOf(m["join"]) << 4; }
Handlers pairedComparison(const Match &m) { return ofType<Setp>(m.type(), m.has("ftz")); }

} // namespace kgen::ptx
