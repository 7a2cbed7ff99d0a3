# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""roundings_in_warp.py FILE: the kernel of a file, on its CASE's numbers, as Warp launches kgen's code."""
import importlib.util
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../python"))
import kgen_warp  # noqa: E402
import warp as wp  # noqa: E402

wp.config.log_level = wp.LOG_ERROR
spec = importlib.util.spec_from_file_location("narrow", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(kgen_warp.use(module.narrow))
x = wp.array(module.CASE["args"][0]["value"], dtype=wp.float64, device="cpu")
half, *brains = (wp.zeros(x.shape, dtype=kind, device="cpu") for kind in (wp.float16, wp.bfloat16, wp.bfloat16))
wp.launch(module.narrow, x.shape, [x, half, *brains], device="cpu")
print([float(value) for value in half.numpy()])
