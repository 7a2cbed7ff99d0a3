// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits: logic, shifts, fields, permutations, counts.

#include "Handlers.h"

namespace kgen::ptx {

namespace {

template <class T> struct And {
  static T of(T a, T b) { return a & b; }
  // A written zero makes a zero, whatever the other bit is.
  static uint64_t poison(uint64_t a, uint64_t b, uint64_t pa, uint64_t pb) { return (pa & (b | pb)) | (pb & (a | pa)); }
};
template <class T> struct Or {
  static T of(T a, T b) { return a | b; }
  static uint64_t poison(uint64_t a, uint64_t b, uint64_t pa, uint64_t pb) {
    return (pa & (~b | pb)) | (pb & (~a | pa));
  }
};
template <class T> struct Xor {
  static T of(T a, T b) { return a ^ b; }
  static uint64_t poison(uint64_t, uint64_t, uint64_t pa, uint64_t pb) { return pa | pb; }
};
template <class T> struct Not {
  static T of(T a) {
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T>(~a);
  }
  static uint64_t poison(uint64_t, uint64_t pa) { return pa; }
};
template <class T> struct CNot {
  static T of(T a) { return a == 0; }
};
/// Shifts by more than the width shift all out.
template <class T> struct Shl {
  static T of(T a, uint32_t b) { return b < 8 * sizeof(T) ? static_cast<T>(static_cast<uint64_t>(a) << b) : T(0); }
  static uint64_t poison(uint64_t, uint64_t b, uint64_t pa, uint64_t pb) {
    return pb ? ~uint64_t(0) : of(static_cast<T>(pa), b);
  }
};
template <class T> struct Shr {
  static T of(T a, uint32_t b) {
    return a >> std::min<uint32_t>(b, 8 * sizeof(T) - 1) >> (b >= 8 * sizeof(T) && !std::is_signed_v<T>);
  }
  static uint64_t poison(uint64_t, uint64_t b, uint64_t pa, uint64_t pb) {
    return pb ? ~uint64_t(0) : static_cast<uint64_t>(of(static_cast<T>(pa), b));
  }
};

template <bool IsLeft, bool Wraps> struct Funnel {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
    c = Wraps ? c & 31 : std::min(c, 32u);
    uint64_t both = uint64_t(b) << 32 | a;
    return static_cast<uint32_t>(IsLeft ? both << c >> 32 : both >> c);
  }
  static uint64_t poison(uint64_t, uint64_t, uint64_t c, uint64_t pa, uint64_t pb, uint64_t pc) {
    return pc ? ~uint64_t(0) : of(pa, pb, c);
  }
};
Handlers selectFunnel(const Match &m) {
  bool wraps = m["way"] == "wrap";
  using U = uint32_t;
  if (m["to"] == "l")
    return wraps ? pure<Funnel<true, true>, U, U, U, U>() : pure<Funnel<true, false>, U, U, U, U>();
  return wraps ? pure<Funnel<false, true>, U, U, U, U>() : pure<Funnel<false, false>, U, U, U, U>();
}

template <class T> struct Extract {
  static T of(T a, uint32_t at, uint32_t length) {
    constexpr uint32_t bits = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    at &= 255, length &= 255;
    if (!length)
      return 0;
    bool isNegative = std::is_signed_v<T> && (static_cast<U>(a) >> std::min(at + length - 1, bits - 1) & 1);
    U field = at < bits ? static_cast<U>(a) >> at : 0;
    uint32_t have = at < bits ? std::min(length, bits - at) : 0;
    U kept = have < bits ? (U(1) << have) - 1 : ~U(0);
    return static_cast<T>((field & kept) | (isNegative ? ~kept : 0));
  }
  static uint64_t poison(uint64_t, uint64_t at, uint64_t length, uint64_t pa, uint64_t pb, uint64_t pc) {
    return pb | pc ? ~uint64_t(0) : static_cast<uint64_t>(of(static_cast<T>(pa), at, length));
  }
};
template <class T> struct Insert {
  static T of(T a, T b, uint32_t at, uint32_t length) {
    at &= 255, length &= 255;
    T field = length < 8 * sizeof(T) ? (T(1) << length) - 1 : ~T(0);
    T mask = at < 8 * sizeof(T) ? field << at : T(0);
    return (b & ~mask) | (at < 8 * sizeof(T) ? (a << at) & mask : 0);
  }
  static uint64_t poison(uint64_t, uint64_t, uint64_t at, uint64_t length, uint64_t pa, uint64_t pb, uint64_t pc,
                         uint64_t pd) {
    return pc | pd ? ~uint64_t(0) : of(static_cast<T>(pa), static_cast<T>(pb), at, length);
  }
};
struct BitMask {
  template <bool Wraps> struct By {
    static uint32_t of(uint32_t at, uint32_t length) {
      at = Wraps ? at & 31 : at, length = Wraps ? length & 31 : length;
      if (at >= 32 || !length)
        return 0;
      uint32_t mask = length >= 32 ? ~0u : (1u << length) - 1;
      return mask << at;
    }
  };
};
Handlers selectMask(const Match &m) {
  using U = uint32_t;
  return m["way"] == "wrap" ? pure<BitMask::By<true>, U, U, U>() : pure<BitMask::By<false>, U, U, U>();
}

/// Bytes of two words by selectors of four bits.
struct Permute {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t selectors) {
    uint64_t bytes = uint64_t(b) << 32 | a;
    uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned selector = selectors >> 4 * i & 15;
      uint32_t byte = bytes >> 8 * (selector & 7) & 255;
      if (selector & 8)
        byte = byte & 128 ? 255 : 0;
      result |= byte << 8 * i;
    }
    return result;
  }
  static uint64_t poison(uint64_t, uint64_t, uint64_t c, uint64_t pa, uint64_t pb, uint64_t pc) {
    return pc ? ~uint64_t(0) : of(pa, pb, c);
  }
};
template <unsigned Mode> struct PermuteMode {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
    static constexpr uint16_t selectors[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                                 {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                                 {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
    return Permute::of(a, b, selectors[Mode][c & 3]);
  }
};
Handlers selectPermute(const Match &m) {
  std::string_view mode = m["mode"];
  using U = uint32_t;
  return mode == "f4e"    ? pure<PermuteMode<0>, U, U, U, U>()
         : mode == "b4e"  ? pure<PermuteMode<1>, U, U, U, U>()
         : mode == "rc8"  ? pure<PermuteMode<2>, U, U, U, U>()
         : mode == "ecl"  ? pure<PermuteMode<3>, U, U, U, U>()
         : mode == "ecr"  ? pure<PermuteMode<4>, U, U, U, U>()
         : mode == "rc16" ? pure<PermuteMode<5>, U, U, U, U>()
                          : pure<Permute, U, U, U, U>();
}

/// Any function of three bits, by its table.
struct Lop3 {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    uint32_t a = x.r[op->a], b = x.r[op->b], c = x.r[op->c], result = 0;
    for (unsigned i = 0; i < 8; ++i)
      if (op->imm >> i & 1)
        result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    if constexpr (Checked)
      x.p[op->d] = (x.p[op->a] | x.p[op->b] | x.p[op->c]) & maskOf<uint32_t>;
    x.r[op->d] = result;
    return op + 1;
  }
};

template <class T> struct Popc {
  static uint32_t of(T a) { return std::popcount(a); }
};
template <class T> struct Clz {
  static uint32_t of(T a) { return std::countl_zero(a); }
};
template <class T> struct Brev {
  static T of(T a) {
    T result = 0;
    for (unsigned i = 0; i < 8 * sizeof(T); ++i)
      result |= (a >> i & 1) << (8 * sizeof(T) - 1 - i);
    return result;
  }
  static uint64_t poison(uint64_t, uint64_t pa) { return of(static_cast<T>(pa)); }
};
template <class T, bool IsShift> struct Bfind {
  static uint32_t of(T a) {
    using U = std::make_unsigned_t<T>;
    U bits = a < T(0) ? ~static_cast<U>(a) : static_cast<U>(a);
    int top = 8 * static_cast<int>(sizeof(T)) - 1 - std::countl_zero(bits);
    return top < 0 ? ~0u : IsShift ? 8 * sizeof(T) - 1 - top : top;
  }
};

template <template <class> class A> Handlers selectCount(const Match &m) {
  return bitsOf(m.type()) == 64 ? pure<A<uint64_t>, uint32_t, uint64_t>() : pure<A<uint32_t>, uint32_t, uint32_t>();
}
Handlers selectBfind(const Match &m) {
  bool isShift = m.has("shiftamt");
  return byInteger(m.type(), [=]<class T>(T) {
    if constexpr (sizeof(T) < 4)
      return Handlers();
    else
      return isShift ? pure<Bfind<T, true>, uint32_t, T>() : pure<Bfind<T, false>, uint32_t, T>();
  });
}
template <template <class> class A> Handlers selectShift(const Match &m) {
  return byInteger(m.type(), []<class T>(T) { return pure<A<T>, T, T, uint32_t>(); });
}
Handlers selectExtract(const Match &m) {
  return byInteger(m.type(), []<class T>(T) {
    if constexpr (sizeof(T) < 4)
      return Handlers();
    else
      return pure<Extract<T>, T, T, uint32_t, uint32_t>();
  });
}
Handlers selectInsert(const Match &m) {
  return bitsOf(m.type()) == 64 ? pure<Insert<uint64_t>, uint64_t, uint64_t, uint64_t, uint32_t, uint32_t>()
                                : pure<Insert<uint32_t>, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>();
}

#define LOGIC "type=pred|b16|b32|b64"

const Record bitTable[] = {
    {"and", LOGIC, "d:type a:type b:type", 10, 0, integers<And, 2>, "`d = a & b`"},
    {"or", LOGIC, "d:type a:type b:type", 10, 0, integers<Or, 2>, "`d = a | b`"},
    {"xor", LOGIC, "d:type a:type b:type", 10, 0, integers<Xor, 2>, "`d = a ^ b`"},
    {"not", LOGIC, "d:type a:type", 10, 0, integers<Not, 1>, "`d = ~a`"},
    {"cnot", "type=b16|b32|b64", "d:type a:type", 10, 0, integers<CNot, 1>, "1 where a is 0, else 0"},
    {"lop3", "type=b32", "d:type a:type b:type c:type imm", 43, 50, [](const Match &) { return ofValues<Lop3>(); },
     "the function of three bits that the table `imm` is, bit by bit"},
    {"shl", "type=b16|b32|b64", "d:type a:type b:u32", 10, 0, selectShift<Shl>, "`d = a << b`; 0 from the width on"},
    {"shr", "type=b16|b32|b64|u16|u32|u64|s16|s32|s64", "d:type a:type b:u32", 10, 0, selectShift<Shr>,
     "`d = a >> b`, with a's sign where it has one; all out from the width on"},
    {"shf", "to=l|r way=clamp|wrap type=b32", "d:type a:type b:type c:u32", 31, 32, selectFunnel,
     "a shift of `b:a`, of which the upper (l) or lower (r) half is kept"},
    {"bfe", "type=u32|u64|s32|s64", "d:type a:type b:u32 c:u32", 20, 20, selectExtract,
     "c bits of a from bit b on, extended by their sign where the type has one"},
    {"bfi", "type=b32|b64", "d:type a:type b:type c:u32 e:u32", 20, 20, selectInsert,
     "b, with e bits of a from bit c on"},
    {"bmsk", "way=clamp|wrap type=b32", "d:type a:u32 b:u32", 76, 70, selectMask, "b ones from bit a on"},
    {"prmt", "type=b32 mode=f4e|b4e|rc8|ecl|ecr|rc16?", "d:type a:type b:type c:u32", 20, 20, selectPermute,
     "four bytes of `b:a`, as c says"},
    {"popc", "type=b32|b64", "d:u32 a:type", 20, 20, selectCount<Popc>, "the number of ones"},
    {"clz", "type=b32|b64", "d:u32 a:type", 20, 20, selectCount<Clz>, "the number of leading zeros"},
    {"brev", "type=b32|b64", "d:type a:type", 20, 20,
     [](const Match &m) {
       return bitsOf(m.type()) == 64 ? pure<Brev<uint64_t>, uint64_t, uint64_t>()
                                     : pure<Brev<uint32_t>, uint32_t, uint32_t>();
     },
     "the bits in reverse"},
    {"bfind", "shiftamt? type=u32|u64|s32|s64", "d:u32 a:type", 20, 20, selectBfind,
     "the first bit that is not the sign; `.shiftamt`: how far it is from the top"},
};

} // namespace

const std::span<const Record> bitRecords = bitTable;

Handlers notHandlers() { return pure<Not<bool>, bool, bool>(); }

} // namespace kgen::ptx
