# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An array without `dtype` is of any elements, in kernels and functions; an overload says of which, or --assume-any.
# RUN: kgen-translate --warp-to-kgen --assume-any=float32 --all %s | FileCheck %s
import warp as wp


# CHECK: kgen.func @doubled(%v: !kgen.array<1, f64>
# CHECK: kgen.func @doubled{{.*}}(%v: !kgen.array<1, f32>
@wp.func
def doubled(v: wp.array(ndim=1), i: int):
    return v[i] * v.dtype(2.0)


# CHECK: kgen.kernel @plain(%x: !kgen.array<1, f32>, %y: !kgen.array<2, f32>)
@wp.kernel
def plain(x: wp.array(), y: wp.array(ndim=2)):
    i = wp.tid()
    y[i, 0] = doubled(x, i)


# CHECK: kgen.kernel @chosen(%x: !kgen.array<1, f64>)
@wp.kernel
def chosen(x: wp.array(ndim=1)):
    i = wp.tid()
    x[i] = doubled(x, i)


wp.overload(chosen, [wp.array(dtype=wp.float64)])
