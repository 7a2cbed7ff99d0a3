# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A launch gives every argument of a kernel, whatever defaults its author wrote: they stay where they stand. One that is no literal
# goes, and with it those before it.
# RUN: sed 's/#.*//' %s | kgen-translate --warp-to-kgen --all - > %t.mlir
# RUN: FileCheck %s < %t.mlir
# RUN: kgen-translate --kgen-to-warp %t.mlir > %t.py
# RUN: FileCheck %s --check-prefix=TEXT < %t.py
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp - | diff %t.py -
# RUN: kgen-opt %t.mlir | kgen-translate --kgen-to-warp - | diff %t.py -
import warp as wp

LARGE = 1.0e6


# CHECK: kgen.kernel @cast_rays(%hits: {{.*}}, %max_dist: f32, %return_distance: si32)
# CHECK-SAME: kgen.defaults = ["", "1e6", "False"]
# TEXT-LABEL: def cast_rays(
# TEXT-NEXT: hits: wp.array(dtype=float),
# TEXT-NEXT: max_dist: float = 1e6,
# TEXT-NEXT: return_distance: int = False,
@wp.kernel
def cast_rays(hits: wp.array(dtype=float), max_dist: float = 1e6, return_distance: int = False):
    i = wp.tid()
    if return_distance == 1:
        hits[i] = max_dist


# TEXT-LABEL: def scaled(
# TEXT-NEXT: x: wp.array(dtype=float),
# TEXT-NEXT: a: float,
# TEXT-NEXT: b: float,
# TEXT-NEXT: c: float = 3.0,
@wp.kernel
def scaled(x: wp.array(dtype=float), a: float = 1.0, b: float = LARGE, c: float = 3.0):
    x[wp.tid()] = a * b + c
