// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the meaning of an instruction, a function of plain values, becomes its handlers. Poison goes with the values: a
// result is poison if an operand is, unless the meaning says which bits.

#ifndef KGEN_LIB_PTX_HANDLERS_H
#define KGEN_LIB_PTX_HANDLERS_H

#include "Batch.h"
#include "Record.h"
#include <bit>
#include <cmath>
#include <type_traits>

namespace kgen::ptx {

/// The bits of a value.
template <class T> constexpr uint64_t maskOf = maskOfBits(8 * sizeof(T));
template <> inline constexpr uint64_t maskOf<bool> = 1;

template <class T> T get(uint64_t slot) {
  if constexpr (std::is_same_v<T, bool>)
    return slot & 1;
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<uint32_t>(slot));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(slot);
  else
    return static_cast<T>(slot);
}

template <class T> uint64_t put(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::isnan(value) ? 0x7fffffff : std::bit_cast<uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::isnan(value) ? 0x7ff8000000000000 : std::bit_cast<uint64_t>(value);
  else
    return static_cast<uint64_t>(value) & maskOf<T>;
}

/// All of a result, if any of the operands' bits is poison.
template <class D> uint64_t spread(uint64_t poison) { return poison ? maskOf<D> : 0; }

/// A meaning `F::of(a, b, ...)`; one that knows its poison better has `F::poison(a, pa, b, pb)` on slots.
template <class F, class D, class... S> struct Pure {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const uint32_t slots[] = {op->a, op->b, op->c, op->e};
    apply<Checked>(x, op, slots, std::index_sequence_for<S...>());
    return op + 1;
  }
  static uint64_t lane(const MicroOp *, uint64_t a, uint64_t b, uint64_t c, uint64_t e) {
    const uint64_t slots[] = {a, b, c, e};
    return of(slots, std::index_sequence_for<S...>());
  }

private:
  template <size_t... I> static uint64_t of(const uint64_t *slots, std::index_sequence<I...>) {
    return put<D>(F::of(get<S>(slots[I])...));
  }
  template <bool Checked, size_t... I>
  static void apply(Exec &x, const MicroOp *op, const uint32_t *slots, std::index_sequence<I...>) {
    uint64_t result = put<D>(F::of(get<S>(x.r[slots[I]])...));
    if constexpr (Checked) {
      if (((x.p[slots[I]] & maskOf<S>) | ...)) [[unlikely]] {
        if constexpr (requires { F::poison(x.r[slots[I]]..., x.p[slots[I]]...); })
          x.p[op->d] = F::poison(x.r[slots[I]]..., x.p[slots[I]]...) & maskOf<D>;
        else
          x.p[op->d] = maskOf<D>;
      } else {
        x.p[op->d] = 0;
      }
    }
    x.r[op->d] = result;
  }
};

#if defined(__clang__) && __has_cpp_attribute(clang::musttail)
#define KGEN_PTX_GO_ON(next) [[clang::musttail]] return next->chain(x, next)
#else // the loop around goes on
#define KGEN_PTX_GO_ON(next) return next
#endif

/// Runs an op and jumps to the next one's, which costs no return to a loop. Ops are counted at jumps and stops of the
/// program; a chain without jumps is as short as its function.
template <class S, bool Checked> [[gnu::flatten]] const MicroOp *chain(Exec &x, const MicroOp *op) {
  const MicroOp *next = S::template run<Checked>(x, op);
  if (next != op + 1) {
    x.steps += op + 1 - x.counted;
    x.counted = next;
    if (!next || x.steps >= x.limit)
      return next;
  }
  KGEN_PTX_GO_ON(next);
}

template <class S> Handlers both() {
  Handlers handlers{&S::template run<true>, &S::template run<false>, &chain<S, true>, &chain<S, false>};
  if constexpr (requires(Batch &b, const MicroOp *op) { S::batch(b, op); })
    handlers.batch = &S::batch;
  if constexpr (requires { S::kind; })
    handlers.kind = S::kind;
  return handlers;
}
/// Of an instruction whose only check is that its operands were written.
template <class S> Handlers ofValues() {
  Handlers handlers = both<S>();
  if (handlers.kind == OpKind::Other)
    handlers.kind = OpKind::Value;
  if (!handlers.batch)
    handlers.batch = onRows<S>();
  return handlers;
}
template <class F, class D, class... S> Handlers pure() { return ofValues<Pure<F, D, S...>>(); }

/// Calls `f` with a value of the integer type.
template <class F> Handlers byInteger(Type type, F f) {
  switch (type) {
  case Type::Pred:
    return f(bool());
  case Type::B8:
  case Type::U8:
    return f(uint8_t());
  case Type::S8:
    return f(int8_t());
  case Type::B16:
  case Type::U16:
  case Type::F16:
  case Type::BF16:
    return f(uint16_t());
  case Type::S16:
    return f(int16_t());
  case Type::B64:
  case Type::U64:
  case Type::F64:
    return f(uint64_t());
  case Type::S64:
    return f(int64_t());
  case Type::S32:
    return f(int32_t());
  default:
    return f(uint32_t());
  }
}

/// Calls `f` with the type as a constant: that of a float, or of two halves; f32 for any other.
template <class F> Handlers byFloat(Type type, F f) {
  switch (type) {
  case Type::F64:
    return f(std::integral_constant<Type, Type::F64>());
  case Type::F16:
    return f(std::integral_constant<Type, Type::F16>());
  case Type::F16x2:
    return f(std::integral_constant<Type, Type::F16x2>());
  case Type::BF16:
    return f(std::integral_constant<Type, Type::BF16>());
  case Type::BF16x2:
    return f(std::integral_constant<Type, Type::BF16x2>());
  default:
    return f(std::integral_constant<Type, Type::F32>());
  }
}

/// A meaning on `N` operands and a result of one type.
template <class F, class T, unsigned N> Handlers uniform() {
  static_assert(N >= 1 && N <= 3);
  if constexpr (N == 1)
    return pure<F, T, T>();
  else if constexpr (N == 2)
    return pure<F, T, T, T>();
  else
    return pure<F, T, T, T, T>();
}

/// `A` applied to the integer type of the modifier `type`, `A` being a meaning on one type.
template <template <class> class A, unsigned N> Handlers integers(const Match &m) {
  return byInteger(m.type(), []<class T>(T) { return uniform<A<T>, T, N>(); });
}

struct Nothing {
  template <bool> static const MicroOp *run(Exec &, const MicroOp *op) { return op + 1; }
  static const MicroOp *batch(Batch &, const MicroOp *op) { return op + 1; }
};
/// For instructions that have no effect on a machine like this.
inline Handlers selectNothing(const Match &) { return ofValues<Nothing>(); }

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_HANDLERS_H
