// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What no builtin's record says of kgen.cuh: components, launches, arrays, atomics, gradients, printing. Values by
// hand.
#include "kgen/kgen.cuh"

namespace kgen {

static int wrong = 0;
#define EXPECT(...) ((__VA_ARGS__) ? (void)0 : (void)(++wrong, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

static void numbers() {
  EXPECT(infinity<float>() > 3e38f && nan<double>() != nan<double>());
  EXPECT(cast<int8_t>(300.0f) == 127 && cast<int8_t>(-300.0) == -128 && cast<int>(-1.75f) == -1);
  EXPECT(cast<uint8_t>(-3.0f) == 0 && cast<int>(nan<float>()) == 0);
  EXPECT(fmod(-7.5f, 2.0f) == -1.5f && fmod(7.5, -2.0) == 1.5);
  EXPECT(in_range(0, 2, 1) && !in_range(2, 2, 1) && in_range(2, 0, -1) && !in_range(0, 2, 0));
  EXPECT(lshift(int8_t(1), int8_t(33)) == 2 && rshift(int64_t(-8), int64_t(65)) == -4);
  EXPECT(div(7, 0) == 0 && mod(7, 0) == 7 && floordiv(-7, 0) == 0 && floordiv(-7, 2) == -4);
  EXPECT(wrapping_add(INT32_MAX, 1) == INT32_MIN && wrapping_sub(INT64_MIN, int64_t(1)) == INT64_MAX);
  EXPECT(wrapping_mul(uint16_t(65535), uint16_t(65535)) == 1 && wrapping_mul(65536, 65537) == 65536);
  EXPECT(wrapping_neg(INT32_MIN) == INT32_MIN && wrapping_neg(3) == -3);
  EXPECT(where(false, 1, 2) == 2);
  EXPECT(min(nan<float>(), 1.0f) == 1.0f && max(1.0, nan<double>()) == 1.0);
}

static void components() {
  vec3 v(1.0f, 2.0f, 3.0f);
  const vec3 &w = v;
  v[-1] = 4.0f;
  EXPECT(w[2] == 4.0f && w[-3] == 1.0f && vec3{}[1] == 0.0f && vec3(2.0f)[2] == 2.0f);
  v += vec3(1.0f);
  v -= vec3(0.5f);
  v *= 2.0f;
  v /= 3.0f;
  EXPECT(v[0] == 1.0f && v[2] == 3.0f);
  mat<2, 3, float> m(1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f);
  const mat<2, 3, float> &n = m;
  m(0, -1) = 7.0f;
  m[-1][0] += 1.0f;
  EXPECT(n(0, 2) == 7.0f && n[1][0] == 5.0f && n(-1, -1) == 6.0f && (mat22(3.0f)(1, 0) == 3.0f));
  m += m;
  m -= mat<2, 3, float>(1.0f);
  m *= 2.0f;
  m /= 4.0f;
  EXPECT(m(0, 0) == 0.5f && m(1, 2) == 5.5f);
  m *= mat33(0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 2.0f);
  EXPECT(m(0, 0) == 1.5f && m(0, 1) == 0.5f && m(1, 2) == 11.0f);
  vec2 row(1.0f, 2.0f);
  row *= mat22(1.0f, 2.0f, 3.0f, 4.0f);
  EXPECT(row[0] == 7.0f && row[1] == 10.0f);
  EXPECT(identity<mat33d>()(1, 1) == 1.0 && identity<mat33d>()(1, 2) == 0.0);
  EXPECT(minor_of(mat22(1.0f, 2.0f, 3.0f, 4.0f), 0, 1)(0, 0) == 3.0f);
}

static void launches() {
  const launch_bounds<4> dim{{2, 3, 4, 5}, 120, 1};
  const auto [i, j, k, l] = tid4(119, dim);
  EXPECT(i == 1 && j == 2 && k == 3 && l == 4 && tid(61, dim) == 1);
  const auto [a, b] = tid2(67, launch_bounds<2>{{3, 16}, 96, 2});
  EXPECT(a == 2 && b == 1 && unrepeated(67, launch_bounds<2>{{3, 16}, 96, 2}) == 33 &&
         coordinate(33, launch_bounds<2>{{3, 16}, 96, 2}, 1) == 1);
  const auto [x, y, z] = tid3(23, launch_bounds<3>{{2, 3, 4}, 24, 1});
  EXPECT(x == 1 && y == 2 && z == 3);
}

/// Contiguous, of extent 2 in each dimension.
template <typename T, int N> static array<T, N> over(T *data, T *grad, bool retain = false) {
  array<T, N> a{data, grad, {}, {}, N, uint16_t(retain)};
  int stride = sizeof(T);
  for (int d = N - 1; d >= 0; --d) {
    a.shape[d] = 2;
    a.strides[d] = stride;
    stride *= 2;
  }
  return a;
}

template <typename A, typename... I> static void atomics(const A &a, I... at) {
  auto &element = a(at...);
  element = 5;
  EXPECT(atomic_add(a, at..., 3) == 5 && element == 8);
  EXPECT(atomic_sub(a, at..., 2) == 8 && element == 6);
  EXPECT(atomic_min(a, at..., 4) == 6 && element == 4);
  EXPECT(atomic_max(a, at..., 9) == 4 && element == 9);
  EXPECT(atomic_exch(a, at..., 5) == 9 && element == 5);
  EXPECT(atomic_cas(a, at..., 4, 7) == 5 && element == 5);
  EXPECT(atomic_cas(a, at..., 5, 9) == 5 && element == 9);
}

template <typename A, typename... I> static void bits(const A &a, I... at) {
  auto &element = a(at...);
  element = 12;
  EXPECT(atomic_and(a, at..., 10) == 12 && element == 8);
  EXPECT(atomic_or(a, at..., 3) == 8 && element == 11);
  EXPECT(atomic_xor(a, at..., 2) == 11 && element == 9);
}

static void arrays() {
  int words[16] = {};
  bits(over<int, 1>(words, nullptr), 1);
  bits(over<int, 2>(words, nullptr), 1, 0);
  bits(over<int, 3>(words, nullptr), 1, 0, -1);
  bits(over<int, 4>(words, nullptr), 1, 0, 1, 1);
  EXPECT(words[1] == 9 && words[2] == 9 && words[5] == 9 && words[11] == 9);
  EXPECT(atomic_and(words + 1, 8) == 9 && atomic_or(words + 1, 1) == 8 && atomic_xor(words + 1, 3) == 9 &&
         words[1] == 10);
  EXPECT(atomic_exch(words + 1, 4) == 10 && words[1] == 4);
  int data[16] = {};
  double more[16] = {};
  atomics(over<int, 1>(data, nullptr), 1);
  atomics(over<int, 2>(data, nullptr), 1, 0);
  atomics(over<double, 3>(more, nullptr), 1, 0, -1);
  atomics(over<double, 4>(more, nullptr), 1, 0, 1, 1);
  EXPECT(data[1] == 9 && data[2] == 9 && more[5] == 9.0 && more[11] == 9.0 && over<int, 1>(data, nullptr)[-1] == 9);
  EXPECT(*element_at(data, over<int, 2>(data, nullptr).shape, over<int, 2>(data, nullptr).strides, 1, 0) == 9);
  vec3 v[2] = {vec3(1.0f), vec3(2.0f)};
  EXPECT(atomic_add(over<vec3, 1>(v, nullptr), 0, vec3(1.0f, 2.0f, 3.0f))[2] == 1.0f && v[0][2] == 4.0f);
  EXPECT(atomic_max(over<vec3, 1>(v, nullptr), 1, vec3(1.0f, 2.0f, 3.0f))[2] == 2.0f && v[1][0] == 2.0f);
  EXPECT(v[1][2] == 3.0f);
  mat22 m[2] = {mat22(1.0f), mat22(2.0f)};
  EXPECT(atomic_sub(over<mat22, 1>(m, nullptr), 1, mat22(0.0f, 1.0f, 2.0f, 3.0f))(1, 1) == 2.0f && m[1](1, 1) == -1.0f);
  EXPECT(atomic_min(over<mat22, 1>(m, nullptr), 0, mat22(0.0f, 1.0f, 2.0f, 3.0f))(0, 0) == 1.0f && m[0](0, 0) == 0.0f);
}

template <int N, typename... I> static void gradientsOf(I... at) {
  float data[16] = {}, grad[16] = {}, adjoint[16] = {};
  const array<float, N> a = over<float, N>(data, grad), none{}, given = over<float, N>(adjoint, nullptr);
  const auto own = gradient_of(a, none), other = gradient_of(a, given), absent = gradient_of(none, none);
  add(own, at..., 2.0f);
  add(own, at..., 1.0f);
  add(other, at..., 5.0f);
  add(absent, at..., 1.0f);
  EXPECT(read(own, at...) == 3.0f && read(other, at...) == 5.0f && read(absent, at...) == 0.0f);
  EXPECT(take(own, at...) == 3.0f && read(own, at...) == 0.0f && take(absent, at...) == 0.0f);
  EXPECT(take(other, at...) == 5.0f && read(other, at...) == 5.0f);
  const auto retained = gradient_of(over<float, N>(data, grad, true), none);
  add(retained, at..., 4.0f);
  EXPECT(take(retained, at...) == 4.0f && read(retained, at...) == 4.0f);
}

struct Ball {
  vec3 center;
  quat turn;
  int count;
};

static void rotations() {
  // A quarter turn about z, and one about x.
  const float h = 0.70710678f;
  quat a(0.0f, 0.0f, h, h), b(vec3(h, 0.0f, 0.0f), h);
  const quat c = a * b, d = b * a;
  const auto near = [](float x, float y) { return abs(x - y) < 1e-6f; };
  EXPECT(near(c[0], 0.5f) && near(c[1], 0.5f) && near(c[2], 0.5f) && near(c[3], 0.5f));
  EXPECT(near(d.x, 0.5f) && near(d.y, -0.5f) && near(d.z, 0.5f) && near(d[-1], 0.5f) && quat{}.w == 0.0f);
  quatd q(1.0, 2.0, 3.0, 4.0);
  q[-4] = 5.0;
  q += quatd(1.0, 1.0, 1.0, 1.0);
  q -= quatd(0.0, 1.0, 2.0, 3.0);
  q *= 3.0;
  q /= 2.0;
  EXPECT(q.x == 9.0 && q.y == 3.0 && q.z == 3.0 && q.w == 3.0 && (-q).x == -9.0 && (2.0 * q)[1] == 6.0);
  q *= quatd(0.0, 0.0, 0.0, 2.0);
  EXPECT(q.x == 18.0 && q.w == 6.0);
  transform t(vec3(1.0f), a);
  t += transform(vec3(1.0f), b);
  t -= transform(vec3(0.5f), b);
  t *= 2.0f;
  t /= 4.0f;
  EXPECT(t.p[2] == 0.75f && near(t.q.z, 0.5f * h) && near((-t).q.w, -0.5f * h) && (2.0f * t).p[0] == 1.5f);
  transformd s[1] = {};
  EXPECT(atomic_add(over<transformd, 1>(s, nullptr), 0, transformd(vec3d(2.0), q)).p[0] == 0.0 && s[0].q.x == 18.0);
}

static void views() {
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7}, grad[8] = {};
  const array<float, 3> a = over<float, 3>(data, grad);
  const array<float, 2> b = a.row(1);
  const array<float> c = a.row(-1, 0);
  EXPECT(b(0, 1) == 5.0f && b.row(1)[0] == 6.0f && c[1] == 5.0f && c.ndim == 1 && c.shape[0] == 2 &&
         c.grad == grad + 4);
  EXPECT(a && !array<float>{} && !array<float, 2>{}.row(0));
  Ball balls[2] = {}, grads[2] = {};
  const array<Ball> of = over<Ball, 1>(balls, grads);
  EXPECT(atomic_add(&of[1].count, 3) == 0 && atomic_sub(&of[1].count, 1) == 3 && atomic_min(&of[1].count, 1) == 2);
  EXPECT(atomic_max(&of[1].center[2], 4.0f) == 0.0f && balls[1].center[2] == 4.0f && balls[1].count == 1);
  const auto g = gradient_of(of, array<Ball>{}), absent = gradient_of(array<Ball>{}, array<Ball>{});
  add(part(part(g, &Ball::center), 1), 0, 2.0f);
  add(part(g, &Ball::turn), 1, quat(1.0f, 2.0f, 3.0f, 4.0f));
  add(part(absent, &Ball::center), 1, vec3(1.0f));
  EXPECT(grads[0].center[1] == 2.0f && read(part(g, &Ball::turn), 1).w == 4.0f);
  EXPECT(read(part(part(absent, &Ball::turn), 2), 0) == 0.0f && take(part(part(g, &Ball::turn), -1), 1) == 4.0f);
  EXPECT(grads[1].turn.w == 0.0f && grads[1].turn.z == 3.0f);
}

