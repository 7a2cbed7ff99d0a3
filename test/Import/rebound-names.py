# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s --kernel reads --device interpreter | FileCheck %s
# RUN: not kgen-translate --kgen-to-warp --kernel counted %s 2>&1 | FileCheck %s --check-prefix=COUNTED
# RUN: not kgen-translate --kgen-to-warp --kernel between %s 2>&1 | FileCheck %s --check-prefix=BETWEEN
"""What Python evaluates where it stands sees what a name is bound to there: constants, members, types, defaults, annotations, calls
of factories, `wp.static`. What a kernel's body names is what the name is bound to in the end. The numbers are Warp's."""
from enum import IntEnum

import warp as wp

N = 3
M = N * 2
vecN = wp.types.vector(length=N, dtype=float)
point = wp.vec3
INF = float("-inf")


class Kind(IntEnum):
    A = N


class Base:
    v = N + 1
    w = 1


class Derived(Base):
    w = 2


def make(c):
    k = c * 2

    @wp.func
    def g(x: float):
        return x * float(k) + float(wp.static(k))

    k = c * 3
    return g


def wrap(f):
    @wp.func
    def w(x: float):
        return f(x) + 1.0

    return w


@wp.func
def tenfold(x: float):
    return x * 10.0


@wp.func
def threefold(x: float):
    return x * 3.0


made = make(N)
op = tenfold
wrapped = wrap(op)
op = threefold


@wp.func
def plus(x: float, a: int = N):
    return x + float(a)


# Of two functions of one signature the last counts, however its types are spelled.
@wp.func
def spelled(x: float, p: point, a: wp.array(dtype=float)):
    return x + 1.0


@wp.func
def spelled(x: wp.float32, p: wp.vec3f, a: wp.array1d(dtype=wp.float32)):
    return x + 100.0


@wp.kernel
def reads(o: wp.array(dtype=float), p: wp.array(dtype=point)):
    o[0] = float(M)
    o[1] = float(Kind.A)
    o[2] = float(len(vecN(1.0)))
    o[3] = made(100.0)
    o[4] = plus(0.0)
    o[5] = float(wp.static(N))
    o[6] = float(N)
    o[7] = wrapped(1.0)
    o[8] = op(1.0)
    o[10] = float(INF < 0.0)
    o[11] = float(Derived.v * 10 + Derived.w)
    o[9] = spelled(1.0, wp.vec3(1.0), o) + p[0][2]


N = 5
point = wp.vec2

# CHECK: "o": [6.0, 3.0, 3.0, 906.0, 3.0, 3.0, 5.0, 11.0, 3.0, 104.0, 1.0, 42.0]
CASE = {
    "kernel": "reads",
    "dim": [1],
    "args": [
        {"name": "o", "role": "out", "dtype": "float32", "value": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]},
        {"name": "p", "role": "in", "dtype": "vec3f", "value": [[1.0, 2.0, 3.0]]},
    ],
}


def count():
    b = 1.0

    def increase():
        nonlocal b
        b = 7.0

    increase()

    @wp.kernel
    def counted(o: wp.array(dtype=float)):
        # COUNTED: [[#@LINE+1]]:16: error: expected a local name or a module constant but got 'b', which is bound in several ways
        o[0] = b

    return counted


def of_module():
    m = N * 2

    @wp.kernel
    def between(o: wp.array(dtype=float)):
        # BETWEEN: [[#@LINE+1]]:22: error: expected a local name or a module constant but got 'm', which is known only when 'of_module' runs
        o[0] = float(m)

    return between
