# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t && cp %s %t/program.py && cp %S/Inputs/changers.py %t
# RUN: not kgen-translate --warp-to-kgen --kernel changed %t/program.py 2>&1 | FileCheck %s
# RUN: kgen-translate --kgen-to-warp --kernel kept %t/program.py | FileCheck %s --check-prefix=KEPT
"""What functions of another file and methods change is no constant; what they only read is one."""
import changers
import warp as wp
from changers import Store, keep, reset

A, B, C, D, E, KEPT = [1.0], [1.0], [1.0], [1.0], [1.0], [1.0]


class Own:
    n = 1.0

    @classmethod
    def reset(cls):
        cls.n = 2.0

    def fill(self, table):
        table[0] = 9.0

    def again(self):
        self.fill(E)


class Given:
    n = 1.0


reset(A, 2.0)
changers.reset(n=2.0, table=B)
store, own = Store(), Own()
store.fill(C)
own.fill(D)
Own.reset()
changers.configure(Given)
keep(KEPT)


@wp.kernel
def changed(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'A', which changes after its assignment
    o[0] = wp.static(A[0])
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'B', which changes after its assignment
    o[1] = wp.static(B[0])
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'C', which changes after its assignment
    o[2] = wp.static(C[0])
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'D', which changes after its assignment
    o[3] = wp.static(D[0])
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'E', which changes after its assignment
    o[4] = wp.static(E[0])
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Own.n', which changes after its assignment
    o[5] = Own.n
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Given.n', which changes after its assignment
    o[6] = Given.n


# KEPT: o[0] = 1.0
@wp.kernel
def kept(o: wp.array(dtype=float)):
    o[0] = wp.static(KEPT[0])
