// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of three and quaternions of every float number type, and what they have in common in the builtins' functions.

#ifndef KGEN_LIB_INTERPRETER_ROTATIONS_H
#define KGEN_LIB_INTERPRETER_ROTATIONS_H

#include "Elementary.h"
#include "Primitives.h"

namespace kgen::interpreter {

template <class T> struct Vector3 {
  T c[3];
  Vector3() : c{number<T>(0), number<T>(0), number<T>(0)} {}
  explicit Vector3(In<T> in, unsigned first = 0) : c{in[first], in[first + 1], in[first + 2]} {}
  T &operator[](unsigned i) { return c[i]; }
  const T &operator[](unsigned i) const { return c[i]; }
};

template <class T> struct Quaternion {
  Vector3<T> v;
  T w;
  Quaternion() : w(number<T>(0)) {}
  Quaternion(Vector3<T> v, T w) : v(v), w(w) {}
  explicit Quaternion(In<T> in, unsigned first = 0) : v(in, first), w(in[first + 3]) {}
};

template <class T> void store(const Vector3<T> &v, Out<T> to, unsigned first = 0) {
  for (unsigned i = 0; i < 3; ++i)
    to[first + i] = v[i];
}
template <class T> void store(const Quaternion<T> &q, Out<T> to, unsigned first = 0) {
  store(q.v, to, first);
  to[first + 3] = q.w;
}

template <class T> T dotOf(const Vector3<T> &a, const Vector3<T> &b) {
  return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
}
template <class T> Vector3<T> scaled(Vector3<T> a, T s) {
  for (T &component : a.c)
    component = mul(component, s);
  return a;
}
template <class T> Vector3<T> sum(Vector3<T> a, const Vector3<T> &b) {
  for (unsigned i = 0; i < 3; ++i)
    a[i] = add(a[i], b[i]);
  return a;
}
template <class T> Vector3<T> negated(Vector3<T> a) {
  for (T &component : a.c)
    component = neg(component);
  return a;
}
template <class T> Vector3<T> crossOf(const Vector3<T> &a, const Vector3<T> &b) {
  Vector3<T> result;
  for (unsigned i = 0; i < 3; ++i) {
    unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    result[i] = sub(mul(a[j], b[k]), mul(a[k], b[j]));
  }
  return result;
}

template <class T> Quaternion<T> conjugate(Quaternion<T> q) { return {negated(q.v), q.w}; }

/// Terms in Warp's order, to the bit.
template <class T> Quaternion<T> product(const Quaternion<T> &a, const Quaternion<T> &b) {
  Quaternion<T> result;
  result.w = mul(a.w, b.w);
  for (unsigned i = 0; i < 3; ++i) {
    unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    T scaledParts = add(mul(a.w, b.v[i]), mul(b.w, a.v[i]));
    result.v[i] = sub(add(scaledParts, mul(a.v[j], b.v[k])), mul(b.v[j], a.v[k]));
    result.w = sub(result.w, mul(a.v[i], b.v[i]));
  }
  return result;
}

template <class T> T lengthOf(const Quaternion<T> &q) { return sqrt(add(dotOf(q.v, q.v), mul(q.w, q.w))); }

/// The identity, with a slope of zero, where the length is zero.
template <class T> Quaternion<T> normalized(const Quaternion<T> &q) {
  T length = lengthOf(q);
  if (!(number<T>(0) < length))
    return {Vector3<T>(), number<T>(1)};
  T inverse = div(number<T>(1), length); // as Warp rounds it
  return {scaled(q.v, inverse), mul(q.w, inverse)};
}

/// `v (2 w w - 1) + 2 q (q . v) + 2 w (q x v)`; the last is taken away for the inverse.
template <class T> Vector3<T> rotated(const Quaternion<T> &q, const Vector3<T> &v, bool inverse = false) {
  T two = number<T>(2), across = mul(two, q.w);
  Vector3<T> along = sum(scaled(v, sub(mul(across, q.w), number<T>(1))), scaled(q.v, mul(two, dotOf(q.v, v))));
  return sum(along, scaled(crossOf(q.v, v), inverse ? neg(across) : across));
}

/// Calls `set(i, j, entry)` for each entry of the matrix of a rotation.
template <class T, class Set> void matrixOf(const Quaternion<T> &q, Set set) {
  for (unsigned j = 0; j < 3; ++j) {
    Vector3<T> unit;
    unit[j] = number<T>(1);
    Vector3<T> column = rotated(q, unit);
    for (unsigned i = 0; i < 3; ++i)
      set(i, j, column[i]);
  }
}

/// The rotation around a unit vector.
template <class T> Quaternion<T> turn(const Vector3<T> &axis, T angle) {
  T half = mul(angle, number<T>(0.5));
  return {scaled(axis, sin(half)), cos(half)};
}

/// Zero, with a slope of zero, where the vector is zero.
template <class T> Vector3<T> axisOf(const Quaternion<T> &q) {
  T length = sqrt(dotOf(q.v, q.v));
  Vector3<T> axis;
  for (unsigned i = 0; i < 3 && number<T>(0) < length; ++i)
    axis[i] = div(q.v[i], length);
  return q.w < number<T>(0) ? negated(axis) : axis;
}

template <class T> T angleOf(const Quaternion<T> &q) {
  return mul(number<T>(2), atan2(sqrt(dotOf(q.v, q.v)), absolute(q.w)));
}

/// The rotation around the same axis by `t` times the angle. The vector's length cancels, and where it is zero so does
/// its slope.
template <class T> Quaternion<T> power(const Quaternion<T> &q, T t) {
  T length = sqrt(dotOf(q.v, q.v)), half = mul(number<T>(0.5), mul(t, angleOf(q)));
  T factor = number<T>(0) < length ? div(sin(half), length) : t;
  return {scaled(q.v, q.w < number<T>(0) ? neg(factor) : factor), cos(half)};
}

/// The unit quaternion of a matrix's upper left 3x3 block, by the component that is largest in size, or by the trace.
template <class T> Quaternion<T> rotationOf(In<T> m) {
  T one = number<T>(1), half = number<T>(0.5), trace = add(add(m(0, 0), m(1, 1)), m(2, 2));
  Quaternion<T> q;
  if (number<T>(0) <= trace) {
    T root = sqrt(add(trace, one)), by = div(half, root);
    q.w = mul(half, root);
    for (unsigned i = 0; i < 3; ++i) {
      unsigned j = (i + 1) % 3, k = (i + 2) % 3;
      q.v[i] = mul(sub(m(k, j), m(j, k)), by);
    }
    return normalized(q);
  }
  unsigned i = m(0, 0) < m(1, 1) ? 1 : 0;
  if (m(i, i) < m(2, 2))
    i = 2;
  unsigned j = (i + 1) % 3, k = (i + 2) % 3;
  T root = sqrt(add(sub(m(i, i), add(m(j, j), m(k, k))), one)), by = div(half, root);
  q.v[i] = mul(half, root);
  q.v[j] = mul(add(m(i, j), m(j, i)), by);
  q.v[k] = mul(add(m(k, i), m(i, k)), by);
  q.w = mul(sub(m(k, j), m(j, k)), by);
  return normalized(q);
}

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_ROTATIONS_H
