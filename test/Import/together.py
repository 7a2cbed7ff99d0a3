# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is printed of values that change together, of slices of variables, of lengths and of chained comparisons is imported
# as the same kernel: nothing gets a name, and so a copy, that the author did not give.
# RUN: sed "s/#.*//" %s | kgen-translate --warp-to-kgen - > %t.mlir
# RUN: FileCheck %s --input-file=%t.mlir
# RUN: kgen-translate --kgen-to-warp --no-backward %t.mlir > %t.py
# RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.py
# RUN: kgen-translate --warp-to-kgen %t.py | diff %t.mlir -
import warp as wp


# CHECK: kgen.for %j
# CHECK-NEXT: %[[B:.*]] = kgen.get %b
# CHECK-NEXT: %[[A:.*]] = kgen.get %a
# CHECK-NEXT: %[[OLD:.*]] = kgen.get %b
# CHECK-NEXT: %[[SUM:.*]] = kgen.add %[[A]], %[[OLD]]
# CHECK-NEXT: kgen.set %a, %[[B]]
# CHECK-NEXT: kgen.set %b, %[[SUM]]
# CHECK-NOT: kgen.copy
# CHECK: kgen.constant 4.000000e+00 : f64
# TEXT: a, b = b, a + b
# TEXT: v[i] = wp.vec4(wp.vec2(u[1], u[2])[0], b, u[2], u[3])
# TEXT: if 0.0 < a and a < 1.0 and 1.0 < b:
# TEXT: d[i] = wp.float64(4.0) * d[i]
@wp.kernel
def together(x: wp.array(dtype=float), v: wp.array(dtype=wp.vec4), d: wp.array(dtype=wp.float64), n: int):
    i = wp.tid()
    a = x[i]
    b = x[0]
    u = v[i]
    for j in range(n):
        a, b = b, a + b
        u[0] = a
    v[i] = wp.vec4(u[1:3][0], b, *u[2:4])
    if 0.0 < a < 1.0 < b:
        d[i] = wp.float64(len(u)) * d[i]
