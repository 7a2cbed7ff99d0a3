# Which of many arms a thread takes, PTX says by branches: no table of jumps, with or without optimisation.
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-ptx --no-backward | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-ptx --no-backward -O0 | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-ptx --no-backward -O3 | FileCheck %s
# CHECK-LABEL: .visible .entry respond_
# CHECK-NOT: {{brx|branchtargets}}
# CHECK: ret;

# RUN: kgen-run %s --device ptx --backward | FileCheck %s --check-prefix=RESULT
# RESULT: {"outputs": {"y": [1.0, 4.0, 6.0, 0.25, -5.0, 0.0]}, "grads": {"x": [1.0, 4.0, 2.0, -0.0625, -1.0, 0.0]}}
import warp as wp

CASE = {
    "dim": 6,
    "args": [
        {"name": "mode", "dtype": "int32", "role": "in", "value": [0, 1, 2, 3, 4, 5]},
        {"name": "x", "dtype": "float32", "role": "in", "value": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "grad": True},
        {"name": "y", "dtype": "float32", "role": "out", "value": [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "weight": [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]},
    ],
}


@wp.kernel
def respond(mode: wp.array(dtype=int), x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if mode[i] == 0:
        y[i] = x[i]
    elif mode[i] == 1:
        y[i] = x[i] * x[i]
    elif mode[i] == 2:
        y[i] = x[i] + x[i]
    elif mode[i] == 3:
        y[i] = 1.0 / x[i]
    elif mode[i] == 4:
        y[i] = -x[i]
