# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Paths into arrays and structs, loops that are left early, operators: column c of `y` is the result of one use."""
import warp as wp

@wp.struct
class In:
    pos: wp.array(dtype=wp.vec3)
    idx: wp.array2d(dtype=int)
    k: float

@wp.struct
class El:
    a: wp.vec3
    n: int
    w: float

@wp.func
def pick(s: In, i: int, j: int):
    return s.pos[s.idx[i, j]] * s.k

@wp.func
def acc(out: wp.array(dtype=float), i: int, x: float):
    wp.atomic_add(out, i, x)
    return out[i]

@wp.func
def early(a: wp.array(dtype=float), t: float):
    for i in range(a.shape[0]):
        for j in range(3):
            if j == 2:
                break
            if a[i] * float(j) > t:
                return i * 10 + j
    return -1

@wp.func
def swap(a: wp.vec3, b: wp.vec3):
    a, b = b, a
    return a - b, a[0]

@wp.func
def chain1(x: float):
    return x * 2.0
@wp.func
def chain2(x: float):
    y = chain1(x)
    if y > 1.0:
        y = chain1(y)
    else:
        y -= 3.0
    return y
@wp.func
def chain3(x: float, n: int):
    while n > 0:
        x = chain2(x)
        n -= 1
    return x

@wp.kernel
def k(x: wp.array(dtype=float), e: wp.array(dtype=wp.vec3), ix: wp.array2d(dtype=int), m: wp.array(dtype=wp.mat33), y: wp.array2d(dtype=float)):
    i = wp.tid()
    s = In()
    s.pos = e
    s.idx = ix
    s.k = 2.0
    p = pick(s, i, 1)
    y[i, 0] = p[0] + p.y
    y[i, 1] = float(early(x, 0.4))
    d, f = swap(e[i], wp.vec3(1.0, 2.0, 3.0))
    y[i, 2] = d[1] + f
    y[i, 3] = chain3(x[i], 3)
    y[i, 4] += x[i]
    y[i, 4] -= 2.0
    y[i, 4] *= 3.0
    mm = m[i]
    mm[1] = wp.vec3(1.0, 2.0, 3.0)
    mm[0][2] = 7.0
    y[i, 5] = mm[1, 2] + mm[0, 2] + m[i][2][1]
    m[i][2, 2] = 5.0
    m[i][0][1] += 1.5
    y[i, 6] = m[i][2, 2] + m[i][0, 1]
    el = El(e[i], 3, 1.5)
    el.a[1] *= 2.0
    el.n += 4
    el.w = el.a[1] + float(el.n)
    y[i, 7] = el.w
    q = i
    q2 = q
    q2 += 5
    y[i, 8] = float(q) + float(q2)
    t = -7 // 2
    u = -7 % 3
    y[i, 9] = float(t) * 10.0 + float(u)
    a = wp.int64(5)
    y[i, 10] = float(a * wp.int64(3)) + float(wp.uint8(300))
    b = x[i] > 0.0
    c = not b or i == 2
    y[i, 11] = wp.where(c, 1.0, 2.0) + float(b)
    for r in range(3, 0, -1):
        if r == 2:
            continue
        y[i, 12] = y[i, 12] * 2.0 + float(r)
    v4 = wp.vec4(1.0, 2.0, 3.0, 4.0)
    y[i, 13] = wp.dot(v4, v4) + float(wp.vec2i(3, 4)[1]) + v4.w
    h = i
    if h > 1:
        zz = 5.0
    else:
        zz = 6.0
    y[i, 14] = zz
    if i & 1 == 1 and (i << 2) > 3:
        y[i, 15] = float(i ^ 3) + float(i | 8) + float(~i)
    g = wp.identity(n=3, dtype=float) * 2.0
    y[i, 16] = (g @ e[i])[1] + (m[i] * e[i])[2]
    y[i, 17] = acc(x, i, 0.0) + float(len(e)) + float(e.shape[0])
    pos = wp.vec3()
    pos += e[i]
    pos = pos * 2.0
    y[i, 18] = pos[0] + wp.length(pos)
    y[i, 19] = float(wp.min(i, 2)) + float(max(i, 1)) + abs(x[i]) + wp.clamp(x[i], 0.0, 0.5) + x[i] ** 2.0


SHAPES = {"x": (4,), "e": (4,), "ix": (4, 2), "m": (4,), "y": (4, 20)}
