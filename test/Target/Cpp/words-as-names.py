# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s | kgen-opt --kgen-differentiate > %t.mlir
# RUN: kgen-translate --kgen-to-cpp %t.mlir | FileCheck %s
# RUN: %if gxx %{ kgen-translate --kgen-to-cpp %t.mlir | %python %S/../../Integration/compile_check.py --cxx %gxx - %}
"""A loop that counts with a word of C++'s, in the backward as in the forward."""
import warp as wp


# CHECK: for (int new_ = 0; new_ < n; ++new_)
# CHECK: backward
# CHECK: for (int new_ = kgen::max(n, 0) - 1; new_ >= 0; --new_)
@wp.kernel
def powers(x: wp.array(dtype=float), n: int, o: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for new in range(n):
        total += float(new) * x[i] * x[i]
    o[i] = total
