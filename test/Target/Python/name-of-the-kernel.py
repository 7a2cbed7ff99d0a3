# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel that calls functions of its own name, which would hide them in one file; both overloads have the same new one.
# RUN: kgen-translate --kgen-to-warp --kernel make.length %s > %t.py
# RUN: FileCheck %s < %t.py
# RUN: kgen-translate --kgen-to-warp %t.py | diff %t.py -
import warp as wp


@wp.func
def length(x: float):
    return wp.abs(x)


@wp.func
def length(x: wp.vec2):
    return wp.max(wp.abs(x[0]), wp.abs(x[1]))


of_this = length


# CHECK: def [[NAME:length_[0-9]+]](x: wp.vec2):
# CHECK: def [[NAME]](x: float):
# CHECK: def length(
# CHECK: y[i] = [[NAME]](x[i]) + [[NAME]](y[i])
def make():
    @wp.kernel
    def length(x: wp.array(dtype=wp.vec2), y: wp.array(dtype=float)):
        i = wp.tid()
        y[i] = of_this(x[i]) + of_this(y[i])

    return length
