// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers as functions of a state; include/kgen/IR/Builtins/Random.td. Where the bits matter they are integers,
// and of floats a multiple of 2 ** -24, exact in every type but the narrow ones.

#include "Elementary.h"
#include "Primitives.h"

namespace kgen::interpreter {

/// The hash that the states are a sequence of.
static uint32_t next(uint32_t state) {
  uint32_t word = state * 747796405u + 2891336453u;
  word = ((word >> ((word >> 28) + 4)) ^ word) * 277803737u;
  return (word >> 22) ^ word;
}

/// Gives out numbers and advances, as an author's calls do.
template <class T> struct Source {
  uint32_t state;

  T unit() {
    state = next(state);
    return number<T>((state >> 8) * 0x1p-24);
  }
  T angle() { return mul(number<T>(6.28318530717958647692528676656), unit()); }
  T centred() { return sub(unit(), number<T>(0.5)); }
};

struct Triangle {
  template <class T> void operator()(Out<T> point, In<uint32_t> state) const {
    Source<T> source{state[0]};
    T root = sqrt(source.unit());
    point[0] = sub(number<T>(1), root);
    point[1] = mul(source.unit(), root);
  }
};

struct Ring {
  template <class T> void operator()(Out<T> point, In<uint32_t> state) const {
    T angle = Source<T>{state[0]}.angle();
    point[0] = cos(angle);
    point[1] = sin(angle);
  }
};

struct Disk {
  template <class T> void operator()(Out<T> point, In<uint32_t> state) const {
    Source<T> source{state[0]};
    T radius = sqrt(source.unit()), angle = source.angle();
    point[0] = mul(radius, cos(angle));
    point[1] = mul(radius, sin(angle));
  }
};

/// On or within a sphere, or the half of it where z is not negative.
template <bool isHalf, bool isSolid> struct Sphere {
  template <class T> void operator()(Out<T> point, In<uint32_t> state) const {
    Source<T> source{state[0]};
    T height = mul(number<T>(isHalf ? 1 : 2), source.unit());
    T polar = acos(sub(number<T>(1), height)), angle = source.angle();
    T radius = isSolid ? pow(source.unit(), number<T>(0.333333333333333333333333333333)) : number<T>(1);
    point[0] = mul(mul(radius, cos(angle)), sin(polar));
    point[1] = mul(mul(radius, sin(angle)), sin(polar));
    point[2] = mul(radius, cos(polar));
  }
};

struct Cube {
  template <class T> void operator()(Out<T> point, In<uint32_t> state) const {
    Source<T> source{state[0]};
    for (unsigned i = 0; i < point.size(); ++i)
      point[i] = source.centred();
  }
};

static constexpr const char *emptyRange = "expected 'high' to be above 'low'";

static void addIntegers(PrimitiveTable &table) {
  using One = NumberTypes<uint32_t>;
  table.byComponent<Unary>("kgen.rand_pcg", One(), [](uint32_t state) { return next(state); });
  table.byComponent<uint32_t(int32_t)>("kgen.rand_init", One(), [](int32_t seed) { return next(uint32_t(seed)); });
  table.byComponent<uint32_t(int32_t, int32_t)>("kgen.rand_init_offset", One(), [](int32_t seed, int32_t offset) {
    return next(uint32_t(seed) + next(uint32_t(offset)));
  });
  table.byComponent<int32_t(uint32_t)>("kgen.randi", One(), [](uint32_t state) { return int32_t(next(state)); });
  table.byComponent<Unary>("kgen.randu", One(), [](uint32_t state) { return next(state); });
  table.byComponent<int32_t(uint32_t, int32_t, int32_t)>(
      "kgen.randi_range", One(), [](uint32_t state, int32_t low, int32_t high, Check &check) -> int32_t {
        uint32_t width = uint32_t(high) - uint32_t(low);
        if (width == 0)
          check.fail(emptyRange);
        return width == 0 ? 0 : int32_t(next(state) % width + uint32_t(low));
      });
  table.byComponent<Ternary>("kgen.randu_range", One(),
                             [](uint32_t state, uint32_t low, uint32_t high, Check &check) -> uint32_t {
                               if (high == low)
                                 check.fail(emptyRange);
                               return high == low ? 0 : next(state) % (high - low) + low;
                             });
}

struct Unit {
  template <class T> void operator()(Out<T> result, In<uint32_t> state) const {
    result[0] = Source<T>{state[0]}.unit();
  }
};

/// No slope leads to the bounds.
struct UnitRange {
  template <class T> void operator()(Out<T> result, In<uint32_t> state, In<T> low, In<T> high) const {
    T from = number<T>(valueOf(low[0])), to = number<T>(valueOf(high[0]));
    result[0] = add(mul(sub(to, from), Source<T>{state[0]}.unit()), from);
  }
};

struct Normal {
  template <class T> void operator()(Out<T> result, In<uint32_t> state) const {
    Source<T> source{state[0]};
    T size = sqrt(mul(number<T>(-2), log(add(source.unit(), number<T>(5.96e-8)))));
    result[0] = mul(size, cos(source.angle()));
  }
};

void addRandom(PrimitiveTable &table) {
  addIntegers(table);
  table.onValues<Self(uint32_t)>("kgen.randf", Floats(), Unit());
  table.onValues<Self(uint32_t, Self, Self)>("kgen.randf_range", Floats(), UnitRange());
  table.onValues<Self(uint32_t)>("kgen.randn", Floats(), Normal());
  table.onValues<Self(uint32_t)>("kgen.sample_triangle", Floats(), Triangle());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_ring", Floats(), Ring());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_disk", Floats(), Disk());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_sphere_surface", Floats(), Sphere<false, false>());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_sphere", Floats(), Sphere<false, true>());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_hemisphere_surface", Floats(), Sphere<true, false>());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_hemisphere", Floats(), Sphere<true, true>());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_square", Floats(), Cube());
  table.onValues<Self(uint32_t)>("kgen.sample_unit_cube", Floats(), Cube());
}

} // namespace kgen::interpreter
