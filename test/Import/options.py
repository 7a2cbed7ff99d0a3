# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The options of @wp.kernel that are literals come back as they were written; a name would not outlive a renamed kernel.
# RUN: kgen-translate --warp-to-kgen --all %s | kgen-translate --kgen-to-warp > %t.py
# RUN: FileCheck %s --input-file %t.py --strict-whitespace --match-full-lines
# RUN: kgen-translate --warp-to-kgen --all %t.py | kgen-translate --kgen-to-warp | diff %t.py -
# RUN: kgen-translate --warp-to-kgen --all %s | kgen-opt | kgen-translate --kgen-to-warp | diff %t.py -
# RUN: sed '/# *[A-Z-]*:/d' %s > %t.plain.py
# RUN: kgen-translate --warp-to-kgen --all %t.plain.py | FileCheck %s --check-prefix=MARK --implicit-check-not=kgen.no_backward
# RUN: echo 'kgen.kernel @k() attributes {kgen.options = 3 : i64} { kgen.return }' | not kgen-opt 2>&1 | FileCheck %s --check-prefix=WRONG
# WRONG: error: 'kgen.kernel' op expected 'kgen.options' to be an array of strings but got 3 : i64
import warp as wp

SIZE = 64


# CHECK:@wp.kernel(enable_backward=False, module="unique")
# CHECK-NEXT:def few(
# MARK: kgen.kernel @few({{.*}} attributes {kgen.no_backward, kgen.options
@wp.kernel(enable_backward=False, module="unique", name="called_otherwise")
def few(x: wp.array(dtype=float)):
    x[0] = 1.0


#      CHECK:@wp.kernel(
# CHECK-NEXT:    enable_backward=True,
# CHECK-NEXT:    launch_bounds=(256, 2),
# CHECK-NEXT:    grid_stride=False,
# CHECK-NEXT:    module_options={"fast_math": True, "mode": "release"},
# CHECK-NEXT:)
# CHECK-NEXT:def many(
@wp.kernel(
    enable_backward=True,
    launch_bounds=(256, 2),
    grid_stride=False,
    cuda_max_registers=SIZE,
    module_options={"fast_math": True, "mode": "release"},
)
def many(x: wp.array(dtype=float)):
    x[0] = 2.0
