# What names stand for: Warp's, Python's, constants, types, functions and structs of other files, enumerations.
# RUN: %python %S/Inputs/outline.py %build/bin/warp-ast %s | FileCheck %s
# RUN: %python %S/Inputs/outline.py %build/bin/warp-ast %S/Inputs/tree/uses.py | FileCheck %S/Inputs/tree/uses.py
import math
from typing import Any

import warp as wp

N = 4
HALF = wp.constant(1.0 / 2.0)
TYPED = wp.constant(wp.uint32(7))
mat23 = wp.types.matrix(shape=(2, 3), dtype=float)
BIG = pow(7, 10**9)
FACTORIAL = math.factorial(10**7)
twice = 2
twice = 3
counter = 0


def count():
    global counter
    counter += 1


class Config:
    LIMIT = N + 1

    @staticmethod
    @wp.func
    def clip(x: float):
        return wp.min(x, float(Config.LIMIT))


class custom(mat23):
    pass


@wp.kernel
def k(a: wp.array(dtype=Any), m: mat23, c: custom, s: "wp.array2d(dtype=wp.vec3)"):
    i = wp.tid()
    for j in range(N):
        a[i] = HALF + TYPED + math.pi + wp.PI + BIG + FACTORIAL + twice + counter + steps
        a[i] = Config.LIMIT + Config.clip(a[i]) + nowhere(1) + wp.static(N * N)
        N_local = N
    missing.attribute()


# What a script alone would bind anew is the module's here; what nothing else binds is the script's.
steps = 8
if __name__ == "__main__":
    steps = 16
    steps += 1


# CHECK: kernel k line 39
# CHECK: kernel k at
# CHECK-DAG: wp.array is warp array
# CHECK-DAG: Any is any
# CHECK-DAG: mat23 is expression Call of Program/names.py:12
# CHECK-DAG: custom is expression Call of Program/names.py:12
# CHECK-DAG: wp.array2d is warp array2d
# CHECK-DAG: range is python range
# CHECK-DAG: N is constant int 4
# CHECK-DAG: HALF is constant float 0.5
# CHECK-DAG: TYPED is expression Call of Program/names.py:11
# CHECK-DAG: math.pi is constant float 3.14159
# CHECK-DAG: wp.PI is constant float 3.14159
# CHECK-DAG: BIG is unresolved 'BIG', which is no constant of the module
# CHECK-DAG: FACTORIAL is unresolved 'FACTORIAL', which is no constant of the module
# CHECK-DAG: twice is constant int 3
# CHECK-DAG: counter is unresolved 'counter', which is bound in several ways
# CHECK-DAG: steps is constant int 8
# CHECK-DAG: Config.LIMIT is constant int 5
# CHECK-DAG: Config.clip is functions clip at Program/names.py:30
# CHECK-DAG: nowhere is warp nowhere (implicit)
# CHECK-DAG: Call is constant int 16
# CHECK-DAG: missing.attribute is unresolved 'missing', which is not defined
# CHECK: func clip at Program/names.py:30
