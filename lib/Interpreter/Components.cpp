// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors by component and over all components, norms, and matrices of vectors; include/kgen/IR/Builtins/VectorMath.td.

#include "Elementary.h"
#include "Primitives.h"

namespace kgen::interpreter {

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

struct IsFinite {
  template <class T> void operator()(Out<bool> result, In<T> a) const {
    result[0] = true;
    for (unsigned i = 0; i < a.size(); ++i)
      result[0] &= std::isfinite(valueOf(a[i]));
  }
};

struct IsNan {
  template <class T> void operator()(Out<bool> result, In<T> a) const {
    result[0] = false;
    for (unsigned i = 0; i < a.size(); ++i)
      result[0] |= isNaN(a[i]);
  }
};

struct IsInf {
  template <class T> void operator()(Out<bool> result, In<T> a) const {
    result[0] = false;
    for (unsigned i = 0; i < a.size(); ++i)
      result[0] |= std::isinf(valueOf(a[i]));
  }
};

struct IsNonzero {
  template <class T> void operator()(Out<bool> result, In<T> a) const {
    result[0] = false;
    for (unsigned i = 0; i < a.size(); ++i)
      result[0] |= !(valueOf(a[i]) == 0);
  }
};

//===----------------------------------------------------------------------===//
// Over all components
//===----------------------------------------------------------------------===//

/// The place of the first component that no other comes before, NaN aside; 0 where all are NaN.
template <class T, class Before> static unsigned placeOfFirst(In<T> a, Before before) {
  unsigned place = 0;
  for (unsigned i = 1; i < a.size(); ++i)
    if (!isNaN(a[i]) && (isNaN(a[place]) || before(a[i], a[place])))
      place = i;
  return place;
}

template <class T> static unsigned placeOfLeast(In<T> a) {
  return placeOfFirst(a, [](T x, T y) { return x < y; });
}
template <class T> static unsigned placeOfGreatest(In<T> a) {
  return placeOfFirst(a, [](T x, T y) { return y < x; });
}

struct Argmin {
  template <class T> void operator()(Out<uint32_t> result, In<T> a) const { result[0] = placeOfLeast(a); }
};
struct Argmax {
  template <class T> void operator()(Out<uint32_t> result, In<T> a) const { result[0] = placeOfGreatest(a); }
};
struct Least {
  template <class T> void operator()(Out<T> result, In<T> a) const { result[0] = a[placeOfLeast(a)]; }
};
struct Greatest {
  template <class T> void operator()(Out<T> result, In<T> a) const { result[0] = a[placeOfGreatest(a)]; }
};

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

template <class T> static T squareOf(In<T> a) {
  T sum = mul(a[0], a[0]);
  for (unsigned i = 1; i < a.size(); ++i)
    sum = add(sum, mul(a[i], a[i]));
  return sum;
}

struct NormL1 {
  template <class T> void operator()(Out<T> result, In<T> v) const {
    T sum = absolute(v[0]);
    for (unsigned i = 1; i < v.size(); ++i)
      sum = add(sum, absolute(v[i]));
    result[0] = sum;
  }
};

struct NormL2 {
  template <class T> void operator()(Out<T> result, In<T> v) const { result[0] = sqrt(squareOf(v)); }
};

struct NormHuber {
  template <class T> void operator()(Out<T> result, In<T> v, In<T> delta) const {
    T d = delta[0], square = squareOf(v);
    if (square <= mul(d, d))
      result[0] = mul(number<T>(0.5), square);
    else
      result[0] = mul(d, sub(sqrt(square), mul(number<T>(0.5), d)));
  }
};

template <class T> static T pseudoHuber(In<T> v, T delta) {
  return mul(delta, sqrt(add(number<T>(1), div(squareOf(v), mul(delta, delta)))));
}

struct NormPseudoHuber {
  template <class T> void operator()(Out<T> result, In<T> v, In<T> delta) const {
    result[0] = pseudoHuber(v, delta[0]);
  }
};

struct SmoothNormalize {
  template <class T> void operator()(Out<T> result, In<T> v, In<T> delta) const {
    T norm = pseudoHuber(v, delta[0]);
    for (unsigned i = 0; i < v.size(); ++i)
      result[i] = div(v[i], norm);
  }
};

//===----------------------------------------------------------------------===//
// Matrices of vectors
//===----------------------------------------------------------------------===//

struct Diag {
  template <class T> void operator()(Out<T> result, In<T> v) const {
    for (unsigned i = 0; i < result.rows; ++i)
      for (unsigned j = 0; j < result.cols; ++j)
        result(i, j) = i == j ? v[i] : number<T>(0);
  }
};

struct GetDiag {
  template <class T> void operator()(Out<T> result, In<T> m) const {
    for (unsigned i = 0; i < m.rows; ++i)
      result[i] = m(i, i);
  }
};

/// The matrix of the map `x -> cross(v, x)`, a column for each unit vector.
struct Skew {
  template <class T> void operator()(Out<T> result, In<T> v) const {
    for (unsigned j = 0; j < 3; ++j) {
      unsigned next = (j + 1) % 3, last = (j + 2) % 3;
      result(j, j) = number<T>(0);
      result(next, j) = v[last];
      result(last, j) = neg(v[next]);
    }
  }
};

struct FromRows {
  template <class T, class... Ts> void operator()(Out<T> result, In<T> first, In<Ts>... rest) const {
    const In<T> rows[] = {first, rest...};
    for (unsigned i = 0; i < result.rows; ++i)
      for (unsigned j = 0; j < result.cols; ++j)
        result(i, j) = rows[i][j];
  }
};

struct FromCols {
  template <class T, class... Ts> void operator()(Out<T> result, In<T> first, In<Ts>... rest) const {
    const In<T> cols[] = {first, rest...};
    for (unsigned i = 0; i < result.rows; ++i)
      for (unsigned j = 0; j < result.cols; ++j)
        result(i, j) = cols[j][i];
  }
};

static void addByComponent(PrimitiveTable &table) {
  table.byComponent<Unary>("kgen.cw_abs", AllNumbers(), [](auto x) { return absolute(x); });
  table.byComponent<Unary>("kgen.cw_sign", AllNumbers(),
                           []<class T>(T x) { return number<T>(x < number<T>(0) ? -1 : 1); });
  table.byComponent<Binary>("kgen.cw_min", AllNumbers(), Lesser());
  table.byComponent<Binary>("kgen.cw_max", AllNumbers(), Greater());
  table.byComponent<Ternary>("kgen.cw_lerp", Floats(),
                             []<class T>(T a, T b, T t) { return add(mul(a, sub(number<T>(1), t)), mul(b, t)); });
}

void addComponents(PrimitiveTable &table) {
  addByComponent(table);
  for (llvm::StringRef name : {"kgen.isfinite", "kgen.all_finite"})
    table.onValues<bool(Self)>(name, Floats(), IsFinite());
  for (llvm::StringRef name : {"kgen.isnan", "kgen.any_nan"})
    table.onValues<bool(Self)>(name, Floats(), IsNan());
  for (llvm::StringRef name : {"kgen.isinf", "kgen.any_inf"})
    table.onValues<bool(Self)>(name, Floats(), IsInf());
  table.onValues<bool(Self)>("kgen.any_nonzero", Floats(), IsNonzero());
  table.onValues<uint32_t(Self)>("kgen.argmin", AllNumbers(), Argmin());
  table.onValues<uint32_t(Self)>("kgen.argmax", AllNumbers(), Argmax());
  table.onValues<Unary>("kgen.reduce_min", AllNumbers(), Least());
  table.onValues<Unary>("kgen.reduce_max", AllNumbers(), Greatest());
  table.onValues<Unary>("kgen.norm_l1", Floats(), NormL1());
  table.onValues<Unary>("kgen.norm_l2", Floats(), NormL2());
  table.onValues<Binary>("kgen.norm_huber", Floats(), NormHuber());
  table.onValues<Binary>("kgen.norm_pseudo_huber", Floats(), NormPseudoHuber());
  table.onValues<Binary>("kgen.smooth_normalize", Floats(), SmoothNormalize());
  table.onValues<Unary>("kgen.diag", AllNumbers(), Diag());
  table.onValues<Unary>("kgen.get_diag", AllNumbers(), GetDiag());
  table.onValues<Unary>("kgen.skew", Floats(), Skew());
  table.onValues<Binary>("kgen.matrix_from_rows_2", AllNumbers(), FromRows());
  table.onValues<Ternary>("kgen.matrix_from_rows_3", AllNumbers(), FromRows());
  table.onValues<Self(Self, Self, Self, Self)>("kgen.matrix_from_rows_4", AllNumbers(), FromRows());
  table.onValues<Binary>("kgen.matrix_from_cols_2", AllNumbers(), FromCols());
  table.onValues<Ternary>("kgen.matrix_from_cols_3", AllNumbers(), FromCols());
  table.onValues<Self(Self, Self, Self, Self)>("kgen.matrix_from_cols_4", AllNumbers(), FromCols());
}

} // namespace kgen::interpreter
