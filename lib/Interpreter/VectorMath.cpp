// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of vectors and matrices; include/kgen/IR/Builtins/VectorMath.td. Determinants and adjugates are Laplace
// expansions, whatever a faster form may look like.

#include "Elementary.h"
#include "Primitives.h"
#include "llvm/ADT/bit.h"

namespace kgen::interpreter {

/// The sum of the products of corresponding components.
template <class T> static T dotOf(In<T> a, In<T> b) {
  T sum = mul(a[0], b[0]);
  for (unsigned i = 1; i < a.size(); ++i)
    sum = add(sum, mul(a[i], b[i]));
  return sum;
}

struct Dot {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const { result[0] = dotOf(a, b); }
};

struct Cross {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    for (unsigned i = 0; i < 3; ++i) {
      unsigned j = (i + 1) % 3, k = (i + 2) % 3;
      result[i] = sub(mul(a[j], b[k]), mul(a[k], b[j]));
    }
  }
};

struct Length {
  template <class T> void operator()(Out<T> result, In<T> a) const { result[0] = sqrt(dotOf(a, a)); }
};

struct LengthSq {
  template <class T> void operator()(Out<T> result, In<T> a) const { result[0] = dotOf(a, a); }
};

/// Zero, with a slope of zero, where the length is zero.
struct Normalize {
  template <class T> void operator()(Out<T> result, In<T> a) const {
    T length = sqrt(dotOf(a, a));
    for (unsigned i = 0; i < a.size(); ++i)
      result[i] = number<T>(0) < length ? div(a[i], length) : number<T>(0);
  }
};

struct Outer {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    for (unsigned i = 0; i < a.size(); ++i)
      for (unsigned j = 0; j < b.size(); ++j)
        result(i, j) = mul(a[i], b[j]);
  }
};

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

struct Transpose {
  template <class T> void operator()(Out<T> result, In<T> a) const {
    for (unsigned i = 0; i < a.rows; ++i)
      for (unsigned j = 0; j < a.cols; ++j)
        result(j, i) = a(i, j);
  }
};

struct Trace {
  template <class T> void operator()(Out<T> result, In<T> a) const {
    T sum = a(0, 0);
    for (unsigned i = 1; i < a.rows; ++i)
      sum = add(sum, a(i, i));
    result[0] = sum;
  }
};

/// The determinant of the rows and columns in two bit sets of one size, expanded along the first row.
template <class T> static T minorOf(In<T> a, unsigned rows, unsigned cols) {
  if (rows == 0)
    return number<T>(1);
  unsigned row = llvm::countr_zero(rows);
  T sum = number<T>(0);
  bool negative = false;
  for (unsigned left = cols; left != 0; left &= left - 1, negative = !negative) {
    unsigned col = llvm::countr_zero(left);
    T term = mul(a(row, col), minorOf(a, rows & ~(1u << row), cols & ~(1u << col)));
    sum = negative ? sub(sum, term) : add(sum, term);
  }
  return sum;
}

template <class T> static T determinantOf(In<T> a) {
  unsigned all = (1u << a.rows) - 1;
  return minorOf(a, all, all);
}

/// The cofactor of an element: its minor, with the sign of a chessboard.
template <class T> static T cofactorOf(In<T> a, unsigned row, unsigned col) {
  unsigned all = (1u << a.rows) - 1;
  T minor = minorOf(a, all & ~(1u << row), all & ~(1u << col));
  return (row + col) % 2 == 0 ? minor : neg(minor);
}

struct Determinant {
  template <class T> void operator()(Out<T> result, In<T> a) const { result[0] = determinantOf(a); }
};

struct Adjugate {
  template <class T> void operator()(Out<T> result, In<T> a) const {
    for (unsigned i = 0; i < a.rows; ++i)
      for (unsigned j = 0; j < a.cols; ++j)
        result(i, j) = cofactorOf(a, j, i);
  }
};

/// Zero where the determinant is zero. Of all elements, one division.
struct Inverse {
  template <class T> void operator()(Out<T> result, In<T> a) const {
    T determinant = determinantOf(a);
    bool singular = determinant == number<T>(0);
    T reciprocal = singular ? number<T>(0) : div(number<T>(1), determinant);
    for (unsigned i = 0; i < a.rows; ++i)
      for (unsigned j = 0; j < a.cols; ++j)
        result(i, j) = singular ? number<T>(0) : mul(cofactorOf(a, j, i), reciprocal);
  }
};

static void addComponentwise(PrimitiveTable &table) {
  table.byComponent<Binary>("kgen.cw_mul", AllNumbers(), [](auto a, auto b) -> decltype(a) { return mul(a, b); });
  table.byComponent<Binary>("kgen.cw_div", AllNumbers(), [](auto a, auto b, Check &check) -> decltype(a) {
    if constexpr (isInteger<decltype(a)>)
      if (b == 0) {
        check.fail("expected an integer divisor other than 0 but got 0");
        return 0;
      }
    return div(a, b);
  });
}

void addVectorMath(PrimitiveTable &table) {
  addComponentwise(table);
  table.onValues<Binary>("kgen.dot", AllNumbers(), Dot());
  table.onValues<Binary>("kgen.ddot", AllNumbers(), Dot());
  table.onValues<Binary>("kgen.cross", Floats(), Cross());
  table.onValues<Unary>("kgen.length", Floats(), Length());
  table.onValues<Unary>("kgen.length_sq", AllNumbers(), LengthSq());
  table.onValues<Unary>("kgen.normalize", Floats(), Normalize());
  table.onValues<Binary>("kgen.outer", Floats(), Outer());
  table.onValues<Unary>("kgen.transpose", AllNumbers(), Transpose());
  table.onValues<Unary>("kgen.trace", AllNumbers(), Trace());
  table.onValues<Unary>("kgen.determinant", Floats(), Determinant());
  table.onValues<Unary>("kgen.adjugate", Floats(), Adjugate());
  table.onValues<Unary>("kgen.inverse", Floats(), Inverse());
}

} // namespace kgen::interpreter
