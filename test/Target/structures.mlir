// RUN: kgen-translate --kgen-to-warp %s | FileCheck %s --check-prefix=PY --match-full-lines --strict-whitespace
// RUN: kgen-translate --no-backward --kgen-to-cpp %s | FileCheck %s --check-prefix=CPP --match-full-lines --strict-whitespace
// RUN: %if gxx %{ kgen-translate --no-backward --kgen-to-cpp %s | %python %S/../Integration/compile_check.py --cxx %gxx - %}
// RUN: %if clang %{ kgen-translate --no-backward --kgen-to-cpp --self-contained %s | %python %S/../Integration/compile_check.py -I "" --cxx %clangxx - %}
// RUN: %if nvrtc %{ kgen-translate --no-backward --kgen-to-cuda --self-contained %s | %python %S/../Integration/compile_check.py -I "" --nvrtc - %}
// RUN: %if nvcc %{ kgen-translate --no-backward --kgen-to-cuda %s | %python %S/../Integration/compile_check.py --nvcc %nvcc - %}
// Structs stand before what has them, functions before what calls them; the rest in the order of the module.

//      PY:@wp.struct
// PY-NEXT:class Ball:
// PY-NEXT:    center: wp.vec3
// PY-NEXT:    radius: float
// PY-NEXT:    friends: wp.array(dtype=int)
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.struct
// PY-NEXT:class Pair:
// PY-NEXT:    ball: Ball
// PY-NEXT:    pose: wp.transform
// PY-NEXT:    default: int
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def clamp(x: float, low: float):
// PY-NEXT:    """Not below."""
// PY-NEXT:    c = x < low
// PY-NEXT:    if c:
// PY-NEXT:        return low
// PY-NEXT:    return x
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def clamp(x: int, low: int):
// PY-NEXT:    return wp.max(x, low)
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def minmax(a: float, b: float):
// PY-NEXT:    return wp.min(a, b), wp.max(a, b)
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def first(a: wp.array(dtype=float), limit: float):
// PY-NEXT:    n = a.shape[0]
// PY-NEXT:    for k in range(n):
// PY-NEXT:        if a[k] > limit:
// PY-NEXT:            return k
// PY-NEXT:    return -1
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def volume(ball: Ball):
// PY-NEXT:    return clamp(ball.radius * ball.radius, ball.center[0])
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.func
// PY-NEXT:def mark(out: wp.array(dtype=float), i: int, unused: float):
// PY-NEXT:    out[i] = 1.0
// PY-EMPTY:
// PY-EMPTY:
// PY-NEXT:@wp.kernel
// PY-NEXT:def k(
// PY-NEXT:    balls: wp.array(dtype=Ball),
// PY-NEXT:    m: wp.array2d(dtype=float),
// PY-NEXT:    p: Pair,
// PY-NEXT:    out: wp.array(dtype=float),
// PY-NEXT:):
// PY-NEXT:    i = wp.tid()
// PY-NEXT:    b = balls[i]
// PY-NEXT:    v = volume(b)
// PY-NEXT:    lo, hi = minmax(v, v)
// PY-NEXT:    mark(out, i, lo)
// PY-NEXT:    row = m[i]
// PY-NEXT:    first_value = first(row, hi)
// PY-NEXT:    balls[i].center[0] = lo
// PY-NEXT:    balls[clamp(first_value, 0)].radius += hi
// PY-NEXT:    t = p.pose
// PY-NEXT:    t2 = wp.transform(t.p, wp.quat(t.q[3], t.q[3], t.q[3], t.q[3]))
// PY-NEXT:    fr = b.friends
// PY-NEXT:    c = fr[0]
// PY-NEXT:    q = Pair()
// PY-NEXT:    q.pose = t2
// PY-NEXT:    q.ball.center[1] = lo
// PY-NEXT:    q.default = c
// PY-NEXT:    balls[0] = Ball(t.p, volume(q.ball), fr)
// PY-NEXT:    good = lo < hi
// PY-NEXT:    x = wp.add(lo, hi)
// PY-NEXT:    out[0] = x
// PY-NEXT:    assert good, 'a "bad" one'
// PY-NEXT:    wp.printf("%d 100%% %5.2f\n", c, hi)

