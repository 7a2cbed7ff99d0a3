# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions, structs, views and what stands around them: column c of `y` is the result of one use."""
import warp as wp

from typing import Any

@wp.struct
class P:
    a: float
    v: wp.vec3
    m: wp.mat22

@wp.struct
class Q:
    p: P
    n: int
    d: wp.array(dtype=float)

@wp.func
def mut(p: P, f: float):
    p.a = p.a + f
    p.v[1] += f
    p.m[0, 1] = f
    return p

@wp.func
def nested(q: Q, i: int):
    r = q
    r.p.a = 7.0
    r.p.v.x = 3.0
    return r.p.a + q.p.a + r.p.v[0] + q.d[i]

@wp.func
def mm(a: float, b: float):
    if a < b:
        return a, b
    return b, a

@wp.func
def deep(a: wp.array2d(dtype=float), n: int):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > 0.5:
                return a[i, j]
            if j > n:
                break
    return -1.0

@wp.func
def gen(x: Any, y: Any):
    return x * type(x)(2) + y

@wp.func
def ap(f: wp.Function, x: float, y: float = 0.5):
    return f(x, y)

@wp.func
def hyp(x: float, y: float):
    return wp.sqrt(x * x + y * y)

@wp.func
def over(x: float):
    return x + 1.0

@wp.func
def over(x: wp.vec3):
    return wp.length(x) + 2.0

@wp.func
def rec3(x: float):
    s = float(0.0)
    k = int(0)
    while True:
        s += x
        k += 1
        if s > 3.0:
            return s
        if k == 5:
            break
    return -s

@wp.func
def loopvar(n: int):
    t = int(0)
    for i in range(n):
        t += i
    return t * 10 + n

@wp.kernel
def k(x: wp.array(dtype=float), x2: wp.array2d(dtype=float), v: wp.array(dtype=wp.vec3), y: wp.array2d(dtype=float)):
    i = wp.tid()
    p = P()
    p.a = x[i]
    p.v = v[i]
    r = mut(p, 2.0)
    y[i, 0] = p.a + p.v[1] * 10.0 + p.m[0, 1] * 100.0
    y[i, 1] = r.a + r.v[1] * 10.0 + r.m[0, 1] * 100.0
    q = Q()
    q.p = r
    q.n = 3
    q.d = x
    y[i, 2] = nested(q, i) + q.p.v.x
    lo, hi = mm(x[i], v[i][0])
    lo, hi = hi, lo
    y[i, 3] = lo - hi
    y[i, 4] = deep(x2, i)
    y[i, 5] = gen(x[i], 3.0) + float(gen(i, 4))
    y[i, 6] = ap(hyp, x[i]) + ap(mm2, x[i], y=2.0)
    y[i, 7] = over(x[i]) + over(v[i])
    y[i, 8] = rec3(x[i])
    y[i, 9] = float(loopvar(i))
    row = x2[i]
    y[i, 10] = row[1] + row[-1] + x2[i][0]
    w = v[i]
    w[2] = 5.0
    y[i, 11] = w[2] + v[i][2] + v[i].z
    v[i][1] = 4.0
    v[i].x += 2.0
    y[i, 12] = v[i][1] + v[i][0]
    a = P(1.0, wp.vec3(1.0, 2.0, 3.0), wp.mat22(1.0, 2.0, 3.0, 4.0))
    b = a
    b.a = 9.0
    a.v = wp.vec3(0.0)
    y[i, 13] = a.a + b.a * 10.0 + b.v[2] * 100.0 + a.v[2]
    n = x2.shape[0]
    m = x2.shape[1]
    s = (n, m)
    y[i, 14] = float(n * 10 + m) + float(s[0]) + float(len(x2)) + float(len(w))
    z = float(0.0)
    for c in range(3):
        z += w[c]
        if c == i:
            continue
        z *= 2.0
    y[i, 15] = z
    y[i, 16] = float(0 < i < 3) + (1.0 if i > 1 and x[i] > 0.0 else 2.0)
    u = wp.vec3(x[i], 1.0, 2.0)[0:2]
    y[i, 17] = u[0] + u[1] * 3.0
    q.p.m[1] = wp.vec2(3.0, 4.0)
    y[i, 18] = q.p.m[1, 0] + q.p.m[1][1]
    q.d[i] = x[i] * 2.0
    y[i, 19] = x[i]

@wp.func
def mm2(x: float, y: float):
    lo, hi = mm(x, y)
    return lo * 2.0 + hi


SHAPES = {"x": (4,), "x2": (4, 3), "v": (4,), "y": (4, 20)}
