# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen %s | FileCheck %s
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-warp - | FileCheck %s --check-prefix=PYTHON
# RUN: kgen-translate --warp-to-kgen %s | kgen-translate --kgen-to-cuda - | FileCheck %s --check-prefix=CUDA
# RUN: kgen-run %s --device interpreter | FileCheck %s --check-prefix=RUN
# RUN: kgen-run %s --device cpu | FileCheck %s --check-prefix=RUN
"""A random number is drawn at a state, which the call advances."""
import warp as wp


@wp.kernel
def noise(seed: int, out: wp.array(dtype=float), which: wp.array(dtype=int)):
    i = wp.tid()
    state = wp.rand_init(seed, i)
    first = wp.randf(state)
    second = wp.randf(state, 1.0, 3.0)
    out[i] = first + second
    which[i] = wp.randi(state, 0, 100)


# CHECK:      %[[seed:.*]] = kgen.rand_init_offset %seed, %i : si32
# CHECK-NEXT: %[[state:.*]] = kgen.var %[[seed]] : ui32
# CHECK-NEXT: %[[first:.*]] = kgen.draw "randf" %[[state]] -> f32
# CHECK:      %{{.*}} = kgen.draw "randf_range" %[[state]](%{{.*}}, %{{.*}} : f32, f32) -> f32
# CHECK:      kgen.draw "randi_range" %[[state]](%{{.*}}, %{{.*}} : si32, si32) -> si32

# PYTHON:      state = wp.rand_init(seed, i)
# PYTHON-NEXT: first = wp.randf(state)
# PYTHON-NEXT: second = wp.randf(state, 1.0, 3.0)
# PYTHON-NEXT: out[i] = first + second
# PYTHON-NEXT: which[i] = wp.randi(state, 0, 100)

# CUDA:      uint32_t state = kgen::rand_init(seed, i);
# CUDA-NEXT: const float first = kgen::randf(state);
# CUDA-NEXT: const float second = kgen::randf(state, 1.0f, 3.0f);

CASE = {
    "kernel": "noise",
    "dim": 3,
    "args": [
        {"name": "seed", "dtype": "int32", "value": 42, "role": "scalar"},
        {"name": "out", "dtype": "float32", "value": [0.0, 0.0, 0.0], "role": "out"},
        {"name": "which", "dtype": "int32", "value": [0, 0, 0], "role": "out"},
    ],
}
