# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a module's own functions return: an attribute of that, and one of two by a condition that is known; `fem.cache.dynamic_func`
# is `wp.func`. A `match` whose case is known, and a loop over a range backwards.
# RUN: sed '/^ *# [A-Z-]*: /d' %s > %t.py
# RUN: kgen-translate --kgen-to-warp %t.py | FileCheck %s
import warp as wp
import warp.fem as fem


@wp.func
def exact(x: float):
    return x


@wp.func
def fast(x: float):
    return x + 1.0


def chosen(is_exact: bool):
    return exact if is_exact else fast


def make(n):
    @wp.func
    def inner(x: float):
        return x - float(n)

    @fem.cache.dynamic_func(suffix=n)
    def outer(x: float):
        return inner(x) * 2.0

    outer.core = inner
    return outer


def matched(kind):
    match kind:
        case "exact" | "same":
            found = exact
        case "fast":
            found = fast
        case _:
            raise ValueError(kind)
    return found


# CHECK: def uses(
# CHECK: for i in range(n - 1, -1, -1):
# CHECK-NEXT: x[i] = fast(x[i]) + inner(x[i]) + outer(x[i])
# CHECK-NEXT: for j in range(3, 0, -1):
# CHECK-NEXT: x[j] += exact(1.0) - fast(1.0)
@wp.kernel
def uses(x: wp.array(dtype=float), n: int):
    for i in reversed(range(n)):
        x[i] = wp.static(chosen(False))(x[i]) + wp.static(make(3).core)(x[i]) + wp.static(make(3))(x[i])
    for j in reversed(range(1, 4)):
        x[j] += wp.static(matched("same"))(1.0) - wp.static(matched("fast"))(1.0)
