# How kernels are called: within functions, as methods, shadowed, made by a call; what their closures hold.
# RUN: %python %S/Inputs/outline.py %build/bin/warp-ast %s | FileCheck %s
import warp as wp


@wp.kernel
def shadowed(a: wp.array(dtype=float)):
    a[0] = 1.0


@wp.kernel
def shadowed(a: wp.array(dtype=int)):
    a[0] = 1


def make(width, dtype=float):
    FIXED = 8

    @wp.func
    def helper(x: float):
        return x * float(FIXED)

    @wp.kernel
    def inner(a: wp.array(dtype=dtype)):
        a[0] = helper(float(width))

    return inner


class Solver:
    @wp.kernel
    def step(a: wp.array(dtype=float)):
        a[0] = 2.0


def body(a: wp.array(dtype=float)):
    a[0] = 3.0


made = wp.kernel(body, enable_backward=False)


@wp.kernel
def generic(a: wp.array(dtype=wp.types.Any)):
    pass


wp.overload(generic, [wp.array(dtype=float)])
wp.overload(generic, {"a": wp.array(dtype=int)})

if wp.static(True):

    @wp.kernel
    def conditional(a: wp.array(dtype=float)):
        made = a[0]


# CHECK: kernel shadowed:7 line 7
# CHECK-NEXT: kernel shadowed line 12
# CHECK-NEXT: kernel make.inner line 24
# CHECK-NEXT: kernel step:32 line 32
# CHECK-NEXT: kernel made line 36
# CHECK-NEXT: kernel generic line 44, overloads 2
# CHECK-NEXT: kernel conditional line 54
# CHECK: kernel inner at
# CHECK-DAG: dtype is unresolved 'dtype', a parameter of 'make', known only when that runs
# CHECK-DAG: width is unresolved 'width', a parameter of 'make', known only when that runs
# CHECK-DAG: helper is functions helper
# CHECK: func helper at
# CHECK-DAG: FIXED is constant int 8
