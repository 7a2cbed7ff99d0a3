// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quaternions; include/kgen/IR/Builtins/Quaternion.td.

#include "Rotations.h"

namespace kgen::interpreter {

struct QuatMul {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    store(product(Quaternion<T>(a), Quaternion<T>(b)), result);
  }
};

template <class T> static T quatDot(Quaternion<T> a, Quaternion<T> b) { return add(dotOf(a.v, b.v), mul(a.w, b.w)); }

struct QuatDot {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    result[0] = quatDot(Quaternion<T>(a), Quaternion<T>(b));
  }
};

struct QuatLength {
  template <class T> void operator()(Out<T> result, In<T> q) const { result[0] = lengthOf(Quaternion<T>(q)); }
};

struct QuatNormalize {
  template <class T> void operator()(Out<T> result, In<T> q) const { store(normalized(Quaternion<T>(q)), result); }
};

struct QuatInverse {
  template <class T> void operator()(Out<T> result, In<T> q) const { store(conjugate(Quaternion<T>(q)), result); }
};

template <bool inverse> struct QuatRotate {
  template <class T> void operator()(Out<T> result, In<T> q, In<T> v) const {
    store(rotated(Quaternion<T>(q), Vector3<T>(v), inverse), result);
  }
};

struct QuatToMatrix {
  template <class T> void operator()(Out<T> result, In<T> q) const {
    matrixOf(Quaternion<T>(q), [&](unsigned i, unsigned j, T entry) { result(i, j) = entry; });
  }
};

struct QuatFromAxisAngle {
  template <class T> void operator()(Out<T> result, In<T> axis, In<T> angle) const {
    store(turn(Vector3<T>(axis), angle[0]), result);
  }
};

struct QuatAxis {
  template <class T> void operator()(Out<T> result, In<T> q) const { store(axisOf(Quaternion<T>(q)), result); }
};

struct QuatAngle {
  template <class T> void operator()(Out<T> result, In<T> q) const { result[0] = angleOf(Quaternion<T>(q)); }
};

struct QuatPower {
  template <class T> void operator()(Out<T> result, In<T> q, In<T> t) const {
    store(power(Quaternion<T>(q), t[0]), result);
  }
};

struct QuatSlerp {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b, In<T> t) const {
    Quaternion<T> from(a), way = product(conjugate(from), Quaternion<T>(b));
    store(product(from, power(way, t[0])), result);
  }
};

struct QuatRpy {
  template <class T> void operator()(Out<T> result, In<T> roll, In<T> pitch, In<T> yaw) const {
    auto around = [](unsigned axis, T angle) {
      Vector3<T> unit;
      unit[axis] = number<T>(1);
      return turn(unit, angle);
    };
    store(product(around(2, yaw[0]), product(around(1, pitch[0]), around(0, roll[0]))), result);
  }
};

struct QuatFromEuler {
  template <class T> void operator()(Out<T> result, In<T> e, In<int32_t> i, In<int32_t> j, In<int32_t> k) const {
    auto around = [&](int32_t axis) {
      unsigned known = axis == 0 || axis == 1 ? axis : 2;
      Vector3<T> unit;
      unit[known] = number<T>(1);
      return turn(unit, e[known]);
    };
    store(product(around(k[0]), product(around(j[0]), around(i[0]))), result);
  }
};

struct QuatFromMatrix {
  template <class T> void operator()(Out<T> result, In<T> m) const { store(rotationOf(m), result); }
};

struct QuatTwist {
  template <class T> void operator()(Out<T> result, In<T> axis, In<T> q) const {
    Vector3<T> unit(axis);
    Quaternion<T> rotation(q);
    rotation.v = scaled(unit, dotOf(rotation.v, unit));
    store(normalized(rotation), result);
  }
};

template <bool isSigned> struct QuatTwistAngle {
  template <class T> void operator()(Out<T> result, In<T> axis, In<T> q) const {
    Quaternion<T> rotation(q);
    T sine = dotOf(Vector3<T>(axis), rotation.v);
    result[0] = mul(number<T>(2), atan2(isSigned ? sine : absolute(sine), rotation.w));
  }
};

