# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of which each calls the one before twice: some millions of calls in one thread."""
import warp as wp


@wp.func
def f0(a: float):
    return 0.5 * a


@wp.func
def f1(a: float):
    return f0(a) + f0(a)


@wp.func
def f2(a: float):
    return f1(a) + f1(a)


@wp.func
def f3(a: float):
    return f2(a) + f2(a)


@wp.func
def f4(a: float):
    return f3(a) + f3(a)


@wp.func
def f5(a: float):
    return f4(a) + f4(a)


@wp.func
def f6(a: float):
    return f5(a) + f5(a)


@wp.func
def f7(a: float):
    return f6(a) + f6(a)


@wp.func
def f8(a: float):
    return f7(a) + f7(a)


@wp.func
def f9(a: float):
    return f8(a) + f8(a)


@wp.func
def f10(a: float):
    return f9(a) + f9(a)


@wp.func
def f11(a: float):
    return f10(a) + f10(a)


@wp.func
def f12(a: float):
    return f11(a) + f11(a)


@wp.func
def f13(a: float):
    return f12(a) + f12(a)


@wp.func
def f14(a: float):
    return f13(a) + f13(a)


@wp.func
def f15(a: float):
    return f14(a) + f14(a)


@wp.func
def f16(a: float):
    return f15(a) + f15(a)


@wp.func
def f17(a: float):
    return f16(a) + f16(a)


@wp.func
def f18(a: float):
    return f17(a) + f17(a)


@wp.func
def f19(a: float):
    return f18(a) + f18(a)


@wp.func
def f20(a: float):
    return f19(a) + f19(a)


@wp.func
def f21(a: float):
    return f20(a) + f20(a)


@wp.func
def f22(a: float):
    return f21(a) + f21(a)


@wp.func
def f23(a: float):
    return f22(a) + f22(a)


@wp.kernel
def doubled(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = f23(x[i])
