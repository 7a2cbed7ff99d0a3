# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-run %s | FileCheck %s
# RUN: kgen-run %s --kernel make_scale.scale | FileCheck %s
# RUN: kgen-run %s --kernel 'make_scale(4.0).scale' | FileCheck %s --check-prefix=OTHER
# RUN: kgen-translate --warp-to-kgen %s --kernel scale | FileCheck %s --check-prefix=IMPORTED
# RUN: not kgen-run %s --kernel make_scale 2>&1 | FileCheck %s --check-prefix=NONE
# CHECK: "x": [3.0, 6.0]
# OTHER: "x": [4.0, 8.0]
# IMPORTED: kgen.kernel @scale
# NONE: factory.py:1:1: error: expected a kernel named 'make_scale' but the file has: make_scale.scale, make_shift.shift
"""A kernel that a function makes is chosen by the name of its function, where one has it, by its whole name, or for other arguments."""
import warp as wp


def make_scale(factor):
    @wp.kernel
    def scale(x: wp.array(dtype=float)):
        i = wp.tid()
        x[i] = x[i] * factor

    return scale


def make_shift(by):
    @wp.kernel
    def shift(x: wp.array(dtype=float)):
        i = wp.tid()
        x[i] = x[i] + by

    return shift


triple = make_scale(3.0)
moved = make_shift(1.0)

CASE = {
    'name': 'factory', 'group': 'tools', 'kernel': 'scale', 'dim': 2,
    'args': [{'name': 'x', 'dtype': 'float32', 'role': 'inout', 'value': [1.0, 2.0]}],
}
