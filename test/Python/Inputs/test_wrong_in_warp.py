# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which gradients of torch_kernels.py Warp has, by central differences of Warp's own launches; kgen's are right in all of them."""

import importlib.util

import kgen_mlir
import numpy as np
import pytest
import warp as wp
from torch_kernels import BODIES, HEAD, TRIPS, WRONG_IN_WARP, X, Y, text

wp.config.log_level = wp.LOG_ERROR
STEP = 1e-6


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    path = tmp_path_factory.mktemp("warp") / "torch_kernels_in_warp.py"
    parts = [HEAD.format(name=name, body=body).split("\n\n\n", 1)[1] for name, body in BODIES.items()]
    path.write_text("import warp as wp\n\nc = wp.float64\n\n\n" + "\n\n".join(parts))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def launch(kernel, x, y):
    arrays = [
        wp.array(np.array(values), dtype=wp.float64, device="cpu", requires_grad=True)
        for values in (x, y, np.zeros(len(X)))
    ]
    wp.launch(kernel, dim=len(X), inputs=[arrays[0], arrays[1], TRIPS], outputs=[arrays[2]], device="cpu")
    return arrays


@pytest.mark.parametrize("name", BODIES)
def test_by_differences(kernels, name):
    kernel, weights = getattr(kernels, name), np.linspace(1.0, 2.0, len(X))
    directions = [np.linspace(-1.0, 2.0, len(X)), np.linspace(2.0, -0.5, len(X))]
    ends = [
        launch(kernel, *(np.array(v) + s * d for v, d in zip((X, Y), directions)))[2].numpy() for s in (STEP, -STEP)
    ]
    difference = float(weights @ (ends[0] - ends[1])) / (2.0 * STEP)
    tape = wp.Tape()
    with tape:
        x, y, out = launch(kernel, X, Y)
    tape.backward(grads={out: wp.array(weights, dtype=wp.float64, device="cpu")})
    theirs = sum(float(a.grad.numpy() @ d) for a, d in zip((x, y), directions))
    grads = kgen_mlir.compile(text(name)).vjp(
        len(X), [np.array(X), np.array(Y), TRIPS, np.zeros(len(X))], cotangents={"out": weights}
    )
    ours = sum(float(grads[a] @ d) for a, d in zip("xy", directions))
    assert ours == pytest.approx(difference, rel=1e-6)
    assert (theirs != pytest.approx(difference, rel=1e-3)) == (name in WRONG_IN_WARP)
