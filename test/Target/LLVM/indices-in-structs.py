# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-llvmir --lanes auto %s | FileCheck %s
# RUN: kgen-translate --kgen-to-llvmir --lanes 8 %s | FileCheck %s
"""Indices that are fields of structs do not lie side by side: those of later threads are not asked for ahead."""
import warp as wp


@wp.struct
class Body:
    weight: float
    id: int


# CHECK-LABEL: @weigh_cpu_forward
# CHECK-NOT: prefetch
# CHECK: ret void
@wp.kernel
def weigh(bodies: wp.array(dtype=Body), x: wp.array(dtype=float), o: wp.array(dtype=float)):
    i = wp.tid()
    o[i] = x[bodies[i].id] * bodies[i].weight
