# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Structs, quaternions, transforms, views, and paths of fields, indices and components.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - | FileCheck %s
# RUN: kgen-translate --warp-to-kgen --all %s | kgen-opt > /dev/null
import warp as wp


@wp.struct
class Pair:
    first: float
    second: wp.vec3


@wp.struct
class Ball:
    center: wp.vec3
    radius: float
    pair: Pair
    friends: wp.array(dtype=int)


# CHECK-DAG: !Pair = !kgen.struct<"Pair", first: f32, second: vec<3xf32>>
# CHECK-DAG: !Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, pair: !Pair, friends: array<1, si32>>


# S-72: a store to a component of an element is one.
# CHECK-LABEL: kgen.kernel @elements(%balls: !kgen.array<1, !Ball>, %out: !kgen.array<1, f32>)
# CHECK: %[[CENTER:.*]] = kgen.load %balls[%i, center] :
# CHECK-NEXT: %[[X:.*]] = kgen.extract %[[CENTER]][0] : !kgen.vec<3xf32>
# CHECK-NEXT: %[[FRIENDS:.*]] = kgen.load %balls[%i, friends] :
# CHECK-NEXT: kgen.load %[[FRIENDS]][2] : !kgen.array<1, si32>
# CHECK: kgen.store %balls[%i, center, 1], %{{.*}} : !kgen.array<1, !Ball>
# CHECK: kgen.store %balls[%i, pair, second, 2], %{{.*}} : !kgen.array<1, !Ball>
# CHECK: kgen.atomic add %balls[%i, radius], %{{.*}} {augmented} : !kgen.array<1, !Ball>
# CHECK: %[[AGAIN:.*]] = kgen.load %balls[%i, friends] :
# CHECK: kgen.store %[[AGAIN]][0], %{{.*}} : !kgen.array<1, si32>
# CHECK: kgen.load %balls[%i, radius] :
@wp.kernel
def elements(balls: wp.array(dtype=Ball), out: wp.array(dtype=float)):
    i = wp.tid()
    x = balls[i].center[0] * float(balls[i].friends[2])
    balls[i].center.y = x
    balls[i].pair.second[2] = x
    balls[i].radius += x
    balls[i].friends[0] = 4
    out[i] = balls[i].radius


# A store by way of an array in a struct does not change the struct.
# CHECK-LABEL: kgen.kernel @parameter(%ball: !Ball)
# CHECK-NOT: kgen.var
# CHECK: %[[FRIENDS:.*]] = kgen.extract %ball[friends] : !Ball
# CHECK: kgen.store %[[FRIENDS]]
@wp.kernel
def parameter(ball: Ball):
    i = wp.tid()
    ball.friends[i] = int(ball.radius)


# CHECK-LABEL: kgen.kernel @local
# CHECK: %[[EMPTY:.*]] = kgen.construct : !Pair
# CHECK: %a = kgen.var %[[EMPTY]] : !Pair
# CHECK: kgen.set %a[first], %{{.*}} : f32 in !Pair
# CHECK: kgen.set %a[second, 0], %{{.*}} : f32 in !Pair
# CHECK: %b = kgen.construct %{{.*}}, %{{.*}} : !Pair
# CHECK: %c = kgen.construct %{{.*}}, %{{.*}} : !Pair
# CHECK: kgen.extract %b[second, 1] : !Pair
@wp.kernel
def local(out: wp.array(dtype=float)):
    i = wp.tid()
    a = Pair()
    a.first = 1.0
    a.second[0] = 2.0
    b = Pair(1.0, wp.vec3())
    c = Pair(second=b.second, first=a.first)
    out[i] = b.second[1] + c.first + a.second[0]