/// By the entries of the rotation's matrix.
struct QuatToRpy {
  template <class T> void operator()(Out<T> result, In<T> quat) const {
    Quaternion<T> q(quat);
    auto twice = [](T x) { return mul(number<T>(2), x); };
    auto oneLess = [](T x) { return sub(number<T>(1), x); };
    const Vector3<T> &v = q.v;
    T sine = twice(sub(mul(q.w, v[1]), mul(v[2], v[0])));
    sine = minimum(maximum(number<T>(-1), sine), number<T>(1));
    result[0] =
        atan2(twice(add(mul(q.w, v[0]), mul(v[1], v[2]))), oneLess(twice(add(mul(v[0], v[0]), mul(v[1], v[1])))));
    result[1] = asin(sine);
    result[2] =
        atan2(twice(add(mul(q.w, v[2]), mul(v[0], v[1]))), oneLess(twice(add(mul(v[1], v[1]), mul(v[2], v[2])))));
  }
};

void addQuaternions(PrimitiveTable &table) {
  table.onValues<Binary>("kgen.quat_mul", Floats(), QuatMul());
  table.byComponent<Binary>("kgen.quat_scale", Floats(), [](auto a, auto s) -> decltype(a) { return mul(a, s); });
  table.byComponent<Binary>("kgen.quat_scale_left", Floats(), [](auto s, auto a) -> decltype(a) { return mul(a, s); });
  table.byComponent<Binary>("kgen.quat_scale_div", Floats(), [](auto a, auto s) -> decltype(a) { return div(a, s); });
  table.onValues<Binary>("kgen.quat_dot", Floats(), QuatDot());
  table.onValues<Unary>("kgen.quat_length", Floats(), QuatLength());
  table.onValues<Unary>("kgen.quat_length_sq", Floats(), []<class T>(Out<T> result, In<T> q) {
    result[0] = quatDot(Quaternion<T>(q), Quaternion<T>(q));
  });
  table.onValues<Unary>("kgen.quat_normalize", Floats(), QuatNormalize());
  table.onValues<Unary>("kgen.quat_inverse", Floats(), QuatInverse());
  table.onValues<Binary>("kgen.quat_rotate", Floats(), QuatRotate<false>());
  table.onValues<Binary>("kgen.quat_rotate_inv", Floats(), QuatRotate<true>());
  table.onValues<Unary>("kgen.quat_to_matrix", Floats(), QuatToMatrix());
  table.onValues<Binary>("kgen.quat_from_axis_angle", Floats(), elementary(QuatFromAxisAngle()));
  table.onValues<Unary>("kgen.quat_axis", Floats(), QuatAxis());
  table.onValues<Unary>("kgen.quat_angle", Floats(), elementary(QuatAngle()));
  table.onValues<Binary>("kgen.quat_power", Floats(), elementary(QuatPower()));
  table.onValues<Ternary>("kgen.quat_slerp", Floats(), elementary(QuatSlerp()));
  table.onValues<Ternary>("kgen.quat_rpy", Floats(), elementary(QuatRpy()));
  table.onValues<Self(Self, int32_t, int32_t, int32_t)>("kgen.quat_from_euler", Floats(), elementary(QuatFromEuler()));
  table.onValues<Unary>("kgen.quat_from_matrix", Floats(), QuatFromMatrix());
  table.onValues<Binary>("kgen.quat_twist", Floats(), QuatTwist());
  table.onValues<Binary>("kgen.quat_twist_angle", Floats(), elementary(QuatTwistAngle<false>()));
  table.onValues<Binary>("kgen.quat_twist_angle_signed", Floats(), elementary(QuatTwistAngle<true>()));
  table.onValues<Unary>("kgen.quat_to_rpy", Floats(), elementary(QuatToRpy()));
}

} // namespace kgen::interpreter