/// The test compares the lines.
static void printing() {
  print(true);
  print(1.5f);
  print(int8_t(-3));
  print(uint64_t(18446744073709551615ull));
  print(vec2(1.0f, 2.0f));
  print(mat22(1.0f, 2.0f, 3.0f, 4.0f));
  print(transform(vec3(1.0f), quat(0.0f, 1.0f, 2.0f, 3.0f)));
  format("%d of %s: %.2f\n", 1, "two", 0.5f);
  expect(false);
  expect_eq(1, 1);
  expect_neq(1, 2);
  expect_near(1.0, 1.0);
}

/// Two threads record a number and a vector; a tape of one row less is too short for both.
void tapes() {
  uint64_t words[10] = {};
  array<uint64_t> tape{};
  tape.data = words;
  tape.shape[0] = 10;
  tape.strides[0] = 8;
  tape.ndim = 1;
  const launch_bounds<1> dim{{2}, 2, 1};
  for (size_t thread = 0; thread < 2; ++thread) {
    expect(record(tape, thread, dim, 0, 0.5 + double(thread)) == 0.5 + double(thread));
    record(tape, thread, dim, 1, vec<2, float>(1.0f, float(thread)));
    record(tape, thread, dim, 3, int8_t(-3));
    tape_end(tape, thread, dim, 4);
  }
  expect(words[0] == 4 && words[1] == 4);
  expect(tape_word(tape, 1, dim, 4) == words + 9 && tape_word(tape, 1, dim, 5) == nullptr);
  expect(recall<double>(tape, 1, dim, 0) == 1.5);
  expect(recall<vec<2, float>>(tape, 1, dim, 1)[1] == 1.0f);
  expect(recall<int8_t>(tape, 0, dim, 3) == -3);
  expect(tape_fits(tape, 0, dim) && tape_fits(tape, 1, dim));
  tape.shape[0] = 8;
  expect(!tape_fits(tape, 0, dim) && tape_fails_first(tape, 0, dim) && !tape_fails_first(tape, 1, dim));
  const scalar_in<mat<2, 2, float>>::type one = 1.0f;
  const scalar_in<quaternion<float>>::type two = one + 1.0f;
  const scalar_in<transformation<double>>::type three = double(two) + 1.0;
  expect(three == 3.0);
}

} // namespace kgen

int main() {
  using namespace kgen;
  numbers();
  components();
  launches();
  arrays();
  gradientsOf<1>(1);
  gradientsOf<2>(1, 0);
  gradientsOf<3>(1, 0, 1);
  gradientsOf<4>(0, 1, 0, -1);
  rotations();
  views();
  printing();
  tapes();
  std::printf("rest: %d wrong\n", wrong);
  return wrong != 0;
}
