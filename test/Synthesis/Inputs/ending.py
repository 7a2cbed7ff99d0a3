# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples whose launches end the process they run in, or do not end, as kgen-warp-check reads them: one line, the last one is sound."""

import json

SOURCE = '''import warp as wp


@wp.func_native(snippet="""{forward} return x;""", adj_snippet="""{backward} adj_x += adj_ret;""")
def same(x: float) -> float: ...


@wp.kernel
def {name}(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = same(x[i])
'''
END, LOOP = "*(volatile int*)0 = 1;", "for (volatile int i = 0; i < 2; i = 0) {}"
BOUNDS = {"rtol": 1e-5, "atol": 0}
ARGUMENT = {"dtype": "float32", "role": "in", "shape": [2], "value": [1, 2]}


def sample(name, forward="", backward=""):
    case = {
        "dim": [2],
        "args": [ARGUMENT | {"name": "x", "weight": []}, ARGUMENT | {"name": "y", "weight": [1, 1]}],
        "struct": {"fields": ""},
        "outputs": [{"name": "y", "values": [1, 2], **BOUNDS}],
        "grads": [{"name": "x", "values": [1, 1], **BOUNDS}],
    }
    source = SOURCE.format(name=name, forward=forward, backward=backward)
    return {"metadata": {"kernel_name": name}, "python_source": source, "cases": [case]}


print(
    json.dumps(
        [
            sample("ends", forward=END),
            sample("ends_back", backward=END),
            sample("goes_on", backward=LOOP),
            sample("sound"),
        ]
    )
)
