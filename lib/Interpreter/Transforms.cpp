// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms and spatial vectors; include/kgen/IR/Builtins/Transform.td. A transform is seven numbers: a vector, then a
// quaternion.

#include "Rotations.h"

namespace kgen::interpreter {

namespace {
template <class T> struct Rigid {
  Vector3<T> p;
  Quaternion<T> q;
  Rigid(Vector3<T> p, Quaternion<T> q) : p(p), q(q) {}
  explicit Rigid(In<T> t) : p(t), q(t, 3) {}
};

/// The angular part, then the linear one.
template <class T> struct Spatial {
  Vector3<T> top, bottom;
  Spatial(Vector3<T> top, Vector3<T> bottom) : top(top), bottom(bottom) {}
  explicit Spatial(In<T> a) : top(a), bottom(a, 3) {}
};
} // namespace

template <class T> static void store(const Rigid<T> &t, Out<T> to) {
  store(t.p, to);
  store(t.q, to, 3);
}
template <class T> static void store(const Spatial<T> &a, Out<T> to) {
  store(a.top, to);
  store(a.bottom, to, 3);
}

struct GetTranslation {
  template <class T> void operator()(Out<T> result, In<T> t) const { store(Vector3<T>(t), result); }
};
struct GetRotation {
  template <class T> void operator()(Out<T> result, In<T> t) const { store(Quaternion<T>(t, 3), result); }
};

struct Multiply {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    Rigid<T> outer(a), inner(b);
    store(Rigid<T>(sum(rotated(outer.q, inner.p), outer.p), product(outer.q, inner.q)), result);
  }
};

struct RigidInverse {
  template <class T> void operator()(Out<T> result, In<T> t) const {
    Rigid<T> rigid(t);
    Quaternion<T> back = conjugate(rigid.q);
    store(Rigid<T>(negated(rotated(back, rigid.p)), back), result);
  }
};

struct TransformPoint {
  template <class T> void operator()(Out<T> result, In<T> t, In<T> v) const {
    Rigid<T> rigid(t);
    store(sum(rigid.p, rotated(rigid.q, Vector3<T>(v))), result);
  }
};
struct TransformVector {
  template <class T> void operator()(Out<T> result, In<T> t, In<T> v) const {
    store(rotated(Rigid<T>(t).q, Vector3<T>(v)), result);
  }
};

template <bool moves> struct MatrixOfVector {
  template <class T> void operator()(Out<T> result, In<T> m, In<T> v) const {
    for (unsigned i = 0; i < 3; ++i) {
      T turned = add(add(mul(m(i, 0), v[0]), mul(m(i, 1), v[1])), mul(m(i, 2), v[2]));
      result[i] = moves ? add(turned, m(i, 3)) : turned;
    }
  }
};

struct FromMatrix {
  template <class T> void operator()(Out<T> result, In<T> m) const {
    Vector3<T> p;
    for (unsigned i = 0; i < 3; ++i)
      p[i] = m(i, 3);
    store(Rigid<T>(p, rotationOf(m)), result);
  }
};

template <class T>
static void storeMatrix(Out<T> result, const Vector3<T> &p, const Quaternion<T> &q, const Vector3<T> &scale) {
  for (unsigned j = 0; j < 4; ++j)
    result(3, j) = number<T>(j == 3);
  for (unsigned i = 0; i < 3; ++i)
    result(i, 3) = p[i];
  matrixOf(q, [&](unsigned i, unsigned j, T entry) { result(i, j) = mul(scale[j], entry); });
}

struct ToMatrix {
  template <class T> void operator()(Out<T> result, In<T> t) const {
    Rigid<T> rigid(t);
    Vector3<T> ones;
    for (T &one : ones.c)
      one = number<T>(1);
    storeMatrix(result, rigid.p, rigid.q, ones);
  }
};
struct Compose {
  template <class T> void operator()(Out<T> result, In<T> position, In<T> rotation, In<T> scale) const {
    storeMatrix(result, Vector3<T>(position), Quaternion<T>(rotation), Vector3<T>(scale));
  }
};

//===----------------------------------------------------------------------===//
// Spatial vectors
//===----------------------------------------------------------------------===//