# CHECK-LABEL: kgen.kernel @rotations(%q: !kgen.array<1, quat<f32>>, %t: !kgen.array<1, transform<f64>>, %s: !kgen.array<1, vec<6xf32>>)
# CHECK: kgen.extract %{{.*}}[3] : !kgen.quat<f32>
# CHECK: kgen.construct %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !kgen.quat<f32>
# CHECK: %p = kgen.load %t[%i, p] :
# CHECK: %[[Q:.*]] = kgen.load %t[%i, q] :
# CHECK: kgen.construct %p, %[[Q]] : !kgen.transform<f64>
# CHECK: kgen.construct %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !kgen.vec<6xf32>
@wp.kernel
def rotations(q: wp.array(dtype=wp.quat), t: wp.array(dtype=wp.transformd), s: wp.array(dtype=wp.spatial_vector)):
    i = wp.tid()
    q[i] = wp.quat(0.0, 0.0, q[i].w, 1.0)
    p = t[i].p
    t[i] = wp.transformd(p, t[i].q)
    s[i] = wp.spatial_vector(wp.vec3(1.0), wp.vec3(2.0))


# CHECK-LABEL: kgen.kernel @views(%a: !kgen.array<3, f32>, %y: !kgen.array<1, vec<3xf32>>)
# CHECK: %plane = kgen.view %a[%i] : !kgen.array<3, f32>
# CHECK: kgen.load %plane[1, 2] : !kgen.array<2, f32>
# CHECK: kgen.load %a[%i, 1, 2] : !kgen.array<3, f32>
# CHECK: %[[ROW:.*]] = kgen.view %plane[0] :
# CHECK: kgen.shape %[[ROW]][0] : !kgen.array<1, f32>
# CHECK: kgen.store %plane[0, 1], %{{.*}} : !kgen.array<2, f32>
# CHECK: kgen.store %y[%i, 2], %{{.*}} : !kgen.array<1, vec<3xf32>>
@wp.kernel
def views(a: wp.array3d(dtype=float), y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    plane = a[i]
    x = plane[1, 2] + a[i][1][2] + float(len(plane[0]))
    plane[0][1] = x
    y[i][2] = x


# CHECK-LABEL: kgen.kernel @shapes(%a: !kgen.array<2, f32>)
# CHECK: %rows = kgen.shape %a[0] : !kgen.array<2, f32>
# CHECK: %columns = kgen.shape %a[1] : !kgen.array<2, f32>
# CHECK: %last = kgen.shape %a[1] : !kgen.array<2, f32>
# CHECK: kgen.constant 2 : si32
# CHECK: %[[EXTENT:.*]] = kgen.shape %a[0] :
# CHECK: kgen.cmp ne %[[EXTENT]],
# CHECK: kgen.construct %{{.*}}, %{{.*}} : !kgen.vec<2xf32>
# CHECK: kgen.cmp eq
# CHECK: kgen.and
@wp.kernel
def shapes(a: wp.array2d(dtype=float)):
    i = wp.tid()
    rows, columns = a.shape[0], a.shape[-1]
    size = a.shape
    last = size[-1]
    count: int = a.ndim
    if a:
        v = wp.vec3(a.dtype(1.0))
        u = v[1:]
        if u == v[:2]:
            a[rows, columns] = float(last + count)


# CHECK-LABEL: kgen.kernel @said
# CHECK: kgen.assert %{{.*}}, "expected a number"
# CHECK: kgen.assert
# CHECK: kgen.expect eq %i, %{{.*}} : si32
# CHECK: kgen.expect near %{{.*}}, %{{.*}} : f32 within %{{.*}} : f32
# CHECK: kgen.printf "x: %g\0A", %{{.*}} : f32
# CHECK: kgen.printf "100 %%\0A"
@wp.kernel
def said(x: wp.array(dtype=float)):
    i = wp.tid()
    assert x[i] == x[i], "expected a number"
    assert i >= 0
    wp.expect_eq(i, 0)
    wp.expect_near(x[i], 0.5, 1.0e-3)
    wp.printf("x: %g\n", x[i])
    print("100 %")


# A field that is annotated twice stands where it stood first, as in Python.
@wp.struct
class Twice:
    first: float
    second: int
    first: wp.vec3


# CHECK-LABEL: kgen.kernel @annotated_twice(%t: !Twice
# CHECK: kgen.extract %t[first, 1] : !Twice
@wp.kernel
def annotated_twice(t: Twice, out: wp.array(dtype=float)):
    out[0] = t.first[1]
