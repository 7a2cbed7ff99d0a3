# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %python %S/Inputs/each_kernel.py %s | FileCheck %s --strict-whitespace
"""Types that do not fit, as in Warp: each is refused where it stands, with the way round."""
import warp as wp

COUNT = 3


@wp.kernel
def mixed_sum(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands of one type for '+' but got float32 and int32; write 1.0
    y[0] = x + 1


@wp.kernel
def mixed_variable(n: int, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands of one type for '*' but got float32 and int32; write float(n)
    y[0] = y[1] * n


@wp.kernel
def mixed_width(x: wp.float64, y: wp.array(dtype=wp.float64)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands of one type for '*' but got float64 and float32; write wp.float64(0.5)
    y[0] = x * 0.5


@wp.kernel
def mixed_integers(n: int, m: wp.int64, y: wp.array(dtype=wp.int64)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands of one type for '-' but got int32 and int64; write wp.int64(n)
    y[0] = n - m


@wp.kernel
def power_of_integers(n: int, y: wp.array(dtype=int)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands that '**' takes but got int32 and int32; write float(n) ** 2.0
    y[0] = n**2


@wp.kernel
def bits_of_bools(a: bool, b: bool, y: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands that '&' takes but got bool and bool; write 'and'
    y[0] = a & b


@wp.kernel
def vector_product(v: wp.vec3, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands that '*' takes but got vec3 and vec3
    y[0] = v * v


@wp.kernel
def vector_by_integer(v: wp.vec3, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands that '*' takes but got vec3 and int32; write 2.0
    y[0] = v * 2


@wp.kernel
def stored_integer(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected float32 but got int32; write 0.0
    y[0] = 0


@wp.kernel
def stored_float(y: wp.array(dtype=wp.float64)):
    # CHECK: [[#@LINE+1]]:12: error: expected float64 but got float32; write wp.float64(1.0)
    y[0] = 1.0


@wp.kernel
def reassigned(n: int):
    # CHECK: [[#@LINE+2]]:9: error: expected float32, the type of 'z', but got int32; write float(n)
    z = 1.0
    z = n
    # CHECK: [[#@LINE-2]]:5: note: it has that type from here


@wp.kernel
def other_arm(c: bool, x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:24: error: expected float32, as in the other arm, but got int32; write 1.0
    y[0] = x if c else 1


@wp.kernel
def atomic_value(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:25: error: expected float32 but got int32; write 1.0
    wp.atomic_add(y, 0, 1)


@wp.kernel
def augmented_value(y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:13: error: expected float32 but got int32; write float(COUNT)
    y[0] += COUNT


@wp.kernel
def builtin_operand(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected operands that 'wp.max' takes but got float32, int32; write 0.0
    y[0] = wp.max(x, 0)


@wp.kernel
def builtin_count(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected 2 arguments for 'wp.atan2' but got 1
    y[0] = wp.atan2(x)


@wp.kernel
def component_value(n: int, y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:20: error: expected float32 but got int32; write float(n)
    y[0] = wp.vec3(n, 0.0, 0.0)


@wp.kernel
def component_count(y: wp.array(dtype=wp.vec3)):
    # CHECK: [[#@LINE+1]]:12: error: expected 0, 1 or 3 components for vec3 but got 2
    y[0] = wp.vec3(1.0, 2.0)


@wp.kernel
def component_store(v: wp.vec3):
    # CHECK: [[#@LINE+1]]:12: error: expected float32 but got int32; write 1.0
    v[0] = 1


@wp.kernel
def index(x: float, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:7: error: expected an integer as index but got float32; write int(x)
    y[x] = 1.0


@wp.kernel
def index_count(y: wp.array2d(dtype=float)):
    # CHECK: [[#@LINE+1]]:9: error: expected operands that '+' takes but got float32 and array of float32
    x = 1.0 + y[0]


@wp.kernel
def index_range(v: wp.vec3, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected an index from -3 to 2 for vec3 but got 3
    y[0] = v[3]


@wp.kernel
def component_name(v: wp.vec2, y: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a component of vec2 but got 'z'
    y[0] = v.z


@wp.kernel
def bound(n: wp.int64):
    # CHECK: [[#@LINE+1]]:20: error: expected int32 for 'range' but got int64; write int(n)
    for k in range(n):
        pass


@wp.kernel
def chained(n: int, x: float, y: wp.array(dtype=bool)):
    # CHECK: [[#@LINE+1]]:20: error: expected int32 in a chained comparison but got float32; write int(x)
    y[0] = 0 < n < x


@wp.kernel
def large_literal(y: wp.array(dtype=wp.int64)):
    # CHECK: [[#@LINE+1]]:21: error: expected a literal that fits int32 but got an integer of more than 64 bits; write wp.int64(...)
    y[0] = wp.int64(30000000000000000000 // 2)


@wp.kernel
def huge_literal(y: wp.array(dtype=wp.uint64)):
    # CHECK: [[#@LINE+1]]:22: error: expected a literal that fits uint64 but got an integer of more than 64 bits
    y[0] = wp.uint64(1000000000000000000000)
