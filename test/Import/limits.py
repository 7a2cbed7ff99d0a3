# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Constants that numpy's types and lists of the module say; Any as warp.types has it; a loop that only a return leaves; wp.transformation
# of a position and a rotation with a dtype; functions of Python that are Warp's by their names.
# RUN: kgen-translate --warp-to-kgen --assume-any=float32 --all %s | FileCheck %s
import math

import numpy as np
import warp as wp
from warp.types import Any

EPSILON = wp.constant(wp.float32(np.finfo(np.float32).eps))
LARGEST = wp.constant(float(np.finfo(np.float64).max))
LAST = int(np.iinfo(np.uint16).max)
STIFFNESS = [0.5, 2.5]
SECOND = STIFFNESS[1]


# CHECK: kgen.func @raise_to(
# CHECK: kgen.while
# CHECK: kgen.return
# CHECK: kgen.unreachable
@wp.func
def raise_to(x: wp.array(dtype=float), least: float):
    while True:
        old = x[0]
        if wp.atomic_cas(x, 0, old, wp.max(old, least)) == old:
            return old


# CHECK: kgen.kernel @limits(
# CHECK: kgen.constant 1.1920929E-7 : f32
# CHECK: kgen.constant 65535 : si32 @LAST
# CHECK: kgen.constant 2.500000e+00 : f32 @SECOND
# CHECK: kgen.call @raise_to
@wp.kernel
def limits(x: wp.array(dtype=float), y: wp.array(dtype=Any), t: wp.array(dtype=wp.transformd)):
    i = wp.tid()
    x[i] = EPSILON
    y[i] = y[LAST] * SECOND
    x[1] = raise_to(x, 0.5)
    # CHECK: kgen.construct {{.*}} : (vec<3xf64>, quat<f64>) -> transform<f64>
    t[i] = wp.transformation(wp.vec3d(), wp.quatd(), dtype=wp.float64)


# CHECK-LABEL: kgen.kernel @pythons
# CHECK: kgen.tan
# CHECK: kgen.radians
# CHECK: kgen.sin
# CHECK: kgen.isfinite
@wp.kernel
def pythons(x: wp.array(dtype=float)):
    i = wp.tid()
    if math.isfinite(math.tan(x[i]) + math.radians(np.sin(x[i]))):
        x[i] = 0.0
