# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A constant of a factory has the name of the kernel, which would bind it again in one file.
# RUN: kgen-translate --kgen-to-warp --kernel k %s > %t.py
# RUN: FileCheck %s < %t.py
# RUN: kgen-translate --kgen-to-warp %t.py | diff %t.py -
import warp as wp


def make(c):
    k = c * 3

    @wp.func
    def scaled(x: float):
        return x * float(k)

    return scaled


scaled = make(3)


# CHECK: {{^}}k_2 = wp.constant(9)
# CHECK: return x * float(k_2)
# CHECK: def k(
@wp.kernel
def k(o: wp.array(dtype=float)):
    o[0] = scaled(100.0)
