# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `kgen_warp.use` takes, what it leaves, and that it lasts."""
import os
import sys

import warp as wp

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../python"))
import kgen_warp  # noqa: E402

import kernels  # noqa: E402
from program import gradient  # noqa: E402

wp.config.log_level = wp.LOG_ERROR

print("before", gradient(kernels.powers, 2))  # Warp has looked its entry points up already
print(kgen_warp.use(kernels.powers))
print("powers", gradient(kernels.powers, 2))
print("neighbour", gradient(kernels.neighbour, 2))

report = kgen_warp.use(kernels)
print(report)
print("neighbour", gradient(kernels.neighbour, 2))
print("until", gradient(kernels.until))

wp.set_module_options({"max_unroll": 2}, kernels)
print("loaded again", gradient(kernels.powers, 2))

memory = wp.array([1.0, 2.0, 3.0, 4.0, 0.0], dtype=float, device="cpu", requires_grad=True)
gradient(kernels.powers, 2, x=memory[:4], y=memory[1:])
print(report.entries[-1])
gradient(kernels.holding, 2, x=memory[:4], y=memory[1:], held=True)
print(report.entries[-1])

print(kgen_warp.use(kernels.powers, backward=False))
print("forward alone", gradient(kernels.powers, 2))

for wrong in (3, "no.such.module"):
    try:
        print(kgen_warp.use(wrong))
    except (TypeError, ValueError) as error:
        print(error)