struct SpatialVector {
  template <class T> void operator()(Out<T> result, In<T> w, In<T> v) const {
    store(Spatial<T>(Vector3<T>(w), Vector3<T>(v)), result);
  }
};
struct SpatialTop {
  template <class T> void operator()(Out<T> result, In<T> a) const { store(Spatial<T>(a).top, result); }
};
struct SpatialBottom {
  template <class T> void operator()(Out<T> result, In<T> a) const { store(Spatial<T>(a).bottom, result); }
};
struct SpatialDot {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    Spatial<T> left(a), right(b);
    result[0] = add(dotOf(left.top, right.top), dotOf(left.bottom, right.bottom));
  }
};
struct SpatialCross {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    Spatial<T> left(a), right(b);
    store(
        Spatial<T>(crossOf(left.top, right.top), sum(crossOf(left.bottom, right.top), crossOf(left.top, right.bottom))),
        result);
  }
};
struct SpatialCrossDual {
  template <class T> void operator()(Out<T> result, In<T> a, In<T> b) const {
    Spatial<T> left(a), right(b);
    store(Spatial<T>(sum(crossOf(left.top, right.top), crossOf(left.bottom, right.bottom)),
                     crossOf(left.top, right.bottom)),
          result);
  }
};
struct VelocityAtPoint {
  template <class T> void operator()(Out<T> result, In<T> qd, In<T> r) const {
    Spatial<T> twist(qd);
    store(sum(twist.bottom, crossOf(twist.top, Vector3<T>(r))), result);
  }
};
struct Twist {
  template <class T> void operator()(Out<T> result, In<T> t, In<T> x) const {
    Rigid<T> rigid(t);
    Spatial<T> twist(x);
    Vector3<T> w = rotated(rigid.q, twist.top), v = rotated(rigid.q, twist.bottom);
    store(Spatial<T>(w, sum(v, crossOf(rigid.p, w))), result);
  }
};
struct Wrench {
  template <class T> void operator()(Out<T> result, In<T> t, In<T> x) const {
    Rigid<T> rigid(t);
    Spatial<T> wrench(x);
    Vector3<T> torque = rotated(rigid.q, wrench.top), force = rotated(rigid.q, wrench.bottom);
    store(Spatial<T>(sum(torque, crossOf(rigid.p, force)), force), result);
  }
};
struct SpatialAdjoint {
  template <class T> void operator()(Out<T> result, In<T> r, In<T> s) const {
    for (unsigned i = 0; i < 6; ++i)
      for (unsigned j = 0; j < 6; ++j)
        result(i, j) = i / 3 == j / 3 ? r(i % 3, j % 3) : i < 3 ? number<T>(0) : s(i % 3, j);
  }
};

void addTransforms(PrimitiveTable &table) {
  table.onValues<Unary>("kgen.transform_get_translation", Floats(), GetTranslation());
  table.onValues<Unary>("kgen.transform_get_rotation", Floats(), GetRotation());
  table.onValues<Binary>("kgen.transform_multiply", Floats(), Multiply());
  table.onValues<Binary>("kgen.transform_mul", Floats(), Multiply());
  table.byComponent<Binary>("kgen.transform_scale", Floats(), [](auto a, auto s) -> decltype(a) { return mul(a, s); });
  table.byComponent<Binary>("kgen.transform_scale_left", Floats(),
                            [](auto s, auto a) -> decltype(a) { return mul(a, s); });
  table.onValues<Unary>("kgen.transform_inverse", Floats(), RigidInverse());
  table.onValues<Binary>("kgen.transform_point", Floats(), TransformPoint());
  table.onValues<Binary>("kgen.transform_vector", Floats(), TransformVector());
  table.onValues<Binary>("kgen.mat_transform_point", Floats(), MatrixOfVector<true>());
  table.onValues<Binary>("kgen.mat_transform_vector", Floats(), MatrixOfVector<false>());
  table.onValues<Unary>("kgen.transform_from_matrix", Floats(), FromMatrix());
  table.onValues<Unary>("kgen.transform_to_matrix", Floats(), ToMatrix());
  table.onValues<Ternary>("kgen.transform_compose", Floats(), Compose());
  table.onValues<Binary>("kgen.spatial_vector", Floats(), SpatialVector());
  table.onValues<Unary>("kgen.spatial_top", Floats(), SpatialTop());
  table.onValues<Unary>("kgen.spatial_bottom", Floats(), SpatialBottom());
  table.onValues<Binary>("kgen.spatial_dot", Floats(), SpatialDot());
  table.onValues<Binary>("kgen.spatial_cross", Floats(), SpatialCross());
  table.onValues<Binary>("kgen.spatial_cross_dual", Floats(), SpatialCrossDual());
  table.onValues<Binary>("kgen.velocity_at_point", Floats(), VelocityAtPoint());
  table.onValues<Binary>("kgen.transform_twist", Floats(), Twist());
  table.onValues<Binary>("kgen.transform_wrench", Floats(), Wrench());
  table.onValues<Binary>("kgen.spatial_adjoint", Floats(), SpatialAdjoint());
}

} // namespace kgen::interpreter
