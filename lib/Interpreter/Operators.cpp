// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python's operators; include/kgen/IR/Builtins/Operators.td.

#include "Elementary.h"
#include "Primitives.h"

namespace kgen::interpreter {

static constexpr const char *zeroDivisor = "expected an integer divisor other than 0 but got 0";

/// `a / b` that faults on an integer divisor of zero.
template <class T> static T checkedDiv(T a, T b, Check &check) {
  if constexpr (isInteger<T>)
    if (b == 0) {
      check.fail(zeroDivisor);
      return T(0);
    }
  return div(a, b);
}

/// The C remainder: it belongs to the truncating quotient.
template <class T> static T remainder(T a, T b, Check &check) {
  if constexpr (isInteger<T>)
    return sub(a, mul(checkedDiv(a, b, check), b));
  else
    return fmod(a, b);
}

/// The quotient rounded down.
template <class T> static T floorDiv(T a, T b, Check &check) {
  if constexpr (isInteger<T>) {
    T quotient = checkedDiv(a, b, check);
    bool inexact = sub(a, mul(quotient, b)) != 0;
    return inexact && (a < 0) != (b < 0) ? sub(quotient, T(1)) : quotient;
  } else {
    return floor(div(a, b));
  }
}

/// A shift amount, which must lie within the width.
template <class T> static unsigned shiftAmount(T amount, Check &check) {
  if (amount >= 0 && static_cast<uint64_t>(amount) < sizeof(T) * 8)
    return static_cast<unsigned>(amount);
  check.fail("expected a shift amount from 0 to below the width of the type");
  return 0;
}

static void addArithmetic(PrimitiveTable &table) {
  table.byComponent<Binary>("kgen.add", AllNumbers(), [](auto a, auto b) -> decltype(a) { return add(a, b); });
  table.byComponent<Binary>("kgen.sub", AllNumbers(), [](auto a, auto b) -> decltype(a) { return sub(a, b); });
  table.byComponent<Binary>("kgen.mul", AllNumbers(), [](auto a, auto b) -> decltype(a) { return mul(a, b); });
  table.byComponent<Binary>("kgen.div", AllNumbers(),
                            [](auto a, auto b, Check &check) { return checkedDiv(a, b, check); });
  table.byComponent<Binary>("kgen.mod", AllNumbers(),
                            [](auto a, auto b, Check &check) { return remainder(a, b, check); });
  table.byComponent<Binary>("kgen.floordiv", AllNumbers(),
                            [](auto a, auto b, Check &check) { return floorDiv(a, b, check); });
  table.byComponent<Unary>("kgen.neg", AllNumbers(), [](auto a) { return neg(a); });
  table.byComponent<Unary>("kgen.copy", Anything(), [](auto a) { return a; });
}

static void addBitsAndLogic(PrimitiveTable &table) {
  table.byComponent<Binary>("kgen.bit_and", Integers(), [](auto a, auto b) -> decltype(a) { return a & b; });
  table.byComponent<Binary>("kgen.bit_or", Integers(), [](auto a, auto b) -> decltype(a) { return a | b; });
  table.byComponent<Binary>("kgen.bit_xor", Integers(), [](auto a, auto b) -> decltype(a) { return a ^ b; });
  table.byComponent<Binary>("kgen.lshift", Integers(), [](auto a, auto b, Check &check) -> decltype(a) {
    return static_cast<uint64_t>(a) << shiftAmount(b, check);
  });
  table.byComponent<Binary>("kgen.rshift", Integers(),
                            [](auto a, auto b, Check &check) -> decltype(a) { return a >> shiftAmount(b, check); });
  table.byComponent<Unary>("kgen.invert", Integers(), [](auto a) -> decltype(a) { return ~a; });
  table.byComponent<bool(bool, bool)>("kgen.and", Bools(), [](bool a, bool b) { return a && b; });
  table.byComponent<bool(bool, bool)>("kgen.or", Bools(), [](bool a, bool b) { return a || b; });
  table.byComponent<bool(bool)>("kgen.not", Bools(), [](bool a) { return !a; });
}

/// The product of matrices. A vector on the right is a matrix of one column.
struct MatMul {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    for (unsigned i = 0; i < a.rows; ++i)
      for (unsigned j = 0; j < b.cols; ++j) {
        T sum = number<T>(0);
        for (unsigned k = 0; k < a.cols; ++k)
          sum = add(sum, mul(a(i, k), b(k, j)));
        result(i, j) = sum;
      }
  }
};

struct VecMatMul {
  template <class T> void operator()(Out<T> result, In<T> v, In<T> a) const {
    for (unsigned j = 0; j < a.cols; ++j) {
      T sum = number<T>(0);
      for (unsigned k = 0; k < a.rows; ++k)
        sum = add(sum, mul(v[k], a(k, j)));
      result[j] = sum;
    }
  }
};

void addOperators(PrimitiveTable &table) {
  addArithmetic(table);
  addBitsAndLogic(table);
  table.byComponent<Binary>("kgen.scale", AllNumbers(), [](auto a, auto s) -> decltype(a) { return mul(a, s); });
  table.byComponent<Binary>("kgen.scale_left", AllNumbers(), [](auto s, auto a) -> decltype(a) { return mul(s, a); });
  table.byComponent<Binary>("kgen.scale_div", Floats(), [](auto a, auto s) -> decltype(a) { return div(a, s); });
  table.onValues<Binary>("kgen.mat_mul", Floats(), MatMul());
  table.onValues<Binary>("kgen.mat_vec_mul", Floats(), MatMul());
  table.onValues<Binary>("kgen.vec_mat_mul", Floats(), VecMatMul());
}

} // namespace kgen::interpreter
