# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel that stands in a class under `@staticmethod`, and one under another decorator, which might make anything of it.
# RUN: kgen-translate --warp-to-kgen --all %s 2>%t.errors | kgen-translate --kgen-to-warp | FileCheck %s
# RUN: FileCheck %s --check-prefix=REFUSED < %t.errors
import warp as wp


class Solver:
    # CHECK: @wp.func
    # CHECK-NEXT: def half(x: float):
    @staticmethod
    @wp.func
    def half(x: float):
        return 0.5 * x

    # CHECK: @wp.kernel(enable_backward=False)
    # CHECK-NEXT: def step(
    @staticmethod
    @wp.kernel(enable_backward=False)
    def step(x: wp.array(dtype=float)):
        i = wp.tid()
        # CHECK: x[i] = half(x[i])
        x[i] = Solver.half(x[i])

    # REFUSED: [[#@LINE+1]]:6: warning: kernel 'other:{{.*}}' is left out: expected @wp.kernel alone but got another decorator, 'print'
    @print
    @wp.kernel
    def other(x: wp.array(dtype=float)):
        x[0] = 1.0
