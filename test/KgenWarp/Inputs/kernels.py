# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that kgen takes, and some that stay Warp's."""
from typing import Any

import warp as wp


@wp.kernel
def powers(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    s = x[i]
    for _ in range(n):
        s = s * s
    y[i] = s


@wp.kernel
def until(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    """The squares before the third element."""
    i = wp.tid()
    s = float(0.0)
    for k in range(4):
        if k == 2:
            break
        s += x[k] * x[k]
    y[i] = s


@wp.kernel
def neighbour(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    s = x[i]
    for _ in range(n):
        s = s * s
    y[i] = s


@wp.kernel
def taped(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * x[i]
    x[i] = 1.0


@wp.kernel
def generic(x: wp.array(dtype=Any), y: wp.array(dtype=Any)):
    i = wp.tid()
    y[i] = x[i] * x[i]


@wp.kernel
def queried(mesh: wp.uint64, y: wp.array(dtype=float)):
    i = wp.tid()
    q = wp.mesh_query_point(mesh, wp.vec3(0.0), 1.0)
    y[i] = q.u


@wp.struct
class Held:
    x: wp.array(dtype=float)
    n: int


@wp.struct
class Holder:
    held: Held
    y: wp.array(dtype=float)


@wp.kernel
def holding(holder: Holder):
    i = wp.tid()
    s = holder.held.x[i]
    for _ in range(holder.held.n):
        s = s * s
    holder.y[i] = s


def make(factor):
    @wp.kernel
    def scaled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = x[i] * factor

    return scaled


scaled = make(3.0)

OFFSET = 1.0  # and another when it is read, after what follows


@wp.kernel
def moved(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * OFFSET


def set_offset(offset):
    global OFFSET
    OFFSET = offset


set_offset(7.0)
