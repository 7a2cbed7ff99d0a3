# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: not kgen-translate --warp-to-kgen --all %s 2>&1 | FileCheck %s --implicit-check-not='warning: kernel'
"""One fault, one message, which says what is at fault."""
from __future__ import annotations

import warp as wp

x = 1.0


# CHECK: [[#@LINE+2]]:1: warning: kernel 'recursive' is left out: the struct 'Tree' is no type: it holds itself in its field 'branch'
@wp.struct
class Tree:
    branch: Branch


@wp.struct
class Branch:
    tree: Tree


@wp.kernel
def recursive(n: Tree, y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.kernel
def nested(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: warning: kernel 'nested' is left out: expected a statement that a kernel can have but got a nested function
    def inner(a: float):
        return a

    y[0] = inner(2.0)


@wp.kernel
def shared(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:5: warning: kernel 'shared' is left out: expected a statement that a kernel can have but got a global statement
    global x
    x += 2.0
    y[0] = x


@wp.func
def first(*a: float):
    return a[0]


@wp.kernel
def several(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'several' is left out: expected plain parameters but got '*a' for 'first'; the function is here (line [[#@LINE-6]])
    y[0] = first(1.0, 2.0)


@wp.kernel
# CHECK: [[#@LINE+1]]:14: warning: kernel 'starred' is left out: expected plain parameters but got '*y'
def starred(*y: wp.array(dtype=float)):
    y[0] = 1.0


@wp.kernel
def spread(y: wp.array(dtype=float), d: float):
    # CHECK: [[#@LINE+1]]:19: warning: kernel 'spread' is left out: expected arguments one by one but got '**'
    y[0] = wp.max(**d)
    # CHECK: [[#@LINE+1]]:18: warning: kernel 'spread' is left out: expected arguments one by one but got '**'
    y[0] = first(**d)


@wp.kernel
def member(n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:8: warning: kernel 'member' is left out: expected one of == != < <= > >= but got 'in'
    if n in (1, 2):
        y[0] = 1.0


@wp.kernel
def shifted(y: wp.array(dtype=float), a: float):
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'shifted' is left out: expected integers for '<<' but got float32 and int32
    y[0] = a << 2
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'shifted' is left out: expected integers for '&' but got float32 and float32
    y[1] = a & 2.0


class One(Two):
    pass


class Two(One):
    pass


@wp.kernel
def inherited(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'inherited' is left out: expected a local name or a module constant but got 'One.n', of a class that inherits from itself
    y[0] = One.n


def make(n):
    if open(n):
        return None

    @wp.func
    def made(a: float):
        return a

    return made


def make_of(*n):
    return first


unclear, unfit = make("x"), make_of("x")


@wp.kernel
def made(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'made' is left out: expected a builtin but got what 'make' returns, which is known only when that runs: its lines [[#@LINE-18]], [[#@LINE-12]] return
    y[0] = unclear(1.0)
    # CHECK: [[#@LINE+1]]:12: warning: kernel 'made' is left out: expected a builtin but got what 'make_of' returns, whose parameters are not those of the call
    y[0] = unfit(1.0)