//      CPP:using kgen::quat;
// CPP-NEXT:using kgen::transform;
// CPP-NEXT:using kgen::vec3;
// CPP-EMPTY:
// CPP-NEXT:struct Ball {
// CPP-NEXT:    vec3 center;
// CPP-NEXT:    float radius;
// CPP-NEXT:    kgen::array<int> friends;
// CPP-NEXT:};
// CPP-EMPTY:
// CPP-NEXT:struct Pair {
// CPP-NEXT:    Ball ball;
// CPP-NEXT:    transform pose;
// CPP-NEXT:    int default_;
// CPP-NEXT:};
// CPP-EMPTY:
// CPP-NEXT:/// Not below.
// CPP-NEXT:KGEN_FN float clamp(float x, float low)
// CPP-NEXT:{
// CPP-NEXT:    const bool c = x < low;
// CPP-NEXT:    if (c) {
// CPP-NEXT:        return low;
// CPP-NEXT:    }
// CPP-NEXT:    return x;
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:KGEN_FN int clamp_1(int x, int low)
// CPP-NEXT:{
// CPP-NEXT:    return kgen::max(x, low);
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:struct minmax_results {
// CPP-NEXT:    float first;
// CPP-NEXT:    float second;
// CPP-NEXT:};
// CPP-EMPTY:
// CPP-NEXT:KGEN_FN minmax_results minmax(float a, float b)
// CPP-NEXT:{
// CPP-NEXT:    return {kgen::min(a, b), kgen::max(a, b)};
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:KGEN_FN int first(kgen::array<float> a, float limit)
// CPP-NEXT:{
// CPP-NEXT:    const int n = a.shape[0];
// CPP-NEXT:    for (int k = 0; k < n; ++k) {
// CPP-NEXT:        if (a[k] > limit) {
// CPP-NEXT:            return k;
// CPP-NEXT:        }
// CPP-NEXT:    }
// CPP-NEXT:    return -1;
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:KGEN_FN float volume(Ball ball)
// CPP-NEXT:{
// CPP-NEXT:    return clamp(ball.radius * ball.radius, ball.center[0]);
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:KGEN_FN void mark(kgen::array<float> out, int i, {{\[\[}}maybe_unused]] float unused)
// CPP-NEXT:{
// CPP-NEXT:    out[i] = 1.0f;
// CPP-NEXT:}
// CPP-EMPTY:
// CPP-NEXT:struct k_args {
// CPP-NEXT:    kgen::array<Ball> balls;
// CPP-NEXT:    kgen::array<float, 2> m;
// CPP-NEXT:    Pair p;
// CPP-NEXT:    kgen::array<float> out;
// CPP-NEXT:};
// CPP-EMPTY:
// CPP-NEXT:extern "C" void k_cpu_forward(
// CPP-NEXT:    const kgen::launch_bounds<1>* dim,
// CPP-NEXT:    const k_args* args)
// CPP-NEXT:{
// CPP-NEXT:    const auto& [balls, m, p, out] = *args;
// CPP-NEXT:    for (size_t idx = 0; idx < dim->size; ++idx) {
// CPP-NEXT:        const int i = kgen::tid(idx, *dim);
// CPP-NEXT:        const Ball b = balls[i];
// CPP-NEXT:        const float v = volume(b);
// CPP-NEXT:        const auto [lo, hi] = minmax(v, v);
// CPP-NEXT:        mark(out, i, lo);
// CPP-NEXT:        const kgen::array<float> row = m.row(i);
// CPP-NEXT:        const int first_value = first(row, hi);
// CPP-NEXT:        balls[i].center[0] = lo;
// CPP-NEXT:        kgen::atomic_add(&balls[clamp_1(first_value, 0)].radius, hi);
// CPP-NEXT:        const transform t = p.pose;
// CPP-NEXT:        const transform t2 = transform(t.p, quat(t.q[3], t.q[3], t.q[3], t.q[3]));
// CPP-NEXT:        const kgen::array<int> fr = b.friends;
// CPP-NEXT:        const int c = fr[0];
// CPP-NEXT:        Pair q = Pair{};
// CPP-NEXT:        q.pose = t2;
// CPP-NEXT:        q.ball.center[1] = lo;
// CPP-NEXT:        q.default_ = c;
// CPP-NEXT:        balls[0] = Ball{t.p, volume(q.ball), fr};
// CPP-NEXT:        const bool good = lo < hi;
// CPP-NEXT:        const float x = lo + hi;
// CPP-NEXT:        out[0] = x;
// CPP-NEXT:        kgen::expect(good, "a \"bad\" one");
// CPP-NEXT:        kgen::format("%d 100%% %5.2f\n", c, hi);
// CPP-NEXT:    }
// CPP-NEXT:}

!Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>
!Pair = !kgen.struct<"Pair", ball: !Ball, pose: transform<f32>, default: si32>
!Empty = !kgen.struct<"Empty">

kgen.func @clamp(%x: f32, %low: f32) -> f32 attributes {kgen.doc = "Not below."} {
  %c = kgen.cmp lt %x, %low : f32
  kgen.if %c {
    kgen.return %low : f32
  }
  kgen.return %x : f32
}
kgen.func @clamp_1(%x: si32, %low: si32) -> si32 attributes {py_name = "clamp"} {
  %0 = kgen.max %x, %low : si32
  kgen.return %0 : si32
}
kgen.func @minmax(%a: f32, %b: f32) -> (f32, f32) {
  %0 = kgen.min %a, %b : f32
  %1 = kgen.max %a, %b : f32
  kgen.return %0, %1 : f32, f32
}
kgen.func @first(%a: !kgen.array<1, f32>, %limit: f32) -> si32 {
  %n = kgen.shape %a[0] : !kgen.array<1, f32>
  kgen.for %k = 0 to %n step 1 {
    %0 = kgen.load %a[%k] : !kgen.array<1, f32>
    %1 = kgen.cmp gt %0, %limit : f32
    kgen.if %1 {
      kgen.return %k : si32
    }
  }
  %2 = kgen.constant -1 : si32
  kgen.return %2 : si32
}
kgen.func @volume(%ball: !Ball) -> f32 {
  %0 = kgen.extract %ball[radius] : !Ball
  %1 = kgen.extract %ball[radius] : !Ball
  %2 = kgen.mul %0, %1 : f32
  %3 = kgen.extract %ball[center, 0] : !Ball
  %4 = kgen.call @clamp(%2, %3) : (f32, f32) -> f32
  kgen.return %4 : f32
}
kgen.func @mark(%out: !kgen.array<1, f32>, %i: si32, %unused: f32) {
  %0 = kgen.constant 1.0 : f32
  kgen.store %out[%i], %0 : !kgen.array<1, f32>
  kgen.return
}
kgen.kernel @k(%balls: !kgen.array<1, !Ball>, %m: !kgen.array<2, f32>, %p: !Pair, %out: !kgen.array<1, f32>) {
  %i = kgen.tid : si32
  %b = kgen.load %balls[%i] : !kgen.array<1, !Ball>
  %v = kgen.call @volume(%b) : (!Ball) -> f32
  %lo, %hi = kgen.call @minmax(%v, %v) : (f32, f32) -> (f32, f32)
  kgen.call @mark(%out, %i, %lo) : (!kgen.array<1, f32>, si32, f32) -> ()
  %row = kgen.view %m[%i] : !kgen.array<2, f32>
  %0 = kgen.call @first(%row, %hi) : (!kgen.array<1, f32>, f32) -> si32
  %1 = kgen.constant 0 : si32
  %2 = kgen.call @clamp_1(%0, %1) : (si32, si32) -> si32
  kgen.store %balls[%i, center, 0], %lo : !kgen.array<1, !Ball>
  kgen.atomic add %balls[%2, radius], %hi {augmented} : !kgen.array<1, !Ball>
  %t = kgen.extract %p[pose] : !Pair
  %3 = kgen.extract %t[p] : !kgen.transform<f32>
  %4 = kgen.extract %t[q, 3] : !kgen.transform<f32>
  %5 = kgen.construct %4, %4, %4, %4 : !kgen.quat<f32>
  %t2 = kgen.construct %3, %5 : !kgen.transform<f32>
  %fr = kgen.extract %b[friends] : !Ball
  %c = kgen.load %fr[0] : !kgen.array<1, si32>
  %q = kgen.var : !Pair
  %6 = kgen.construct : !Pair
  kgen.set %q, %6 : !Pair
  kgen.set %q[pose], %t2 : !kgen.transform<f32> in !Pair
  kgen.set %q[ball, center, 1], %lo : f32 in !Pair
  kgen.set %q[default], %c : si32 in !Pair
  %7 = kgen.get %q : !Pair
  %8 = kgen.extract %7[ball] : !Pair
  %9 = kgen.call @volume(%8) : (!Ball) -> f32
  %10 = kgen.construct %3, %9, %fr : !Ball
  kgen.store %balls[0], %10 : !kgen.array<1, !Ball>
  %good = kgen.cmp lt %lo, %hi : f32
  %x = kgen.add %lo, %hi {kgen.called = "wp.add"} : f32
  kgen.store %out[0], %x : !kgen.array<1, f32>
  kgen.assert %good, "a \"bad\" one"
  kgen.printf "%d 100%% %5.2f\n", %c, %hi : si32, f32
  kgen.return
}
